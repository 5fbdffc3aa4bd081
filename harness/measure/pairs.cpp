#include "harness/measure/pairs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "harness/measure/statistics.h"
#include "harness/results/samples.h"

namespace sudoku {

namespace {

bool has(const ResultRecord& row, Outcome outcome) {
  return row.outcomes[static_cast<std::size_t>(outcome)] > 0;
}

// A row that left puzzles unsolved for want of a search has the speed of another task.
bool is_sound(const ResultRecord& row) {
  return !has(row, Outcome::wrong) && !has(row, Outcome::incomplete) && row.disqualified.empty();
}

// Whether draws of block numbers mean the same blocks on both sides.
bool same_blocks(std::span<const BlockRecord> a, std::span<const BlockRecord> b) {
  return std::ranges::equal(a, b, [](const BlockRecord& left, const BlockRecord& right) {
    return left.index == right.index && !left.seconds.empty() && !right.seconds.empty();
  });
}

std::uint64_t puzzles_of(std::span<const BlockRecord> blocks) {
  std::uint64_t puzzles = 0;
  for (const BlockRecord& block : blocks)
    puzzles += block.puzzles;
  return puzzles;
}

// The speed-up of `row` that the run has worked out itself, if it is against `reference`.
std::optional<PairRatio> recorded(const ResultRecord& row, const ResultRecord& reference) {
  if (!row.speedup || row.speedup->reference != reference.solver ||
      row.speedup->reference_threads != reference.threads)
    return std::nullopt;
  return PairRatio{.puzzles = row.speedup->puzzles, .ratio = row.speedup->ratio};
}

Estimate inverse(const Estimate& ratio) {
  return {.median = 1 / ratio.median, .low = 1 / ratio.high, .high = 1 / ratio.low};
}

class Comparison {
 public:
  Comparison(std::span<const ResultRecord* const> rows, std::uint64_t seed)
      : rows_(rows), seed_(seed) {}

  std::optional<PairRatio> compare(std::size_t a, std::size_t b) {
    if (!is_sound(*rows_[a]) || !is_sound(*rows_[b])) return std::nullopt;
    if (const auto known = recorded(*rows_[a], *rows_[b])) return known;
    if (auto known = recorded(*rows_[b], *rows_[a])) {
      known->ratio = inverse(known->ratio);
      return known;
    }
    return measure(a, b);
  }

 private:
  std::optional<PairRatio> measure(std::size_t a, std::size_t b) {
    if (const auto ratio = over_processes_of(a, b)) return ratio;
    const double rate = std::min(rows_[a]->sample_rate, rows_[b]->sample_rate);
    const auto ours = blocks_at(*rows_[a], rate);
    const auto theirs = blocks_at(*rows_[b], rate);
    const Estimate ratio = same_blocks(ours, theirs) ? speedup(passes(a, rate), passes(b, rate))
                                                     : speedup(ours, theirs, seed_);
    if (!std::isfinite(ratio.median)) return std::nullopt;
    return PairRatio{.puzzles = std::min(puzzles_of(ours), puzzles_of(theirs)), .ratio = ratio};
  }

  // When both were run in the same processes, on the same puzzles.
  std::optional<PairRatio> over_processes_of(std::size_t a, std::size_t b) const {
    const ResultRecord& ours = *rows_[a];
    const ResultRecord& theirs = *rows_[b];
    if (!ours.processes || !theirs.processes || ours.sample_rate != theirs.sample_rate)
      return std::nullopt;
    const std::vector<double>& times = ours.processes->time_per_puzzle_ns;
    std::vector<double> ratios = theirs.processes->time_per_puzzle_ns;
    for (std::size_t i = 0; i < std::min(ratios.size(), times.size()); ++i)
      ratios[i] /= times[i];
    const Estimate ratio = over_processes(ratios, seed_);
    if (!std::isfinite(ratio.median)) return std::nullopt;
    return PairRatio{.puzzles = std::min(ours.puzzles, theirs.puzzles), .ratio = ratio};
  }

  const Passes& passes(std::size_t row, double rate) {
    const auto [place, is_new] = passes_.try_emplace({row, rate});
    if (is_new) place->second = resampled(blocks_at(*rows_[row], rate), seed_, row);
    return place->second;
  }

  std::span<const ResultRecord* const> rows_;
  std::uint64_t seed_;
  std::map<std::pair<std::size_t, double>, Passes> passes_;
};

}  // namespace

std::vector<PairRatio> compare_pairs(std::span<const ResultRecord* const> rows,
                                     std::uint64_t seed) {
  Comparison comparison(rows, seed);
  std::vector<PairRatio> pairs;
  for (std::size_t a = 0; a < rows.size(); ++a) {
    for (std::size_t b = a + 1; b < rows.size(); ++b) {
      const auto pair = comparison.compare(a, b);
      if (!pair) continue;
      pairs.push_back(*pair);
      pairs.back().a = a;
      pairs.back().b = b;
    }
  }
  return pairs;
}

}  // namespace sudoku
