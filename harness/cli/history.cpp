// The subcommands of `sudoku-bench history`: add, list, show, prune, import, export, trend.
#include "harness/history/history.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "harness/base/input.h"
#include "harness/base/output.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/cli/build_info.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/cli/values.h"
#include "harness/history/trend.h"
#include "harness/history/trend_report.h"
#include "harness/report/view.h"
#include "harness/result/json.h"

namespace sudoku::cli {

namespace {

constexpr const char* kDefaultHistory = "history.db";

// --db: the file of the history.
void add_history_file(CLI::App& command, std::string& path) {
  command.add_option("--db", path, "File of the history, an SQLite database")->type_name("FILE");
}

// The name of a result where people read it: the first letters of its sha256.
std::string short_sha256(const std::string& sha256) {
  return sha256.substr(0, 12);
}

struct HistoryAddOptions {
  std::string db = kDefaultHistory;
  std::vector<std::string> results;
  std::string label;
  std::string commit;       // empty: the revision that the program was built from
  std::string commit_time;  // empty: unknown
};

struct NewResult {
  result::StoredLine line;
  std::size_t rows = 0;
};

NewResult new_result(const std::string& path, const HistoryAddOptions& options) {
  std::string document = base::text_file(path, "a result document");
  const result::RunResult run = result::from_json(document, path);
  const std::string& revision = options.commit.empty() ? run.tool.git_revision : options.commit;
  return {.line = {.sha256 = history::document_sha256(document),
                   .added = history::utc_now(),
                   .commit_time = options.commit_time,
                   .revision = base::clean_text(revision),
                   .label = base::clean_text(options.label),
                   .document = std::move(document)},
          .rows = run.results.size()};
}

void tell(const std::string& path, const NewResult& result, bool is_new) {
  const std::string name = short_sha256(result.line.sha256);
  if (is_new) {
    print_line(stdout, "added {}: {}, {}, revision {}", name, path,
               report::plural(result.rows, "row"), result.line.revision);
  } else {
    print_line(stdout, "{} is there already: {}", name, path);
  }
}

int add_results(const HistoryAddOptions& options) {
  require_distinct(all_of("RESULT", options.results), {{"--db", options.db}});
  std::vector<NewResult> results;
  std::vector<result::StoredLine> lines;
  for (const std::string& path : options.results) {
    results.push_back(new_result(path, options));
    lines.push_back(results.back().line);
  }
  const std::vector<bool> is_new =
      history::History(options.db, history::History::Open::create).add(lines);
  for (std::size_t i = 0; i < results.size(); ++i)
    tell(options.results[i], results[i], is_new[i]);
  return kOk;
}

std::string parse_moment(const std::string& text) {
  std::string moment = history::utc_of(text);
  if (moment.empty()) reject("a time such as 2026-11-22T01:00:00Z", text);
  return moment;
}

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
  add_parsed(*add, "--commit-time", parse,
             "When that revision was committed (git show -s --format=%cI), which is where "
             "the results then stand in a trend; without it, when they were measured")
      ->type_name("TIME");
  add->callback([options, &action] { action = [options] { return add_results(*options); }; });
}

struct HistoryListOptions {
  std::string db = kDefaultHistory;
};

int list_results(const HistoryListOptions& options) {
  base::Table table({{"result", base::Align::left},
                     {"started", base::Align::left},
                     {"revision", base::Align::left},
                     {"committed", base::Align::left},
                     {"label", base::Align::left},
                     {"machine", base::Align::left},
                     {"rows"}});
  for (const history::HistoryEntry& entry :
       history::History(options.db, history::History::Open::read).entries()) {
    table.add_row({{short_sha256(entry.sha256)},
                   {entry.started},
                   {entry.revision},
                   {entry.commit_time},
                   {entry.label},
                   {entry.machine},
                   {fmt::to_string(entry.rows)}});
  }
  fmt::print("{}", table.text(wants_colour(stdout)));
  return kOk;
}

struct HistoryShowOptions {
  std::string db = kDefaultHistory;
  std::string result;
  std::string output = "-";
};

int show_result(const HistoryShowOptions& options) {
  require_distinct({{"--db", options.db}}, {{"--output", options.output}});
  const history::History history(options.db, history::History::Open::read);
  base::write_aside(options.output, history.line(history.find(options.result)).document);
  return kOk;
}

void add_history_list(CLI::App& history, Action& action) {
  auto options = std::make_shared<HistoryListOptions>();
  CLI::App* list = history.add_subcommand("list", "List the results, oldest first");
  add_history_file(*list, options->db);
  list->callback([options, &action] { action = [options] { return list_results(*options); }; });
}

void add_history_show(CLI::App& history, Action& action) {
  auto options = std::make_shared<HistoryShowOptions>();
  CLI::App* show =
      history.add_subcommand("show", "Write a result document as it was added, byte for byte");
  show->add_option("RESULT", options->result, "Its name, as `list` shows it, or the begin of it")
      ->type_name("RESULT")
      ->required()
      ->default_str("");
  add_history_file(*show, options->db);
  show->add_option("-o,--output", options->output, "File to write; - is standard output")
      ->type_name("FILE");
  show->callback([options, &action] { action = [options] { return show_result(*options); }; });
}

struct PruneOptions {
  std::string db = kDefaultHistory;
  std::uint64_t keep = 0;           // 0: not asked for
  std::chrono::days older_than{0};  // 0: not asked for
  bool dry_run = false;
};

constexpr std::array<std::pair<char, int>, 3> kAges = {{{'d', 1}, {'w', 7}, {'y', 365}}};
constexpr int kMostDays = 100 * 365;

std::chrono::days parse_age(const std::string& text) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const auto* const unit =
      std::ranges::find(kAges, stop == end ? ' ' : *stop, &std::pair<char, int>::first);
  const bool is_age = error == std::errc() && end - stop == 1 && unit != kAges.end() &&
                      number > 0 && number <= kMostDays / unit->second;
  if (!is_age) reject("an age such as 90d, 12w or 1y", text);
  return std::chrono::days(number * unit->second);
}

