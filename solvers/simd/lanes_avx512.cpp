#include "solvers/simd/lane_search.h"
#include "solvers/simd/lane_text_avx512.h"
#include "solvers/simd/plane_avx512.h"
#include "solvers/simd/single_avx512.h"
#include "solvers/simd/slice_front.h"

namespace sudoku {

constinit const LanesEngine kLanesAvx512 =
    engine_of<Avx512, SingleAvx512, SliceFront<PlaneAvx512>>();

}  // namespace sudoku
