// sudoku-bench-mpi: one run on all machines of a cluster, started by mpirun once per rank.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/units.h"
#include "harness/cli/program.h"
#include "harness/cli/run.h"
#include "harness/cluster/journal.h"
#include "harness/cluster/ranks.h"
#include "harness/run/run.h"

namespace sudoku::cli {

namespace {

// Throws base::UsageError for options of `run` that do not work with several MPI ranks.
void require_for_ranks(const RunOptions& options) {
  if (options.processes > 1) {
    throw base::UsageError(
        "--processes: the ranks of a job share one run; use --processes without mpirun");
  }
  if (!options.puzzle_csv.empty())
    throw base::UsageError("--puzzle-csv: each rank would write only the rows of its own blocks");
  if (std::ranges::count(options.files, "-") > 0) {
    throw base::UsageError(
        "FILE: standard input reaches only one rank, but all ranks read the files");
  }
}

int run_on_rank(cluster::Ranks& ranks, RunOptions& options,
                const std::vector<std::string>& command) {
  watch_for_interrupts();
  complete_with_suite(options);
  require_for_ranks(options);
  prepare_files(options, ranks.leads());
  RunDisplay display(options, ranks.leads());
  cluster::RankJournal journal(ranks, journal_options(options, display));
  result::RunResult result =
      run::run_datasets(options.files, options, watch_for_interrupts(), display, journal);
  const std::vector<cluster::RankCosts> costs = journal.finish(result);
  if (!ranks.leads()) return kOk;
  if (journal.file().complete_result()) return code_of(*journal.file().complete_result());
  for (std::size_t i = 0; options.verbose && i < costs.size(); ++i) {
    fmt::print(stderr, "{}: took {} in {}\n", result.hosts->at(i).name,
               base::plural(costs[i].blocks, "block"), base::plural(costs[i].shares, "claim"));
  }
  return leave_result(options, command, display, journal.file(), result);
}

int run(const std::vector<std::string>& command) {
  cluster::Ranks ranks([](const std::string& why) { print_failure("sudoku-bench-mpi", 0, why); });
  // Only the leading rank prints to standard output.
  if (!ranks.leads() && std::freopen("/dev/null", "w", stdout) == nullptr) return kBadInput;
  const auto declare = [&](Command& program) {
    add_run(program, [&](RunOptions& options) { return run_on_rank(ranks, options, command); });
    add_version(program);
  };
  const auto fail = [&](int code, const std::string& why) {
    ranks.fail(code, why);
    return code;
  };
  const int code = run_program(
      {.name = "sudoku-bench-mpi",
       .about = "Performs one run on all ranks of an MPI job: the ranks solve different blocks and "
                "write one result. Usage: mpirun -n RANKS sudoku-bench-mpi run ...",
       .declare = declare,
       .fail = fail},
      command);
  ranks.leave();
  return ranks.leads() ? code : kOk;  // mpirun would report the code of every rank
}

}  // namespace

}  // namespace sudoku::cli

int main(int argc, char** argv) {
  return sudoku::cli::start("sudoku-bench-mpi", {argv, argv + argc}, sudoku::cli::run);
}
