// sudoku-bench-mpi: one race on all machines of a cluster. Started by mpirun, once per rank.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "harness/base/interruption.h"
#include "harness/cli/program.h"
#include "harness/cli/run.h"
#include "harness/cluster/ledger.h"
#include "harness/cluster/ranks.h"
#include "harness/report/view.h"
#include "harness/run/worker.h"

namespace sudoku::cli {

namespace {

double ms(std::uint64_t ns) {
  return static_cast<double>(ns) / 1e6;
}

void tell_costs(const std::vector<cluster::RankCosts>& ranks,
                const std::vector<result::HostRecord>& hosts) {
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const cluster::RankCosts& costs = ranks[i];
    fmt::print(stderr,
               "{}: took {} in {}; {:.1f} ms for asking, {:.1f} ms for waiting in the end, {:.1f} "
               "ms for adding up\n",
               hosts[i].name, report::plural(costs.blocks, "block"),
               report::plural(costs.claims, "claim"), ms(costs.claiming_ns), ms(costs.waiting_ns),
               ms(costs.reducing_ns));
  }
}

// A race by all ranks of an MPI job.
class MpiTeam final : public RunTeam {
 public:
  MpiTeam(cluster::Ranks& ranks, cluster::Assembly& assembly)
      : ranks_(ranks), assembly_(assembly) {}

  bool speaks() const override { return ranks_.leads(); }

  void check(const RunOptions& options) const override;
  run::Ledger& open_books(const run::JournalTerms& terms) override;
  run::RaceProgress seen_by_all(const run::RaceProgress& own) override;
  bool finish(result::RunResult& result, const RunOptions& options) override;
  void remove_journals() override;

 private:
  cluster::Ranks& ranks_;
  cluster::Assembly& assembly_;
  std::optional<cluster::ClusterLedger> ledger_;
};

void MpiTeam::check(const RunOptions& options) const {
  if (!options.puzzle_csv.empty()) {
    throw CLI::ValidationError(
        "--puzzle-csv: each rank would have the rows of its own blocks only");
  }
  if (std::ranges::count(options.files, "-") > 0) {
    throw CLI::ValidationError("files: standard input reaches one rank only; all read the files");
  }
}

run::Ledger& MpiTeam::open_books(const run::JournalTerms& terms) {
  return ledger_.emplace(ranks_, assembly_, terms, watch_for_interrupts());
}

run::RaceProgress MpiTeam::seen_by_all(const run::RaceProgress& own) {
  return ranks_.leads() ? ledger_->seen_by_all(own) : own;
}

bool MpiTeam::finish(result::RunResult& result, const RunOptions& options) {
  const std::vector<cluster::RankCosts> costs = ledger_->finish(result);
  if (options.verbose && !costs.empty()) tell_costs(costs, *result.hosts);
  return ranks_.leads() && !ledger_->was_complete();
}

void MpiTeam::remove_journals() {
  ledger_->remove_journals();
}

void complain(const std::string& why) {
  // fmt::print() would throw where standard error cannot be written.
  std::fputs(fmt::format("sudoku-bench-mpi: {}\n", why).c_str(), stderr);
}

int run(int argc, char** argv) {
  cluster::Ranks ranks;
  // What all ranks would print the same is printed once.
  if (!ranks.leads() && std::freopen("/dev/null", "w", stdout) == nullptr) return kBadInput;
  cluster::Assembly assembly(ranks, {.cancel = base::interrupt, .complain = complain});
  MpiTeam team(ranks, assembly);
  const std::vector<std::string> command(argv, argv + argc);
  const auto declare = [&](CLI::App& app, Action& action) {
    add_run(app, action, command, {std::nullopt, team});
    add_version(app, action);
  };
  const auto fail = [&](int code, const std::string& why) {
    assembly.fail(code, why);
    return code;
  };
  const int code = run_program(
      {.name = "sudoku-bench-mpi",
       .about = "Runs one race on all ranks of an MPI job: each solves blocks that the others do "
                "not, and one result tells of all. mpirun -n RANKS sudoku-bench-mpi run ...",
       .declare = declare,
       .fail = fail},
      command);
  return ranks.leads() ? code : kOk;  // mpirun would tell of each
}

}  // namespace

}  // namespace sudoku::cli

int main(int argc, char** argv) {
  sudoku::cli::occupy_standard_streams();
  const auto fail = [](int code, const std::string& why) {
    sudoku::cli::complain(why);
    return code;
  };
  return sudoku::cli::guarded(fail, [&] {
    const bool is_worker = argc > 1 && argv[1] == std::string(sudoku::run::kWorkerWord);
    return is_worker ? sudoku::run::serve_as_worker({argv + 1, argv + argc})
                     : sudoku::cli::run(argc, argv);
  });
}
