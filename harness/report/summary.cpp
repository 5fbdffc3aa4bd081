// Summary of a run for a terminal: who is fastest on each dataset, then the tables.
#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/report/columns.h"
#include "harness/report/matrix.h"
#include "harness/report/notes.h"
#include "harness/report/reports.h"

namespace sudoku::report {

namespace {

// Most remarks below a table, and most warnings, of a summary without all details.
constexpr std::size_t kMostRemarks = 3;

class Summary {
 public:
  Summary(const result::RunResult& run, const base::Screen& screen, bool has_details)
      : run_(run), screen_(screen), has_details_(has_details) {}

  std::string text() {
    for (const Verdict& verdict : verdicts(run_))
      add_verdict(verdict);
    if (const auto matrix = speed_matrix(run_)) text_ += "\n" + matrix->text(screen_);
    for (const result::DatasetRecord& dataset : run_.datasets)
      add_dataset(view_of(run_, dataset));
    text_ += "\n";
    add("", fmt::format("{}", fmt::join(legend(run_, titles_), "; ")));
    add_remarks("warning: ", run_.environment.warnings, "more warning");
    return text_;
  }

 private:
  // Adds a sentence in lines of the screen's width.
  void add(const std::string& start, const std::string& sentence) {
    const std::string line = start + base::printable(sentence, base::kLongestLine);
    text_ += base::wrapped(line, screen_.width, std::max<std::size_t>(start.size(), 2)) + "\n";
  }

  void add_verdict(const Verdict& verdict) {
    const bool is_loud = screen_.colour && verdict.kind == Verdict::Kind::trouble;
    if (is_loud) text_ += "\033[1;31m";
    add("", verdict.text);
    if (is_loud) text_.insert(text_.size() - 1, "\033[0m");
  }

  void add_remarks(const std::string& start, std::vector<std::string> remarks,
                   const std::string& one_more) {
    const std::size_t most = has_details_ ? remarks.size() : kMostRemarks;
    const std::size_t more = remarks.size() - std::min(most, remarks.size());
    remarks.resize(remarks.size() - more);
    for (const std::string& remark : remarks)
      add(start, remark);
    if (more > 0)
      add(start, fmt::format("{}: --verbose, or the report", base::plural(more, one_more)));
  }

  void add_dataset(const View& view) {
    const std::string name = base::printable(view.dataset.name);
    text_ += "\n";
    const std::size_t start = text_.size();
    add("", name + ": " + caption(view));
    if (screen_.colour) text_.insert(text_.find(':', start), "\033[0m").insert(start, "\033[1m");
    text_ += "\n";
    const base::Table table = result_table(view);
    text_ += view.rows.empty() ? "  nothing was measured\n" : table.text(screen_);
    std::ranges::copy(table.titles_on(screen_), std::inserter(titles_, titles_.end()));
    std::vector<std::string> remarks;
    for (const Note& note : notes(view))
      remarks.push_back(note.text);
    add_remarks("  ", std::move(remarks), "more remark");
  }

  const result::RunResult& run_;
  const base::Screen screen_;
  const bool has_details_;
  std::string text_;
  std::set<std::string> titles_;  // of the columns that some table shows
};

}  // namespace

std::string summary(const result::RunResult& run, const base::Screen& screen, bool has_details) {
  return Summary(run, screen, has_details).text();
}

}  // namespace sudoku::report
