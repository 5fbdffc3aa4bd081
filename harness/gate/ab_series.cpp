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

void add_log_ratios(const std::vector<double>& legs, std::vector<double>& logs) {
  for (std::size_t i = 0; i + 1 < legs.size(); i += 2) {
    const double log = std::log(legs[i + 1] / legs[i]);
    if (std::isfinite(log)) logs.push_back(log);
  }
}

// How far the second legs of the blocks lie from the first: of the logarithms the middle one,
// because a busy machine spoils some.
double noise_of(const std::vector<double>& base, const std::vector<double>& fresh) {
  std::vector<double> logs;
  add_log_ratios(base, logs);
  add_log_ratios(fresh, logs);
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
                   .noise = noise_of(row.base, row.fresh),
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
