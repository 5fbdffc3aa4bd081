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

// The time of the faster leg, the geometric mean over the rows; that of the ratios of the second
// leg over the first goes to `same`, as a logarithm.
double faster_of(const std::vector<RunResult>& legs, const AbRows& rows,
                 std::vector<double>& same) {
  double faster = 0;
  double ratio = 0;
  for (const ResultRecord* row : rows) {
    const double first = time_in(legs.front(), *row);
    const double second = time_in(legs.back(), *row);
    faster += std::log(std::fmin(first, second));
    ratio += std::log(second / first);
  }
  const auto count = static_cast<double>(rows.size());
  if (std::isfinite(ratio)) same.push_back(ratio / count);
  return std::exp(faster / count);
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

AbSeries::AbSeries(const std::vector<AbRows>& subjects) {
  for (const AbRows& rows : subjects)
    subjects_.push_back({.rows = rows, .base = {}, .fresh = {}, .same = {}});
}

void AbSeries::add(const AbBlock& block) {
  for (Subject& subject : subjects_) {
    subject.base.push_back(faster_of(block.base, subject.rows, subject.same));
    subject.fresh.push_back(faster_of(block.fresh, subject.rows, subject.same));
  }
  ++blocks_;
}

std::vector<TimeSeries> AbSeries::times() const {
  std::vector<TimeSeries> all;
  for (const Subject& subject : subjects_) {
    all.push_back({.base = subject.base,
                   .fresh = subject.fresh,
                   .noise = noise_of(subject.same),
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
