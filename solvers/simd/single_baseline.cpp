#include "solvers/simd/single_engine.h"
#include "solvers/simd/single_portable.h"
#include "solvers/simd/single_search.h"

namespace sudoku {

constinit const SingleEngine kSingleBaseline = single_engine_of<SinglePortable>();

}  // namespace sudoku
