// All ways to complete a grid of which the top band and the left stack are full.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/dataset/box_lines.h"

namespace sudoku {

// Counts them without search. What the rows of boxes 5, 6 and of boxes 8, 9 hold is chosen from 56
// splits each; after that, the columns of the two stacks do not depend on each other.
class Completions {
 public:
  explicit Completions(const Grid& frame);

  std::uint64_t count() const { return count_; }

  // A full grid; `number` is below count(). All of them differ.
  Grid grid(std::uint64_t number) const;

 private:
  // A split of a band's rows, and the splits of the stacks' columns that go with it.
  struct Rows {
    Split split;
    std::uint64_t centre;  // bit k: the middle box of the band can have these rows and columns k
    std::uint64_t right;   // its right box
  };

  struct Band {
    std::array<Rows, kSplits> rows;
    std::size_t size = 0;
  };

  Band band_of(int corner, BoxLines Split::*column_box) const;
  Grid completed(const Rows& upper, const Rows& lower, std::uint64_t number) const;

  Grid frame_;
  std::array<Split, kSplits> centre_;  // columns of boxes 5 and 8
  std::array<Split, kSplits> right_;   // columns of boxes 6 and 9
  Band middle_;                        // rows of boxes 5 and 6
  Band bottom_;                        // rows of boxes 8 and 9
  std::uint64_t count_ = 0;
};

}  // namespace sudoku
