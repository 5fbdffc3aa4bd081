// What the harness costs: the throughput that a race reports for a solver on a file, against a bare
// loop of the same solver over the same puzzles, in turn in one process, on one thread.
//
//   harness_cost FILE SOLVER [PAIRS]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/reader.h"
#include "harness/run/race.h"
#include "solvers/roster.h"

namespace sudoku::micro {
namespace {

using SteadyClock = std::chrono::steady_clock;

class Silent final : public run::RaceObserver {
 public:
  void reading(std::string_view /*dataset*/, std::uint64_t /*read*/,
               std::uint64_t /*total*/) override {}

  void bad_rows(const result::DatasetRecord& /*dataset*/) override {}

  void planned(const run::PlannedSolver& /*planned*/) override {}

  void running(const run::RaceProgress& /*progress*/) override {}

  void solved(const run::SolvedBlock& /*solved*/) override {}
};

std::vector<Grid> read_all(const std::string& path) {
  dataset::PuzzleReader reader(path, path, {});
  std::vector<Grid> puzzles;
  dataset::Block block;
  while (reader.read(block))
    puzzles.insert(puzzles.end(), block.puzzles.begin(), block.puzzles.end());
  return puzzles;
}

// Puzzles per second; passes for as long as a race's rounds take, the median counts.
double bare_loop(const SolverEntry& entry, const std::vector<Grid>& puzzles) {
  const auto solver = entry.create();
  std::vector<Answer> answers(puzzles.size());
  std::vector<double> rates;
  const auto start = SteadyClock::now();
  while (SteadyClock::now() - start < std::chrono::milliseconds(200)) {
    const auto before = SteadyClock::now();
    solver->solve(puzzles, {}, answers);
    const std::chrono::duration<double> time = SteadyClock::now() - before;
    rates.push_back(static_cast<double>(puzzles.size()) / time.count());
  }
  std::ranges::sort(rates);
  return rates[rates.size() / 2];
}

double raced(const SolverEntry& entry, const std::string& path) {
  run::RaceSettings settings;
  settings.contenders = {run::Contender(entry)};
  settings.reference = entry.info.name;
  const std::atomic<bool> cancelled{false};
  Silent observer;
  const result::RunResult result = run::run_race({path}, settings, cancelled, observer);
  return result.results.front().puzzles_per_second.median;
}

int compare(const std::string& path, const std::string& name, int pairs) {
  const SolverEntry* entry = find_solver(name);
  if (entry == nullptr || pairs < 1) {
    fmt::print(stderr, "harness_cost FILE SOLVER [PAIRS]\n");
    return EXIT_FAILURE;
  }
  const std::vector<Grid> puzzles = read_all(path);
  std::vector<double> ratios;
  for (int i = 0; i < pairs; ++i) {
    const double bare = bare_loop(*entry, puzzles);
    const double harness = raced(*entry, path);
    ratios.push_back(harness / bare);
    fmt::print("bare {:.0f}/s  harness {:.0f}/s  ratio {:.3f}\n", bare, harness, ratios.back());
  }
  std::ranges::sort(ratios);
  fmt::print("{} on {}: harness / bare = {:.3f} (median of {} pairs, {:.3f} to {:.3f})\n", name,
             path, ratios[ratios.size() / 2], pairs, ratios.front(), ratios.back());
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace sudoku::micro

int main(int argc, char** argv) {
  try {
    const int pairs = argc > 3 ? std::atoi(argv[3]) : 11;
    return sudoku::micro::compare(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "", pairs);
  } catch (const std::exception& error) {
    fmt::print(stderr, "harness_cost: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
