// PuzzleComparison: which solver was fast on which puzzle, block by block, off the clock. Batch
// solvers are left out: they have no time per puzzle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "harness/result/document.h"
#include "harness/stats/log_bins.h"

namespace sudoku::run {

// Times of one solver on one block: an entry per puzzle of the block, in picoseconds.
using PuzzleTimes = std::vector<std::uint64_t>;
inline constexpr std::uint64_t kNotMet = 0;
inline constexpr std::uint64_t kNotSolved = UINT64_MAX;

class PuzzleComparison {
 public:
  struct ComparedSolver {
    std::string solver;
    double sample_rate = 1;
  };

  explicit PuzzleComparison(std::vector<ComparedSolver> solvers);

  // Adds a block: one entry per compared solver, in their order, of the block's size, or empty for
  // a solver that did not take part in the block.
  void add_block(std::span<const PuzzleTimes> times);

  // Returns the sums of the blocks added since the last take(); some sums may cover no puzzles.
  result::ComparisonRecord take();

 private:
  // Figures of a solver, summed over puzzles that all solvers of a set have timed.
  struct Entry {
    std::size_t solver;
    result::SharedSetEntry entry;
    std::map<std::uint64_t, std::uint64_t> ratios;
  };

  struct SharedSet {
    result::SharedSetRecord record;
    std::vector<Entry> entries;
  };

  struct Pair {
    std::size_t a;
    std::size_t b;
    result::PairRecord record;
    stats::Histogram2D cells;
  };

  static void add(Pair& pair, const PuzzleTimes& a, const PuzzleTimes& b);
  static void add(SharedSet& set, std::span<const PuzzleTimes> times);
  static void add_puzzle(SharedSet& set, std::span<const PuzzleTimes> times, std::size_t puzzle);

  void begin();

  std::vector<ComparedSolver> solvers_;
  std::vector<SharedSet> sets_;
  std::vector<Pair> pairs_;
};

// Removes shared puzzle sets and solver pairs that are empty or have solvers with void rows. Sorts
// the rest: larger samples first, solvers in the order of the rows.
void settle(result::ComparisonRecord& comparison, std::span<const result::Row> rows);

}  // namespace sudoku::run
