// Whether a lane's solution has a twin: a second solution that needs no search.
#pragma once

#include <stddef.h>  // NOLINT(modernize-deprecated-headers): see lanes_engine.h
#include <stdint.h>  // NOLINT(modernize-deprecated-headers): as above

#include "solvers/simd/lane_branch.h"
#include "solvers/simd/rectangle.h"

namespace sudoku {
namespace {

// A look takes some 130 cycles, by their count. Nine in ten first solutions of puzzles with several
// pass, of 17-clue puzzles and random minimal ones one in fifty to one in twenty. With harder ones
// that was still too often, so the search looks only while dead ends are few.
inline bool is_twin_likely(uint64_t place, uint64_t guesses) {
  const uint64_t depth = depth_of(place);
  return depth >= 3 && guesses <= 2 * depth;
}

// `Grid`: how the instruction set holds one grid in a few vectors.
template <typename Isa, typename Grid>
[[gnu::noinline]] bool has_twin(const typename Isa::Vec* rows, int lane, const char* puzzle) {
  alignas(64) uint16_t words[sizeof(State<Grid>) / sizeof(uint16_t)];
  const auto* const from = reinterpret_cast<const uint16_t*>(rows) + lane;
#pragma GCC unroll 81
  for (int cell = 0; cell < 81; ++cell)
    words[Grid::word_of(cell)] = from[cell * Isa::kLanes];
  State<Grid> solution;
  __builtin_memcpy(&solution, words, sizeof solution);
  return has_rectangle<Grid>(solution, Grid::read(puzzle));
}

}  // namespace
}  // namespace sudoku
