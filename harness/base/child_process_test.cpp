#include "harness/base/child_process.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace sudoku::base {

namespace {

TEST(ChildProcess, HasOurEnvironmentAndItsOwnVariable) {
  ASSERT_EQ(::setenv("SUDOKU_BENCH_KEPT", "kept", 1), 0);
  ASSERT_EQ(::setenv("SUDOKU_BENCH_SET", "old", 1), 0);
  ChildProcess child({"sh", "-c", "echo $SUDOKU_BENCH_KEPT $SUDOKU_BENCH_SET"},
                     "SUDOKU_BENCH_SET=new", SIGKILL);
  std::string output;
  while (child.read(output))
    child.wait(false, std::chrono::milliseconds(10));
  EXPECT_EQ(output, "kept new\n");
}

}  // namespace

}  // namespace sudoku::base