// The entries to remove. `entries` has the oldest first, and so has the result.
std::vector<history::HistoryEntry> chosen(std::vector<history::HistoryEntry> entries,
                                          const PruneOptions& options) {
  if (options.keep > 0) {
    entries.resize(entries.size() - std::min<std::size_t>(entries.size(), options.keep));
    return entries;
  }
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const std::string oldest = history::utc_of(now - options.older_than);
  std::erase_if(entries,
                [&oldest](const history::HistoryEntry& entry) { return entry.when() >= oldest; });
  return entries;
}

int prune(const PruneOptions& options) {
  if ((options.keep == 0) == (options.older_than.count() == 0)) {
    throw CLI::ValidationError("history prune: expected either --keep or --older-than");
  }
  history::History history(options.db, history::History::Open::write);
  const std::vector<history::HistoryEntry> all = history.entries();
  const std::vector<history::HistoryEntry> gone = chosen(all, options);
  for (const history::HistoryEntry& entry : gone) {
    print_line(stdout, "{} {} of {}, revision {}", options.dry_run ? "would remove" : "removed",
               short_sha256(entry.sha256), entry.when(), entry.revision);
  }
  if (!options.dry_run && !gone.empty()) history.remove(gone);
  fmt::print("{} of {} {}\n", gone.size(), report::plural(all.size(), "result"),
             options.dry_run ? "would be removed" : "removed");
  return kOk;
}

void add_history_prune(CLI::App& history, Action& action) {
  auto options = std::make_shared<PruneOptions>();
  CLI::App* command = history.add_subcommand("prune", "Remove old results");
  add_history_file(*command, options->db);
  const auto parse_keep = [options](const std::string& text) {
    options->keep = parse_number(text, 1, kUnlimited);
  };
  add_parsed(*command, "--keep", parse_keep, "Keep the newest N of all results")->type_name("N");
  const auto parse_older = [options](const std::string& text) {
    options->older_than = parse_age(text);
  };
  add_parsed(*command, "--older-than", parse_older,
             "Remove those of before that many days (d), weeks (w) or years (y)")
      ->type_name("AGE");
  command->add_flag("--dry-run", options->dry_run, "Only say what would be removed");
  command->callback([options, &action] { action = [options] { return prune(*options); }; });
}

