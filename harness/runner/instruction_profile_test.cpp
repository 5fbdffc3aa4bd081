#include "harness/runner/instruction_profile.h"

#include <algorithm>
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

class InstructionProfile : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = why_no_valgrind(); !why.empty()) GTEST_SKIP() << why;
    for (const char* puzzle : {kEasyPuzzle, kHarderPuzzle, kEasyPuzzle})
      puzzles_.push_back(parse_grid(puzzle).grid);
  }

  result::ProfileRecord profile(const SolverSpec& solver, std::size_t chunk = 1,
                                Nanoseconds patience = std::chrono::minutes(2)) const {
    return profile_of(
        solver,
        {.puzzles = puzzles_, .chunk = chunk, .patience = patience, .cancelled = cancelled_});
  }

  static SolverSpec command(std::vector<std::string> words) {
    return SolverSpec(external::command_spec(std::move(words)));
  }

  static std::uint64_t count_of(const result::ProfileRecord& profile, const std::string& function) {
    const auto found =
        std::ranges::find(profile.functions, function, &result::FunctionRecord::name);
    return found == profile.functions.end() ? 0 : found->instructions;
  }

  base::TemporaryFolder folder_;
  std::atomic<bool> cancelled_{false};
  std::vector<Grid> puzzles_;
};

TEST_F(InstructionProfile, OfAPluginCountsItsFunctionsOnly) {
  const result::ProfileRecord profile =
      this->profile(SolverSpec(plugin_spec(PLUGIN_EXAMPLE_C, "solve_bitmasks")));
  EXPECT_EQ(profile.absence, "");
  EXPECT_EQ(profile.puzzles, 3U);
  EXPECT_EQ(profile.isa, "");
  EXPECT_GT(count_of(profile, "solve_bitmasks"), 1000U);
  // The harness copies the puzzle and its solution, and calls; nothing else is its own.
  std::uint64_t named = 0;
  for (const result::FunctionRecord& function : profile.functions) {
    EXPECT_EQ(function.name.find("sudoku::run"), std::string::npos) << function.name;
    named += function.instructions;
  }
  EXPECT_LE(named, profile.instructions);
  EXPECT_GE(named, profile.instructions - profile.instructions / 100);
}

TEST_F(InstructionProfile, RepeatsExactlyWhereverTheLibraryLies) {
  const std::string far = folder_.path() + "/a folder with a rather long name/and another one";
  std::filesystem::create_directories(far);
  std::filesystem::copy_file(PLUGIN_EXAMPLE_C, far + "/a.so");
  const result::ProfileRecord here =
      profile(SolverSpec(plugin_spec(PLUGIN_EXAMPLE_C, "solve_bitmasks")));
  const result::ProfileRecord there =
      profile(SolverSpec(plugin_spec(far + "/a.so", "solve_bitmasks")));
  EXPECT_EQ(here.absence, "");
  EXPECT_EQ(here.instructions, there.instructions);
  EXPECT_EQ(here.functions, there.functions);
}

TEST_F(InstructionProfile, OfAPluginThatTakesBatchesIsThatOfItsPuzzles) {
  const result::ProfileRecord batches =
      profile(SolverSpec(external::in_batches(plugin_spec(PLUGIN_EXAMPLE_C, "solve_many"), 2)), 2);
  const result::ProfileRecord single =
      profile(SolverSpec(plugin_spec(PLUGIN_EXAMPLE_C, "solve_bitmasks")));
  EXPECT_EQ(batches.absence, "");
  EXPECT_GT(batches.instructions, single.instructions / 2);
  EXPECT_EQ(count_of(batches, "descend"), count_of(single, "descend"));
}

// Without their candidates, the same puzzles would be as many clues, and less to read.
TEST_F(InstructionProfile, OfPencilmarkPuzzlesIsThatOfTheirCandidates) {
  external::Spec spec = plugin_spec(PLUGIN_FAULTY, "sudoku_both_kinds");
  spec.pencilmarks = true;
  PuzzleList list;
  for (const Grid& puzzle : puzzles_) {
    const Pencilmarks marks = marks_of(puzzle);
    list.push_back({puzzle, &marks});
  }
  const result::ProfileRecord of_clues = profile(SolverSpec(spec));
  const result::ProfileRecord of_marks = profile_of(
      SolverSpec(spec),
      {.puzzles = list.span(), .patience = std::chrono::minutes(2), .cancelled = cancelled_});
  EXPECT_EQ(of_clues.absence, "");
  EXPECT_EQ(of_marks.absence, "");
  EXPECT_EQ(of_marks.puzzles, 3U);
  EXPECT_GT(of_marks.instructions, of_clues.instructions + 3 * Pencilmarks::kText);
}

TEST_F(InstructionProfile, OfABuiltInSolverNamesItsInstructionSet) {
  const result::ProfileRecord profile = this->profile(SolverSpec(*find_solver("simd")), 3);
  EXPECT_EQ(profile.absence, "");
  EXPECT_GT(profile.instructions, 1000U);
  EXPECT_TRUE(profile.isa == "avx2" || profile.isa == "baseline") << profile.isa;
}

TEST_F(InstructionProfile, OfACommandLeavesItsStartOut) {
  const SolverSpec solver = command({COMMAND_OF_PLUGIN, PLUGIN_EXAMPLE_C, "solve_bitmasks"});
  const result::ProfileRecord profile = this->profile(solver);
  EXPECT_EQ(profile.absence, "");
  EXPECT_EQ(profile.puzzles, 2U);  // the first of three pays for the start
  puzzles_.erase(puzzles_.begin());
  const result::ProfileRecord alone =
      this->profile(SolverSpec(plugin_spec(PLUGIN_EXAMPLE_C, "solve_bitmasks")));
  EXPECT_EQ(count_of(profile, "descend"), count_of(alone, "descend"));
}

TEST_F(InstructionProfile, SaysWhyACommandCannotBeCounted) {
  const std::string script = folder_.write("solver", "#!/bin/sh\ncat\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  EXPECT_EQ(profile(command({script})).absence,
            "the command is a script: its interpreter's instructions are not the solver's");
  EXPECT_EQ(profile(command({"true"})).absence, "under valgrind, it answered 3 puzzles by 0 lines");
  puzzles_.resize(1);
  EXPECT_EQ(profile(command({"true"})).absence, "a command needs two puzzles at least");
}

TEST_F(InstructionProfile, SaysHowTheProcessFailed) {
  EXPECT_EQ(profile(SolverSpec(plugin_spec(PLUGIN_EXAMPLE_C, "missing"))).absence.substr(0, 58),
            "it ended with exit status 120 under valgrind: 'cannot load");
  const std::uint32_t crashes = external::config_of(external::PluginFault::always_segv);
  EXPECT_EQ(profile(SolverSpec(plugin_spec(PLUGIN_FAULTY, "sudoku_faulty", crashes))).absence,
            "it died of SIGSEGV under valgrind");
}

TEST_F(InstructionProfile, EndsAProcessThatTakesTooLong) {
  EXPECT_EQ(profile(SolverSpec(*find_solver("mrv")), 1, std::chrono::milliseconds(10)).absence,
            "it was still running after 0.01 s under valgrind");
  cancelled_ = true;
  EXPECT_EQ(profile(SolverSpec(*find_solver("mrv"))).absence, "the run was interrupted");
}

}  // namespace

}  // namespace sudoku::runner
