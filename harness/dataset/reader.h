// Reads puzzles from a file, a block at a time, whatever its format and compression; and finds the
// file, or the puzzle, that a command line names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/dataset/row.h"
#include "harness/dataset/text_blocks.h"
#include "solvers/external/descriptor.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

// Consecutive puzzles of a dataset, cut by absolute index, never by time: block i of size B holds
// the puzzles [i*B, (i+1)*B). Bad rows are not counted: the index counts usable puzzles.
struct Block {
  std::uint64_t index = 0;           // index of the block in its dataset
  std::uint64_t first = 0;           // absolute index of puzzles[0]
  std::vector<Grid> puzzles;         // at most the block size
  std::vector<Grid> solutions;       // declared by the file, same length as puzzles; kEmptyGrid
                                     // where a row declares none
  std::vector<double> ratings = {};  // when asked for, same length as puzzles; NaN where a row
                                     // has none
  std::vector<std::uint64_t> lines;  // 1-based line of each puzzle (its first row in a grid)
};

struct ReadOptions {
  std::size_t block_size = 8192;
  bool strict = false;   // the first bad row throws instead of going to quarantine
  bool hashed = false;   // sha256() is wanted; it takes a quarter of the time
  bool ratings = false;  // Block::ratings is wanted
};

// The rows that could not be used.
struct Quarantine {
  static constexpr std::size_t kKept = 10;

  std::uint64_t rows = 0;
  std::vector<std::string> first;  // the first kKept: "file:line:column: expected …, found …"
};

// A file given on the command line. "-" is standard input, copied to an unnamed temporary file
// first, because a run reads its input twice.
class InputFile {
 public:
  // Throws InputError when standard input cannot be read or copied.
  explicit InputFile(const std::string& argument);

  const std::string& path() const { return path_; }  // can be opened any number of times

  const std::string& name() const { return name_; }  // for messages: the argument, or "<stdin>"

  // Whether the path still leads to the same file, and its size and time of change are the same.
  bool unchanged() const { return identity_of(path_) == identity_; }

 private:
  using Identity = std::array<std::uint64_t, 5>;

  static Identity identity_of(const std::string& path);

  std::string path_;
  std::string name_;
  Descriptor copy_;  // the temporary file, when there is one
  Identity identity_{};
};

// Streams one file in any of the formats that can be read (formats.h), plain, gzip or zstd. Memory
// does not depend on the size of the file.
class PuzzleReader {
 public:
  // Opens `path`, shown to users as `name`. Throws InputError: missing, a directory, unreadable,
  // or no puzzle column in a CSV header.
  PuzzleReader(const std::string& path, const std::string& name, const ReadOptions& options);

  PuzzleReader(const InputFile& file, const ReadOptions& options)
      : PuzzleReader(file.path(), file.name(), options) {}

  PuzzleReader(const PuzzleReader&) = delete;
  PuzzleReader& operator=(const PuzzleReader&) = delete;

  // Fills `block` (its buffers are reused) with the next puzzles; false at the end of the file,
  // block then empty. Throws InputError on a read error, a file that shrank, damaged compression,
  // or, when strict, a bad row.
  bool read(Block& block);

  // Of the file, for messages.
  const std::string& name() const { return blocks_.file().name(); }

  const Quarantine& quarantine() const { return quarantine_; }

  // Whether the file has a place for solutions, or for ratings; rows may leave them empty.
  bool has_solutions() const { return blocks_.format().solution.has_value(); }

  bool has_ratings() const { return blocks_.has_ratings(); }

  // SHA-256, in lower-case hex, of the file's bytes as stored. Valid once read() returned false,
  // when ReadOptions asked for it.
  std::string sha256() const { return blocks_.file().sha256(); }

  // Bytes of the file consumed so far and in all, for progress.
  std::uint64_t bytes_read() const { return blocks_.file().bytes_read(); }

  std::uint64_t bytes_total() const { return blocks_.file().bytes_total(); }

 private:
  bool next_row();
  void begin(Block& block);
  void set_aside();

  ReadOptions options_;
  TextBlockReader blocks_;
  TextBlock text_;
  std::unique_ptr<BlockParser> parser_;
  std::uint64_t lines_before_;  // lines of the file before the text
  Row row_;
  Quarantine quarantine_;
  std::uint64_t next_block_ = 0;
};

// A puzzle as somebody types it on a command line: 81 cells, with anything between them that people
// put there: line feeds, blanks, bars, commas, brackets, rules between the boxes. Nothing when the
// text is no puzzle, but perhaps a file's name. Throws InputError when it is a puzzle and has more
// or fewer cells.
std::optional<Grid> parse_written_puzzle(std::string_view text);

// What the first of two passes over an input finds: what is in the file, before anything is
// measured.
struct Survey {
  static constexpr std::size_t kPilots = 512;

  std::uint64_t puzzles = 0;
  Quarantine quarantine;
  std::string sha256;
  std::uint64_t declared = 0;             // puzzles with a declared solution
  std::uint64_t declared_wrong = 0;       // declared solutions that do not solve their puzzle
  std::uint64_t declared_wrong_line = 0;  // line of the first of these; 0: none
  int clues_min = 0;
  double clues_mean = 0;
  int clues_max = 0;
  // Up to kPilots puzzles drawn uniformly from the whole file, in random order, for a pilot
  // measurement.
  std::vector<Grid> pilots;
};

// Called now and then with the bytes read so far and in all; returning false stops the survey.
using SurveyProgress = std::function<bool(std::uint64_t read, std::uint64_t total)>;

// Throws InputError as PuzzleReader does.
Survey survey(const InputFile& file, ReadOptions options, std::uint64_t seed,
              const SurveyProgress& progress);

}  // namespace sudoku::dataset
