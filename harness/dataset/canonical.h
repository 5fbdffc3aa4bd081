// The canonical form of a puzzle: the least text of its symmetry class.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harness/dataset/isomorph.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

// Finds the canonical form of a puzzle: of its 2 x 6^8 x 9! isomorphs, the one whose 81 characters,
// row by row and with blanks before digits, come first. This is the "minlex" form of the forum
// forum.enjoysudoku.com ("Minlex form", "Canonicalization"). Two puzzles are isomorphic exactly
// when their forms are equal. Contradictory puzzles have a form, too. Use one object per thread.
//
// Rows are placed from the top, keeping all ways to place the first rows that give the least text
// so far. Ways that differ only in the order of columns that are equal so far are kept as one,
// until a row distinguishes the columns.
//
// Most rows that may come next are ruled out before they are placed, by ranks that take a few
// operations on packed numbers. First rows are ranked by the numbers of clues in their minirows,
// the others by their texts, as far as these do not depend on new digits.
class Canonicaliser {
 public:
  Grid form(const Grid& puzzle) { return apply(isomorph(puzzle), puzzle); }

  // An isomorph that maps the puzzle to its canonical form; digits without a clue get any labels.
  Isomorph isomorph(const Grid& puzzle);

 private:
  // Packed numbers. A label is the new digit of a digit of the puzzle, or 0 for a blank.
  using Shifts = std::uint64_t;   // nine below 64, number i in bits 6i to 6i+5
  using Nibbles = std::uint64_t;  // up to sixteen below 16, number i in bits 4i to 4i+3
  using Text = std::uint64_t;     // the labels of a row, the first in the highest of 36 bits

  // A partial arrangement of the puzzle: a way to place the first rows of its canonical form.
  struct Way {
    Shifts columns;  // six times the puzzle's column at each place, undecided while tied
    Text ties;       // which columns equal the one before so far: kSecondTied, kThirdTied
    Nibbles labels;  // label of each digit, then how many digits have one
    Nibbles rows;    // the puzzle's row at each place, then flags from bit kPlaced on
  };

  // The puzzle or its transpose, by rows.
  struct Orientation {
    std::array<Shifts, 9> rows;          // four times the digit of each cell, 0 for a blank
    std::array<std::uint16_t, 9> twins;  // bit s of twins[r]: row s of r's band, s < r, equals r
  };

  // A row that may come next.
  struct Candidate {
    const Way* way;
    unsigned row;
  };

  class Placing;

  void read(const Grid& puzzle);
  static void find_twins(Orientation& board);
  void place_first_row();
  void place_next_row(unsigned place);
  void find_candidates(const Way& way, unsigned place);
  void begin_row();
  void place_row(const Way& way, unsigned place, unsigned row);
  void offer(const Way& way, Text text);
  static Text rank_of(const Way& way, Shifts row);

  std::array<Orientation, 2> boards_{};  // the puzzle and its transpose
  bool has_repeats_ = false;             // whether a digit repeats in a row or a column
  std::vector<Way> ways_;
  std::vector<Way> next_;
  Text least_ = 0;  // text of the row placed last, equal in all of next_
  std::vector<Candidate> candidates_;
  Text least_rank_ = 0;  // rank of all of candidates_
};

}  // namespace sudoku::dataset
