#include "harness/results/samples.h"

#include <algorithm>

namespace sudoku {

std::span<const BlockRecord> blocks_at(const ResultRecord& row, double rate) {
  if (row.sample_rate == rate) return row.blocks;
  const auto sample = std::ranges::find(row.subsamples, rate, &SampleRecord::rate);
  if (sample == row.subsamples.end()) return {};
  return sample->blocks;
}

std::vector<NestedRecord> samples_of(const ResultRecord& row) {
  std::vector<NestedRecord> samples = {{.rate = row.sample_rate,
                                        .puzzles = row.puzzles,
                                        .guesses = row.guesses.total,
                                        .digest = row.solution_digest}};
  samples.insert(samples.end(), row.nested.begin(), row.nested.end());
  return samples;
}

}  // namespace sudoku
