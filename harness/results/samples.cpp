#include "harness/results/samples.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace sudoku {

namespace {

// A puzzle that had the bad luck to wait for a CPU must not be given up for it.
constexpr std::chrono::nanoseconds kShortestLimit = std::chrono::milliseconds(200);

}  // namespace

std::chrono::nanoseconds puzzle_limit(std::uint64_t puzzles, std::chrono::nanoseconds timeout,
                                      std::chrono::nanoseconds budget) {
  if (puzzles >= kSmallSet || budget.count() == 0) return timeout;
  return std::min(timeout, std::max(budget, kShortestLimit));
}

std::span<const BlockRecord> blocks_at(const ResultRecord& row, double rate) {
  if (row.sample_rate == rate) return row.blocks;
  const auto sample = std::ranges::find(row.subsamples, rate, &SampleRecord::rate);
  if (sample == row.subsamples.end()) return {};
  return sample->blocks;
}

double median_in_place(std::span<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

// cppcheck-suppress passedByValue  // the copy is what is put in another order
double median(std::vector<double> values) {
  return median_in_place(values);
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
