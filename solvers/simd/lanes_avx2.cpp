#include "solvers/simd/lane_search.h"
#include "solvers/simd/lane_text_avx2.h"
#include "solvers/simd/plane_avx2.h"
#include "solvers/simd/single_avx2.h"
#include "solvers/simd/slice_front.h"

namespace sudoku {

constinit const LanesEngine kLanesAvx2 = engine_of<Avx2, SingleAvx2, SliceFront<PlaneAvx2>>();

}  // namespace sudoku
