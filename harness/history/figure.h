// What a trend shows of one row of a result, and what rows have to share to be of one series.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

// Speeds and guesses are only compared where all of this is the same.
struct SeriesKey {
  std::string dataset;  // its name, for people: the content is what counts
  std::string dataset_sha256;
  std::uint64_t threads = 1;
  std::string cpu;
  std::string settings;  // those that speed or guesses depend on, in words
  std::string solver;
  std::string variant;  // of the solver: its instruction set, its batches

  bool operator<(const SeriesKey& other) const;
};

struct FigureRecord {
  SeriesKey key;
  Estimate per_second;
  std::optional<double> guesses;  // mean per puzzle; none where timeouts make them a matter of luck
};

// Of every row whose speed counts: neither void ones nor those that were interrupted.
std::vector<FigureRecord> figures_of(const RunResult& run);

}  // namespace sudoku
