// Statistics of a dataset, and the faults of its puzzles, from solvers' answers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "harness/dataset/reader.h"
#include "harness/stats/distribution.h"
#include "solvers/solver.h"

namespace sudoku::dataset {

struct Profile {
  std::uint64_t puzzles = 0;
  std::array<std::uint64_t, kCells + 1> clues{};  // numbers of puzzles by clue count
  stats::Distribution candidates;                 // numbers of candidates of pencilmark puzzles
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
  std::string text;
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

  // `answers` come from a solver that proves its answers, with a solution limit of at least 2.
  void add(const Block& block, std::span<const Answer> answers, std::uint64_t solution_limit);
};

}  // namespace sudoku::dataset
