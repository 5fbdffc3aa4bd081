// Coarse logarithmic bins of times. Their bounds never vary, so that counts from different runs can
// be added.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace sudoku::stats {

// The non-empty bins of a two-dimensional histogram, ascending by x, then y, and their counts.
struct Histogram2DRecord {
  std::vector<std::uint64_t> x;
  std::vector<std::uint64_t> y;
  std::vector<std::uint64_t> count;

  bool operator==(const Histogram2DRecord&) const = default;

  using R = Histogram2DRecord;
  static constexpr std::array kLists = {std::pair{"x", &R::x}, std::pair{"y", &R::y},
                                        std::pair{"count", &R::count}};
  static constexpr const char* kOnePer = "one count per cell";
};

inline constexpr unsigned kBinsPerOctave = 4;

// The bin of a time in picoseconds. Bin 0 holds those below 1 (not solved); bin b covers
// [2^((b-1)/n), 2^(b/n)), with n bins per octave.
inline std::uint64_t log_bin(double ps) {
  if (ps < 1) return 0;
  return 1 + static_cast<std::uint64_t>(std::log2(ps) * kBinsPerOctave);
}

// The time in the middle of a bin, on its logarithmic scale.
inline double middle_of_bin(std::uint64_t bin) {
  return bin == 0 ? 0 : std::exp2((static_cast<double>(bin) - 0.5) / kBinsPerOctave);
}

// A sparse two-dimensional histogram.
class Histogram2D {
 public:
  void add(std::uint64_t x, std::uint64_t y) { ++counts_[{x, y}]; }

  // Returns the counts, and clears them.
  Histogram2DRecord take() {
    Histogram2DRecord record;
    for (const auto& [cell, count] : std::exchange(counts_, {})) {
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
