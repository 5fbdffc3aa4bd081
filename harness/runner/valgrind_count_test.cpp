#include "harness/runner/valgrind_count.h"

#include <filesystem>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "harness/base/output.h"
#include "harness/external/external_fixture.h"
#include "harness/external/faulty_plugin.h"
#include "solvers/roster.h"

namespace sudoku::runner {

namespace {

using external::plugin_spec;

constexpr const char* kEasyPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
constexpr const char* kHarderPuzzle =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

class CountByValgrind : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = why_no_valgrind(); !why.empty()) GTEST_SKIP() << why;
    for (const char* puzzle : {kEasyPuzzle, kHarderPuzzle, kEasyPuzzle})
      puzzles_.push_back(parse_grid(puzzle).grid);
  }

  result::ValgrindCount counted(const SolverSpec& solver, std::size_t chunk = 1,
                                Nanoseconds patience = std::chrono::minutes(2)) const {
    return count_by_valgrind(
        solver,
        {.puzzles = puzzles_, .chunk = chunk, .patience = patience, .cancelled = cancelled_});
  }

  static SolverSpec command(std::vector<std::string> words) {
    return SolverSpec(external::command_spec(std::move(words)));
  }

  base::TemporaryFolder folder_;
  std::atomic<bool> cancelled_{false};
  std::vector<Grid> puzzles_;
};

TEST_F(CountByValgrind, OfAPluginIsThatOfItsCalls) {
  const SolverSpec solver(plugin_spec(PLUGIN_EXAMPLE_C, "solve_bitmasks"));
  const result::ValgrindCount once = counted(solver);
  EXPECT_EQ(once.absence, "");
  EXPECT_EQ(once.puzzles, 3U);
  EXPECT_EQ(once.isa, "");
  EXPECT_GT(once.instructions, 10'000U);
  for (std::size_t i = 0; i < 3; ++i)
    puzzles_.push_back(Grid(puzzles_[i]));
  EXPECT_EQ(counted(solver).instructions, 2 * once.instructions) << "no start is counted";
}

TEST_F(CountByValgrind, RepeatsExactlyWhereverTheLibraryLies) {
  const std::string far = folder_.path() + "/a folder with a rather long name/and another one";
  std::filesystem::create_directories(far);
  std::filesystem::copy_file(PLUGIN_EXAMPLE_C, far + "/a.so");
  const result::ValgrindCount here =
      counted(SolverSpec(plugin_spec(PLUGIN_EXAMPLE_C, "solve_bitmasks")));
  const result::ValgrindCount there =
      counted(SolverSpec(plugin_spec(far + "/a.so", "solve_bitmasks")));
  EXPECT_EQ(here.absence, "");
  EXPECT_EQ(here.instructions, there.instructions);
}

TEST_F(CountByValgrind, OfAPluginThatTakesBatchesIsThatOfItsPuzzles) {
  const result::ValgrindCount batches =
      counted(SolverSpec(external::in_batches(plugin_spec(PLUGIN_EXAMPLE_C, "solve_many"), 2)), 2);
  const result::ValgrindCount single =
      counted(SolverSpec(plugin_spec(PLUGIN_EXAMPLE_C, "solve_bitmasks")));
  EXPECT_EQ(batches.absence, "");
  EXPECT_NEAR(batches.per_puzzle(), single.per_puzzle(), 0.01 * single.per_puzzle());
}

// Without their candidates, the same puzzles would be as many clues, and less to read.
TEST_F(CountByValgrind, OfABuiltInSolverNamesItsInstructionSet) {
  const result::ValgrindCount count = counted(SolverSpec(*find_solver("simd")), 3);
  EXPECT_EQ(count.absence, "");
  EXPECT_GT(count.instructions, 1000U);
  EXPECT_TRUE(count.isa == "avx2" || count.isa == "baseline") << count.isa;
}

TEST_F(CountByValgrind, OfACommandLeavesItsStartOut) {
  const SolverSpec solver = command({COMMAND_OF_PLUGIN, PLUGIN_EXAMPLE_C, "solve_bitmasks"});
  const result::ValgrindCount count = counted(solver);
  EXPECT_EQ(count.absence, "");
  EXPECT_EQ(count.puzzles, 2U);  // the first of three pays for the start
  puzzles_.erase(puzzles_.begin());
  const result::ValgrindCount alone =
      counted(SolverSpec(plugin_spec(PLUGIN_EXAMPLE_C, "solve_bitmasks")));
  EXPECT_NEAR(count.per_puzzle(), alone.per_puzzle(), 0.01 * alone.per_puzzle());
}

TEST_F(CountByValgrind, SaysWhyACommandCannotBeCounted) {
  const std::string script = folder_.write("solver", "#!/bin/sh\ncat\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  EXPECT_EQ(counted(command({script})).absence,
            "the command is a script: its interpreter's instructions are not the solver's");
  EXPECT_EQ(counted(command({"true"})).absence, "under valgrind, it answered 3 puzzles by 0 lines");
  puzzles_.resize(1);
  EXPECT_EQ(counted(command({"true"})).absence, "a command needs two puzzles at least");
}

TEST_F(CountByValgrind, SaysHowTheProcessFailed) {
  EXPECT_EQ(counted(SolverSpec(plugin_spec(PLUGIN_EXAMPLE_C, "missing"))).absence.substr(0, 65),
            "it ended the process with status 120 under valgrind: 'cannot load");
  const std::uint32_t crashes = external::config_of(external::PluginFault::always_segv);
  EXPECT_EQ(counted(SolverSpec(plugin_spec(PLUGIN_FAULTY, "sudoku_faulty", crashes))).absence,
            "it died of SIGSEGV under valgrind");
}

TEST_F(CountByValgrind, EndsAProcessThatTakesTooLong) {
  EXPECT_EQ(counted(SolverSpec(*find_solver("mrv")), 1, std::chrono::milliseconds(10)).absence,
            "it was still running after 0.01 s under valgrind");
  cancelled_ = true;
  EXPECT_EQ(counted(SolverSpec(*find_solver("mrv"))).absence, "the run was interrupted");
}

}  // namespace

}  // namespace sudoku::runner
