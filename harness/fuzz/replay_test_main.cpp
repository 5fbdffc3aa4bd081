// Tests that may be started as the worker of a target.
#include <gtest/gtest.h>

#include "harness/run/crew_fuzz.h"

int main(int argc, char** argv) {
  sudoku::run_if_scripted_worker(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
