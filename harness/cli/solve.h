// What `sudoku-bench solve` was asked for, and its ways to answer.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/cli/dataset_output.h"
#include "harness/dataset/reader.h"
#include "solvers/solver.h"

namespace sudoku {

struct SolveOptions {
  std::string in;  // a file, "-" or a puzzle
  std::string out = "-";
  const SolverEntry* solver = nullptr;
  std::uint64_t solution_limit = 0;  // 0: not given
  unsigned threads = 1;
  bool strict = false;
  bool draw = false;
  std::string svg;  // a file, "-" or empty
  bool all = false;
  bool explain = false;
};

// Answers one puzzle at a time, for people: boards, pictures, all solutions, explanations.
class SolveShow {
 public:
  // `drawn`: boards instead of CSV. Throws OutputError, as do the others.
  SolveShow(const SolveOptions& options, bool drawn, const std::atomic<bool>& cancelled);

  // `place` tells it from others, as "file:line"; empty when it is the only one.
  void puzzle(const Grid& puzzle, const std::string& place);

  void finish();

 private:
  void explain(const Grid& puzzle);
  void solve(const Grid& puzzle);
  void list_solutions(const Grid& puzzle, const std::string& place);
  void draw(const Grid& puzzle, const std::string& caption, const Grid& solution);
  void picture(const Grid& puzzle, std::span<const Grid> solutions);
  void print(std::string_view text);

  const SolveOptions& options_;
  bool drawn_;
  bool colour_;
  const std::atomic<bool>& cancelled_;
  std::unique_ptr<Solver> solver_;
  StreamedFile file_;
  std::unique_ptr<ByteSink> encoder_;  // null: stored plain
  std::string svg_;
  std::uint64_t puzzles_ = 0;
};

}  // namespace sudoku
