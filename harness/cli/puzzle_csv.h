// --puzzle-csv: one row per puzzle and solver, streamed while the race runs.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "harness/measure/race.h"

namespace sudoku {

// Columns: dataset, line, puzzle, solver, threads, outcome, guesses, latency_ns (the smallest over
// the latency rounds; empty without them), solution (empty when there is none). Written beside
// `path` and renamed by finish(); without that, nothing is left behind. "-" is standard output;
// that and what cannot be replaced (a pipe, a device) are written to directly.
class PuzzleCsv {
 public:
  // Throws OutputError, as do the others.
  explicit PuzzleCsv(const std::string& path);
  ~PuzzleCsv();
  PuzzleCsv(const PuzzleCsv&) = delete;
  PuzzleCsv& operator=(const PuzzleCsv&) = delete;

  void add(const SolvedBlock& solved);

  void finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::FILE* open() const;
  [[noreturn]] void fail() const;

  std::string path_;
  std::string target_;
  std::string aside_;  // empty: written directly
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace sudoku
