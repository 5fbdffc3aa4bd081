#include "harness/report/matrix.h"

#include <gtest/gtest.h>

#include "harness/report/reports.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/row.h"

namespace sudoku::report {

namespace {

// Two datasets of the same rows: simd, mrv, dlx.
result::RunResult two_sets() {
  result::RunResult run = result::example_result();
  std::erase_if(run.results, [&run](const result::Row& row) {
    return row.dataset != run.datasets[0].name ||
           (row.solver != "simd" && row.solver != "mrv" && row.solver != "dlx");
  });
  run.datasets[1] = run.datasets[0];
  run.datasets[1].name = "other";
  const std::size_t rows = run.results.size();
  for (std::size_t i = 0; i < rows; ++i) {
    run.results.push_back(run.results[i]);
    run.results.back().dataset = "other";
  }
  return run;
}

TEST(SpeedMatrix, HasTheFactorsOfAllSolversOnAllDatasets) {
  result::RunResult run = two_sets();
  run.results.pop_back();
  run.results[1].outcomes[Outcome::wrong] = 1;
  run.results[3].outcomes[Outcome::timeout] = 1;
  EXPECT_EQ(speed_matrix(run).value().text(),
            "times slower than the fastest  rated    other\n"
            "─────────────────────────────  ─────  ───────\n"
            "dlx                              tie\n"
            "mrv                                1  gave up\n"
            "simd                           WRONG        1\n");
}

TEST(SpeedMatrix, IsNoneOfOneDatasetOrSolver) {
  result::RunResult run = two_sets();
  EXPECT_FALSE(speed_matrix(run, 2)) << "more solvers than wanted";
  run.datasets.pop_back();
  EXPECT_FALSE(speed_matrix(run));
}

// One sentence tells of all datasets what their own ones would repeat.
TEST(SpeedMatrix, HasASentenceWhereOneSolverIsTheFastest) {
  result::RunResult run = two_sets();
  const std::string text = summary(run, {}, false);
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "simd is the fastest on both sets, 25.1× faster than mrv, the next.");
}

}  // namespace

}  // namespace sudoku::report
