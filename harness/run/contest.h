// Collects who was fast on which puzzle, block after block, off the clock. Only solvers that take
// puzzles one at a time have a time for each puzzle; batch solvers are left out.
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

// The times of one solver on one block: an entry per puzzle of the block, in picoseconds.
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

  // One for each contestant, in their order; all of the block's size, or empty when the contestant
  // did not take part in the block.
  void add_block(std::span<const PuzzleTimes> times);

  // Returns what was added since the last call. Fields and duels in which nobody met are there
  // too.
  result::ContestRecord take();

 private:
  // A row of a field: FieldEntry in the making.
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

// Leaves out what contestants had a part in whose rows are void (their speed does not count), and
// fields and duels in which nobody met; what is left is put in its order: larger samples first,
// solvers as in the rows.
void settle(result::ContestRecord& contest, std::span<const result::Row> rows);

}  // namespace sudoku::run
