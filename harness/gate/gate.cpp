#include "harness/gate/gate.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/gate/time_check.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

std::size_t rows_with(const Comparison& comparison, Finding finding) {
  return static_cast<std::size_t>(
      std::ranges::count_if(comparison.rows, [finding](const RowVerdict& row) {
        return std::ranges::count(row.checks, finding, &CheckRecord::finding) > 0;
      }));
}

std::string regression_text(std::size_t changed, std::size_t slower, std::size_t rows) {
  const auto of_rows = [rows](std::size_t some) {
    return fmt::format("{} of {}", some, plural(rows, "row"));
  };
  if (slower == 0)
    return fmt::format("CHANGED: {} answered or searched differently.", of_rows(changed));
  if (changed == 0) return fmt::format("SLOWER: {} cost more than before.", of_rows(slower));
  return fmt::format("CHANGED: {} answered or searched differently, {} cost more than before.",
                     of_rows(changed), of_rows(slower));
}

bool is_timed(const Comparison& comparison) {
  return std::ranges::any_of(comparison.rows,
                             [](const RowVerdict& row) { return row.time.has_value(); });
}

}  // namespace

Comparison compare_results(const RunResult& base, const RunResult& fresh,
                           const GateSettings& settings) {
  Matching matching = match_rows(base, fresh);
  Comparison comparison;
  comparison.unmatched = std::move(matching.unmatched);
  for (const RowPair& pair : matching.pairs)
    comparison.rows.push_back({pair, deterministic_checks(pair, settings.accept_guesses)});
  if (settings.deterministic_only) return comparison;
  const std::vector<TimedRow> timed = time_checks(matching, settings.time);
  for (std::size_t i = 0; i < timed.size(); ++i) {
    comparison.rows[i].checks.push_back(timed[i].check);
    comparison.rows[i].time = timed[i].judgement;
  }
  return comparison;
}

GateResult result_of(const Comparison& comparison) {
  const bool is_broken = !comparison.failures.empty() || rows_with(comparison, Finding::broken) > 0;
  if (is_broken) return GateResult::broken;
  if (rows_with(comparison, Finding::changed) + rows_with(comparison, Finding::slower) > 0)
    return GateResult::regressed;
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
      if (!comparison.failures.empty()) return "FAILED: " + comparison.failures.front() + ".";
      return fmt::format("WRONG: {} with wrong answers or crashes.", rows(Finding::broken));
    case GateResult::regressed:
      return regression_text(rows_with(comparison, Finding::changed),
                             rows_with(comparison, Finding::slower), comparison.rows.size());
    case GateResult::unmatched:
      return comparison.unmatched.empty() ? "NOTHING TO COMPARE: the results have no rows."
                                          : fmt::format("NOT COMPARABLE: {} without a partner.",
                                                        plural(comparison.unmatched.size(), "row"));
    case GateResult::inconclusive:
      return fmt::format("INCONCLUSIVE: {} could not be decided.", rows(Finding::undecided));
    case GateResult::passed:
      break;
  }
  return fmt::format("PASSED: {} with the same answers and the same search{}.", rows(Finding::same),
                     is_timed(comparison) ? ", none slower" : "");
}

}  // namespace sudoku
