// Puzzles into a file, a few at a time, in any of the layouts that can be written.
#pragma once

#include <cstdint>
#include <string>

#include "harness/dataset/byte_sink.h"
#include "harness/dataset/target.h"
#include "solvers/sudoku.h"

namespace sudoku {

enum class Columns { puzzle, puzzle_solution, solution_puzzle };

struct WriteOptions {
  Target target = Target::csv;
  char blank = kBlank;
  Columns columns = Columns::puzzle_solution;  // of csv and bare
};

class PuzzleWriter {
 public:
  // `sink` must outlive it.
  PuzzleWriter(const WriteOptions& options, ByteSink& sink);

  // `solution` is kEmptyGrid when none is declared. False when the layout has no room for the
  // puzzle: a file of triples holds one, and nothing more was written.
  bool add(const Grid& puzzle, const Grid& solution);

  // Writes what is held back. Does not finish the sink.
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
  ByteSink& sink_;
  bool holds_solutions_;
  std::string text_;
  std::uint64_t puzzles_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace sudoku
