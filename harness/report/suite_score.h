// What a solver achieved on all datasets of a run: the figures by which a suite ranks solvers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "harness/report/view.h"
#include "harness/result/comparison.h"

namespace sudoku::report {

// Rows of one dataset with one thread count, and the speed ratios of their pairs.
struct SuiteDataset {
  const View& view;
  std::span<const result::Row* const> rows;
  std::span<const result::PairRatio> pairs;  // of `rows`
};

struct SuiteScore {
  // Time over that of the fastest solver, by dataset. NaN: unknown, or no row.
  std::vector<double> times_over_best;
  std::uint64_t puzzles = 0;
  std::uint64_t decided = 0;
  // Mean time of a puzzle over the datasets, in ns; each dataset weighs the same, whatever its
  // number of puzzles. NaN unless the solver did the whole task on all datasets.
  double shifted_mean_ns = 0;
  // Mean time of a puzzle, in seconds, with puzzles not decided at twice the time limit.
  double par2_s = 0;
  std::vector<std::string> too_small;  // datasets with too few puzzles for a comparison
};

// Scores by name of the solver.
std::map<std::string, SuiteScore> suite_scores(std::span<const SuiteDataset> suite);

}  // namespace sudoku::report
