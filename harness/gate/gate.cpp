#include "harness/gate/gate.h"

#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>

#include "harness/gate/time_check.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

using Findings = std::initializer_list<Finding>;

constexpr Findings kBroken = {Finding::broken, Finding::crashed};
constexpr Findings kUndecided = {Finding::undecided, Finding::unlike};

// Rows with any of the findings.
std::size_t rows_with(const Comparison& comparison, Findings findings) {
  const auto is_one = [findings](const CheckRecord& check) {
    return std::ranges::find(findings, check.finding) != findings.end();
  };
  return static_cast<std::size_t>(std::ranges::count_if(
      comparison.rows,
      [&is_one](const RowVerdict& row) { return std::ranges::any_of(row.checks, is_one); }));
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
  comparison.unfinished = std::move(matching.unfinished);
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
  const bool is_broken = !comparison.failures.empty() || rows_with(comparison, kBroken) > 0;
  if (is_broken) return GateResult::broken;
  if (rows_with(comparison, {Finding::changed, Finding::slower}) > 0) return GateResult::regressed;
  if (!comparison.unmatched.empty() || comparison.rows.empty()) return GateResult::unmatched;
  if (!comparison.unfinished.empty() || rows_with(comparison, kUndecided) > 0)
    return GateResult::inconclusive;
  return GateResult::passed;
}

std::string verdict_of(const Comparison& comparison) {
  const auto rows = [&comparison](Findings findings) {
    return fmt::format("{} of {}", rows_with(comparison, findings),
                       plural(comparison.rows.size(), "row"));
  };
  switch (result_of(comparison)) {
    case GateResult::broken:
      if (!comparison.failures.empty()) return "FAILED: " + comparison.failures.front() + ".";
      return fmt::format("WRONG: {} with wrong answers or crashes.", rows(kBroken));
    case GateResult::regressed:
      return regression_text(rows_with(comparison, {Finding::changed}),
                             rows_with(comparison, {Finding::slower}), comparison.rows.size());
    case GateResult::unmatched:
      return comparison.unmatched.empty() ? "NOTHING TO COMPARE: the results have no rows."
                                          : fmt::format("NOT COMPARABLE: {} without a partner.",
                                                        plural(comparison.unmatched.size(), "row"));
    case GateResult::inconclusive:
      if (rows_with(comparison, kUndecided) == 0)
        return "INCONCLUSIVE: " + comparison.unfinished.front() + ".";
      return fmt::format("INCONCLUSIVE: {} could not be decided.", rows(kUndecided));
    case GateResult::passed:
      break;
  }
  const std::size_t allowed = rows_with(comparison, {Finding::allowed});
  return fmt::format("PASSED: {} with the same answers and {}{}.", rows({Finding::same}),
                     allowed == 0 ? "the same search"
                                  : fmt::format("{} with an accepted change of search", allowed),
                     is_timed(comparison) ? ", none slower" : "");
}

}  // namespace sudoku
