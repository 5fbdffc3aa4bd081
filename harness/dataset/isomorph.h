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
// until a row distinguishes the columns. The clue counts of minirows show which rows, in which
// orders of the stacks, can come first.
class Canonicaliser {
 public:
  Grid form(const Grid& puzzle) { return apply(isomorph(puzzle), puzzle); }

  // An isomorph that maps the puzzle to its canonical form; digits without a clue get any labels.
  Isomorph isomorph(const Grid& puzzle);

 private:
  using Shifts = std::uint64_t;   // nine numbers below 64, number i in bits 6i to 6i+5
  using Nibbles = std::uint64_t;  // numbers below 16, number i in bits 4i to 4i+3

  using Minirows = std::uint64_t;  // of a row: minirow i in bits 24-12i to 35-12i

  // A partial arrangement of the puzzle: a way to place the first rows of its canonical form.
  struct Way {
    Shifts columns = 0;   // six times the column of the puzzle at each place, undecided while tied
    Minirows ties = 0;    // see kFirstTie
    Nibbles labels = 0;   // new digit for each digit of the puzzle, and last the number of labels
    // Row of the puzzle at each place. Bit 36+r is set when row r is placed, bit 45 when the puzzle
    // is transposed.
    Nibbles rows = 0;
  };

  // A row that may come next.
  struct Candidate {
    const Way* way;
    unsigned row;
  };

  // The puzzle or its transpose.
  struct Board {
    std::array<Shifts, 9> rows;  // four times the digit of each cell, 0 for a blank
    std::array<std::uint16_t, 9> twins;  // of each row, a set of the equal rows before it
  };

  class Placing;

  void start(const Grid& puzzle);
  void place_first_row();
  void place_next_row(unsigned place);
  void find_candidates(const Way& way, unsigned place);
  Minirows rank(const Way& way, Shifts row) const;
  void try_row(const Way& way, unsigned place, unsigned r);
  static Isomorph isomorph_of(const Way& way);

  std::array<Board, 2> boards_{};  // the puzzle and its transpose
  bool has_repeats_ = false;       // whether a digit repeats in a row or column
  std::vector<Way> ways_;
  std::vector<Way> next_;
  std::vector<Candidate> candidates_;
  Minirows least_rank_ = 0;
  std::uint64_t least_ = 0;  // text of the row placed last, equal in all of next_
};

}  // namespace sudoku::dataset
