// Rows of puzzle files, with a puzzle or a fault, and the splitting of lines into fields.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "solvers/sudoku.h"

namespace sudoku::dataset {

// A puzzle of a file. Its grids are meaningless when it has a fault.
struct ParsedRow {
  std::uint64_t line = 0;  // 1-based line of the puzzle or of its fault
  std::size_t column = 1;  // 1-based column of the fault
  std::string fault = {};  // "expected …, found …"; empty when the row is good
  Grid puzzle = kEmptyGrid;
  Grid solution = kEmptyGrid;  // kEmptyGrid when the row declares none
  // Whether the fault puts all rows of the file in doubt. Such files are not read.
  bool refuses_file = false;
};

// A field of a CSV line, or a word of another line.
struct TextField {
  std::string_view text;
  std::size_t at = 0;  // 0-based position of text in its line
};

// Characters that some files use for blank cells. A puzzle may have one of them as its only blank:
// beside other blanks, it is more likely a slip.
inline constexpr std::string_view kRareBlanks = "xX-+p?";

// What may stand between the 81 cells of a puzzle in one field: "5 3 0 ...", "[[5, 3, ...".
inline constexpr std::string_view kCellGaps = " \t\r\n|,;[](){}\"'";

// The puzzle in a text of digits and one of kRareBlanks, of cells with a '+' before each digit that
// a player has placed, which is no clue, or of cells with kCellGaps. nullopt for other texts.
std::optional<Grid> parse_rare_grid(std::string_view text);

// Parse a field as the row's puzzle or solution, or set the row's fault. A field without a digit
// declares no solution.
void take_puzzle(ParsedRow& row, const TextField& field);
void take_solution(ParsedRow& row, const TextField& field);

// Sets the row's fault, formatted from a pattern, at the 0-based position `at` of its line.
template <typename... Values>
void set_fault(ParsedRow& row, std::size_t at, fmt::format_string<Values...> pattern,
               Values&&... values) {
  row.refuses_file = false;
  row.column = at + 1;
  row.fault = fmt::format(pattern, std::forward<Values>(values)...);
}

// Sets the row's fault to a number of values other than `expected`, or to the first that is no
// cell. `where` follows "expected N cells" in the message.
void refuse_cells(ParsedRow& row, const std::vector<TextField>& values, std::size_t expected,
                  std::string_view where);

// Returns whether the line was cut for being too long, and sets the row's fault if so.
bool is_cut(ParsedRow& row, std::string_view line);

// The row's fault as a message: "file:line:column: expected …, found …".
std::string message_of(const ParsedRow& row, const std::string& file);

// Unexpected text as messages show it: in quotes, or as its first character that is not printable.
std::string described(std::string_view text);

// The field between two positions of a line, without the blanks and quotes around it.
TextField trimmed_field(std::string_view line, std::size_t begin, std::size_t end);

// The trimmed fields of a CSV line. Separators inside quotes do not count.
std::vector<TextField> split_fields(std::string_view line, char separator);

// The values of a line, separated by blanks, commas or semicolons, up to a '#'.
std::vector<TextField> split_values(std::string_view line);

inline std::size_t skip_blanks(std::string_view line, std::size_t at) {
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t'))
    ++at;
  return at;
}

// The first word of `line` at or after `from`, up to a blank or a '#'; empty when there is none.
// Uses loops, because std::string_view::find_first_of calls memchr for every character.
inline TextField next_word(std::string_view line, std::size_t from) {
  const std::size_t begin = skip_blanks(line, from);
  std::size_t end = begin;
  while (end < line.size() && line[end] != ' ' && line[end] != '\t' && line[end] != '#')
    ++end;
  return {line.substr(begin, end - begin), begin};
}

std::vector<TextField> split_words(std::string_view line);

// The parts of a line between punctuation other than the characters of puzzles, up to a comment.
std::vector<TextField> split_at_marks(std::string_view line);

// Whether the line is blank or a comment: "# ...", "// ..." or "% ...".
inline bool is_filler(std::string_view line) {
  const std::size_t at = skip_blanks(line, 0);
  if (at == line.size() || line[at] == '#' || line[at] == '%') return true;
  return line[at] == '/' && at + 1 < line.size() && line[at + 1] == '/';
}

// Whether the text is the candidates of all cells, nine for each: a puzzle that is not read.
bool looks_like_pencilmarks(std::string_view text);

// Whether the text is a puzzle, or nearly, as a damaged one still shows which column holds puzzles.
bool looks_like_puzzle(std::string_view text);

// Indices of the fields that look like the puzzle and its solution.
struct GridPlaces {
  std::optional<std::size_t> puzzle;
  std::optional<std::size_t> solution;
};

GridPlaces places_of_grids(std::span<const TextField> fields);

// Index of the field whose text is in `names` (the earlier the better), ignoring case.
std::optional<std::size_t> find_name(std::span<const TextField> fields,
                                     std::span<const std::string_view> names);

// Names of columns and keys, in order of preference. Others are ignored.
inline constexpr std::array<std::string_view, 10> kPuzzleNames = {
    "puzzle",    "puzzles", "quiz",  "quizzes", "question",
    "questions", "sudoku",  "board", "grid",    "clues"};
inline constexpr std::array<std::string_view, 5> kSolutionNames = {"solution", "solutions",
                                                                   "answer", "answers", "solved"};

// Whether `name` is one of `names`, ignoring case.
bool is_named(std::string_view name, std::span<const std::string_view> names);

// Whether the line gives a puzzle or a solution a name, as in YAML and Python: "- puzzle: ...".
bool is_property(std::string_view line);

// Number of values of a line, if there are several and all are numbers; otherwise 0. Nine digits
// without a gap are not a number but the row of a grid.
std::size_t count_numbers(std::string_view line);

bool is_number(std::string_view text);

std::string lower_case(std::string_view text);

inline bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<signed char>(c) >= 0; });
}

// The line with the characters of UTF-8 that draw grids replaced by those of ASCII: box-drawing
// characters by bars and dashes, drawn blanks by dots.
std::string in_ascii(std::string_view line);

}  // namespace sudoku::dataset
