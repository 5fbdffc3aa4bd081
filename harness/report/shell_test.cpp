#include "harness/report/shell.h"

#include <gtest/gtest.h>

#include "harness/results/example_result.h"

namespace sudoku {

namespace {

TEST(Shell, QuotesWhatItWouldTakeApart) {
  EXPECT_EQ(shell_quoted({"run", "a b.csv", "it's", "", "--threads=1,2"}),
            "run 'a b.csv' 'it'\\''s' '' --threads=1,2");
}

TEST(Shell, RepeatsAPuzzleOfASolverFromOutside) {
  const RunResult run = example_result();
  EXPECT_EQ(repeat_command(run, run.results[5], "53.."),
            "echo 53.. | sudoku-bench run - --solvers none --plugin "
            "build/librival.so:rival:3,name=rival-3 --threads 1 --solutions 2");
}

}  // namespace

}  // namespace sudoku