struct HistoryTransferOptions {
  std::string db = kDefaultHistory;
  std::string file = "-";
};

int import_results(const HistoryTransferOptions& options) {
  require_distinct({{"FILE", options.file}}, {{"--db", options.db}});
  const std::vector<result::StoredLine> lines = history::read_lines(options.file);
  const std::vector<bool> is_new =
      history::History(options.db, history::History::Open::create).add(lines);
  const auto added = std::ranges::count(is_new, true);
  fmt::print("{} added, {} there already\n", added, std::ssize(is_new) - added);
  return kOk;
}

int export_results(const HistoryTransferOptions& options) {
  require_distinct({{"--db", options.db}}, {{"FILE", options.file}});
  base::ensure_writable(options.file);
  const history::History history(options.db, history::History::Open::read);
  std::string text;
  for (const history::HistoryEntry& entry : history.entries())
    text += result::to_json_line(history.line(entry));
  base::write_aside(options.file, text);
  return kOk;
}

void add_history_import(CLI::App& history, Action& action) {
  auto options = std::make_shared<HistoryTransferOptions>();
  CLI::App* command = history.add_subcommand(
      "import", "Add what `export` wrote: all of it or, when a line is damaged, nothing");
  command->add_option("FILE", options->file, "File of lines of JSON; - is standard input")
      ->type_name("FILE")
      ->required()
      ->default_str("");
  add_history_file(*command, options->db);
  command->callback(
      [options, &action] { action = [options] { return import_results(*options); }; });
}

void add_history_export(CLI::App& history, Action& action) {
  auto options = std::make_shared<HistoryTransferOptions>();
  CLI::App* command = history.add_subcommand("export", "Write all results as JSON, one to a line");
  command->add_option("FILE", options->file, "File to write; - is standard output")
      ->type_name("FILE");
  add_history_file(*command, options->db);
  command->callback(
      [options, &action] { action = [options] { return export_results(*options); }; });
}

struct TrendOptions {
  std::string db = kDefaultHistory;
  history::TrendSettings settings;
  std::string html;      // file, "-" or empty
  std::string markdown;  // file, "-" or empty
  std::string csv;       // file, "-" or empty
  bool fail_on_regression = false;
  std::uint64_t last = 10;
};

void check_trend_outputs(const TrendOptions& options) {
  const std::array paths = {options.html, options.markdown, options.csv};
  if (std::ranges::count(paths, "-") > 1) {
    throw CLI::ValidationError(
        "only one of --html, --markdown and --csv can go to standard output");
  }
  require_distinct(
      {{"--db", options.db}},
      {{"--html", options.html}, {"--markdown", options.markdown}, {"--csv", options.csv}});
  for (const std::string& path : paths) {
    if (!path.empty()) base::ensure_writable(path);
  }
}

void write_trend(const history::Trend& trend, const TrendOptions& options) {
  if (!options.html.empty())
    base::write_aside(options.html, history::trend_page(trend, tool_record()));
  if (!options.markdown.empty())
    base::write_aside(options.markdown, history::trend_markdown(trend));
  if (!options.csv.empty()) base::write_aside(options.csv, history::trend_csv(trend));
  const bool is_taken = options.html == "-" || options.markdown == "-" || options.csv == "-";
  std::FILE* const terminal = is_taken ? stderr : stdout;
  fmt::print(terminal, "{}", history::trend_text(trend, wants_colour(terminal)));
}

