// A row of a puzzle file: its puzzle, or what is wrong with it; and how lines are cut into fields,
// words and values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// A field of a CSV line, or a word of another.
struct Field {
  std::string_view text;
  std::size_t at = 0;  // 0-based, of text in its line
};

// Both parse a field into the row, or set its fault. An empty solution is none.
void take_puzzle(Row& row, const Field& field);
void take_solution(Row& row, const Field& field);

// Sets a fault at the 0-based place `at` of the row's line.
void set_fault(Row& row, std::size_t at, std::string fault);

// Whether the line was cut because it is too long; then sets a fault.
bool is_cut(Row& row, std::string_view line);

// "file:line:column: what is wrong with the row".
std::string message_of(const Row& row, const std::string& file);

// How messages show words that do not belong: in quotes, or by the first character that cannot be
// printed.
std::string described(std::string_view text);

// The field between two places of a line, without the blanks and quotes around its content.
Field trimmed_field(std::string_view line, std::size_t begin, std::size_t end);

// The fields of a CSV line, trimmed. A separator inside quotes does not separate.
std::vector<Field> split_fields(std::string_view line, char separator);

// The words of a line that blanks, commas or semicolons separate, up to a '#'.
std::vector<Field> split_values(std::string_view line);

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

// Whether the line is blank or a comment, which is a row in no format.
inline bool is_filler(std::string_view line) {
  const std::size_t at = skip_blanks(line, 0);
  return at == line.size() || line[at] == '#';
}

// Whether the text is 81 cells, or nearly: a damaged grid still shows where grids belong.
bool looks_like_grid(std::string_view text);

// Which fields hold the puzzle and its solution, by their shape.
struct GridPlaces {
  std::optional<std::size_t> puzzle;
  std::optional<std::size_t> solution;
};

GridPlaces places_of_grids(std::span<const Field> fields);

// The field of the first of the names that any field has; upper and lower case are the same.
std::optional<std::size_t> find_name(std::span<const Field> fields,
                                     std::span<const std::string_view> names);

// Names of the column of puzzles, in order of preference.
inline constexpr std::array<std::string_view, 10> kPuzzleNames = {
    "puzzle",    "puzzles", "quiz",  "quizzes", "question",
    "questions", "sudoku",  "board", "grid",    "clues"};

// How many numbers the line holds, if it holds nothing else and several; otherwise 0. Nine digits
// on end count as the row of a grid.
std::size_t count_numbers(std::string_view line);

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
