#include "harness/run/puzzle_comparison.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "harness/stats/log_bins.h"

namespace sudoku::run {

namespace {

std::uint64_t time_bin(std::uint64_t ps) {
  return ps == kNotSolved ? 0 : stats::log_bin(static_cast<double>(ps), stats::kTimeBinsPerOctave);
}

// Whether `time` is shorter than `other` by more than the factor kClearly.
bool beats(std::uint64_t time, std::uint64_t other) {
  if (time == kNotSolved) return false;
  return static_cast<double>(other) > result::kClearly * static_cast<double>(time);
}

stats::Histogram1DRecord record_of(const std::map<std::uint64_t, std::uint64_t>& counts) {
  stats::Histogram1DRecord record;
  for (const auto& [bin, count] : counts) {
    record.bin.push_back(bin);
    record.count.push_back(count);
  }
  return record;
}

// The best and the second best time on a puzzle.
struct BestTwo {
  std::uint64_t first = kNotSolved;
  std::uint64_t second = kNotSolved;

  void add(std::uint64_t time) {
    second = std::min(second, std::max(first, time));
    first = std::min(first, time);
  }
};

result::PairRecord compare_pair(const ComparedSolver& a, const ComparedSolver& b) {
  result::PairRecord pair;
  pair.a = a.name;
  pair.b = b.name;
  stats::Histogram2D cells;
  for (std::size_t i = 0; i < std::min(a.times.size(), b.times.size()); ++i) {
    if (a.times[i] == kNotMet || b.times[i] == kNotMet) continue;
    ++pair.puzzles;
    pair.a_faster += beats(a.times[i], b.times[i]) ? 1 : 0;
    pair.b_faster += beats(b.times[i], a.times[i]) ? 1 : 0;
    cells.add(time_bin(a.times[i]), time_bin(b.times[i]));
  }
  pair.cells = cells.take();
  return pair;
}

// Figures of a solver, summed over puzzles that all solvers of a set have timed.
struct Entry {
  const PuzzleTimes& times;
  result::SharedSetEntry sums = {};
  std::map<std::uint64_t, std::uint64_t> ratios = {};
};

void add_puzzle(result::SharedSetRecord& set, std::span<Entry> entries, std::size_t puzzle) {
  BestTwo best;
  for (const Entry& entry : entries)
    best.add(entry.times[puzzle]);
  ++set.puzzles;
  set.unsolved += best.first == kNotSolved ? 1 : 0;
  if (best.first != kNotSolved) set.best_total_ps += best.first;
  for (auto& [times, sums, ratios] : entries) {
    const std::uint64_t time = times[puzzle];
    if (time == kNotSolved) {
      ++ratios[0];
      continue;
    }
    const double ratio = static_cast<double>(time) / static_cast<double>(best.first);
    ++ratios[stats::log_bin(ratio, stats::kRatioBinsPerOctave)];
    ++sums.solved;
    sums.total_ps += time;
    sums.fastest += time == best.first ? 1 : 0;
    sums.alone += time == best.first && beats(time, best.second) ? 1 : 0;
  }
}

// Compares the solvers whose samples include the puzzles sampled at `rate`.
result::SharedSetRecord compare_set(std::span<const ComparedSolver> solvers, double rate) {
  result::SharedSetRecord set;
  set.sample_rate = rate;
  std::vector<Entry> entries;
  std::size_t puzzles = SIZE_MAX;
  for (const ComparedSolver& solver : solvers) {
    if (solver.sample_rate < rate) continue;
    entries.push_back({.times = solver.times});
    entries.back().sums.solver = solver.name;
    puzzles = std::min(puzzles, solver.times.size());
  }
  for (std::size_t i = 0; i < puzzles; ++i) {
    const auto met = [i](const Entry& entry) { return entry.times[i] != kNotMet; };
    if (std::ranges::all_of(entries, met)) add_puzzle(set, entries, i);
  }
  for (Entry& entry : entries) {
    entry.sums.ratios = record_of(entry.ratios);
    set.entries.push_back(std::move(entry.sums));
  }
  return set;
}

}  // namespace

result::ComparisonRecord compare_times(std::span<const ComparedSolver> solvers) {
  result::ComparisonRecord comparison;
  std::set<double, std::greater<>> rates;
  for (const ComparedSolver& solver : solvers)
    rates.insert(solver.sample_rate);
  for (const double rate : rates) {
    result::SharedSetRecord set = compare_set(solvers, rate);
    if (set.entries.size() > 1) comparison.fields.push_back(std::move(set));
  }
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
  std::erase_if(comparison.fields, [&sound](const result::SharedSetRecord& set) {
    return set.puzzles == 0 ||
           !std::ranges::all_of(set.entries, [&](const result::SharedSetEntry& entry) {
             return sound.contains(entry.solver);
           });
  });
  std::erase_if(comparison.pairs, [&sound](const result::PairRecord& pair) {
    return pair.puzzles == 0 || !sound.contains(pair.a) || !sound.contains(pair.b);
  });
  std::ranges::sort(comparison.fields, std::ranges::greater(),
                    &result::SharedSetRecord::sample_rate);
  std::ranges::sort(comparison.pairs, std::ranges::less(),
                    [&sound](const result::PairRecord& pair) {
                      return std::pair(sound.at(pair.a), sound.at(pair.b));
                    });
}

}  // namespace sudoku::run
