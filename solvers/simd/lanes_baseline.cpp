#include "solvers/simd/lane_moves_portable.h"
#include "solvers/simd/lane_search.h"
#include "solvers/simd/single_portable.h"
#include "solvers/simd/vector_portable.h"

namespace sudoku {

constinit const LanesEngine kLanesBaseline = engine_of<Portable, SinglePortable, NoFront>();

}  // namespace sudoku
