#include "harness/cli/verdict.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/output.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/compare/verdict_report.h"

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

}  // namespace

void declare_gate(Command& command, compare::GateSettings& settings) {
  command.flag("--accept-guesses", settings.accept_guesses,
               "The search was changed on purpose: different numbers of guesses are not a failure");
  command.flag("--deterministic-only", settings.deterministic_only,
               "Judge only answers, outcomes, guesses and instructions, not time");
}

int print_verdict(const compare::Comparison& comparison, const VerdictFiles& files) {
  const std::string markdown = compare::comparison_markdown(comparison);
  if (!files.markdown.empty()) base::write_aside(files.markdown, markdown);
  if (!files.junit.empty())
    base::write_aside(files.junit, compare::comparison_junit(comparison, files.suite));
  append_job_summary(markdown);
  const bool is_taken = files.markdown == "-" || files.junit == "-" || files.is_output_taken;
  fmt::print(is_taken ? stderr : stdout, "{}",
             compare::comparison_text(comparison, !is_taken && wants_colour(stdout)));
  if (std::getenv("GITHUB_ACTIONS") != nullptr && !is_taken)
    fmt::print("{}", compare::comparison_annotations(comparison));
  // Exit codes of verdicts, in the order of GateResult.
  constexpr std::array kCodes = {kOk, kInconclusive, kNothingToCompare, kRegression, kWrongAnswer};
  return kCodes[static_cast<std::size_t>(compare::result_of(comparison))];
}

}  // namespace sudoku::cli
