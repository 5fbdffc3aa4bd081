#include "harness/run/puzzle_comparison.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "harness/stats/log_bins.h"

namespace sudoku::run {

namespace {

std::uint64_t time_bin(std::uint64_t ps) {
  return ps == kNotSolved ? 0 : stats::log_bin(static_cast<double>(ps));
}

result::PairRecord compare_pair(const ComparedSolver& a, const ComparedSolver& b) {
  result::PairRecord pair;
  pair.a = a.name;
  pair.b = b.name;
  stats::Histogram2D cells;
  for (std::size_t i = 0; i < std::min(a.times.size(), b.times.size()); ++i) {
    if (a.times[i] == kNotMet || b.times[i] == kNotMet) continue;
    ++pair.puzzles;
    cells.add(time_bin(a.times[i]), time_bin(b.times[i]));
  }
  pair.cells = cells.take();
  return pair;
}

}  // namespace

result::ComparisonRecord compare_times(std::span<const ComparedSolver> solvers) {
  result::ComparisonRecord comparison;
  for (std::size_t a = 0; a < solvers.size(); ++a) {
    for (std::size_t b = a + 1; b < solvers.size(); ++b)
      comparison.pairs.push_back(compare_pair(solvers[a], solvers[b]));
  }
  return comparison;
}

void settle(result::ComparisonRecord& comparison, std::span<const result::Row> rows) {
  std::map<std::string, std::size_t> sound;  // index of each solver that is not void
  for (const result::Row& row : rows)
    if (!result::is_void(row)) sound.emplace(row.solver, sound.size());
  std::erase_if(comparison.pairs, [&sound](const result::PairRecord& pair) {
    return pair.puzzles == 0 || !sound.contains(pair.a) || !sound.contains(pair.b);
  });
  std::ranges::sort(comparison.pairs, std::ranges::less(),
                    [&sound](const result::PairRecord& pair) {
                      return std::pair(sound.at(pair.a), sound.at(pair.b));
                    });
}

}  // namespace sudoku::run
