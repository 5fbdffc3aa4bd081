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

class Contest {
 public:
  struct Contestant {
    std::string solver;
    double sample_rate = 1;
  };

  explicit Contest(std::vector<Contestant> contestants);

  // Adds a block: one entry per compared solver, in their order, of the block's size, or empty for
  // a solver that did not take part in the block.
  void add_block(std::span<const PuzzleTimes> times);

  // Returns what was added since the last call, including shared sets and pairs without puzzles.
  result::ContestRecord take();

 private:
  // A solver's entry in a shared set, still being added up.
  struct Standing {
    std::size_t contestant;
    result::FieldEntry entry;
    std::map<std::uint64_t, std::uint64_t> ratios;
  };

  struct Field {
    result::FieldRecord record;
    std::vector<Standing> standings;
  };

  struct Duel {
    std::size_t a;
    std::size_t b;
    result::DuelRecord record;
    stats::Cells cells;
  };

  static void add(Duel& duel, const PuzzleTimes& a, const PuzzleTimes& b);
  static void add(Field& field, std::span<const PuzzleTimes> times);
  static void add_puzzle(Field& field, std::span<const PuzzleTimes> times, std::size_t puzzle);

  void begin();

  std::vector<Contestant> contestants_;
  std::vector<Field> fields_;
  std::vector<Duel> duels_;
};

// Removes shared sets and pairs without puzzles, or with solvers whose rows are void. Sorts the
// rest: larger samples first, solvers in the order of the rows.
void settle(result::ContestRecord& contest, std::span<const result::Row> rows);

}  // namespace sudoku::run
