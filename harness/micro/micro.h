// Solvers x small fixed puzzle sets as Google Benchmark benchmarks.
//
//   solve/SOLVER/SET   the first 256 puzzles of a set, as often as Google Benchmark likes
//   read/SET           the set's file, from opening it to its last row; items are rows
//   bare/SOLVER/FILE   all puzzles of a file in a bare loop: what the harness has to keep up with
//
// Items are puzzles, so items_per_second is a throughput; the counter `guesses` is per puzzle, and
// `timeouts`, when it is there, tells how many puzzles were given up.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sudoku::micro {

struct MicroOptions {
  std::string datasets;                                      // folder of the bundled sets
  std::vector<std::string> files;                            // further sets
  std::vector<std::string> flags;                            // Google Benchmark's
  std::vector<std::pair<std::string, std::string>> context;  // printed with the results
};

enum class MicroVerdict { ok, nothing_matched, wrong_answer };

// A flag that Google Benchmark does not know, or a value that it does not take.
class FlagError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Once per process, because Google Benchmark keeps its flags and benchmarks in globals. Throws
// InputError and FlagError.
MicroVerdict run_micro(const MicroOptions& options);

// Google Benchmark's own --help, on standard output.
void print_flags();

}  // namespace sudoku::micro
