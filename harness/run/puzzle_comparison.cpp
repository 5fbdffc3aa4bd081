#include "harness/run/puzzle_comparison.h"

#include <algorithm>
#include <functional>
#include <set>

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

}  // namespace

PuzzleComparison::PuzzleComparison(std::vector<ComparedSolver> solvers)
    : solvers_(std::move(solvers)) {
  begin();
}

void PuzzleComparison::begin() {
  sets_.clear();
  pairs_.clear();
  std::set<double, std::greater<>> rates;
  for (const ComparedSolver& solver : solvers_)
    rates.insert(solver.sample_rate);
  for (const double rate : rates) {
    SharedSet set;
    set.record.sample_rate = rate;
    for (std::size_t i = 0; i < solvers_.size(); ++i) {
      if (solvers_[i].sample_rate < rate) continue;
      set.entries.push_back({.solver = i, .entry = {}, .ratios = {}});
      set.entries.back().entry.solver = solvers_[i].solver;
    }
    if (set.entries.size() > 1) sets_.push_back(std::move(set));
  }
  for (std::size_t a = 0; a < solvers_.size(); ++a) {
    for (std::size_t b = a + 1; b < solvers_.size(); ++b) {
      pairs_.push_back({.a = a, .b = b, .record = {}, .cells = {}});
      pairs_.back().record.a = solvers_[a].solver;
      pairs_.back().record.b = solvers_[b].solver;
    }
  }
}

void PuzzleComparison::add_block(std::span<const PuzzleTimes> times) {
  for (Pair& pair : pairs_)
    add(pair, times[pair.a], times[pair.b]);
  for (SharedSet& set : sets_)
    add(set, times);
}

void PuzzleComparison::add(Pair& pair, const PuzzleTimes& a, const PuzzleTimes& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] == kNotMet || b[i] == kNotMet) continue;
    ++pair.record.puzzles;
    pair.record.a_faster += beats(a[i], b[i]) ? 1 : 0;
    pair.record.b_faster += beats(b[i], a[i]) ? 1 : 0;
    pair.cells.add(time_bin(a[i]), time_bin(b[i]));
  }
}

void PuzzleComparison::add(SharedSet& set, std::span<const PuzzleTimes> times) {
  const auto size_of = [&times](const Entry& entry) { return times[entry.solver].size(); };
  const std::size_t puzzles = size_of(*std::ranges::min_element(set.entries, {}, size_of));
  for (std::size_t i = 0; i < puzzles; ++i) {
    const bool all_met = std::ranges::all_of(
        set.entries, [&](const Entry& entry) { return times[entry.solver][i] != kNotMet; });
    if (all_met) add_puzzle(set, times, i);
  }
}

void PuzzleComparison::add_puzzle(SharedSet& set, std::span<const PuzzleTimes> times,
                                  std::size_t puzzle) {
  BestTwo best;
  for (const Entry& entry : set.entries)
    best.add(times[entry.solver][puzzle]);
  ++set.record.puzzles;
  set.record.unsolved += best.first == kNotSolved ? 1 : 0;
  if (best.first != kNotSolved) set.record.best_total_ps += best.first;
  for (Entry& entry : set.entries) {
    const std::uint64_t time = times[entry.solver][puzzle];
    if (time == kNotSolved) {
      ++entry.ratios[0];
      continue;
    }
    const double ratio = static_cast<double>(time) / static_cast<double>(best.first);
    ++entry.ratios[stats::log_bin(ratio, stats::kRatioBinsPerOctave)];
    ++entry.entry.solved;
    entry.entry.total_ps += time;
    entry.entry.fastest += time == best.first ? 1 : 0;
    entry.entry.alone += time == best.first && beats(time, best.second) ? 1 : 0;
  }
}

result::ComparisonRecord PuzzleComparison::take() {
  result::ComparisonRecord comparison;
  for (const SharedSet& set : sets_) {
    result::SharedSetRecord& record = comparison.fields.emplace_back(set.record);
    for (const Entry& entry : set.entries) {
      record.entries.push_back(entry.entry);
      record.entries.back().ratios = record_of(entry.ratios);
    }
  }
  for (const Pair& pair : pairs_) {
    comparison.pairs.push_back(pair.record);
    comparison.pairs.back().cells = pair.cells.record();
  }
  begin();
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
