// The symmetries of Sudoku: relabelling digits, permuting rows, columns, bands and stacks,
// transposing. They keep the number of solutions, the clue count and minimality. The canonical form
// of a puzzle is the least text of its symmetry class.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harness/base/random.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

struct Isomorph {
  std::array<char, 256> label;  // what a character becomes; kBlank stays
  std::array<std::uint8_t, kCells>
      source;  // cell i of the result is cell source[i] of the original
};

// Leaves every puzzle as it is.
Isomorph identity();

// A uniformly drawn permutation of the digits; cells stay.
Isomorph random_relabelling(base::Random& random);

// A uniformly drawn member of the whole group of 9! x 2 x 6^8 symmetries.
Isomorph random_isomorph(base::Random& random);

Grid apply(const Isomorph& isomorph, const Grid& grid);

// Of the 2 x 6^8 x 9! isomorphs of a puzzle, finds the one whose 81 characters, row by row and with
// blanks before digits, come first: the "minlex" form by which the players' programmers' forum
// (forum.enjoysudoku.com, "Minlex form" and "Canonicalization") compares puzzles. Two puzzles are
// essentially the same exactly when their forms are equal.
//
// Rows are placed from the top. All ways to place the first rows that give the least text so far
// are kept side by side; ways that differ only in what nobody has seen yet (the order of columns
// that hold the same so far) are kept as one, and are told apart when a row does. Stacks are
// ordered at the beginning, all six ways. Puzzles that contradict themselves have a form, too.
//
// Keeps its buffers from puzzle to puzzle: one per thread.
class Canonicaliser {
 public:
  Grid form(const Grid& puzzle) { return apply(isomorph(puzzle), puzzle); }

  // An isomorph that leads to the form. What it makes of digits that are not among the clues is
  // arbitrary: a proper puzzle lacks one digit at most.
  Isomorph isomorph(const Grid& puzzle);

 private:
  using Row = std::array<std::uint8_t, 9>;  // digits, 0 for a blank

  // A way to place the first rows.
  struct Way {
    bool transposed = false;
    std::uint8_t placed = 0;                // number of rows placed
    std::uint16_t used = 0;                 // bit r: row r is placed
    std::array<std::uint8_t, 9> rows{};     // the row of the puzzle that stands in each place
    std::array<std::uint8_t, 9> columns{};  // and the column, up to what `tied` leaves open
    std::uint16_t tied = 0;  // bit c: column c holds the same as the one before it so far
    std::array<std::uint8_t, 10> label{};  // new digit for each digit of the puzzle; 0: none yet
    std::uint8_t labels = 0;               // number of labels given
  };

  class Placing;

  void start(const Grid& puzzle);
  void place_next_row();
  void try_rows(const Way& way);
  void offer(const Way& way, const Row& text);
  static bool has_twin_before(const std::array<Row, 9>& rows, const Way& way, std::size_t r);
  static Isomorph isomorph_of(const Way& way);

  std::array<std::array<Row, 9>, 2> rows_{};  // of the puzzle and of its transpose
  std::vector<Way> ways_;
  std::vector<Way> next_;
  Row least_{};  // what the last placed row holds in all ways of next_
};

}  // namespace sudoku::dataset
