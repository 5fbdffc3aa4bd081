// `sudoku-bench history`: the subcommands add, list, trend and prune.
#include "harness/history/history.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/history/trend.h"
#include "harness/options/values.h"

namespace sudoku::cli {

namespace {

// Options that all subcommands of `history` have.
struct HistoryOptions {
  std::string db = "history.db";
};

// Adds a subcommand and its option --db.
template <typename Options>
Declared<Options> add(Command& history, const char* called, const char* about,
                      int (*work)(const Options& options)) {
  const Declared<Options> added = history.add<Options>(called, about, work);
  added.command.text("--db FILE", added.options.db, "File of the history, an SQLite database");
  return added;
}

// The file of a history and those that SQLite keeps beside it.
std::vector<NamedFile> files_of(const std::string& db) {
  std::vector<NamedFile> files = all_of("a log of --db", history::side_files(db));
  files.insert(files.begin(), {"--db", db});
  return files;
}

struct AddOptions : HistoryOptions {
  std::vector<std::string> results;
  std::string label;
  std::string commit;       // revision; empty: the one in the result
  std::string commit_time;  // time of the commit; empty: unknown
};

int add_results(const AddOptions& options) {
  require_distinct(all_of("RESULT", options.results), files_of(options.db));
  std::vector<history::NewResult> results;
  for (const std::string& path : options.results) {
    results.push_back(history::new_result(base::text_file(path, "a result document"), path));
    history::HistoryEntry& entry = results.back().entry;
    entry.revision = base::clean_text(options.commit.empty() ? entry.revision : options.commit);
    entry.label = base::clean_text(options.label);
    entry.commit_time = options.commit_time;
  }
  const std::vector<bool> is_new = history::add_results(options.db, results);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const history::HistoryEntry& entry = results[i].entry;
    if (is_new[i]) {
      print_line(stdout, "added {}: {}, {}, revision {}", entry.name(), options.results[i],
                 base::plural(static_cast<std::uint64_t>(entry.rows), "row"), entry.revision);
    } else {
      print_line(stdout, "{} is already in the history: {}", entry.name(), options.results[i]);
    }
  }
  return kOk;
}

std::string parse_moment(const std::string& text) {
  std::string moment = history::utc_of(text);
  if (moment.empty()) options::reject("a time such as 2026-11-22T01:00:00Z", text);
  return moment;
}

void declare_add(Command& history) {
  auto [command, options] =
      add(history, "add", "Add results; a document is stored only once", add_results);
  command.texts("RESULT RESULT", options.results,
                "Result documents of `run` to add; either all are added or none");
  command.text("--label TEXT", options.label, "Label of the results");
  command.text("--commit HASH", options.commit,
               "Revision that was measured (default: the one that the program was built from)");
  command.value("--commit-time TIME", options.commit_time, parse_moment,
                "When that revision was committed (git show -s --format=%cI); trends order results "
                "by this time (default: when they were measured)");
}

int list_results(const HistoryOptions& options) {
  base::Table table({base::left("result"), base::left("started"), base::left("revision"),
                     base::left("committed"), base::left("label"), base::left("machine"),
                     base::right("rows")});
  for (const auto& [entry, figures] : history::results_in(options.db)) {
    table.add_row({entry.name(), entry.started, entry.revision, entry.commit_time, entry.label,
                   entry.machine, fmt::to_string(entry.rows)});
  }
  fmt::print("{}", table.text(screen_of(stdout)));
  return kOk;
}

struct PruneOptions : HistoryOptions {
  std::uint64_t keep = 0;           // number of newest results to keep; 0: not given
  std::chrono::days older_than{0};  // age of results to remove; 0: not given
  bool dry_run = false;
};

constexpr int kMostDays = 100 * 365;

std::chrono::days parse_age(const std::string& text) {
  const std::string_view number = std::string_view(text).substr(0, text.size() - 1);
  const int days = text.ends_with('d')   ? 1
                   : text.ends_with('w') ? 7
                   : text.ends_with('y') ? 365
                                         : 0;
  const std::optional<int> count = base::number_in<int>(number);
  if (days > 0 && count && *count > 0 && *count <= kMostDays / days)
    return std::chrono::days(*count * days);
  options::reject("an age such as 90d, 12w or 1y", text);
}

// Returns those of `results`, sorted from oldest to newest, that `history prune` removes.
std::vector<history::StoredResult> chosen(std::vector<history::StoredResult> results,
                                          const PruneOptions& options) {
  if (options.keep > 0) {
    results.resize(results.size() - std::min<std::size_t>(results.size(), options.keep));
    return results;
  }
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const std::string oldest = history::utc_of(now - options.older_than);
  std::erase_if(results, [&oldest](const history::StoredResult& result) {
    return result.entry.when() >= oldest;
  });
  return results;
}

int prune(const PruneOptions& options) {
  if ((options.keep == 0) == (options.older_than.count() == 0))
    throw base::UsageError("history prune: expected either --keep or --older-than");
  const std::vector<history::StoredResult> all = history::results_in(options.db);
  const std::vector<history::StoredResult> gone = chosen(all, options);
  for (const auto& [entry, figures] : gone) {
    print_line(stdout, "{} {} of {}, revision {}", options.dry_run ? "would remove" : "removed",
               entry.name(), entry.when(), entry.revision);
  }
  if (!options.dry_run && !gone.empty()) history::remove_results(options.db, gone);
  fmt::print("{} of {} {}\n", gone.size(), base::plural(all.size(), "result"),
             options.dry_run ? "would be removed" : "removed");
  return kOk;
}

void declare_prune(Command& history) {
  auto [command, options] = add(history, "prune", "Remove old results", prune);
  command.number("--keep", options.keep, "Remove all but the newest N results", {.least = 1})
      .shown_default = "";
  command.value("--older-than AGE", options.older_than, parse_age,
                "Remove results older than this many days (d), weeks (w) or years (y)");
  command.flag("--dry-run", options.dry_run, "Only print what would be removed");
}

struct TrendOptions : HistoryOptions {
  history::TrendSettings settings;
  std::string html;      // path of the page, "-" for standard output, or empty
  std::string markdown;  // path of the Markdown, "-" for standard output, or empty
  std::string csv;       // path of the CSV, "-" for standard output, or empty
  bool fail_on_regression = false;
  std::uint64_t last = 10;
};

// Prints the solvers whose newest change in the last `last` results is a slow-down; false if none.
bool reports_slow_downs(const history::Trend& trend, std::size_t last) {
  bool is_any = false;
  for (const history::TrendSeries& series : trend.series) {
    const history::TrendChange* change = history::newest_change(series, last);
    if (change == nullptr || change->to >= change->from) continue;
    is_any = true;
    print_line(stderr, "{}: slower by {} since {} (revision {})", series.name,
               base::percent_text(1 - change->ratio(), 1),
               series.points[change->first].entry.when(),
               series.points[change->first].entry.revision);
  }
  return is_any;
}

int verdict_on(const history::Trend& trend, const TrendOptions& options) {
  if (trend.series.empty()) {
    print_line(stderr, "sudoku-bench: {}: no result has a matching row", options.db);
    return kNothingToCompare;
  }
  if (!options.fail_on_regression) return kOk;
  if (reports_slow_downs(trend, options.last)) return kRegression;
  return std::ranges::any_of(trend.series, history::has_verdict) ? kOk : kInconclusive;
}

int show_trend(const TrendOptions& options) {
  const std::vector<NamedFile> outputs = {
      {"--html", options.html}, {"--markdown", options.markdown}, {"--csv", options.csv}};
  check_outputs(files_of(options.db), outputs);
  const history::Trend trend = history::trend_of(history::results_in(options.db), options.settings);
  Outputs written;
  written.write(options.html, [&] { return history::trend_page(trend, tool_record()); });
  written.write(options.markdown, [&] { return history::trend_markdown(trend); });
  written.write(options.csv, [&] { return history::trend_csv(trend); });
  std::FILE* const terminal = is_stdout_taken(outputs) ? stderr : stdout;
  fmt::print(terminal, "{}", history::trend_text(trend, screen_of(terminal)));
  written.require_written();
  return verdict_on(trend, options);
}

double parse_threshold(const std::string& text) {
  const auto share = options::parse_share(text);
  if (!share || !(*share >= 0 && *share < 1)) options::reject("a share such as 2% or 0.02", text);
  return *share;
}

// Adds an option for a list separated by commas, which may be repeated.
void add_list(Command& command, const std::string& usage, std::vector<std::string>& list,
              const std::string& help) {
  command.texts(usage, list, help).set = [&list](const std::string& text) {
    const std::vector<std::string> parts = options::split(text, ',');
    list.insert(list.end(), parts.begin(), parts.end());
  };
}

void declare_trend(Command& history) {
  auto [command, options] =
      add(history, "trend", "Show speed and guesses over time, and where they changed", show_trend);
  command.footer =
      "Rows belong to one series if dataset content, threads, CPU, kind of build, settings, solver "
      "and instruction set are the same. Changes of speed are found by E-divisive in series of 10 "
      "or more results. Guesses are the same in every run, so any difference is a change.\n"
      "Exit status: 6 if no result has a matching row; otherwise as described for "
      "--fail-on-regression.";
  history::TrendSettings& settings = options.settings;
  add_list(command, "--solver LIST", settings.solvers, "Show only these solvers");
  add_list(command, "--dataset LIST", settings.datasets, "Show only these datasets");
  command.value("--threads LIST", settings.threads, options::parse_threads,
                "Show only these numbers of threads");
  command.text("--html FILE", options.html, "Write a self-contained HTML page");
  command.text("--markdown FILE", options.markdown, "Write Markdown, less than 64 kB");
  command.text("--csv FILE", options.csv, "Write CSV, one row per point of each series");
  command.value("--threshold SHARE", settings.threshold, parse_threshold,
                "Ignore changes of speed below this share", "2%");
  command.flag("--fail-on-regression", options.fail_on_regression,
               "Exit with 4 if the newest change of speed of a series is a slow-down within its "
               "last --last results, or with 5 if no series is long enough to tell");
  command.number("--last", options.last,
                 "Number of newest results of a series that --fail-on-regression checks",
                 {.least = 1});
}

}  // namespace

void add_history(Command& program) {
  Command& history = program.add("history", "Store results over time and find where they changed");
  history.footer =
      "The file is an SQLite database, which `sqlite3` can read and copy. Its table `results` "
      "holds the documents byte for byte, `figures` the values that trends are made from. To "
      "extract a document:\n"
      "  sqlite3 history.db \"SELECT writefile('r.json', document) FROM results WHERE sha256 LIKE "
      "'1a2b3c%'\"";
  declare_add(history);
  add(history, "list", "List the results, oldest first", list_results);
  declare_trend(history);
  declare_prune(history);
}

}  // namespace sudoku::cli
