// Formats of puzzle files: how each is recognised, read, written and explained. All ignore blank
// lines, lines that begin with '#', lines of prose before the first puzzle, and a first line that
// holds only the number of puzzles.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/base/output.h"
#include "harness/dataset/row.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

class BlockParser;
struct Format;

// The format of that name, or null.
const Format* find_format(std::string_view name);

// Layout of a puzzle file, detected from its first lines.
struct InputFormat {
  const Format* format = find_format("lines");
  char separator = ',';                      // character between columns
  std::size_t columns = 1;                   // number of columns in every row
  std::size_t puzzle = 0;                    // 0-based column or word of the puzzle
  std::optional<std::size_t> solution = {};  // 0-based column or word of the solution
  std::size_t body = 0;                      // offset of the first row in the text
  std::uint64_t body_line = 1;               // 1-based line of the first row
  char blank = kBlank;                       // one of kRareBlanks if the cells of grids use it

  // Number of columns that every row must have, as they may hold a puzzle or a solution.
  std::size_t needed() const { return std::max(puzzle, solution.value_or(0)) + 1; }

  bool operator==(const InputFormat&) const = default;
};

// One of the first lines of a file.
struct HeadLine {
  std::string_view text = {};  // without the line end
  std::size_t begin = 0;       // offset of the line in the text
  std::size_t next = 0;        // offset of the next line in the text
  std::uint64_t number = 1;
};

// Whether the line is text that holds no puzzle and no row of a grid, such as a title or a header.
bool is_prose(std::string_view line);

// Help on the options that choose columns, and what is recorded where none was chosen.
inline constexpr const char* kPuzzleColumnHelp =
    "Column of the puzzle in tables, or word in lines: its title, or its number from 1 on "
    "(default: found by its title or shape)";
inline constexpr const char* kSolutionColumnHelp = "Column of the solution, likewise";
inline constexpr const char* kFoundByName = "found by name or shape";

// Columns that a user chose: a title or a number from 1; empty: found by name and shape.
struct ColumnChoice {
  std::string puzzle = {};
  std::string solution = {};
};

// The beginning of a file, for the functions that recognise formats.
struct Head {
  std::string name;                 // name of the file in messages
  std::string_view text;            // from the first byte of the file on
  std::span<const HeadLine> lines;  // at least one; without blank lines and comments

  const HeadLine& first() const { return lines.front(); }

  // Number of lines of prose before the first line of another kind, such as titles and headers.
  std::size_t titles() const;

  // The head without its first `count` lines, of which there must be more.
  Head after(std::size_t count) const { return {name, text, lines.subspan(count)}; }

  // Returns `format` with its first row set: the first line or, below a header, the second.
  InputFormat with_body(InputFormat format, bool has_header = false) const;
};

// Evidence by which a file's format is recognised, the most reliable first.
enum class Evidence : std::uint8_t {
  brackets,  // lists and tags
  numbers,   // lines that hold only numbers
  header,    // names of columns
  rows       // lines that are rows of a grid
};

// Part of a file within which its rows lie.
enum class Extent : std::uint8_t {
  line,   // every row is a line, so that several threads can parse a file
  lines,  // a row takes several lines
  text    // a row may begin and end anywhere
};

enum class Columns { puzzle, puzzle_solution, solution_puzzle };

// Titles of the columns of a table, in the order of Columns.
inline constexpr std::array kColumnTitles = {"puzzle", "puzzle,solution", "solution,puzzle"};

// A puzzle to write to a file, and how to write it.
struct OutputRow {
  std::string_view text;     // the puzzle's 81 characters, with the output's blanks
  const Grid* solution;      // null when none is declared or the format has no place for it
  std::uint64_t number = 1;  // 1-based number of the puzzle in the file
  Columns columns = Columns::puzzle_solution;
};

struct Format {
  std::string_view name;         // name of the format on the command line
  std::string_view ending = {};  // suffix of file names that imply the format; empty: none
  std::string_view help;         // what a file of the format looks like
  char blank = kBlank;           // default character for blank cells
  bool holds_solutions = false;
  bool has_columns = false;  // the user can choose columns
  bool is_tried = false;     // tried on files that no function recognised; most puzzles win
  Extent extent = Extent::line;

  // Kind of evidence by which `detect` recognises a file.
  Evidence evidence = Evidence::rows;
  // Recognises a file by its head. May throw InputError for a file that only this format fits.
  std::optional<InputFormat> (*detect)(const Head& head) = nullptr;
  // Throws InputError if a file that no function recognised shows what it lacks for this format.
  void (*refuse)(const Head& head) = nullptr;
  // Recognises a line by the grids in it, for files that no `detect` recognised.
  std::optional<InputFormat> (*detect_line)(std::string_view line) = nullptr;
  std::unique_ptr<BlockParser> (*make_parser)(const InputFormat& format) = nullptr;

  // Functions that append a header (null: the format has none) and a puzzle to `text`.
  void (*write_header)(std::string& text, Columns columns) = nullptr;
  void (*write)(std::string& text, const OutputRow& row) = nullptr;
};

// Formats that formats/NAME.cpp defines, constant-initialised: usable by static initialisers.
#define FORMATS(name) extern const std::span<const Format> name##_formats;
#include "harness/dataset/formats.def"
#undef FORMATS

// Every format, in the order of formats.def.
std::span<const Format> all_formats();

// The format implied by a file name, ignoring a compression suffix, or null.
const Format* format_of_file(std::string_view file_name);

// Detects the format from `text`, the beginning of a file; an unfinished last line is ignored.
// Throws InputError "name:line:column: …" when a header does not tell which columns to read, and
// "name: …" for a file of another kind that is known (other_kinds.h).
InputFormat detect_format(std::string_view text, const std::string& name,
                          const ColumnChoice& columns = {});

// Format of a table or of lines of words whose columns a user chose. Throws InputError.
InputFormat format_with_columns(const Head& head, const ColumnChoice& columns);

struct OutputFormat {
  const Format* format = find_format("csv");
  char blank = kBlank;
  Columns columns = Columns::puzzle_solution;  // used by formats with has_columns
};

class PuzzleWriter {
 public:
  // `sink` must outlive the writer.
  PuzzleWriter(const OutputFormat& output, base::ByteSink& sink);

  // Writes a puzzle; `solution` is kEmptyGrid when none is declared.
  void add(const Grid& puzzle, const Grid& solution);

  // Writes the buffered text to the sink, but does not finish the sink.
  void flush();

  std::uint64_t puzzles() const { return puzzles_; }

  // Number of declared solutions that the format has no place for.
  std::uint64_t solutions_left_out() const { return left_out_; }

 private:
  OutputFormat output_;
  base::ByteSink& sink_;
  bool holds_solutions_;
  std::string text_;  // output not written to the sink yet
  std::uint64_t puzzles_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace sudoku::dataset
