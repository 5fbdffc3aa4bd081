// Removal of clues from puzzles, to generate puzzles and to test puzzles for minimality. A clue of
// a pencilmark puzzle is a candidate that it excludes.
#pragma once

#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "harness/base/random.h"
#include "solvers/pencilmarks.h"
#include "solvers/solver.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

// Number of places that may hold a clue, numbered as the characters of the puzzle's text.
template <typename Puzzle>
inline constexpr std::size_t kPlaces = std::size_t{kCells};
template <>
inline constexpr std::size_t kPlaces<Pencilmarks> = Pencilmarks::kText;

template <typename Puzzle>
using Order = std::array<int, kPlaces<Puzzle>>;

using CellOrder = Order<Grid>;

bool has_clue(const Grid& puzzle, int place);
bool has_clue(const Pencilmarks& puzzle, int place);

void remove_clue(Grid& puzzle, int place);
void remove_clue(Pencilmarks& puzzle, int place);

template <typename Puzzle = Grid>
Order<Puzzle> random_order(base::Random& random) {
  Order<Puzzle> places{};
  std::iota(places.begin(), places.end(), 0);
  random.shuffle(std::span<int>(places));
  return places;
}

// Removes clues in a given order while a condition holds that adding clues cannot break: having one
// solution, or being solved by singles. The caller tests one reduced puzzle at a time, so that many
// puzzles can be reduced in batches. Clues are tried several at once, with the same result as one
// by one: needed clues stay needed, and clues that can be removed together can be removed singly.
template <typename Puzzle>
class Reduction {
 public:
  // `puzzle` must meet the caller's condition; removal stops at `fewest` clues.
  Reduction(const Puzzle& puzzle, const Order<Puzzle>& order, int fewest);

  bool done() const { return question_ == puzzle_; }

  // The puzzle for which the caller must test the condition next; meaningless when done().
  const Puzzle& question() const { return question_; }

  void receive(bool holds);

  const Puzzle& puzzle() const { return puzzle_; }

  int clues() const { return clues_; }

  // Number of clues found so far that cannot be removed.
  int needed() const { return needed_; }

 private:
  void pose();

  Puzzle puzzle_;
  Puzzle question_{};
  Order<Puzzle> order_;
  std::size_t tried_ = 0;  // number of places of order_ whose clues are decided
  std::size_t asked_ = 0;  // number of places of order_ decided or being tested
  int step_;               // number of clues to remove at once
  int clues_;
  int taken_ = 0;  // number of clues whose removal is being tested
  int fewest_;
  int needed_ = 0;
};

// Finds the minimal puzzles, which have several solutions without any one of their clues. Tests
// many puzzles at once, so that batch solvers get batches. Use one object per thread.
class MinimalityTest {
 public:
  // `solver` must prove its answers and outlive the test.
  explicit MinimalityTest(Solver& solver) : solver_(solver) {}

  // Sets minimal[i] to 1 when puzzles[i], whose answer is answers[i], is minimal, else to 0.
  void run(const PuzzleSpan& puzzles, std::span<const Answer> answers, const Budget& budget,
           std::span<char> minimal);

 private:
  struct Undecided {
    std::size_t puzzle = 0;
    int place = 0;  // place of the clue to remove next
  };

  void ask(const PuzzleSpan& puzzles, const Budget& budget);
  void keep_undecided(const PuzzleSpan& puzzles, std::span<char> minimal);

  Solver& solver_;
  std::vector<Undecided> undecided_;  // puzzles whose minimality is undecided
  PuzzleList reduced_;
  std::vector<Answer> answers_;
};

}  // namespace sudoku::dataset
