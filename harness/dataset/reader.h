// Reads puzzle files of any format and compression block by block, and interprets the files and
// puzzles given on a command line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/errors.h"
#include "harness/base/input_file.h"
#include "harness/dataset/row.h"
#include "harness/dataset/text_blocks.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

// Consecutive puzzles of a dataset, cut by index, never by time: block i of size B holds the
// puzzles [i*B, (i+1)*B). The index counts usable puzzles, not bad rows.
struct Block {
  std::uint64_t index = 0;           // index of the block in its dataset
  std::uint64_t first = 0;           // absolute index of puzzles[0]
  std::vector<Grid> puzzles;         // at most the block size
  std::vector<Grid> solutions;       // declared solution of each puzzle; kEmptyGrid: none
  std::vector<std::uint64_t> lines;  // 1-based line of each puzzle's first row
};

struct ReadOptions {
  std::size_t block_size = 8192;
  bool strict = false;  // read() throws at a bad row instead of counting it in BadRows
  bool hashed = false;  // compute sha256(), which takes a quarter of the time
  ColumnChoice columns = {};
};

// Rows of a file that could not be used.
struct BadRows {
  static constexpr std::size_t kKept = 10;

  std::uint64_t count = 0;
  std::vector<std::string> first;  // first kKept messages: "file:line:column: expected …, found …"

  // Keeps a bad row's message, but does not count the row. Throws the message as an InputError when
  // `strict` or when the row puts all others in doubt.
  void keep(const ParsedRow& row, const std::string& file, bool strict);
};

// Error of a file called `name` in which no puzzle is usable: one line, with the first bad row.
base::InputError no_usable_puzzle(const std::string& name, const BadRows& bad_rows);

// Streams a puzzle file in any format that can be read (formats.h), plain, gzip, bzip2, xz, zstd or
// zip. Memory use does not depend on the size of the file.
class PuzzleReader {
 public:
  // Opens `path`, called `name` in messages. Throws InputError when the file is missing, a
  // directory or unreadable, or when a CSV header has no puzzle column.
  PuzzleReader(const std::string& path, const std::string& name, const ReadOptions& options);

  PuzzleReader(const base::InputFile& file, const ReadOptions& options)
      : PuzzleReader(file.path(), file.name(), options) {}

  // Fills `block`, reusing its buffers; returns false at the end of the file. Throws InputError on
  // a read error, a file that shrank, damaged compression, a row that puts all others in doubt or,
  // when strict, a bad row.
  bool read(Block& block);

  // Name of the file in messages.
  const std::string& name() const { return blocks_.file().name(); }

  const BadRows& bad_rows() const { return bad_rows_; }

  // Whether the file has a place for solutions, which rows may leave empty.
  bool has_solutions() const { return blocks_.format().solution.has_value(); }

  // SHA-256 of the stored bytes, in lower-case hex. Valid once read() returned false, if hashed.
  std::string sha256() const { return blocks_.file().sha256(); }

  // Bytes of the stored file read so far and in total, for progress displays.
  std::uint64_t bytes_read() const { return blocks_.file().bytes_read(); }

  std::uint64_t bytes_total() const { return blocks_.file().bytes_total(); }

 private:
  bool next_row();

  ReadOptions options_;
  TextBlockReader blocks_;
  TextBlock text_;
  std::unique_ptr<BlockParser> parser_;
  std::uint64_t lines_before_;  // lines of the file before text_
  ParsedRow row_;
  BadRows bad_rows_;
  std::uint64_t next_block_ = 0;
};

// Parses a puzzle typed on a command line: 81 cells with any line feeds, blanks, bars, commas,
// brackets or rules between them, or a link with the puzzle in it. Returns nullopt when the text
// may be a file name. Throws InputError for a puzzle with more or fewer cells.
std::optional<Grid> parse_written_puzzle(std::string_view text);

// Contents of an input file, found in a first pass over it, before anything is measured.
struct Survey {
  static constexpr std::size_t kPilots = 512;

  std::uint64_t puzzles = 0;
  BadRows bad_rows;
  std::string sha256;
  std::uint64_t declared = 0;             // puzzles with a declared solution
  std::uint64_t declared_wrong = 0;       // declared solutions that do not solve their puzzle
  std::uint64_t declared_wrong_line = 0;  // line of the first wrong declared solution; 0: none
  std::uint64_t full_grids = 0;           // puzzles with a clue in every cell
  int clues_min = kCells;
  double clues_mean = 0;
  int clues_max = 0;
  // A uniform sample of up to kPilots puzzles, in random order, for a pilot measurement.
  std::vector<Grid> pilots;
};

// A remark on puzzles that are full grids, when a file has more than a few of them: often it holds
// solutions, whose times say nothing about solving.
std::optional<std::string> remark_on_full_grids(std::uint64_t full_grids, std::uint64_t puzzles);

// Progress callback with the bytes read so far and in total; returning false stops the survey.
using SurveyProgress = std::function<bool(std::uint64_t read, std::uint64_t total)>;

// Reads a whole file once to count its puzzles and bad rows. Throws what PuzzleReader throws.
Survey survey(const base::InputFile& file, ReadOptions options, std::uint64_t seed,
              const SurveyProgress& progress);

}  // namespace sudoku::dataset
