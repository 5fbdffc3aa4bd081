// Depth-first search of many puzzles at once, one search state in every lane of a vector; before
// it, logic on 256 puzzles at once, one in every bit.
//
// Source: this project. The questions it branches on, whether a digit stands in one of the 54
// triads of three cells that a box and a line share, are those of T. Dillon's tdoku, 2019,
// t-dillon.github.io/tdoku.
#include "solvers/simd/lanes.h"

#include <array>

#include "solvers/roster.h"

namespace sudoku {

namespace {

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "lanes",
             .about = "batches: a search state in every 16-bit lane of the vectors, triads",
             .source = "this project; triads after Dillon, tdoku, 2019",
             .guess = "a question whether a digit stands in a triad; both answers are one guess",
             .batch = 512,
             .vectorised = true},
    .create = []() { return make_lanes(); },
}}};

}  // namespace

constinit const std::span<const SolverEntry> lanes_entries = kEntries;

}  // namespace sudoku
