#include "harness/results/samples.h"

#include <algorithm>

namespace sudoku {

std::span<const BlockRecord> blocks_at(const ResultRecord& row, double rate) {
  if (row.sample_rate == rate) return row.blocks;
  const auto sample = std::ranges::find(row.subsamples, rate, &SampleRecord::rate);
  if (sample == row.subsamples.end()) return {};
  return sample->blocks;
}

}  // namespace sudoku
