// Writes puzzles into a file, in any of the layouts that can be written.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/base/output.h"
#include "solvers/sudoku.h"

namespace sudoku::dataset {

// The layouts that puzzles can be written in.
enum class Target { csv, bare, pairs, lines, sdm, sdk, ss, blocks, triples };

struct TargetInfo {
  Target target;
  std::string_view name;    // on the command line
  std::string_view ending;  // ending of its file names; empty when no name tells it
  char blank;               // the usual character for a blank
  bool holds_solutions;
};

// In the order of Target.
std::span<const TargetInfo> all_targets();

const TargetInfo& info_of(Target target);

std::optional<Target> target_named(std::string_view name);

// The layout that the file's name tells, the ending of compression aside.
std::optional<Target> target_of_file(std::string_view file_name);

enum class Columns { puzzle, puzzle_solution, solution_puzzle };

struct WriteOptions {
  Target target = Target::csv;
  char blank = kBlank;
  Columns columns = Columns::puzzle_solution;  // for csv and bare
};

class PuzzleWriter {
 public:
  // `sink` must outlive it.
  PuzzleWriter(const WriteOptions& options, base::ByteSink& sink);

  // `solution` is kEmptyGrid when none is declared. False when the layout has no room for the
  // puzzle: a file of triples holds one, and nothing more was written.
  bool add(const Grid& puzzle, const Grid& solution);

  // Writes what is still buffered. Does not finish the sink.
  void flush();

  std::uint64_t puzzles() const { return puzzles_; }

  // Declared solutions that the layout has no place for.
  std::uint64_t solutions_left_out() const { return left_out_; }

 private:
  void append(const Grid& puzzle, const Grid& solution);
  void append_row(const Grid& puzzle, const Grid& solution);
  void append_picture(const Grid& puzzle);
  void append_nine_lines(const Grid& puzzle);
  void append_triples(const Grid& puzzle);

  WriteOptions options_;
  base::ByteSink& sink_;
  bool holds_solutions_;
  std::string text_;  // not written yet
  std::uint64_t puzzles_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace sudoku::dataset
