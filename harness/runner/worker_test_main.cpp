// Test program that also serves as a worker, as the harness does or as a test says.
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/runner/scripted_worker_fixture.h"
#include "harness/runner/worker.h"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words.front() == sudoku::runner::kWorkerWord) {
    const auto scripted = std::ranges::find(words, sudoku::runner::kScripted);
    if (scripted == words.end()) return sudoku::runner::serve_as_worker(words);
    return sudoku::runner::serve_scripted(*std::next(scripted));
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
