// A file of puzzles that a subcommand of `dataset` writes.
#pragma once

#include <memory>
#include <string>

#include <CLI/App.hpp>

#include "harness/dataset/reader.h"
#include "harness/dataset/writer.h"
#include "harness/results/write_aside.h"

namespace sudoku {

// An AsideFile for what writes to sinks.
class StreamedFile final : public ByteSink {
 public:
  explicit StreamedFile(const std::string& path) : file_(path) {}

  void write(std::string_view bytes) override { file_.write(bytes); }

  void finish() override { file_.finish(); }

 private:
  AsideFile file_;
};

// Puzzles into a file, compressed when its name says so.
class DatasetOutput {
 public:
  DatasetOutput(const std::string& path, const WriteOptions& options);

  // Throws InputError when the layout has no room for another puzzle.
  void add(const Grid& puzzle, const Grid& solution);

  // Makes the file appear, and says on standard error what of the puzzles it does not hold.
  void finish();

  std::uint64_t puzzles() const { return writer_.puzzles(); }

 private:
  std::string path_;
  StreamedFile file_;
  std::unique_ptr<ByteSink> encoder_;  // null: stored plain
  PuzzleWriter writer_;
};

// The layout of the file `path`: `name`, or what the file's own name tells when that is empty.
// Throws CLI::ValidationError.
Target target_for(const std::string& path, const std::string& name);

// --to, the name of a layout.
void add_target_option(CLI::App& app, std::string& name);

// A file that lacks rows is not written, or the lack might never be seen. Throws InputError.
void require_all_rows(const Quarantine& quarantine, bool lenient, const std::string& path);

// What each of them looks like, and which file names tell it; for the help.
inline constexpr const char* kTargetsHelp =
    "Layouts: csv (NAME.csv), a table with the header puzzle,solution. bare, a table without a "
    "header. pairs (NAME.txt), a puzzle of 81 characters and its solution, if it has one, on a "
    "line. lines, puzzles alone. sdm (NAME.sdm), lines with 0 for blanks. sdk (NAME.sdk), nine "
    "lines of nine characters. ss (NAME.ss), the same with bars and rules between the boxes. "
    "blocks, 'Grid 01' and nine lines, with 0 for blanks. triples, row,column,digit of each clue, "
    "one puzzle to a file. NAME.csv.gz and NAME.csv.zst are compressed, and so for the others.";

}  // namespace sudoku
