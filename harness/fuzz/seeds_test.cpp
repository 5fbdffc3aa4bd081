// Runs each fuzz target on the files in its folder: seeds, and inputs that once made it fail.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "harness/fuzz/targets.h"

namespace sudoku {

// Shows the target's name in the names of tests and in messages.
// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest's name
static void PrintTo(const FuzzTarget& target, std::ostream* out) { *out << target.name; }

namespace {

class Seeds : public testing::TestWithParam<FuzzTarget> {};

TEST_P(Seeds, BreakNoPromise) {
  const FuzzTarget& target = GetParam();
  target.run("");
  const auto folder =
      std::filesystem::path(SOURCE_FOLDER) / target.folder / (std::string(target.name) + "_fuzz");
  std::size_t replayed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    // A failed check ends the program, so the name of each input file is printed before its replay.
    std::fprintf(stderr, "%s\n", entry.path().filename().c_str());
    std::ifstream file(entry.path(), std::ios::binary);
    target.run(std::string(std::istreambuf_iterator<char>(file), {}));
    ++replayed;
  }
  EXPECT_GT(replayed, 0U);
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Seeds,
                         testing::ValuesIn(fuzz_targets().begin(), fuzz_targets().end()),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace sudoku
