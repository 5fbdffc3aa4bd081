#include "harness/report/suite_score.h"

#include "harness/base/units.h"
#include "harness/stats/moments.h"

namespace sudoku::report {

namespace {

// Nanoseconds added to times before averaging, which reduces the weight of very easy datasets.
constexpr double kShiftNs = 10;

// Rows of a solver, by dataset; null where it has none.
using RowsOfSolver = std::vector<const result::Row*>;

std::map<std::string, RowsOfSolver> rows_by_solver(std::span<const SuiteDataset> suite) {
  std::map<std::string, RowsOfSolver> solvers;
  for (std::size_t i = 0; i < suite.size(); ++i) {
    for (const result::Row* row : suite[i].rows) {
      RowsOfSolver& rows = solvers[row->solver];
      rows.resize(suite.size());
      rows[i] = row;
    }
  }
  return solvers;
}

double shifted_mean_ns(std::span<const SuiteDataset> suite, const RowsOfSolver& rows) {
  stats::ShiftedGeometricMean mean(kShiftNs);
  for (std::size_t i = 0; i < suite.size(); ++i) {
    if (rows[i] == nullptr || !is_sound(suite[i].view, *rows[i])) return base::kUnknown;
    mean.add(rows[i]->time_per_puzzle_ns.median);
  }
  return mean.value();
}

SuiteScore score_of(std::span<const SuiteDataset> suite, const RowsOfSolver& rows) {
  SuiteScore score{.times_over_best = std::vector<double>(suite.size(), base::kUnknown),
                   .shifted_mean_ns = shifted_mean_ns(suite, rows),
                   .too_small = {}};
  double par2_sum_s = 0;
  for (const result::Row* row : rows) {
    if (row == nullptr) continue;
    score.puzzles += row->puzzles;
    score.decided += decided(*row);
    par2_sum_s += row->par2_s() * static_cast<double>(row->puzzles);
    if (row->puzzles < result::kFewestShared) score.too_small.push_back(row->dataset);
  }
  score.par2_s = par2_sum_s / static_cast<double>(score.puzzles);
  return score;
}

}  // namespace

std::map<std::string, SuiteScore> suite_scores(std::span<const SuiteDataset> suite) {
  std::map<std::string, SuiteScore> scores;
  for (const auto& [solver, rows] : rows_by_solver(suite))
    scores[solver] = score_of(suite, rows);
  for (std::size_t set = 0; set < suite.size(); ++set) {
    const std::vector<double> times =
        result::times_over_best(suite[set].pairs, suite[set].rows.size());
    for (std::size_t i = 0; i < times.size(); ++i)
      scores[suite[set].rows[i]->solver].times_over_best[set] = times[i];
  }
  return scores;
}

}  // namespace sudoku::report
