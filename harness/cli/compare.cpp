#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "harness/cli/command.h"
#include "harness/cli/named_files.h"
#include "harness/cli/parsed_option.h"
#include "harness/cli/repeat_command.h"
#include "harness/cli/slowed_table.h"
#include "harness/cli/terminal.h"
#include "harness/cli/values.h"
#include "harness/cli/verdict_output.h"
#include "harness/gate/gate.h"
#include "harness/report/shell.h"
#include "harness/results/json.h"
#include "harness/results/write_aside.h"

namespace sudoku {

namespace {

struct CompareOptions {
  std::string base;
  std::string fresh;
  GateSettings gate;
  VerdictFiles files{.suite = "sudoku-bench compare"};
  std::string slowest_csv;
};

// Nothing there to compare with is not a mistake in a file, and must never look like a pass.
bool is_missing(const std::string& path, const char* what) {
  std::error_code error;
  if (std::filesystem::exists(path, error) || error) return false;
  print_line(stderr, "sudoku-bench: {}: there is no such file; the {} is missing", path, what);
  return true;
}

// The puzzles that slowed, for a closer look, and how to take it.
void leave_slowest(const CompareOptions& options, const Comparison& comparison,
                   const RunResult& base, const RunResult& fresh) {
  const SlowedTable table = slowed_table(comparison);
  write_aside(options.slowest_csv, table.text);
  if (table.rows.empty()) return;
  // `ab` reads its files many times, and so not from standard input.
  const std::string file = options.slowest_csv == "-" ? "FILE" : options.slowest_csv;
  print_line(stderr, "the puzzles that slowed, again with both builds: {}",
             shell_quoted(repeat_command(base, fresh, table.rows, file)));
}

int compare(const CompareOptions& options) {
  require_distinct({{"BASE", options.base}, {"NEW", options.fresh}},
                   {{"--markdown", options.files.markdown},
                    {"--junit", options.files.junit},
                    {"--slowest-csv", options.slowest_csv}});
  if (is_missing(options.base, "baseline") || is_missing(options.fresh, "new result")) {
    return kNothingToCompare;
  }
  const RunResult base = read_result(options.base);
  const RunResult fresh = read_result(options.fresh);
  GateSettings settings = options.gate;
  // A result is as fast as itself.
  if (to_json(base) == to_json(fresh)) settings.deterministic_only = true;
  const Comparison comparison = compare_results(base, fresh, settings);
  VerdictFiles files = options.files;
  files.is_output_taken = options.slowest_csv == "-";
  tell_verdict(comparison, files);
  if (!options.slowest_csv.empty()) leave_slowest(options, comparison, base, fresh);
  return exit_code_of(result_of(comparison));
}

constexpr const char* kCompareFooter =
    "Rows are matched by solver, content of the dataset, threads and settings. Answers, outcomes "
    "and guesses must be the same, block by block, on what both sides solved. Time is judged over "
    "pairs of processes, of which both results need 11 (run --processes 11): slower is what takes "
    "longer by more than the threshold, with an interval that excludes no change, all rows looked "
    "at together.\n"
    "Exit status: 3 wrong answers or crashes in NEW, 4 changed or slower, 6 rows that do not match "
    "or a missing file, 5 undecided or a result that is not whole, 0 none of these; the first that "
    "applies.";

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
  compare->add_option("--markdown", options->files.markdown, "Write the verdict as Markdown")
      ->type_name("FILE")
      ->default_str("");
  compare->add_option("--junit", options->files.junit, "Write the checks as JUnit XML")
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
