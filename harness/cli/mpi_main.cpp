// sudoku-bench-mpi: one race on all machines of a cluster. Started by mpirun, once per rank.
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/cli/command.h"
#include "harness/cli/mpi_team.h"
#include "harness/cli/program.h"
#include "harness/dataset/interruption.h"
#include "harness/entrants/worker.h"
#include "harness/entrants/worker_task.h"

namespace {

void complain(const std::string& why) {
  // fmt::print() would throw where standard error cannot be written.
  std::fputs(fmt::format("sudoku-bench-mpi: {}\n", why).c_str(), stderr);
}

int run(int argc, char** argv) {
  sudoku::Ranks ranks;
  // What all ranks would print the same is printed once.
  if (!ranks.leads() && std::freopen("/dev/null", "w", stdout) == nullptr) return sudoku::kBadInput;
  sudoku::Assembly assembly(ranks, {.cancel = sudoku::interrupt, .complain = complain});
  sudoku::MpiTeam team(ranks, assembly);
  const std::vector<std::string> command(argv, argv + argc);
  const auto declare = [&](CLI::App& app, sudoku::Action& action) {
    sudoku::add_run(app, action, command, {std::nullopt, team});
    sudoku::add_version(app, action);
  };
  const auto fail = [&](int code, const std::string& why) {
    assembly.fail(code, why);
    return code;
  };
  const int code = sudoku::run_program(
      {.name = "sudoku-bench-mpi",
       .about = "Runs one race on all ranks of an MPI job: each solves blocks that the others do "
                "not, and one result tells of all. mpirun -n RANKS sudoku-bench-mpi run ...",
       .declare = declare,
       .fail = fail},
      command);
  return ranks.leads() ? code : sudoku::kOk;  // mpirun would tell of each
}

}  // namespace

int main(int argc, char** argv) {
  sudoku::occupy_standard_streams();
  const auto fail = [](int code, const std::string& why) {
    complain(why);
    return code;
  };
  return sudoku::guarded(fail, [&] {
    const bool is_worker = argc > 1 && argv[1] == std::string(sudoku::kWorkerWord);
    return is_worker ? sudoku::serve_as_worker({argv + 1, argv + argc}) : run(argc, argv);
  });
}
