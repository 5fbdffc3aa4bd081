// Parses a text into rows, one after the other, and says what is wrong with bad ones.
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

// A puzzle of a file. The grids mean nothing when there is a fault.
struct Row {
  std::uint64_t line = 0;  // 1-based line of the puzzle or of its fault
  std::size_t column = 1;  // 1-based column of the fault
  std::string fault;       // "expected …, found …"; empty when the row is good
  Grid puzzle = kEmptyGrid;
  Grid solution = kEmptyGrid;    // kEmptyGrid when the row declares none
  std::string_view rating = {};  // text of the rating; valid until the next row is read
};

// The parser of a layout.
class Rows {
 public:
  Rows() = default;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  virtual ~Rows() = default;

  // The next row, good or bad; false at the end. Throws InputError when the bytes cannot be read.
  virtual bool next(Row& row) = 0;
};

// The parser that `layout` needs (not for lines: see take_line()). `head` is what was read of
// `text` to find out the layout; `text` must outlive the parser.
std::unique_ptr<Rows> make_rows(const Layout& layout, std::string_view head,
                                base::TextSource& text);
std::unique_ptr<Rows> make_csv_rows(const Layout& layout, std::string_view head,
                                    base::TextSource& text);

// Parses a line of words, which is not filler, into the row.
void take_line(Row& row, const Layout& layout, std::string_view line);

// Parses a line of a CSV file, which is not filler, into the row when it is a good row of plain
// fields: nothing quoted, no blanks around the grids. False says nothing about the row, which the
// parser of make_csv_rows() has to look at.
bool take_plain_fields(const Layout& layout, std::string_view line, Row& row);

// Both parse a field into the row, or set its fault. An empty solution is none.
void take_puzzle(Row& row, const Field& field);
void take_solution(Row& row, const Field& field);

// Sets a fault at the 0-based place `at` of the row's line.
void set_fault(Row& row, std::size_t at, std::string fault);

// Whether the line was cut because it is too long; then sets a fault.
bool is_cut(Row& row, std::string_view line);

// "file:line:column: what is wrong with the row".
std::string message_of(const Row& row, const std::string& file);

// How messages show a character that does not belong.
std::string described(char c);

// How messages show words that do not belong: in quotes, or by the first character that cannot be
// printed.
std::string described(std::string_view text);

}  // namespace sudoku::dataset
