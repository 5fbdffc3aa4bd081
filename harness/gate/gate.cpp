#include "harness/gate/gate.h"

#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// Names of the solvers that came to that finding over their rows together.
std::vector<std::string> solvers_with(const Comparison& comparison, Finding finding) {
  std::vector<std::string> names;
  for (const SolverVerdict& solver : comparison.solvers) {
    if (solver.check.finding == finding) names.push_back(solver.name);
  }
  return names;
}

std::string regression_text(const Comparison& comparison) {
  const std::string all = plural(comparison.rows.size(), "row");
  const std::size_t changed = rows_with(comparison, {Finding::changed});
  const std::size_t slower = rows_with(comparison, {Finding::slower});
  std::vector<std::string> findings;
  if (changed > 0)
    findings.push_back(fmt::format("{} of {} answered or searched differently", changed, all));
  for (const SolverVerdict& solver : comparison.solvers) {
    if (!solver.finding.empty()) findings.push_back(solver.finding);
  }
  if (slower > 0) findings.push_back(fmt::format("{} of {} cost more than before", slower, all));
  return fmt::format("{}: {}.", changed > 0 ? "CHANGED" : "SLOWER", fmt::join(findings, "; "));
}

std::string inconclusive_text(const Comparison& comparison) {
  const std::size_t rows = rows_with(comparison, kUndecided);
  if (rows > 0) {
    return fmt::format("INCONCLUSIVE: {} of {} could not be decided.", rows,
                       plural(comparison.rows.size(), "row"));
  }
  const std::vector<std::string> solvers = solvers_with(comparison, Finding::undecided);
  if (solvers.empty()) return "INCONCLUSIVE: " + comparison.unfinished.front() + ".";
  return fmt::format("INCONCLUSIVE: {} could not be decided.", fmt::join(solvers, ", "));
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
  if (rows_with(comparison, {Finding::changed, Finding::slower}) > 0 ||
      !solvers_with(comparison, Finding::slower).empty())
    return GateResult::regressed;
  if (!comparison.unmatched.empty() || comparison.rows.empty()) return GateResult::unmatched;
  if (!comparison.unfinished.empty() || rows_with(comparison, kUndecided) > 0 ||
      !solvers_with(comparison, Finding::undecided).empty())
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
      return regression_text(comparison);
    case GateResult::unmatched:
      return comparison.unmatched.empty() ? "NOTHING TO COMPARE: the results have no rows."
                                          : fmt::format("NOT COMPARABLE: {} without a partner.",
                                                        plural(comparison.unmatched.size(), "row"));
    case GateResult::inconclusive:
      return inconclusive_text(comparison);
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
