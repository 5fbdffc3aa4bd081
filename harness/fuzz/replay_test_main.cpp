// main() of tests that replay fuzz targets: the process may also be started as the worker of one.
#include <gtest/gtest.h>

#include "harness/run/crew_fuzz.h"

int main(int argc, char** argv) {
  sudoku::run_if_scripted_worker(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
