// The formats of puzzle files: how each is recognised, read, written and explained.
//
// In all formats lines that begin with '#' are comments, blank lines do not count, and the first
// line may hold nothing but the number of puzzles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/base/output.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

class BlockParser;
struct Format;

// Null when there is no format of that name.
const Format* find_format(std::string_view name);

// How the puzzles lie in a file, told from its first lines.
struct InputFormat {
  const Format* format = find_format("lines");
  char separator = ',';                      // of columns
  std::size_t columns = 1;                   // in every row
  std::size_t puzzle = 0;                    // 0-based column or word
  std::optional<std::size_t> solution = {};  // 0-based column or word
  std::optional<std::size_t> rating = {};    // 0-based column or word: a number, how hard it is
  std::size_t body = 0;                      // place in the text where the first row begins
  std::uint64_t body_line = 1;               // 1-based line of that place

  bool operator==(const InputFormat&) const = default;
};

// A line at the beginning of a file.
struct HeadLine {
  std::string_view text = {};  // without its end
  std::size_t begin = 0;       // place in the text where the line begins
  std::size_t next = 0;        // place where the next line begins
  std::uint64_t number = 1;
};

// The beginning of a file, for the functions that recognise formats.
struct Head {
  std::string name;                 // of the file, in messages
  std::span<const HeadLine> lines;  // those that are neither blank nor comments; at least one

  const HeadLine& first() const { return lines.front(); }

  // `format` with a body that begins at the first line, or behind it.
  InputFormat with_body(InputFormat format, bool has_header = false) const;
};

// What gives the format of a file away, the surest first.
enum class Evidence : std::uint8_t {
  numbers,  // lines of nothing but numbers
  header,   // names of columns
  rows      // lines that are rows of a grid
};

enum class Columns { puzzle, puzzle_solution, solution_puzzle };

// A puzzle to write.
struct OutputRow {
  const Grid& puzzle;        // with `blank` for blanks
  const Grid* solution;      // null when none is declared, or the file has no place for it
  std::uint64_t number = 1;  // 1-based, of the puzzle in its file
  char blank = kBlank;
  Columns columns = Columns::puzzle_solution;
};

struct Format {
  std::string_view name;         // on the command line
  std::string_view ending = {};  // of file names; empty when no name tells the format
  std::string_view help;         // how a file looks, to follow the name
  char blank = kBlank;           // the usual character for a blank
  bool holds_solutions = false;
  bool has_columns = false;       // that can be chosen
  bool holds_one_puzzle = false;  // and not more, in a file

  // Reading. What a format without functions to recognise it writes is read as another one.
  Evidence evidence = Evidence::rows;
  // Throws InputError when the file is of this format and cannot be read.
  std::optional<InputFormat> (*detect)(const Head& head) = nullptr;
  // Recognises one of the first lines by the grids in it, where no evidence tells the format.
  std::optional<InputFormat> (*detect_line)(std::string_view line) = nullptr;
  std::unique_ptr<BlockParser> (*make_parser)(const InputFormat& format) = nullptr;
  bool rows_are_lines = true;  // or else blocks have to be parsed in their order, by one parser

  // Writing, which every format can. Both append to the text; there may be no header.
  void (*write_header)(std::string& text, Columns columns) = nullptr;
  void (*write)(std::string& text, const OutputRow& row) = nullptr;
};

// The formats of each file. They are constant-initialised, so they can be read at any time.
#define FORMATS(name) extern const std::span<const Format> name##_formats;
#include "harness/dataset/formats.def"
#undef FORMATS

// Every format, in the order of formats.def.
std::span<const Format* const> all_formats();

// The format that the file's name tells, the ending of compression aside; null when it tells none.
const Format* format_of_file(std::string_view file_name);

// `text` is the beginning of a file, longer than a few lines; a line that it cuts off does not
// count. Throws InputError "name:line:column: …" when a header leaves open which columns are meant.
InputFormat detect_format(std::string_view text, const std::string& name);

struct OutputFormat {
  const Format* format = find_format("csv");
  char blank = kBlank;
  Columns columns = Columns::puzzle_solution;  // of formats that have columns
};

class PuzzleWriter {
 public:
  // `sink` must outlive it.
  PuzzleWriter(const OutputFormat& output, base::ByteSink& sink);

  // `solution` is kEmptyGrid when none is declared. False when the file has no room for the puzzle,
  // which was not written.
  bool add(const Grid& puzzle, const Grid& solution);

  // Writes what is still buffered. Does not finish the sink.
  void flush();

  std::uint64_t puzzles() const { return puzzles_; }

  // Declared solutions that the format has no place for.
  std::uint64_t solutions_left_out() const { return left_out_; }

 private:
  OutputFormat output_;
  base::ByteSink& sink_;
  bool holds_solutions_;
  std::string text_;  // not written yet
  std::uint64_t puzzles_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace sudoku::dataset
