// What there is to know of a dataset, gathered a block at a time.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>

#include "harness/dataset/block.h"
#include "solvers/solver.h"

namespace sudoku {

// How often each value was met: exact, so that quantiles are, too. Memory grows with the number of
// different values.
class Distribution {
 public:
  void add(double value);

  std::uint64_t count() const { return count_; }

  // How often each value was met, least first.
  const std::map<double, std::uint64_t>& counts() const { return counts_; }

  std::uint64_t count_of(double value) const;

  // At least one value must have been added to ask for these.
  double mean() const;
  double quantile(double share) const;  // the least value that so many are not above

 private:
  std::map<double, std::uint64_t> counts_;
  std::uint64_t count_ = 0;
};

struct Profile {
  std::uint64_t puzzles = 0;
  std::array<std::uint64_t, kCells + 1> clues{};  // puzzles with so many
  std::uint64_t proper = 0;
  std::uint64_t several = 0;
  std::uint64_t none = 0;
  std::uint64_t minimal = 0;  // of the proper ones
  Distribution guesses;
  Distribution ratings;  // of the puzzles that have one

  // `minimal` says for each puzzle 1 or 0.
  void add(const Block& block, std::span<const Answer> answers, std::span<const char> minimal);
};

}  // namespace sudoku
