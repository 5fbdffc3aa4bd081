// sudoku-bench: the main program or, if its first argument says so, a process isolating a solver.
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/program.h"
#include "harness/cli/run_processes.h"

namespace sudoku::cli {

namespace {

int run(std::vector<std::string> command) {
  const std::optional<ProcessPart> part = take_process_words(command);
  const auto declare = [&](Command& program) {
    add_run(program, command, part);
    add_solve(program);
    add_compare(program);
    add_ab(program);
    add_report(program);
    add_dataset(program);
    add_export(program);
    add_history(program);
    add_merge(program);
    add_micro(program);
    add_solvers(program);
    add_version(program);
    add_man(program);
    add_completion(program);
  };
  return run_program(
      {.name = "sudoku-bench",
       .about = "Solves Sudoku in bulk with many solvers, checks every answer, and reports "
                "throughput and per-puzzle latency.",
       .declare = declare},
      command);
}

}  // namespace

}  // namespace sudoku::cli

int main(int argc, char** argv) {
  return sudoku::cli::start("sudoku-bench", {argv, argv + argc}, sudoku::cli::run);
}
