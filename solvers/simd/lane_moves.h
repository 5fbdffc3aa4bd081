// Moves search states between vector lanes and buffers in memory, in one pass over all cells.
#pragma once

#include "solvers/simd/lane_branch.h"
#include "solvers/simd/lane_state_buffer.h"

namespace sudoku::simd {
namespace {

// The search states to be moved. One to be branched is copied: the copy with the answer "yes" keeps
// its vector lane, the one with "no" waits (`pushed`) or gets an idle lane (`forked`).
struct Moves {
  LaneMask solved = 0;  // lanes to be copied to the solutions found
  LaneMask pushed = 0;  // lanes to be copied to the waiting states
  LaneMask forked = 0;  // lanes to be copied to the idle lanes fork_to
  LaneMask fork_to = 0;
  LaneMask columns = 0;  // columns of `buffer` to be copied to the idle lanes buffer_to
  LaneMask buffer_to = 0;
  uint16_t* written = nullptr;
  uint16_t* pool = nullptr;
  uint64_t* pool_places = nullptr;
  const uint16_t* buffer = nullptr;
};

inline constexpr unsigned kMovesSolved = 1;
inline constexpr unsigned kMovesStuck = 2;
inline constexpr unsigned kMovesBuffer = 4;

// Stores eight states if `few`: whole vectors nearly always cross cache lines (5 to 8 % of time).
template <typename Isa>
[[gnu::always_inline]] inline void store_states(bool few, uint16_t* to, typename Isa::Vec states) {
  if (few) {
    Isa::store_eight(to, states);
  } else {
    Isa::store(to, states);
  }
}

// Moves search states, cell by cell; one instance for each combination of moves (`kWhat`).
template <typename Isa, unsigned kWhat>
[[gnu::noinline]] void sweep(const Moves& moves, typename Isa::Vec* rows) {
  // packing(from): the route of the lanes in `from` to the lowest lanes. from_to(from, to): the
  // route of the i-th lane in `from` to the i-th lane in `to`, which has as many lanes.
  const typename Isa::Route solved = Isa::packing(moves.solved);
  const typename Isa::Route pushed = Isa::packing(moves.pushed);
  const typename Isa::Route forked = Isa::from_to(moves.forked, moves.fork_to);
  const typename Isa::Route taken = Isa::from_to(moves.columns, moves.buffer_to);
  const typename Isa::Flags fork_to = Isa::flags(moves.fork_to);
  const typename Isa::Flags buffer_to = Isa::flags(moves.buffer_to);
  const bool any_forked = moves.forked != 0;
  const bool any_pushed = moves.pushed != 0;
  const bool few_pushed = __builtin_popcount(moves.pushed) <= 8;
  const bool few_solved = __builtin_popcount(moves.solved) <= 8;
  uint16_t* written = moves.written;
  uint16_t* pool = moves.pool;
  const uint16_t* buffer = moves.buffer;
#pragma GCC unroll 2
  for (int row = 0; row < kStateRows; ++row) {
    const auto state = Isa::source(reinterpret_cast<const uint16_t*>(&rows[row]));
    typename Isa::Vec next = rows[row];
    if constexpr ((kWhat & kMovesStuck) != 0) {
      if (any_forked) next = Isa::move_into(next, fork_to, forked, state);
    }
    // Read waiting states before others are written, perhaps to the same columns of the buffer.
    if constexpr ((kWhat & kMovesBuffer) != 0) {
      next = Isa::move_into(next, buffer_to, taken, Isa::source(buffer));
      buffer += StateBuffer::kStride;
    }
    if constexpr ((kWhat & kMovesSolved) != 0) {
      store_states<Isa>(few_solved, written, Isa::moved(solved, state));
      written += StateBuffer::kStride;
    }
    if constexpr ((kWhat & kMovesStuck) != 0) {
      if (any_pushed) store_states<Isa>(few_pushed, pool, Isa::moved(pushed, state));
      pool += StateBuffer::kStride;
    }
    rows[row] = next;
  }
}

template <size_t kLanes>
[[gnu::always_inline]] inline void answer_one(uint16_t about, uint16_t digit, uint16_t* yes,
                                              uint16_t* no, size_t no_stride) {
  const Answers& answers = kAnswers.about[about];
  const auto rest = static_cast<uint16_t>(~digit);
#pragma GCC unroll 6
  for (const size_t cell : answers.yes)
    yes[cell * kLanes] &= rest;
#pragma GCC unroll 6
  for (const size_t cell : answers.no)
    no[cell * no_stride] &= rest;
}

// Branches search states: removes a digit from up to six cells of a state in its vector lane
// ("yes"), and of its copy ("no"). In the pass that moves states, this would take as long with mask
// registers (AVX-512), but five times as long without them.
template <typename Isa>
void answer(const Moves& moves, const Questions<Isa>& questions, typename Isa::Vec* rows,
            uint64_t* places, LanesPuzzle* results) {
  auto* const lanes = reinterpret_cast<uint16_t*>(rows);
  LaneMask fork_to = moves.fork_to;
  for (auto stuck = moves.forked; stuck != 0; stuck &= stuck - 1, fork_to &= fork_to - 1) {
    const int lane = __builtin_ctz(stuck);
    const int to = __builtin_ctz(fork_to);
    answer_one<Isa::kLanes>(questions.about[lane], questions.digit[lane], lanes + lane, lanes + to,
                            Isa::kLanes);
    places[to] = right_of(places[lane]);
    places[lane] = left_of(places[lane]);
  }
  uint16_t* pool = moves.pool;
  uint64_t* pool_places = moves.pool_places;
  for (auto stuck = moves.pushed; stuck != 0; stuck &= stuck - 1) {
    const int lane = __builtin_ctz(stuck);
    answer_one<Isa::kLanes>(questions.about[lane], questions.digit[lane], lanes + lane, pool++,
                            StateBuffer::kStride);
    *pool_places++ = right_of(places[lane]);
    places[lane] = left_of(places[lane]);
    ++results[lanes[kPuzzleRow * Isa::kLanes + lane]].waiting;
  }
}

template <typename Isa>
void move_states(const Moves& moves, typename Isa::Vec* rows) {
  using Sweep = void (*)(const Moves&, typename Isa::Vec*);
  static constexpr Sweep kSweeps[8] = {sweep<Isa, 0>, sweep<Isa, 1>, sweep<Isa, 2>, sweep<Isa, 3>,
                                       sweep<Isa, 4>, sweep<Isa, 5>, sweep<Isa, 6>, sweep<Isa, 7>};
  const unsigned what = (moves.solved != 0 ? kMovesSolved : 0) |
                        ((moves.pushed | moves.forked) != 0 ? kMovesStuck : 0) |
                        (moves.buffer_to != 0 ? kMovesBuffer : 0);
  if (what != 0) kSweeps[what](moves, rows);
}

}  // namespace
}  // namespace sudoku::simd
