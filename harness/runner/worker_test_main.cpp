// Test program that also serves as a worker, as the harness does.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/runner/worker.h"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words.front() == sudoku::runner::kWorkerWord) {
    return sudoku::runner::serve_as_worker(words);
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
