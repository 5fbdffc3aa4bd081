// `history trend`: what changed over time.
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include "harness/cli/build_info.h"
#include "harness/cli/dataset.h"
#include "harness/cli/history.h"
#include "harness/cli/named_files.h"
#include "harness/cli/terminal.h"
#include "harness/cli/values.h"
#include "harness/history/history.h"
#include "harness/history/trend.h"
#include "harness/history/trend_page.h"
#include "harness/history/trend_report.h"
#include "harness/results/write_aside.h"

namespace sudoku {

namespace {

struct TrendOptions {
  std::string db = kDefaultHistory;
  TrendSettings settings;
  std::string html;      // file, "-" or empty
  std::string markdown;  // the same
  std::string csv;       // the same
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
    if (!path.empty()) ensure_writable(path);
  }
}

void write_trend(const Trend& trend, const TrendOptions& options) {
  if (!options.html.empty()) write_aside(options.html, trend_page(trend, tool_record()));
  if (!options.markdown.empty()) write_aside(options.markdown, trend_markdown(trend));
  if (!options.csv.empty()) write_aside(options.csv, trend_csv(trend));
  const bool is_taken = options.html == "-" || options.markdown == "-" || options.csv == "-";
  std::FILE* const terminal = is_taken ? stderr : stdout;
  fmt::print(terminal, "{}", trend_text(trend, wants_colour(terminal)));
}

// Of every series whose newest change of speed is recent and for the worse, says so.
bool reports_slow_downs(const Trend& trend, std::size_t last) {
  bool is_any = false;
  for (const TrendSeries& series : trend.series) {
    const TrendChange* change = newest_change(series, last);
    if (change == nullptr || change->to >= change->from) continue;
    is_any = true;
    print_line(stderr, "{}: slower by {:.1f} % since {} (revision {})", series.name,
               100 * (1 - change->ratio()), series.points[change->first].entry.when(),
               series.points[change->first].entry.revision);
  }
  return is_any;
}

int verdict_on(const Trend& trend, const TrendOptions& options) {
  if (trend.series.empty()) {
    print_line(stderr, "sudoku-bench: {}: no result in it has such a row", options.db);
    return kNothingToCompare;
  }
  if (!options.fail_on_regression) return kOk;
  if (reports_slow_downs(trend, options.last)) return kRegression;
  return std::ranges::any_of(trend.series, has_verdict) ? kOk : kInconclusive;
}

int show_trend(const TrendOptions& options) {
  check_trend_outputs(options);
  const auto sources = trend_sources(History(options.db, History::Open::read));
  const Trend trend = trend_of(sources, options.settings);
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
  add_dataset_option(trend, "--threads", parse, "Only on these numbers of threads")
      ->type_name("LIST");
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
  add_dataset_option(trend, "--threshold", parse, "Tell no change of speed below this share")
      ->type_name("SHARE")
      ->default_str("2%");
  trend.add_flag("--fail-on-regression", options->fail_on_regression,
                 "Exit with 4 when the newest change of speed of a series is a slow-down and lies "
                 "within the --last results, with 5 when no series is long enough to tell");
  const auto parse_last = [options](const std::string& text) {
    options->last = parse_number(text, 1, kUnlimited);
  };
  add_dataset_option(trend, "--last", parse_last, "How many results of a series that looks back")
      ->type_name("N")
      ->default_str(fmt::to_string(options->last));
}

constexpr const char* kTrendFooter =
    "Rows are of one series when dataset content, threads, CPU, kind of build, settings, solver "
    "and "
    "its instruction set are the same. Changes of speed are found by E-divisive in series of 10 "
    "results or more; guesses are the same in every run, so that any difference is a change.\n"
    "Exit status: 6 when no result has such a row; else as --fail-on-regression says.";

}  // namespace

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

}  // namespace sudoku
