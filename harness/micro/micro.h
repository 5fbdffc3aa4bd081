// Google Benchmark benchmarks of every solver on small fixed puzzle sets.
//
//   solve/SOLVER/SET   solving the first 256 puzzles of a set, as often as Google Benchmark decides
//   read/SET           reading the set's file, from opening to the last row; items are rows
//   bare/SOLVER/FILE   solving a whole file in a bare loop: the upper limit for the harness
//
// Items are puzzles, so items_per_second is a throughput. Counters: `guesses` per puzzle;
// `timeouts`, if present, is the number of puzzles given up.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sudoku::micro {

struct MicroOptions {
  std::string datasets;                                      // folder of the bundled sets
  std::vector<std::string> files;                            // further files of puzzles
  std::vector<std::string> flags;                            // flags for Google Benchmark
  std::vector<std::pair<std::string, std::string>> context;  // pairs printed with the results
};

enum class MicroVerdict { ok, nothing_matched, wrong_answer };

// Runs the benchmarks; only once per process, because Google Benchmark keeps flags and benchmarks
// in globals. Throws InputError, and UsageError for flags that Google Benchmark refuses.
MicroVerdict run_micro(const MicroOptions& options);

// Prints Google Benchmark's own --help on standard output.
void print_flags();

}  // namespace sudoku::micro
