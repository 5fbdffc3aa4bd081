#include "harness/measure/comparison.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "harness/measure/pairs.h"
#include "harness/measure/statistics.h"
#include "harness/results/samples.h"

namespace sudoku {

namespace {

bool has_wrong(const ResultRecord& row) {
  return row.outcomes[static_cast<std::size_t>(Outcome::wrong)] > 0;
}

std::optional<SpeedupRecord> compare(const ResultRecord& row, const ResultRecord& reference,
                                     std::uint64_t seed) {
  if (has_wrong(row) || has_wrong(reference)) return std::nullopt;
  const double rate = std::min(row.sample_rate, reference.sample_rate);
  const auto blocks = blocks_at(row, rate);
  const Estimate ratio = speedup(blocks, blocks_at(reference, rate), seed);
  if (!std::isfinite(ratio.median)) return std::nullopt;
  std::uint64_t puzzles = 0;
  for (const BlockRecord& block : blocks)
    puzzles += block.puzzles;
  return SpeedupRecord{.reference = reference.solver,
                       .reference_threads = reference.threads,
                       .sample_rate = rate,
                       .puzzles = puzzles,
                       .ratio = ratio};
}

}  // namespace

void compare_rows(std::vector<ResultRecord>& rows, const std::string& reference,
                  std::uint64_t seed) {
  std::uint64_t fewest_threads = UINT64_MAX;
  for (const ResultRecord& row : rows)
    fewest_threads = std::min(fewest_threads, row.threads);
  for (ResultRecord& row : rows) {
    for (const ResultRecord& other : rows) {
      const bool same_threads = other.threads == row.threads;
      if (other.solver == reference && same_threads && other.solver != row.solver) {
        row.speedup = compare(row, other, seed);
      }
      const bool fewest = other.threads == fewest_threads;
      if (other.solver == row.solver && fewest && !same_threads) {
        row.scaling = compare(row, other, seed);
      }
    }
  }
}

}  // namespace sudoku
