// Rows of a text, one after the other: what each layout's parser delivers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "harness/base/input.h"
#include "harness/dataset/layout.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

struct Row {
  std::uint64_t line = 0;        // 1-based, of the puzzle or of its fault
  std::size_t column = 1;        // 1-based, of the fault
  std::string fault;             // "expected …, found …"; empty when the row is good
  Grid puzzle = kEmptyGrid;      // the grids mean nothing when the row is bad
  Grid solution = kEmptyGrid;    // kEmptyGrid when the row declares none
  std::string_view rating = {};  // as it stands in the file, until the next row is read
};

class Rows {
 public:
  Rows() = default;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  virtual ~Rows() = default;

  // The next row, good or bad; false at the end. Throws InputError when the bytes cannot be read.
  virtual bool next(Row& row) = 0;
};

// The parser for `layout`. `head` is what was read of `text` to find the layout out; `text` must
// outlive the parser.
std::unique_ptr<Rows> make_csv_rows(const Layout& layout, std::string_view head,
                                    base::TextSource& text);
std::unique_ptr<Rows> make_grid_rows(const Layout& layout, std::string_view head,
                                     base::TextSource& text);
std::unique_ptr<Rows> make_triple_rows(const Layout& layout, std::string_view head,
                                       base::TextSource& text);

// Parses a line of words, which is not filler, into the row.
void take_line(Row& row, const Layout& layout, std::string_view line);

// Takes `line` of a CSV file, which is not filler, into `row` when it is a good row of bare fields:
// nothing quoted, no blanks around the grids. False says nothing about the row, which another
// parser has to look at.
bool take_plain_fields(const Layout& layout, std::string_view line, Row& row);

// Parse a field into the row, or set its fault. An empty solution is none.
void take_puzzle(Row& row, const Field& field);
void take_solution(Row& row, const Field& field);

// Sets a fault at the 0-based place `at` of the row's line.
void set_fault(Row& row, std::size_t at, std::string fault);

// True, and a fault in the row, when the line was cut.
bool is_cut(Row& row, std::string_view line);

// "file:line:column: what is wrong with the row".
std::string message_of(const Row& row, const std::string& file);

// How a message calls a character that does not belong,
std::string described(char c);
// or words: in quotes, or by the first character that cannot be printed.
std::string described(std::string_view text);

// Puzzles as numerical programs write them: a matrix of numbers, with 9 columns and 0 for blanks,
// or with 3, the row, column and digit of each clue.

struct Matrix {
  Layout::Kind kind = Layout::Kind::triples;
  bool has_header = false;  // in the first line
};

// What kind of matrix begins with `line`, if one does.
std::optional<Matrix> as_matrix(std::string_view line);

// How many numbers `line` holds, if it holds nothing else and several; otherwise 0.
std::size_t matrix_width(std::string_view line);

}  // namespace sudoku::dataset
