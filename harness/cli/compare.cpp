#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/command.h"
#include "harness/cli/parsed_option.h"
#include "harness/cli/slowed_table.h"
#include "harness/cli/terminal.h"
#include "harness/cli/values.h"
#include "harness/gate/gate.h"
#include "harness/gate/verdict_report.h"
#include "harness/report/shell.h"
#include "harness/results/json.h"
#include "harness/results/output_error.h"
#include "harness/results/write_aside.h"

namespace sudoku {

namespace {

struct CompareOptions {
  std::string base;
  std::string fresh;
  GateSettings gate;
  std::string markdown;
  std::string junit;
  std::string slowest_csv;
};

int exit_code(GateResult result) {
  switch (result) {
    case GateResult::passed:
      return kOk;
    case GateResult::inconclusive:
      return kInconclusive;
    case GateResult::unmatched:
      return kNothingToCompare;
    case GateResult::regressed:
      return kRegression;
    case GateResult::broken:
      break;
  }
  return kWrongAnswer;
}

// What GitHub's runner shows on the page of a job takes at most a megabyte.
constexpr std::size_t kMostSummary = 1'000'000;

void append_job_summary(const std::string& markdown) {
  const char* path = std::getenv("GITHUB_STEP_SUMMARY");
  if (path == nullptr || *path == '\0') return;
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file << markdown.substr(0, kMostSummary) << '\n';
  if (!file.flush()) throw OutputError(fmt::format("{}: cannot be written", path));
}

void tell(const Comparison& comparison, const CompareOptions& options) {
  const bool colour = wants_colour(stdout);
  const std::string markdown = comparison_markdown(comparison);
  if (!options.markdown.empty()) write_aside(options.markdown, markdown);
  if (!options.junit.empty()) write_aside(options.junit, comparison_junit(comparison));
  append_job_summary(markdown);
  const bool is_taken =
      options.markdown == "-" || options.junit == "-" || options.slowest_csv == "-";
  fmt::print(is_taken ? stderr : stdout, "{}", comparison_text(comparison, colour && !is_taken));
  if (std::getenv("GITHUB_ACTIONS") != nullptr && !is_taken) {
    fmt::print("{}", comparison_annotations(comparison));
  }
}

// Nothing there to compare with is not a mistake in a file, and must never look like a pass.
bool is_missing(const std::string& path, const char* what) {
  std::error_code error;
  if (std::filesystem::exists(path, error) || error) return false;
  fmt::print(stderr, "sudoku-bench: {}: there is no such file; the {} is missing\n", path, what);
  return true;
}

std::string program_of(const RunResult& run, const char* unknown) {
  return run.command.empty() ? unknown : run.command.front();
}

// The puzzles that slowed, for a closer look, and how to take it.
void leave_slowest(const CompareOptions& options, const Comparison& comparison,
                   const RunResult& base, const RunResult& fresh) {
  const SlowedTable table = slowed_table(comparison);
  write_aside(options.slowest_csv, table.text);
  if (table.solvers.empty()) return;
  std::string before = program_of(base, "BASE");
  const std::string now = program_of(fresh, "NEW");
  // The same path cannot be both builds any more.
  if (before == now) before = "BASE";
  fmt::print(stderr, "the puzzles that slowed, again with both builds: {}\n",
             shell_quoted({now, "ab", before, now, options.slowest_csv, "--solvers",
                           fmt::format("{}", fmt::join(table.solvers, ","))}));
}

int compare(const CompareOptions& options) {
  if (is_missing(options.base, "baseline") || is_missing(options.fresh, "new result")) {
    return kNothingToCompare;
  }
  const RunResult base = read_result(options.base);
  const RunResult fresh = read_result(options.fresh);
  GateSettings settings = options.gate;
  // A result is as fast as itself.
  if (to_json(base) == to_json(fresh)) settings.deterministic_only = true;
  const Comparison comparison = compare_results(base, fresh, settings);
  tell(comparison, options);
  if (!options.slowest_csv.empty()) leave_slowest(options, comparison, base, fresh);
  return exit_code(result_of(comparison));
}

constexpr const char* kCompareFooter =
    "Rows are matched by solver, content of the dataset, threads and settings. Answers, outcomes "
    "and guesses must be the same, block by block, on what both sides solved. Time is judged over "
    "pairs of processes, of which both results need 11 (run --processes 11): slower is what takes "
    "longer by more than the threshold, with an interval that excludes no change, all rows looked "
    "at together.\n"
    "Exit status: 3 wrong answers or crashes in NEW, 4 changed or slower, 6 rows that do not match "
    "or a missing file, 5 undecided, 0 none of these; the first that applies.";

}  // namespace

void add_compare(CLI::App& app, Action& action) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* compare =
      app.add_subcommand("compare", "Say what changed between two results, for people and for CI");
  compare->add_option("BASE", options->base, "Result document of the baseline")
      ->type_name("BASE")
      ->required()
      ->default_str("");
  compare->add_option("NEW", options->fresh, "Result document to be judged")
      ->type_name("NEW")
      ->required()
      ->default_str("");
  compare->add_flag("--accept-guesses", options->gate.accept_guesses,
                    "The search is meant to have changed: other numbers of guesses are no failure");
  compare->add_flag("--deterministic-only", options->gate.deterministic_only,
                    "Judge answers, outcomes and guesses only, and no time");
  add_parsed(
      *compare, "--threshold",
      [options](const std::string& text) { options->gate.time.threshold = parse_part(text); },
      "Changes of time up to this one do not count: 5%, 0.05. It grows to 1.5 times the noise "
      "between processes of one build; noise that asks for more than 8 % decides nothing")
      ->type_name("SHARE")
      ->default_str(fmt::format("{:g}%", 100 * options->gate.time.threshold));
  compare->add_option("--markdown", options->markdown, "Write the verdict as Markdown")
      ->type_name("FILE")
      ->default_str("");
  compare->add_option("--junit", options->junit, "Write the checks as JUnit XML")
      ->type_name("FILE")
      ->default_str("");
  compare
      ->add_option("--slowest-csv", options->slowest_csv,
                   "Write the puzzles that slowed most as a CSV that run reads, and say how to "
                   "repeat them with both builds")
      ->type_name("FILE")
      ->default_str("");
  compare->footer(kCompareFooter);
  compare->callback(
      [options, &action] { action = [options] { return sudoku::compare(*options); }; });
}

}  // namespace sudoku
