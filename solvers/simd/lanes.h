// The batch solver `lanes`: one search state in every lane of a vector, so that a whole register
// of puzzles, or of branches of one puzzle's search, takes each step together.
#pragma once

#include <cstddef>
#include <memory>

#include "solvers/simd/isa.h"
#include "solvers/solver.h"

namespace sudoku {

// For the instruction set that chosen_isa() names now. Any number of puzzles per call, one
// included: a single hard puzzle fills the lanes with the branches of its own search. All memory is
// taken here, about 1 MB; solve() takes none.
std::unique_ptr<Solver> make_lanes();

// For tests: an instruction set that this machine can run, and how many states may wait before the
// search gives up its breadth to stay within its memory.
std::unique_ptr<Solver> make_lanes(Isa isa, std::size_t waiting_limit);

}  // namespace sudoku
