// The engines that every processor of the platform can run.
#include "solvers/simd/engine.h"
#include "solvers/simd/lane_search.h"
#include "solvers/simd/single_search.h"
#include "solvers/simd/vector_portable.h"

namespace sudoku::simd {

namespace {

// Moves search states one by one. Without an instruction that permutes eight lanes, this is twice
// as fast as moving cell by cell. The order matters: a lane that receives a state may hold one
// still to be written, and a state may go where one has just been taken from the waiting states.
template <>
inline void move_states<Portable>(const Moves& moves, Portable::Vec* rows) {
  constexpr size_t kLane = Portable::kLanes;
  auto* const lanes = reinterpret_cast<uint16_t*>(rows);
  uint16_t* written = moves.written;
  for (auto solved = moves.solved; solved != 0; solved &= solved - 1)
    copy_state<kLane, StateBuffer::kStride>(lanes + __builtin_ctz(solved), written++);

  auto columns = moves.columns;
  for (auto to = moves.buffer_to; to != 0; to &= to - 1, columns &= columns - 1) {
    copy_state<StateBuffer::kStride, kLane>(moves.buffer + __builtin_ctz(columns),
                                            lanes + __builtin_ctz(to));
  }
  auto forked = moves.forked;
  for (auto to = moves.fork_to; to != 0; to &= to - 1, forked &= forked - 1)
    copy_state<kLane, kLane>(lanes + __builtin_ctz(forked), lanes + __builtin_ctz(to));

  uint16_t* pool = moves.pool;
  for (auto pushed = moves.pushed; pushed != 0; pushed &= pushed - 1)
    copy_state<kLane, StateBuffer::kStride>(lanes + __builtin_ctz(pushed), pool++);
}

}  // namespace

constinit const Engines kBaselineEngines = {engine_of<Portable, SinglePortable, NoFront>(),
                                            single_engine_of<SinglePortable>()};

}  // namespace sudoku::simd
