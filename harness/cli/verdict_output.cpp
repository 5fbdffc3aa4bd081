#include "harness/cli/verdict_output.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "harness/cli/command.h"
#include "harness/cli/terminal.h"
#include "harness/gate/verdict_report.h"
#include "harness/results/output_error.h"
#include "harness/results/write_aside.h"

namespace sudoku {

namespace {

// What GitHub's runner shows on the page of a job takes at most a megabyte.
constexpr std::size_t kMostSummary = 1'000'000;

void append_job_summary(const std::string& markdown) {
  const char* path = std::getenv("GITHUB_STEP_SUMMARY");
  if (path == nullptr || *path == '\0') return;
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file << markdown.substr(0, kMostSummary) << '\n';
  if (!file.flush()) throw OutputError(fmt::format("{}: cannot be written", path));
}

}  // namespace

int exit_code_of(GateResult result) {
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

void tell_verdict(const Comparison& comparison, const VerdictFiles& files) {
  const bool colour = wants_colour(stdout);
  const std::string markdown = comparison_markdown(comparison);
  if (!files.markdown.empty()) write_aside(files.markdown, markdown);
  if (!files.junit.empty()) write_aside(files.junit, comparison_junit(comparison, files.suite));
  append_job_summary(markdown);
  const bool is_taken = files.markdown == "-" || files.junit == "-" || files.is_output_taken;
  fmt::print(is_taken ? stderr : stdout, "{}", comparison_text(comparison, colour && !is_taken));
  if (std::getenv("GITHUB_ACTIONS") != nullptr && !is_taken) {
    fmt::print("{}", comparison_annotations(comparison));
  }
}

}  // namespace sudoku
