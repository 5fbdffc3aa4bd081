// Full grids, each of the 6,670,903,752,021,072,936,960 there are as likely as any other.
//
// Source: this project. Five boxes, the top band and the left stack, are drawn uniformly, as
// B. Felgenhauer and F. Jarvis, "Enumerating possible Sudoku grids", 2005, count bands; then the
// ways to fill the other four are counted, and the frame is kept with a probability in proportion
// to their number. Nothing is searched, and nothing is approximate.
#pragma once

#include <cstdint>

#include "harness/dataset/random.h"
#include "solvers/sudoku.h"

namespace sudoku {

Grid draw_full_grid(Random& random);

// What it is made of.

// The top band and the left stack, drawn uniformly from all of them.
Grid draw_frame(Random& random);

// Three columns of the top boxes hold the same as others of them, and so do three rows of the left
// boxes: one frame in 2,100.
bool is_symmetric(const Grid& frame);

// No frame can be completed in more ways. All were counted to find that; their sum is the number of
// grids.
inline constexpr std::uint64_t kMostCompletions = 11664;
inline constexpr std::uint64_t kMostUsualCompletions = 5644;  // not symmetric

}  // namespace sudoku
