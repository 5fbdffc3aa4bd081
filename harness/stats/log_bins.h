// Coarse logarithmic bins of times, guesses and ratios: figures of millions of puzzles stay small,
// and can be added, because all cut them alike.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace sudoku::stats {

// Bins that hold something, ascending, with what they hold.
struct BinsRecord {
  std::vector<std::uint64_t> bin;
  std::vector<std::uint64_t> count;

  bool operator==(const BinsRecord&) const = default;
};

// Counts in bins of two dimensions, ascending by x, then y.
struct CellsRecord {
  std::vector<std::uint64_t> x;
  std::vector<std::uint64_t> y;
  std::vector<std::uint64_t> count;

  bool operator==(const CellsRecord&) const = default;
};

inline constexpr unsigned kTimeBinsPerOctave = 4;   // of picoseconds
inline constexpr unsigned kGuessBinsPerOctave = 2;  // of guesses
inline constexpr unsigned kRatioBinsPerOctave = 8;  // of times over the best time

// Bin 0 is apart: no guess, or not solved. Bin b covers [2^((b-1)/n), 2^(b/n)) with n bins to an
// octave.
inline std::uint64_t log_bin(double value, unsigned per_octave) {
  if (value < 1) return 0;
  return 1 + static_cast<std::uint64_t>(std::log2(value) * per_octave);
}

// The smallest value of a bin.
inline double first_of_bin(std::uint64_t bin, unsigned per_octave) {
  return bin == 0 ? 0 : std::exp2((static_cast<double>(bin) - 1) / per_octave);
}

// Counts in two dimensions of which most are empty.
class Cells {
 public:
  void add(std::uint64_t x, std::uint64_t y) { ++counts_[{x, y}]; }

  void clear() { counts_.clear(); }

  CellsRecord record() const {
    CellsRecord record;
    for (const auto& [cell, count] : counts_) {
      record.x.push_back(cell.first);
      record.y.push_back(cell.second);
      record.count.push_back(count);
    }
    return record;
  }

 private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> counts_;
};

}  // namespace sudoku::stats
