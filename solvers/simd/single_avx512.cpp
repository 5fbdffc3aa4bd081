#include "solvers/simd/single_avx512.h"

#include "solvers/simd/single_engine.h"
#include "solvers/simd/single_search.h"

namespace sudoku {

constinit const SingleEngine kSingleAvx512 = single_engine_of<SingleAvx512>();

}  // namespace sudoku