// Prints the series whose newest change of speed is a slow-down within the last results, and
// returns whether there is one.
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
    print_line(stderr, "sudoku-bench: {}: no result in it has such a row", options.db);
    return kNothingToCompare;
  }
  if (!options.fail_on_regression) return kOk;
  if (reports_slow_downs(trend, options.last)) return kRegression;
  return std::ranges::any_of(trend.series, history::has_verdict) ? kOk : kInconclusive;
}

int show_trend(const TrendOptions& options) {
  check_trend_outputs(options);
  const auto sources =
      history::trend_sources(history::History(options.db, history::History::Open::read));
  const history::Trend trend = history::trend_of(sources, options.settings);
  write_trend(trend, options);
  return verdict_on(trend, options);
}

double parse_threshold(const std::string& text) {
  const auto share = parse_share(text);
  if (!share || !(*share >= 0 && *share < 1)) reject("a share such as 2% or 0.02", text);
  return *share;
}

void add_what_is_shown(CLI::App& trend, const std::shared_ptr<TrendOptions>& options) {
  trend.add_option("--solver", options->settings.solvers, "Only of these solvers")
      ->type_name("LIST")
      ->delimiter(',')
      ->default_str("");
  trend.add_option("--dataset", options->settings.datasets, "Only on these datasets")
      ->type_name("LIST")
      ->delimiter(',')
      ->default_str("");
  const auto parse = [options](const std::string& text) {
    options->settings.threads = parse_threads(text);
  };
  add_parsed(trend, "--threads", parse, "Only on these numbers of threads")->type_name("LIST");
}

void add_trend_files(CLI::App& trend, TrendOptions& options) {
  trend.add_option("--html", options.html, "Write a page that opens offline in any browser")
      ->type_name("FILE");
  trend.add_option("--markdown", options.markdown, "Write Markdown, below 64 kB")
      ->type_name("FILE");
  trend.add_option("--csv", options.csv, "Write a line for each point of each series")
      ->type_name("FILE");
}

void add_gate(CLI::App& trend, const std::shared_ptr<TrendOptions>& options) {
  const auto parse = [options](const std::string& text) {
    options->settings.threshold = parse_threshold(text);
  };
  add_parsed(trend, "--threshold", parse, "Tell no change of speed below this share")
      ->type_name("SHARE")
      ->default_str("2%");
  trend.add_flag("--fail-on-regression", options->fail_on_regression,
                 "Exit with 4 when the newest change of speed of a series is a slow-down and lies "
                 "within the --last results, with 5 when no series is long enough to tell");
  const auto parse_last = [options](const std::string& text) {
    options->last = parse_number(text, 1, kUnlimited);
  };
  add_parsed(trend, "--last", parse_last, "How many results of a series that looks back")
      ->type_name("N")
      ->default_str(fmt::to_string(options->last));
}

constexpr const char* kTrendFooter =
    "Rows are of one series when dataset content, threads, CPU, kind of build, settings, solver "
    "and its instruction set are the same. Changes of speed are found by E-divisive in series of "
    "10 "
    "results or more; guesses are the same in every run, so that any difference is a change.\n"
    "Exit status: 6 when no result has such a row; else as --fail-on-regression says.";

void add_history_trend(CLI::App& history, Action& action) {
  auto options = std::make_shared<TrendOptions>();
  CLI::App* trend = history.add_subcommand(
      "trend", "Show speed and guesses over time, and the points at which they changed");
  add_history_file(*trend, options->db);
  add_what_is_shown(*trend, options);
  add_trend_files(*trend, *options);
  add_gate(*trend, options);
  trend->footer(kTrendFooter);
  trend->callback([options, &action] { action = [options] { return show_trend(*options); }; });
}

}  // namespace

void add_history(CLI::App& app, Action& action) {
  CLI::App* history =
      app.add_subcommand("history", "Keep results over time, and find where they changed");
  history->require_subcommand(1);
  add_history_add(*history, action);
  add_history_list(*history, action);
  add_history_show(*history, action);
  add_history_trend(*history, action);
  add_history_prune(*history, action);
  add_history_import(*history, action);
  add_history_export(*history, action);
}

}  // namespace sudoku::cli
