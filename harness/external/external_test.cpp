// Tests of the SolverInfo of external solvers.
#include "harness/external/external.h"

#include <gtest/gtest.h>

namespace sudoku::external {
namespace {

TEST(InfoOf, DescribesPlugins) {
  Spec spec;
  spec.name = "peer";
  spec.library = "/lib/peer.so";
  spec.symbol = "solve_peer";
  const SolverInfo info = info_of(spec);
  EXPECT_EQ(info.name, "peer");
  EXPECT_EQ(info.about, "solve_peer");
  EXPECT_EQ(info.source, "/lib/peer.so");
  EXPECT_EQ(info.guess, "counted by the plugin");
  EXPECT_TRUE(info.proves_uniqueness);
  EXPECT_TRUE(info.counts_solutions);
  EXPECT_FALSE(info.shows_solution) << "no promise was made";
  EXPECT_EQ(info.batch, 1U);
  EXPECT_TRUE(info.ranked);

  spec.fills_solution = true;
  EXPECT_TRUE(info_of(spec).shows_solution);
  spec.fills_solution = false;
  EXPECT_FALSE(info_of(spec).shows_solution);
}

TEST(InfoOf, DescribesCommands) {
  Spec spec;
  spec.name = "script";
  spec.command = {"python3", "solver.py"};
  spec.batch = 100;
  const SolverInfo info = info_of(spec);
  EXPECT_EQ(info.name, "script");
  EXPECT_EQ(info.about, "a command that answers each puzzle with a line");
  EXPECT_EQ(info.source, "python3");
  EXPECT_EQ(info.guess, "not counted");
  EXPECT_TRUE(info.proves_uniqueness);
  EXPECT_FALSE(info.shows_solution);
  EXPECT_EQ(info.batch, 100U);
}

TEST(InfoOf, TakesOneThatStopsAtTheFirstSolutionForWhatItIs) {
  Spec spec;
  spec.library = "x.so";
  spec.limit = LimitUse::first;
  EXPECT_FALSE(info_of(spec).proves_uniqueness);
  EXPECT_FALSE(info_of(spec).counts_solutions);
  spec.limit = LimitUse::all;
  EXPECT_TRUE(info_of(spec).proves_uniqueness);
  EXPECT_TRUE(info_of(spec).counts_solutions);
  spec.limit = LimitUse::two;
  EXPECT_TRUE(info_of(spec).proves_uniqueness);
  EXPECT_FALSE(info_of(spec).counts_solutions);
}

TEST(InfoOf, TellsWhatPluginsAndCommandsMayDo) {
  Spec plugin;
  plugin.library = "x.so";
  plugin.batch = 64;
  EXPECT_EQ(info_of(plugin).batch, 1U) << "it takes no batches";
  EXPECT_FALSE(info_of(plugin).may_only_count);
  EXPECT_FALSE(info_of(plugin).pencilmarks);
  plugin.takes_batches = plugin.pencilmarks = true;
  EXPECT_EQ(info_of(plugin).batch, 64U);
  EXPECT_TRUE(info_of(plugin).pencilmarks);
  Spec command;
  EXPECT_EQ(info_of(command).source, "") << "there is no program yet";
  EXPECT_TRUE(info_of(command).may_only_count);
  command.batch = 0;
  EXPECT_EQ(info_of(command).batch, 1U);
  command.batch = std::uint64_t{1} << 40;
  EXPECT_EQ(info_of(command).batch, 0xFFFF'FFFF);
}

TEST(NoAnswerWithin, NamesTheTimeInMillisecondsOrSeconds) {
  using std::chrono::microseconds;
  EXPECT_EQ(no_answer_within(microseconds(250)), "no answer within 0.25 ms");
  EXPECT_EQ(no_answer_within(microseconds(400'000)), "no answer within 400 ms");
  EXPECT_EQ(no_answer_within(microseconds(999'500)), "no answer within 999.5 ms");
  EXPECT_EQ(no_answer_within(microseconds(1'000'000)), "no answer within 1 s");
  EXPECT_EQ(no_answer_within(microseconds(90'500'000)), "no answer within 90.5 s");
}

}  // namespace
}  // namespace sudoku::external
