#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/cli/ab_process.h"
#include "harness/cli/command.h"
#include "harness/cli/program.h"
#include "harness/cli/run_processes.h"
#include "harness/entrants/worker.h"
#include "harness/entrants/worker_task.h"

namespace {

int fail(int code, const std::string& why) {
  // fmt::print() would throw where standard error cannot be written.
  std::fputs(fmt::format("sudoku-bench: {}\n", why).c_str(), stderr);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  sudoku::occupy_standard_streams();
  if (argc > 1 && argv[1] == std::string(sudoku::kWorkerWord)) {
    return sudoku::guarded(fail, [&] { return sudoku::serve_as_worker({argv + 1, argv + argc}); });
  }
  std::vector<std::string> command(argv, argv + argc);
  if (sudoku::is_leg(command)) {
    return sudoku::guarded(fail, [&] { return sudoku::become_leg(command); });
  }
  const std::optional<sudoku::ProcessPart> part = sudoku::take_process_words(command);
  const auto declare = [&](CLI::App& app, sudoku::Action& action) {
    sudoku::add_run(app, action, command, part);
    sudoku::add_solve(app, action);
    sudoku::add_compare(app, action);
    sudoku::add_ab(app, action);
    sudoku::add_report(app, action);
    sudoku::add_dataset(app, action);
    sudoku::add_export(app, action);
    sudoku::add_history(app, action);
    sudoku::add_merge(app, action);
    sudoku::add_micro(app, action);
    sudoku::add_solvers(app, action);
    sudoku::add_version(app, action);
    sudoku::add_man(app, action);
    sudoku::add_completion(app, action);
  };
  return sudoku::run_program(
      {.name = "sudoku-bench",
       .about = "Solves Sudoku in bulk with many solvers, checks every answer, and reports "
                "throughput and per-puzzle latency.",
       .declare = declare,
       .fail = fail},
      command);
}
