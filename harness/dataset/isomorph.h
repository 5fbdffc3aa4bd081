// Symmetries of Sudoku: relabelling digits, permuting rows, columns, bands and stacks, transposing.
// They keep the number of solutions, the clue count and minimality. The canonical form of a puzzle
// is the least text of its symmetry class.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harness/base/random.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

struct Isomorph {
  std::array<char, 256> label;  // image of each character; kBlank maps to itself
  std::array<std::uint8_t, kCells>
      source;  // cell i of the result is cell source[i] of the original
};

Isomorph identity();

// A uniformly drawn permutation of the digits that does not move cells.
Isomorph random_relabelling(base::Random& random);

// A uniformly drawn member of the whole group of 9! x 2 x 6^8 symmetries.
Isomorph random_isomorph(base::Random& random);

Grid apply(const Isomorph& isomorph, const Grid& grid);

// Finds the canonical form of a puzzle: of its 2 x 6^8 x 9! isomorphs, the one whose 81 characters,
// row by row and with blanks before digits, come first. This is the "minlex" form of the forum
// forum.enjoysudoku.com ("Minlex form", "Canonicalization"). Two puzzles are isomorphic exactly
// when their forms are equal. Contradictory puzzles have a form, too. Use one object per thread.
//
// Rows are placed from the top, keeping all ways to place the first rows that give the least text
// so far. Ways that differ only in the order of columns that are equal so far are kept as one,
// until a row distinguishes the columns. All six orders of the stacks are tried from the start.
class Canonicaliser {
 public:
  Grid form(const Grid& puzzle) { return apply(isomorph(puzzle), puzzle); }

  // An isomorph that maps the puzzle to its canonical form; digits without a clue get any labels.
  Isomorph isomorph(const Grid& puzzle);

 private:
  using Row = std::array<std::uint8_t, 9>;  // digits, 0 for a blank

  // A partial arrangement of the puzzle: a way to place the first rows of its canonical form.
  struct Way {
    bool transposed = false;
    std::uint8_t placed = 0;                // number of rows placed
    std::uint16_t used = 0;                 // bit r: row r is placed
    std::array<std::uint8_t, 9> rows{};     // row of the puzzle at each place
    std::array<std::uint8_t, 9> columns{};  // puzzle's column at each place, undecided while tied
    std::uint16_t tied = 0;                 // bit c: column c equals the one before it so far
    std::array<std::uint8_t, 10> label{};   // new digit for each digit of the puzzle; 0: none yet
    std::uint8_t labels = 0;                // number of labels given
  };

  class Placing;

  void start(const Grid& puzzle);
  void place_next_row();
  void try_rows(const Way& way);
  void offer(const Way& way, const Row& text);
  static bool has_twin_before(const std::array<Row, 9>& rows, const Way& way, std::size_t r);
  static Isomorph isomorph_of(const Way& way);

  std::array<std::array<Row, 9>, 2> rows_{};  // rows of the puzzle and of its transpose
  std::vector<Way> ways_;
  std::vector<Way> next_;
  Row least_{};  // text of the row placed last, equal in all of next_
};

}  // namespace sudoku::dataset
