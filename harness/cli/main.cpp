// sudoku-bench: the main program or, if its first argument says so, a process isolating a solver.
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/cli/program.h"
#include "harness/cli/run_processes.h"
#include "harness/run/worker.h"

namespace {

int fail(int code, const std::string& why) {
  // std::fputs(), because fmt::print() throws when standard error cannot be written.
  std::fputs(fmt::format("sudoku-bench: {}\n", why).c_str(), stderr);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  sudoku::cli::occupy_standard_streams();
  if (argc > 1 && argv[1] == std::string(sudoku::run::kWorkerWord)) {
    return sudoku::cli::guarded(fail, [&] {
      return sudoku::run::serve_as_worker({argv + 1, argv + argc});
    });
  }
  std::vector<std::string> command(argv, argv + argc);
  const std::optional<sudoku::cli::ProcessPart> part = sudoku::cli::take_process_words(command);
  const auto declare = [&](sudoku::cli::Command& program) {
    sudoku::cli::add_run(program, command, part);
    sudoku::cli::add_solve(program);
    sudoku::cli::add_compare(program);
    sudoku::cli::add_ab(program);
    sudoku::cli::add_report(program);
    sudoku::cli::add_dataset(program);
    sudoku::cli::add_export(program);
    sudoku::cli::add_history(program);
    sudoku::cli::add_merge(program);
    sudoku::cli::add_micro(program);
    sudoku::cli::add_solvers(program);
    sudoku::cli::add_version(program);
    sudoku::cli::add_man(program);
    sudoku::cli::add_completion(program);
  };
  return sudoku::cli::run_program(
      {.name = "sudoku-bench",
       .about = "Solves Sudoku in bulk with many solvers, checks every answer, and reports "
                "throughput and per-puzzle latency.",
       .declare = declare,
       .fail = fail},
      command);
}
