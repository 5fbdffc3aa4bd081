// Draws full grids, each of the 6,670,903,752,021,072,936,960 grids with the same probability. The
// method is this project's own: it draws a frame, the five boxes of the top band and the left
// stack, uniformly, as B. Felgenhauer and F. Jarvis, "Enumerating possible Sudoku grids", 2005,
// count bands. It counts the completions of the frame and keeps the frame with a probability
// proportional to their number. It needs no search and no approximation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/base/random.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

Grid draw_full_grid(base::Random& random);

// A grid with only the top band and the left stack filled, drawn uniformly from all such frames.
Grid draw_frame(base::Random& random);

// Whether the top boxes of a frame (top band and left stack) have at least three pairs of columns,
// and the left boxes three pairs of rows, with the same digits; true for one frame in 2,100.
bool is_symmetric(const Grid& frame);

// Maximum number of full grids that share a top band and left stack, found by exhaustive counting.
inline constexpr std::uint64_t kMostCompletions = 11664;
// Maximum number of full grids with the same top band and left stack if not is_symmetric().
inline constexpr std::uint64_t kMostUsualCompletions = 5644;

using DigitSet = std::uint16_t;            // bit d-1 for digit d
using BoxLines = std::array<DigitSet, 3>;  // digits of a box by row, or by column

// Digits by line of the second and third box of a band (rows) or of a stack (columns).
struct Split {
  BoxLines first;
  BoxLines second;
};

inline constexpr std::size_t kSplits = 56;  // of each first box

// All full grids with a given top band and left stack, counted without search. Boxes 5 and 6, and 8
// and 9, have 56 choices for rows each; given these, columns of the two stacks are independent.
class Completions {
 public:
  explicit Completions(const Grid& frame);

  std::uint64_t count() const { return count_; }

  // The full grid number `number`, below count(); different numbers give different grids.
  Grid grid(std::uint64_t number) const;

 private:
  // Digits for the rows of a band's middle and right box, and bit masks of the columns that fit.
  struct Rows {
    Split split;
    std::uint64_t centre;  // bit k: columns centre_[k] fit the band's middle box
    std::uint64_t right;   // bit k: columns right_[k] fit the band's right box
  };

  std::vector<Rows> band_of(int corner, BoxLines Split::*column_box) const;
  Grid completed(const Rows& upper, const Rows& lower, std::uint64_t number) const;

  Grid frame_;
  std::array<Split, kSplits> centre_;  // possible columns of boxes 5 and 8
  std::array<Split, kSplits> right_;   // possible columns of boxes 6 and 9
  std::vector<Rows> middle_;           // rows of boxes 5 and 6
  std::vector<Rows> bottom_;           // rows of boxes 8 and 9
  std::uint64_t count_ = 0;
};

}  // namespace sudoku::dataset
