// The engines for AVX2, compiled with its flags.
#include "solvers/simd/engine.h"
#include "solvers/simd/lane_search.h"
#include "solvers/simd/single_search.h"
#include "solvers/simd/slice_front.h"
#include "solvers/simd/slice_planes.h"
#include "solvers/simd/vector_avx2.h"

namespace sudoku::simd {

constinit const Engines kAvx2Engines = {engine_of<Avx2, SingleAvx2, SliceFront<PlaneAvx2>>(),
                                        single_engine_of<SingleAvx2>()};

}  // namespace sudoku::simd
