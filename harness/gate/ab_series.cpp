#include "harness/gate/ab_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/dataset/random.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

double time_in(const RunResult& leg, const ResultRecord& like) {
  const auto row = std::ranges::find_if(leg.results, [&like](const ResultRecord& other) {
    return other.solver == like.solver && other.dataset == like.dataset &&
           other.threads == like.threads;
  });
  return row == leg.results.end() ? std::numeric_limits<double>::quiet_NaN() : fastest_ns(*row);
}

// The geometric mean of both sides' n-th legs of each block.
std::vector<double> nth_legs(const std::vector<double>& base, const std::vector<double>& fresh,
                             std::size_t n) {
  std::vector<double> times;
  for (std::size_t i = n; i < base.size(); i += 2)
    times.push_back(std::sqrt(base[i] * fresh[i]));
  return times;
}

double noise_of(const std::vector<double>& base, const std::vector<double>& fresh,
                std::uint64_t seed) {
  const PairedChange change =
      paired_change(nth_legs(base, fresh, 0), nth_legs(base, fresh, 1), seed, kAbTrim);
  return change.pairs < 2 ? 0 : std::expm1(std::abs(change.log_ratio));
}

}  // namespace

std::array<AbSide, 4> order_of_block(std::uint64_t seed, std::uint64_t block) {
  const bool base_first = (mix(mix(seed) ^ block) & 1) == 0;
  const AbSide outer = base_first ? AbSide::base : AbSide::fresh;
  const AbSide inner = base_first ? AbSide::fresh : AbSide::base;
  return {outer, inner, inner, outer};
}

AbSeries::AbSeries(const std::vector<const ResultRecord*>& rows) {
  for (const ResultRecord* row : rows)
    rows_.push_back({.like = row, .base = {}, .fresh = {}});
}

void AbSeries::add_pair(const RunResult& base, const RunResult& fresh) {
  for (Row& row : rows_) {
    row.base.push_back(time_in(base, *row.like));
    row.fresh.push_back(time_in(fresh, *row.like));
  }
  ++pairs_;
}

std::vector<TimeSeries> AbSeries::times() const {
  std::vector<TimeSeries> all;
  for (const Row& row : rows_) {
    all.push_back({.base = row.base,
                   .fresh = row.fresh,
                   .noise = noise_of(row.base, row.fresh, all.size() + 1),
                   .seed = all.size() + 1});
  }
  return all;
}

double fastest_ns(const ResultRecord& row) {
  double seconds = 0;
  double puzzles = 0;
  for (const BlockRecord& block : row.blocks) {
    if (block.seconds.empty()) continue;
    seconds += *std::ranges::min_element(block.seconds);
    puzzles += static_cast<double>(block.puzzles);
  }
  const bool counts = puzzles > 0 && !is_void(row);
  return counts ? 1e9 * seconds / puzzles : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace sudoku
