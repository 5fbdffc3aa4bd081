#include "harness/run/contest.h"

#include <algorithm>
#include <functional>
#include <set>

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

stats::BinsRecord record_of(const std::map<std::uint64_t, std::uint64_t>& counts) {
  stats::BinsRecord record;
  for (const auto& [bin, count] : counts) {
    record.bin.push_back(bin);
    record.count.push_back(count);
  }
  return record;
}

// The best and the second best time on a puzzle.
struct Podium {
  std::uint64_t first = kNotSolved;
  std::uint64_t second = kNotSolved;

  void add(std::uint64_t time) {
    second = std::min(second, std::max(first, time));
    first = std::min(first, time);
  }
};

}  // namespace

Contest::Contest(std::vector<Contestant> contestants) : contestants_(std::move(contestants)) {
  begin();
}

void Contest::begin() {
  fields_.clear();
  duels_.clear();
  std::set<double, std::greater<>> rates;
  for (const Contestant& contestant : contestants_)
    rates.insert(contestant.sample_rate);
  for (const double rate : rates) {
    Field field;
    field.record.sample_rate = rate;
    for (std::size_t i = 0; i < contestants_.size(); ++i) {
      if (contestants_[i].sample_rate < rate) continue;
      field.standings.push_back({.contestant = i, .entry = {}, .ratios = {}});
      field.standings.back().entry.solver = contestants_[i].solver;
    }
    if (field.standings.size() > 1) fields_.push_back(std::move(field));
  }
  for (std::size_t a = 0; a < contestants_.size(); ++a) {
    for (std::size_t b = a + 1; b < contestants_.size(); ++b) {
      duels_.push_back({.a = a, .b = b, .record = {}, .cells = {}});
      duels_.back().record.a = contestants_[a].solver;
      duels_.back().record.b = contestants_[b].solver;
    }
  }
}

void Contest::add_block(std::span<const PuzzleTimes> times) {
  for (Duel& duel : duels_)
    add(duel, times[duel.a], times[duel.b]);
  for (Field& field : fields_)
    add(field, times);
}

void Contest::add(Duel& duel, const PuzzleTimes& a, const PuzzleTimes& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] == kNotMet || b[i] == kNotMet) continue;
    ++duel.record.puzzles;
    duel.record.a_faster += beats(a[i], b[i]) ? 1 : 0;
    duel.record.b_faster += beats(b[i], a[i]) ? 1 : 0;
    duel.cells.add(time_bin(a[i]), time_bin(b[i]));
  }
}

void Contest::add(Field& field, std::span<const PuzzleTimes> times) {
  const auto size_of = [&times](const Standing& standing) {
    return times[standing.contestant].size();
  };
  const std::size_t puzzles = size_of(*std::ranges::min_element(field.standings, {}, size_of));
  for (std::size_t i = 0; i < puzzles; ++i) {
    const bool all_met = std::ranges::all_of(field.standings, [&](const Standing& standing) {
      return times[standing.contestant][i] != kNotMet;
    });
    if (all_met) add_puzzle(field, times, i);
  }
}

void Contest::add_puzzle(Field& field, std::span<const PuzzleTimes> times, std::size_t puzzle) {
  Podium podium;
  for (const Standing& standing : field.standings)
    podium.add(times[standing.contestant][puzzle]);
  ++field.record.puzzles;
  field.record.unsolved += podium.first == kNotSolved ? 1 : 0;
  if (podium.first != kNotSolved) field.record.best_total_ps += podium.first;
  for (Standing& standing : field.standings) {
    const std::uint64_t time = times[standing.contestant][puzzle];
    if (time == kNotSolved) {
      ++standing.ratios[0];
      continue;
    }
    const double ratio = static_cast<double>(time) / static_cast<double>(podium.first);
    ++standing.ratios[stats::log_bin(ratio, stats::kRatioBinsPerOctave)];
    ++standing.entry.solved;
    standing.entry.total_ps += time;
    standing.entry.fastest += time == podium.first ? 1 : 0;
    standing.entry.alone += time == podium.first && beats(time, podium.second) ? 1 : 0;
  }
}

result::ContestRecord Contest::take() {
  result::ContestRecord contest;
  for (const Field& field : fields_) {
    result::FieldRecord& record = contest.fields.emplace_back(field.record);
    for (const Standing& standing : field.standings) {
      record.entries.push_back(standing.entry);
      record.entries.back().ratios = record_of(standing.ratios);
    }
  }
  for (const Duel& duel : duels_) {
    contest.duels.push_back(duel.record);
    contest.duels.back().cells = duel.cells.record();
  }
  begin();
  return contest;
}

void settle(result::ContestRecord& contest, std::span<const result::Row> rows) {
  std::map<std::string, std::size_t> sound;  // solvers that are not void, and their order
  for (const result::Row& row : rows) {
    if (!result::is_void(row)) sound.emplace(row.solver, sound.size());
  }
  std::erase_if(contest.fields, [&sound](const result::FieldRecord& field) {
    return field.puzzles == 0 ||
           !std::ranges::all_of(field.entries, [&](const result::FieldEntry& entry) {
             return sound.contains(entry.solver);
           });
  });
  std::erase_if(contest.duels, [&sound](const result::DuelRecord& duel) {
    return duel.puzzles == 0 || !sound.contains(duel.a) || !sound.contains(duel.b);
  });
  std::ranges::sort(contest.fields, std::ranges::greater(), &result::FieldRecord::sample_rate);
  std::ranges::sort(contest.duels, std::ranges::less(), [&sound](const result::DuelRecord& duel) {
    return std::pair(sound.at(duel.a), sound.at(duel.b));
  });
}

}  // namespace sudoku::run
