// --puzzle-csv: one row per puzzle and solver, streamed while the race runs.
#pragma once

#include <string>

#include "harness/measure/race.h"
#include "harness/results/write_aside.h"

namespace sudoku {

// Columns: dataset, line, puzzle, solver, threads, outcome, guesses, latency_ns (the smallest over
// the latency rounds; empty without them), solution (empty when there is none), hardest (of solvers
// that rate). Written aside; without finish(), nothing is left behind.
class PuzzleCsv {
 public:
  // Throws OutputError, as do the others.
  explicit PuzzleCsv(const std::string& path);

  void add(const SolvedBlock& solved);

  void finish() { file_.finish(); }

 private:
  AsideFile file_;
};

}  // namespace sudoku
