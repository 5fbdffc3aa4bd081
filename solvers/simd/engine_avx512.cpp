// The engines for AVX-512, compiled twice: with the flags of F, CD, BW, DQ and VL, and with those
// of BITALG and VBMI2 as well (Ice Lake, Zen 4 and later).
#include "solvers/simd/engine.h"
#include "solvers/simd/lane_search.h"
#include "solvers/simd/single_search.h"
#include "solvers/simd/slice_front.h"
#include "solvers/simd/slice_planes.h"
#include "solvers/simd/vector_avx512.h"

namespace sudoku::simd {

#if defined(__AVX512VBMI2__)
constinit const Engines kAvx512IcelakeEngines = {
#else
constinit const Engines kAvx512Engines = {
#endif
    engine_of<Avx512, SingleAvx512, SliceFront<PlaneAvx512>>(), single_engine_of<SingleAvx512>()};

}  // namespace sudoku::simd
