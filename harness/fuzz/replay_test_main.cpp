// main() of the replay tests, which some fuzz targets also start as a scripted worker.
#include <gtest/gtest.h>

#include "harness/runner/isolated_runner_fuzz.h"

int main(int argc, char** argv) {
  sudoku::run_if_scripted_worker(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
