// The engines for AVX-512 with BITALG and VBMI2 too (Ice Lake, Zen 4 and later), compiled with its
// flags.
#include "solvers/simd/engine.h"
#include "solvers/simd/lane_search.h"
#include "solvers/simd/single_search.h"
#include "solvers/simd/slice_front.h"
#include "solvers/simd/slice_planes.h"
#include "solvers/simd/vector_avx512.h"

namespace sudoku::simd {

constinit const LanesEngine kLanesAvx512Icelake =
    engine_of<Avx512, SingleAvx512, SliceFront<PlaneAvx512>>();
constinit const SingleEngine kSingleAvx512Icelake = single_engine_of<SingleAvx512>();

}  // namespace sudoku::simd
