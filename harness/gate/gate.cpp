#include "harness/gate/gate.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "harness/report/view.h"

namespace sudoku {

namespace {

// Two processes differ by more than two runs of one: where their memory came to lie, what else ran.
constexpr int kProcessesNeeded = 11;

CheckRecord time_check(const RowPair& pair) {
  const double ratio = pair.fresh->time_per_puzzle_ns.median / pair.base->time_per_puzzle_ns.median;
  const std::string seen =
      std::isfinite(ratio) ? fmt::format("{:+.1f} % seen; ", 100 * (ratio - 1)) : "";
  return {
      "time", Finding::undecided,
      fmt::format("{}no verdict from one process a side, {} are needed", seen, kProcessesNeeded)};
}

std::size_t rows_with(const Comparison& comparison, Finding finding) {
  return static_cast<std::size_t>(
      std::ranges::count_if(comparison.rows, [finding](const RowVerdict& row) {
        return std::ranges::count(row.checks, finding, &CheckRecord::finding) > 0;
      }));
}

}  // namespace

Comparison compare_results(const RunResult& base, const RunResult& fresh,
                           const GateSettings& settings) {
  Matching matching = match_rows(base, fresh);
  Comparison comparison;
  comparison.unmatched = std::move(matching.unmatched);
  for (const RowPair& pair : matching.pairs) {
    comparison.rows.push_back({pair, deterministic_checks(pair, settings.accept_guesses)});
    if (!settings.deterministic_only) comparison.rows.back().checks.push_back(time_check(pair));
  }
  return comparison;
}

GateResult result_of(const Comparison& comparison) {
  if (rows_with(comparison, Finding::broken) > 0) return GateResult::broken;
  if (rows_with(comparison, Finding::changed) > 0) return GateResult::regressed;
  if (!comparison.unmatched.empty() || comparison.rows.empty()) return GateResult::unmatched;
  if (rows_with(comparison, Finding::undecided) > 0) return GateResult::inconclusive;
  return GateResult::passed;
}

std::string verdict_of(const Comparison& comparison) {
  const auto rows = [&comparison](Finding finding) {
    return fmt::format("{} of {}", rows_with(comparison, finding),
                       plural(comparison.rows.size(), "row"));
  };
  switch (result_of(comparison)) {
    case GateResult::broken:
      return fmt::format("WRONG: {} with wrong answers or crashes.", rows(Finding::broken));
    case GateResult::regressed:
      return fmt::format("CHANGED: {} answered or searched differently.", rows(Finding::changed));
    case GateResult::unmatched:
      return comparison.unmatched.empty() ? "NOTHING TO COMPARE: the results have no rows."
                                          : fmt::format("NOT COMPARABLE: {} without a partner.",
                                                        plural(comparison.unmatched.size(), "row"));
    case GateResult::inconclusive:
      return fmt::format("INCONCLUSIVE: {} could not be decided.", rows(Finding::undecided));
    case GateResult::passed:
      break;
  }
  return fmt::format("PASSED: {} with the same answers and the same search.", rows(Finding::same));
}

}  // namespace sudoku
