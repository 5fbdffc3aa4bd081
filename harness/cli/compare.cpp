// `sudoku-bench compare`: says what changed between two results.
#include "harness/cli/compare.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/output.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/compare/times.h"
#include "harness/compare/verdict.h"
#include "harness/compare/verdict_report.h"
#include "harness/options/values.h"
#include "harness/report/reports.h"
#include "harness/result/document.h"
#include "harness/result/json.h"

namespace sudoku::cli {

namespace {

// Maximum size of a job summary in bytes, as limited by GitHub's runner.
constexpr std::size_t kMostSummary = 1'000'000;

void append_job_summary(const std::string& markdown) {
  const char* path = std::getenv("GITHUB_STEP_SUMMARY");
  if (path == nullptr || *path == '\0') return;
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file << markdown.substr(0, kMostSummary) << '\n';
  if (!file.flush()) throw base::OutputError("{}: cannot be written", path);
}

struct CompareOptions {
  std::vector<std::string> results;  // of the base; without --new, the last one is the new result
  std::vector<std::string> candidates;
  compare::GateSettings gate;
  stats::TimeRule rule;
  VerdictFiles files{.suite = "sudoku-bench compare"};
};

// Whether a result is missing. Reports it, so that the comparison does not look passed.
bool is_missing(const NamedFile& result) {
  std::error_code error;
  if (std::filesystem::exists(result.path, error) || error) return false;
  print_line(stderr, "sudoku-bench: {}: there is no such file; the {} is missing", result.path,
             result.option == "BASE" ? "baseline" : "new result");
  return true;
}

// Reads the results of a side. Throws InputError if they are not runs of the same.
std::vector<result::RunResult> read_side(const std::vector<std::string>& paths) {
  std::vector<result::RunResult> runs;
  for (const std::string& path : paths)
    runs.push_back(result::read_result(path));
  for (std::size_t i = 0; i + 1 < runs.size(); ++i) {
    const std::string why = compare::why_not_one_side(runs[i], runs.back());
    if (!why.empty())
      throw base::InputError("{}: expected a run of the same side as {}, but {}", paths[i],
                             paths.back(), why);
  }
  return runs;
}

// Moves the last result to the new side, if that is not named.
void divide(CompareOptions& options) {
  if (!options.candidates.empty()) return;
  if (options.results.size() < 2) throw base::UsageError("NEW: expected a result of the new build");
  options.candidates.push_back(options.results.back());
  options.results.pop_back();
}

int compare(CompareOptions options) {
  divide(options);
  std::vector<NamedFile> inputs = all_of("BASE", options.results);
  std::ranges::copy(all_of("NEW", options.candidates), std::back_inserter(inputs));
  check_outputs(inputs, options.files.named());
  if (std::ranges::any_of(inputs, is_missing)) return kNothingToCompare;
  const std::vector<result::RunResult> of_base = read_side(options.results);
  const std::vector<result::RunResult> of_new = read_side(options.candidates);
  const result::RunResult& base = of_base.back();
  const result::RunResult& candidate = of_new.back();
  compare::Comparison comparison = compare::compare_results(base, candidate, options.gate);
  // Two identical results are compared without a verdict on time.
  if (!options.gate.deterministic_only && result::to_json(base) != result::to_json(candidate))
    compare::judge_times(of_base, of_new, options.rule, comparison);
  Outputs outputs;
  const int code = print_verdict(comparison, options.files, outputs);
  const std::array<report::ReportInput, 2> sides = {
      {{.file = options.results.back(), .run = base},
       {.file = options.candidates.back(), .run = candidate}}};
  outputs.write(options.files.html, [&] { return page_of(comparison, sides, false); });
  outputs.require_written();
  return code;
}

}  // namespace

void declare_gate(Command& command, compare::GateSettings& settings, stats::TimeRule& rule,
                  const char* counters) {
  command.flag("--deterministic-only", settings.deterministic_only,
               "Judge only answers, outcomes and guesses, not time");
  command.value("--threshold SHARE", rule.threshold, options::parse_part,
                "Ignore changes of time up to this share, such as 5% or 0.05",
                fmt::format("{:g}%", 100 * rule.threshold));
  command.value("--counters on|off", settings.counters, options::parse_truth, counters, "on");
}

void declare_files(Command& command, VerdictFiles& files) {
  command.text("--markdown FILE", files.markdown, "Write the verdict as Markdown");
  command.text("--junit FILE", files.junit,
               "Write the checks as JUnit XML; `ab` updates the file as checks complete");
  command.text("--html FILE", files.html,
               "Write a page with the verdict, its checks, and both results");
  command.text("--times-csv FILE", files.csv,
               "Write the change of time of each solver on each file, its interval and verdict as "
               "CSV, for scripts");
}

std::string page_of(const compare::Comparison& comparison,
                    std::span<const report::ReportInput> sides, bool single_pass) {
  base::Json verdict = compare::verdict_json(comparison);
  if (single_pass) verdict["single_pass"] = true;
  return report::html_report(sides, tool_record(), std::move(verdict));
}

int print_verdict(const compare::Comparison& comparison, const VerdictFiles& files,
                  Outputs& outputs) {
  const std::string markdown = compare::comparison_markdown(comparison);
  outputs.write(files.markdown, [&] { return markdown; });
  outputs.write(files.junit, [&] { return compare::comparison_junit(comparison, files.suite); });
  outputs.write(files.csv, [&] { return compare::times_csv(comparison); });
  outputs.attempt("", [&] { append_job_summary(markdown); });
  const bool is_taken = is_stdout_taken(files.named());
  std::FILE* const stream = is_taken ? stderr : stdout;
  fmt::print(stream, "{}", compare::comparison_text(comparison, screen_of(stream)));
  if (std::getenv("GITHUB_ACTIONS") != nullptr && !is_taken)
    fmt::print("{}", compare::comparison_annotations(comparison));
  // Exit codes of verdicts, in the order of GateResult.
  constexpr std::array kCodes = {kOk, kInconclusive, kNothingToCompare, kRegression, kWrongAnswer};
  return kCodes[static_cast<std::size_t>(compare::result_of(comparison))];
}

void add_compare(Command& program) {
  auto [command, options] = program.add<CompareOptions>(
      "compare", "Compare two results and report what changed", compare);
  command.examples = {{"sudoku-bench compare baseline.json result.json --deterministic-only",
                       "Demand the same answers and guesses as in an earlier result."},
                      {"sudoku-bench compare monday.json tuesday.json wednesday.json result.json",
                       "Judge the time of the last result by three earlier ones."}};
  command.footer =
      "Results are matched by solver, dataset content, threads and settings. Answers, outcomes and "
      "guesses must be the same on the puzzles that both solved. Where both counted instructions, "
      "with one compiler on one kind of processor, or by valgrind, the change is noted, but does "
      "not decide. Time is judged by the ratio to the reference, a solver that was measured in the "
      "same rounds, so that it does not matter how fast the machine was; or, in what `ab --keep` "
      "left, by the groups in which both builds took turns. A solver is slower if the whole "
      "interval, at 99 % for all of them together, lies beyond the threshold. Several results of a "
      "side, or several processes of a result, make the interval narrower.\n"
      "Exit status: 3 wrong answers or crashes in NEW, 4 changed or slower, 6 results that do not "
      "match or a missing file, 5 undecided or an incomplete result, 0 none of these; the first "
      "that applies.";
  command.texts("RESULT RESULT", options.results,
                "Result documents of the base build, then that of the new one");
  command.texts("--new NEW", options.candidates,
                "Result documents of the new build, if there are several; all others are then of "
                "the base");
  command.flag("--accept-guesses", options.gate.accept_guesses,
               "The search was changed on purpose: different numbers of guesses are not a failure");
  declare_gate(command, options.gate, options.rule,
               "Compare instructions per puzzle, where both results counted them");
  declare_files(command, options.files);
}

}  // namespace sudoku::cli
