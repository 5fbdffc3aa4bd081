// Puzzles that have lost their last lane, and have states that wait.
//
// Where puzzles have one solution, all that waits must be searched some time, so idle lanes take
// whatever is at hand. Where they have several, most of what waits is never needed: the first way
// down leads to a solution, the next one to a second. Then a puzzle keeps to one lane, which goes
// depth first: when its state has died, or is solved and not the last to find, the puzzle's
// youngest state takes its place, from wherever it is in the pool. Nothing is searched at a guess.
#pragma once

#include "solvers/simd/lane_shelf.h"
#include "solvers/simd/lanes_engine.h"

namespace sudoku {
namespace {

// Tells the one kind of puzzles from the other: with one solution, as many states die as questions
// are asked; with several, hardly any.
class DeadEnds {
 public:
  void start() { asked_ = dead_ = kMemory / 4; }

  void count(int asked, int dead) {
    asked_ += asked;
    dead_ += dead;
    if (asked_ <= kMemory) return;
    asked_ /= 2;
    dead_ /= 2;
  }

  bool are_few() const { return dead_ * 2 < asked_; }

  bool are_rare() const { return dead_ * 4 < asked_; }

 private:
  static constexpr int kMemory = 256;  // questions

  int asked_;
  int dead_;
};

// A state that waits.
struct Waiting {
  Shelf* shelf;  // null: none
  uint32_t column;

  uint16_t& puzzle() const { return shelf->row[kPuzzleRow][column]; }

  uint64_t place() const { return shelf->place[column]; }
};

// The youngest state of a puzzle.
template <typename Isa>
[[gnu::noinline]] Waiting youngest_of(Pool& pool, uint16_t puzzle) {
  for (uint32_t i = pool.top + 1; i-- > 0;) {
    const uint16_t* const puzzles = pool.shelf[i].row[kPuzzleRow];
    for (uint32_t end = pool.used[i]; end > 0;) {
      const uint32_t begin = (end - 1) / Isa::kLanes * Isa::kLanes;
      const typename Isa::LaneMask used =
          Isa::lowest(Isa::kAllLanes, static_cast<int>(end - begin));
      const auto same = Isa::mask(Isa::equal(Isa::load(puzzles + begin), Isa::all(puzzle))) & used;
      if (same != 0) {
        const int lane = 8 * static_cast<int>(sizeof same) - 1 - __builtin_clz(same);
        return {&pool.shelf[i], begin + static_cast<uint32_t>(lane)};
      }
      end = begin;
    }
  }
  return {nullptr, 0};
}

// The states that are to go on, each in the lane that its puzzle has lost.
template <typename Isa>
class Orphans {
  using LaneMask = typename Isa::LaneMask;

 public:
  void clear() { lanes_ = 0; }

  void add(int lane, const Waiting& waiting) {
    lanes_ |= LaneMask{1} << lane;
    waiting_[lane] = waiting;
  }

  LaneMask lanes() const { return lanes_; }

  // Word by word: they are few, and lie far apart.
  void resume(Pool& pool, typename Isa::Vec* rows, uint64_t* places, LanesPuzzle* results) {
    for (LaneMask lanes = lanes_; lanes != 0; lanes &= lanes - 1) {
      const int lane = __builtin_ctz(lanes);
      const Waiting& from = waiting_[lane];
      auto* to = reinterpret_cast<uint16_t*>(rows) + lane;
      for (int row = 0; row < kStateRows; ++row, to += Isa::kLanes)
        *to = from.shelf->row[row][from.column];
      places[lane] = from.place();
      --results[from.puzzle()].waiting;
      from.puzzle() = kNoPuzzle;
    }
    pool.trim();
  }

 private:
  LaneMask lanes_;
  Waiting waiting_[Isa::kLanes];
};

}  // namespace
}  // namespace sudoku
