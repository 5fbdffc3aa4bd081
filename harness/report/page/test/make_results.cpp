// Writes example results to a folder: small.json, small_first.json, large.json, odd.json,
// hostile.json, and day_01.json to day_24.json for a trend.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/base/output.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace {

using sudoku::Outcome;
using sudoku::result::Row;
using sudoku::result::RunResult;

Row* row_of(RunResult& run, const std::string& solver, const std::string& dataset) {
  return &*std::ranges::find_if(
      run.results, [&](const Row& row) { return row.solver == solver && row.dataset == dataset; });
}

// Makes the slow rounds of a row ten times as slow and the quick ones ten times as quick.
void shake(Row& row) {
  for (sudoku::result::BlockRecord& block : row.blocks) {
    std::vector<double> sorted = block.seconds;
    std::ranges::sort(sorted);
    const double median = sorted[sorted.size() / 2];
    for (double& seconds : block.seconds) {
      if (seconds != median) seconds *= seconds > median ? 10 : 0.1;
    }
  }
}

// Twelve solvers on two datasets. Nobody wins on the second one, solver_11 got stuck on half of the
// puzzles, solver_10 gave up on one, the interval of solver_09 is very wide, and the rounds of
// solver_08 differ too much for a ratio.
RunResult odd_result() {
  RunResult run = sudoku::result::large_result(12, 2);
  run.environment.warnings = {"other processes used 1.9 CPUs just before the run"};
  std::erase_if(run.results, [](const Row& row) { return row.threads > 1; });
  for (Row& row : run.results) {
    if (row.solver == "solver_11") {
      row.outcomes[Outcome::incomplete] = row.outcomes[Outcome::unique] /= 2;
    }
    if (row.solver == "solver_10") {
      --row.outcomes[Outcome::unique];
      row.outcomes[Outcome::timeout] = 1;
    }
    if (row.solver == "solver_08") shake(row);
    if (row.solver == "solver_09") row.puzzles_per_second.high *= 1e6;
  }
  Row* const second = row_of(run, "solver_01", "dataset_01.csv");
  speed_up(*second, row_of(run, "solver_00", "dataset_01.csv")->puzzles_per_second.median /
                        second->puzzles_per_second.median);
  return run;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_results FOLDER\n", stderr);
    return 1;
  }
  try {
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    const auto write = [&folder](const std::string& name, const sudoku::result::RunResult& run) {
      sudoku::base::write_aside((folder / name).string(), sudoku::result::to_json(run));
    };
    write("small.json", sudoku::result::example_result());
    sudoku::result::RunResult small_first = sudoku::result::example_result();
    std::ranges::reverse(small_first.datasets);
    write("small_first.json", small_first);
    write("large.json", sudoku::result::large_result(20, 15));
    write("odd.json", odd_result());
    write("hostile.json", sudoku::result::hostile_result());
    for (unsigned day = 1; day <= 24; ++day)
      write(fmt::format("day_{:02}.json", day), sudoku::result::result_of_day(day));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_results: %s\n", error.what());
    return 2;
  }
  return 0;
}
