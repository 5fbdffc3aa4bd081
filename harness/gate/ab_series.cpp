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

// The time of the faster leg; the logarithm of their ratio goes to `same`.
double faster_of(const std::vector<RunResult>& legs, const ResultRecord& like,
                 std::vector<double>& same) {
  const double first = time_in(legs.front(), like);
  const double second = time_in(legs.back(), like);
  const double log = std::log(second / first);
  if (std::isfinite(log)) same.push_back(log);
  return std::fmin(first, second);
}

// How far the second legs of the blocks lie from the first: of the logarithms the middle one,
// because a busy machine spoils some.
double noise_of(std::vector<double> logs) {
  if (logs.empty()) return 0;
  const auto middle = logs.begin() + static_cast<std::ptrdiff_t>(logs.size() / 2);
  std::ranges::nth_element(logs, middle);
  return std::expm1(std::abs(*middle));
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
    rows_.push_back({.like = row, .base = {}, .fresh = {}, .same = {}});
}

void AbSeries::add(const AbBlock& block) {
  for (Row& row : rows_) {
    row.base.push_back(faster_of(block.base, *row.like, row.same));
    row.fresh.push_back(faster_of(block.fresh, *row.like, row.same));
  }
  ++blocks_;
}

std::vector<TimeSeries> AbSeries::times() const {
  std::vector<TimeSeries> all;
  for (const Row& row : rows_) {
    all.push_back({.base = row.base,
                   .fresh = row.fresh,
                   .noise = noise_of(row.same),
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
  const bool counts = puzzles > 0 && row.complete && !is_void(row);
  return counts ? 1e9 * seconds / puzzles : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace sudoku
