// States that are not in a lane: waiting to be searched, freshly read, or solved and not yet
// printed.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/engine.h"
#include "solvers/simd/lane_rules.h"

namespace sudoku::simd {
namespace {

// Up to 128 states side by side: row i holds cell i of all of them. Up to 32 more are room for the
// last vector. A row takes five cache lines: with an even number, rows would compete for the same
// few places of the cache (8 KB apart costs 10 to 17 %).
struct Shelf {
  static constexpr uint32_t kStates = 128;
  static constexpr uint32_t kSpare = 32;

  static constexpr size_t kStride = kStates + kSpare;

  alignas(64) uint16_t row[kStateRows][kStride];
  uint64_t place[kStates];  // in the pool
};

// In place of the number of its puzzle: a state that was taken from among others.
inline constexpr uint16_t kNoPuzzle = 0xFFFF;

// The states that wait, last in, first out, on a stack of shelves: only the top one is touched, but
// for single states that are taken from below.
struct Pool {
  // Beyond kLanesWaiting one lane goes on alone, depth first. Every answer to a question takes at
  // least one candidate of 729 away, so it leaves fewer than 729 states behind; parked lanes
  // add 32.
  static constexpr uint32_t kCapacity = kLanesWaiting + 2 * 32 + 729;
  // A shelf is left for the next with less room than for one vector, of 32 lanes at most.
  static constexpr uint32_t kShelves = kCapacity / (Shelf::kStates - 32) + 2;

  void clear() {
    top = 0;
    waiting = 0;
    used[0] = 0;
  }

  Shelf& top_shelf() { return shelf[top]; }

  // Makes the top shelf one with states, if any wait.
  void go_down() {
    while (used[top] == 0 && top > 0)
      --top;
  }

  // Makes room for as many states on the top shelf.
  void go_up(uint32_t states) {
    if (used[top] + states <= Shelf::kStates) return;
    ++top;
    used[top] = 0;
  }

  // Takes away what is no state any more, from the top.
  void trim() {
    for (go_down(); used[top] > 0 && top_shelf().row[kPuzzleRow][used[top] - 1] == kNoPuzzle;) {
      popped(1);
      go_down();
    }
  }

  void pushed(uint32_t states) {
    used[top] += states;
    waiting += states;
  }

  void popped(uint32_t states) {
    used[top] -= states;
    waiting -= states;
  }

  uint32_t top;
  uint32_t waiting;
  uint32_t used[kShelves];
  Shelf shelf[kShelves];
};

// Packs the states of one shelf for which `is_wanted(puzzle, place)` to the end of the pool.
template <typename Isa, typename Wanted>
[[gnu::always_inline]] inline void repack(Pool& pool, Shelf& from, uint32_t used,
                                          Wanted is_wanted) {
  using LaneMask = typename Isa::LaneMask;
  for (uint32_t begin = 0; begin < used; begin += Isa::kLanes) {
    pool.go_up(Isa::kLanes);
    Shelf& to = pool.top_shelf();
    uint32_t end = pool.used[pool.top];
    LaneMask wanted = 0;
    for (uint32_t i = begin; i < begin + Isa::kLanes && i < used; ++i) {
      if (!is_wanted(from.row[kPuzzleRow][i], from.place[i])) continue;
      wanted |= LaneMask{1} << (i - begin);
      to.place[end++] = from.place[i];
    }
    const auto packing = Isa::packing(wanted);
    const uint32_t column = pool.used[pool.top];
    for (int row = 0; row < kStateRows && wanted != 0; ++row)
      Isa::store(&to.row[row][column], Isa::moved(packing, Isa::load(&from.row[row][begin])));
    pool.pushed(end - column);
  }
}

// Packs the pool, in its order. In place: a shelf is left only after as many vectors as a shelf can
// hold, so what is written never overtakes what is read.
template <typename Isa, typename Wanted>
[[gnu::noinline]] void drop_unwanted(Pool& pool, Wanted is_wanted) {
  const uint32_t shelves = pool.top + 1;
  pool.top = 0;
  pool.waiting = 0;
  for (uint32_t i = 0; i < shelves; ++i) {
    const uint32_t used = pool.used[i];
    pool.used[i] = 0;
    repack<Isa>(pool, pool.shelf[i], used, is_wanted);
  }
}

}  // namespace
}  // namespace sudoku::simd
