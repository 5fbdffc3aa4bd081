#include "solvers/simd/single_avx2.h"

#include "solvers/simd/single_engine.h"
#include "solvers/simd/single_search.h"

namespace sudoku {

constinit const SingleEngine kSingleAvx2 = single_engine_of<SingleAvx2>();

}  // namespace sudoku
