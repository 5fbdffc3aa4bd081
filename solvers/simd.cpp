// Depth-first search of one puzzle whose candidates fill three vectors (AVX-512), or nine.
//
// Source: this project. The questions it branches on are those of T. Dillon's tdoku, 2019,
// t-dillon.github.io/tdoku; that solver, too, propagates one grid in vectors, in another layout.
#include <array>

#include "solvers/roster.h"
#include "solvers/simd/single.h"

namespace sudoku {

namespace {

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "simd",
             .about = "one puzzle at a time: a grid in three vectors of minirows, triads",
             .source = "this project; triads after Dillon, tdoku, 2019",
             .guess = "a question whether a digit stands in a triad; both answers are one guess",
             .vectorised = true},
    .create = []() { return make_simd(); },
}}};

}  // namespace

constinit const std::span<const SolverEntry> simd_entries = kEntries;

}  // namespace sudoku
