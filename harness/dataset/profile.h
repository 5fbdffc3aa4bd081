// Statistics of a dataset, and the faults of its puzzles, from solvers' answers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harness/dataset/reader.h"
#include "harness/stats/distribution.h"
#include "solvers/solver.h"

namespace sudoku::dataset {

struct Profile {
  std::uint64_t puzzles = 0;
  std::array<std::uint64_t, kCells + 1> clues{};  // numbers of puzzles by clue count
  std::uint64_t proper = 0;
  std::uint64_t several = 0;
  std::uint64_t none = 0;
  std::uint64_t minimal = 0;  // proper puzzles without a redundant clue
  stats::Distribution guesses;

  // `minimal` holds 1 for each minimal puzzle of the block and 0 for the others.
  void add(const Block& block, std::span<const Answer> answers, std::span<const char> minimal);
};

// A puzzle that is not proper or declares a wrong solution.
struct Fault {
  std::uint64_t line = 0;
  std::string_view text;
};

// The faults of a dataset's puzzles, found with a solver's answers.
struct Verification {
  std::uint64_t puzzles = 0;
  std::uint64_t proper = 0;
  std::uint64_t several = 0;
  std::uint64_t none = 0;
  std::uint64_t declared = 0;  // declared solutions
  std::uint64_t wrong = 0;     // declared solutions that are wrong
  std::vector<Fault> faults;   // of the last block added, in its order

  std::uint64_t fault_count() const { return several + none + wrong; }

  // `answers` come from a solver that proves its answers, with a solution limit of 2. A puzzle with
  // several solutions may declare any of them.
  void add(const Block& block, std::span<const Answer> answers);
};

}  // namespace sudoku::dataset
