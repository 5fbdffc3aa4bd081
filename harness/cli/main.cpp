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
    for (const auto add :
         {add_solve, add_compare, add_ab, add_report, add_dataset, add_export, add_history,
          add_merge, add_micro, add_solvers, add_version, add_man, add_completion}) {
      add(program);
    }
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
