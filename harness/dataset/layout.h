// How the puzzles lie in a file, told from its first lines.
//
//   csv    fields between commas, semicolons or (with a header) tabs. With a header, columns are
//          found by name; without one, the grids are found by their shape.
//   lines  words between blanks: a puzzle, before it perhaps others ("hash puzzle rating"), after
//          it perhaps its solution, a comment, anything
//   grids  nine rows of nine cells, a line each, perhaps with bars and rules between the boxes, or
//          as a matrix of numbers with blanks or commas between them;
//          labels ("Grid 01", "[Puzzle]") and blank lines between grids
//   triples  one puzzle: row, column and digit of each clue, a line each, perhaps under a header
//
// In all of them lines that begin with '#' are comments, blank lines do not count, and the first
// line may hold nothing but the number of puzzles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sudoku {

struct Layout {
  enum class Kind { csv, lines, grids, triples };

  Kind kind = Kind::lines;
  char separator = ',';                      // csv
  std::size_t columns = 1;                   // csv: in every row
  std::size_t puzzle = 0;                    // 0-based, of the column (csv) or word (lines)
  std::optional<std::size_t> solution = {};  // likewise
  std::optional<std::size_t> rating = {};    // likewise: how hard the puzzle is, a number
  std::size_t body = 0;                      // where in the text the first row begins
  std::uint64_t body_line = 1;               // the 1-based line of that place

  bool operator==(const Layout&) const = default;
};

// `head` is the beginning of the text, longer than a few lines; a line that it cuts off does not
// count. Throws InputError, naming the columns, when it is a CSV header without a column of
// puzzles; `name` is the file's in that message.
Layout detect_layout(std::string_view head, const std::string& name);

}  // namespace sudoku
