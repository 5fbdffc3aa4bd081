// How the puzzles lie in a file, told from its first lines; and how lines are cut into fields and
// words.
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
#include <vector>

namespace sudoku::dataset {

struct Layout {
  enum class Kind { csv, lines, grids, triples };

  Kind kind = Kind::lines;
  char separator = ',';                      // csv
  std::size_t columns = 1;                   // csv: number of columns in every row
  std::size_t puzzle = 0;                    // 0-based column (csv) or word (lines)
  std::optional<std::size_t> solution = {};  // 0-based column or word
  std::optional<std::size_t> rating = {};    // 0-based column or word: a number, how hard it is
  std::size_t body = 0;                      // place in the text where the first row begins
  std::uint64_t body_line = 1;               // 1-based line of that place

  bool operator==(const Layout&) const = default;
};

// `head` is the beginning of the text, longer than a few lines; a line that it cuts off does not
// count. Throws InputError, naming the columns, when it is a CSV header without a column of
// puzzles; `name` is the file's in that message.
Layout detect_layout(std::string_view head, const std::string& name);

// A field of a CSV line, or a word of another.
struct Field {
  std::string_view text;
  std::size_t at = 0;  // 0-based, of text in its line
};

// The field between two places of a line, without the blanks and quotes around its content.
Field trimmed(std::string_view line, std::size_t begin, std::size_t end);

// The fields of a CSV line, trimmed. A separator inside quotes does not separate.
std::vector<Field> split_fields(std::string_view line, char separator);

inline std::size_t skip_blanks(std::string_view line, std::size_t at) {
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t'))
    ++at;
  return at;
}

// The first word of `line` at or after `from`, ended by a blank, a '#' or the end of the line;
// empty when there is none. (Loops, because std::string_view::find_first_of calls memchr for every
// character.)
inline Field next_word(std::string_view line, std::size_t from) {
  const std::size_t begin = skip_blanks(line, from);
  std::size_t end = begin;
  while (end < line.size() && line[end] != ' ' && line[end] != '\t' && line[end] != '#')
    ++end;
  return {line.substr(begin, end - begin), begin};
}

std::vector<Field> split_words(std::string_view line);

// Whether the line is blank or a comment, which is a row in no layout.
inline bool is_filler(std::string_view line) {
  const std::size_t at = skip_blanks(line, 0);
  return at == line.size() || line[at] == '#';
}

// Whether the text is 81 cells, or nearly: a damaged grid still shows where grids belong.
bool looks_like_grid(std::string_view text);

// Whether the text looks like a grid without blanks.
bool looks_like_solution(std::string_view text);

// Whether the text is exactly nine cells: a row of a grid that stands on nine lines.
bool is_grid_row(std::string_view text);

// Whether the line is nine cells with blanks, bars or commas between them: "53.|.7.|..." or
// "5 3 . . 7 . . . .".
bool is_picture_row(std::string_view line);

// Whether the line separates the boxes of a picture, or frames it: "---+---+---", "*-----------*".
bool is_rule(std::string_view line);

// The words of a line that blanks, commas or semicolons separate, up to a '#'.
std::vector<Field> split_values(std::string_view line);

// Whether the text is a decimal number.
bool is_number(std::string_view text);

std::string lower_case(std::string_view text);

// Whether the character is 1 to 9.
constexpr bool is_digit(char c) {
  return c >= '1' && c <= '9';
}

// Whether the character is a digit or stands for a blank, as 0 does.
bool is_cell(char c);

}  // namespace sudoku::dataset
