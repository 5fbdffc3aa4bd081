// The solver `simd`: one puzzle at a time, a whole grid in a few vectors, for the shortest time
// from a puzzle to its answer.
#pragma once

#include <cstdint>
#include <memory>

#include "solvers/simd/isa.h"
#include "solvers/solver.h"

namespace sudoku {

// For the instruction set that chosen_isa() names now. A puzzle that takes many guesses goes on in
// a batch solver of its own, which spreads the branches of its search over the lanes. All memory is
// taken here, about 1 MB; solve() takes none.
std::unique_ptr<Solver> make_simd();

// For tests: an instruction set that this machine can run, and the guesses after which a puzzle is
// handed over to the batch solver.
std::unique_ptr<Solver> make_simd(Isa isa, std::uint64_t patience);

namespace simd {

// For tests: what searches before a puzzle is handed over; see engine.h.
struct SingleEngine;
const SingleEngine& single_engine_for(Isa isa);

}  // namespace simd

}  // namespace sudoku
