// `history add`: results into the history.
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "harness/cli/dataset.h"
#include "harness/cli/history.h"
#include "harness/cli/named_files.h"
#include "harness/cli/terminal.h"
#include "harness/cli/values.h"
#include "harness/dataset/whole_file.h"
#include "harness/history/history.h"
#include "harness/history/moment.h"
#include "harness/report/utf8.h"
#include "harness/report/view.h"
#include "harness/results/json.h"

namespace sudoku {

namespace {

struct HistoryAddOptions {
  std::string db = kDefaultHistory;
  std::vector<std::string> results;
  std::string label;
  std::string commit;       // empty: the revision that the program was built from
  std::string commit_time;  // empty: not known
};

struct NewResult {
  StoredLine line;
  std::size_t rows = 0;
};

NewResult new_result(const std::string& path, const HistoryAddOptions& options) {
  std::string document = text_file(path, "a result document");
  const RunResult run = from_json(document, path);
  const std::string& revision = options.commit.empty() ? run.tool.git_revision : options.commit;
  return {.line = {.sha256 = document_sha256(document),
                   .added = utc_now(),
                   .commit_time = options.commit_time,
                   .revision = clean_text(revision),
                   .label = clean_text(options.label),
                   .document = std::move(document)},
          .rows = run.results.size()};
}

void tell(const std::string& path, const NewResult& result, bool is_new) {
  const std::string name = short_sha256(result.line.sha256);
  if (is_new) {
    print_line(stdout, "added {}: {}, {}, revision {}", name, path, plural(result.rows, "row"),
               result.line.revision);
  } else {
    print_line(stdout, "{} is there already: {}", name, path);
  }
}

int add_results(const HistoryAddOptions& options) {
  require_distinct(all_of("RESULT", options.results), {{"--db", options.db}});
  std::vector<NewResult> results;
  std::vector<StoredLine> lines;
  for (const std::string& path : options.results) {
    results.push_back(new_result(path, options));
    lines.push_back(results.back().line);
  }
  const std::vector<bool> is_new = History(options.db, History::Open::create).add(lines);
  for (std::size_t i = 0; i < results.size(); ++i)
    tell(options.results[i], results[i], is_new[i]);
  return kOk;
}

std::string parse_moment(const std::string& text) {
  std::string moment = utc_of(text);
  if (moment.empty()) reject("a time such as 2026-11-22T01:00:00Z", text);
  return moment;
}

}  // namespace

void add_history_add(CLI::App& history, Action& action) {
  auto options = std::make_shared<HistoryAddOptions>();
  CLI::App* add = history.add_subcommand("add", "Keep results; a document is kept once");
  add->add_option("RESULT", options->results, "Result documents of `run`; all are kept, or none")
      ->type_name("RESULT")
      ->required()
      ->default_str("");
  add_history_file(*add, options->db);
  add->add_option("--label", options->label, "What you call them")->type_name("TEXT");
  add->add_option("--commit", options->commit,
                  "Revision that was measured; without it, the one that the program was built from")
      ->type_name("HASH");
  const auto parse = [options](const std::string& text) {
    options->commit_time = parse_moment(text);
  };
  add_dataset_option(*add, "--commit-time", parse,
                     "When that revision was committed (git show -s --format=%cI), which is where "
                     "the results then stand in a trend; without it, when they were measured")
      ->type_name("TIME");
  add->callback([options, &action] { action = [options] { return add_results(*options); }; });
}

}  // namespace sudoku
