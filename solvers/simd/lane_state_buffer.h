// Search states outside the vector lanes: waiting, just read, or solved and not yet written.
#pragma once

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/engine.h"
#include "solvers/simd/lane_rules.h"

namespace sudoku::simd {
namespace {

// Up to 128 states side by side: row i holds cell i of each. The 32 spare columns are room for the
// last vector. A row takes five cache lines: with an even number, rows would compete for the same
// few cache sets (rows 8 KB apart cost 10 to 17 %).
struct StateBuffer {
  static constexpr uint32_t kStates = 128;
  static constexpr uint32_t kSpare = 32;

  static constexpr size_t kStride = kStates + kSpare;

  alignas(64) uint16_t row[kStateRows][kStride];
  uint64_t place[kStates];  // of waiting states: places in their puzzles' search trees
};

// Copies a search state from cells `from_stride` words apart to cells `to_stride` words apart.
template <size_t from_stride, size_t to_stride>
void copy_state(const uint16_t* from, uint16_t* to) {
#pragma GCC unroll 2
  for (size_t row = 0; row < kStateRows; ++row)
    to[row * to_stride] = from[row * from_stride];
}

// Puzzle number of a column from which a waiting search state has been taken out of turn.
inline constexpr uint16_t kNoPuzzle = 0xFFFF;

// The waiting states in a stack of state buffers: only single states are taken from lower ones.
struct Pool {
  // With over kLanesWaiting waiting states, only one lane goes on, depth first. It adds fewer than
  // 729 states, as each branch removes at least one of 729 candidates; the other lanes add 32.
  static constexpr uint32_t kCapacity = kLanesWaiting + 2 * 32 + 729;
  // Number of buffers: each is left when it has no room for 32 more search states.
  static constexpr uint32_t kShelves = kCapacity / (StateBuffer::kStates - 32) + 2;

  void clear() {
    top = 0;
    waiting = 0;
    used[0] = 0;
  }

  StateBuffer& top_buffer() { return buffer[top]; }

  void go_down() {
    while (used[top] == 0 && top > 0)
      --top;
  }

  // Makes room for `states` states in the top buffer.
  void go_up(uint32_t states) {
    if (used[top] + states <= StateBuffer::kStates) return;
    ++top;
    used[top] = 0;
  }

  // Frees the pool's last columns, as far as their search states have been taken out.
  void trim() {
    for (go_down(); used[top] > 0 && top_buffer().row[kPuzzleRow][used[top] - 1] == kNoPuzzle;) {
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
  StateBuffer buffer[kShelves];
};

// Appends the states of one buffer for which `is_wanted(puzzle, place)` to the pool, packed.
template <typename Isa, typename Wanted>
[[gnu::always_inline]] inline void repack(Pool& pool, StateBuffer& from, uint32_t used,
                                          Wanted is_wanted) {
  for (uint32_t begin = 0; begin < used; begin += Isa::kLanes) {
    pool.go_up(Isa::kLanes);
    StateBuffer& to = pool.top_buffer();
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

// Drops waiting states that are not wanted; packs the rest in place, in order. Each buffer
// takes at least as many vectors as are read from one, so writing never overtakes reading.
template <typename Isa, typename Wanted>
[[gnu::noinline]] void drop_unwanted(Pool& pool, Wanted is_wanted) {
  const uint32_t shelves = pool.top + 1;
  pool.top = 0;
  pool.waiting = 0;
  for (uint32_t i = 0; i < shelves; ++i) {
    const uint32_t used = pool.used[i];
    pool.used[i] = 0;
    repack<Isa>(pool, pool.buffer[i], used, is_wanted);
  }
}

}  // namespace
}  // namespace sudoku::simd
