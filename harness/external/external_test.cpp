// Tests of the SolverInfo of external solvers.
#include "harness/external/external.h"

#include <gtest/gtest.h>

#include "harness/external/external_fixture.h"

namespace sudoku::external {
namespace {

TEST(InfoOf, DescribesPlugins) {
  Spec spec = plugin_spec("/lib/peer.so", "solve_peer");
  const SolverInfo info = info_of(spec);
  EXPECT_EQ(info.name, "solve_peer");
  EXPECT_EQ(info.about, "solve_peer");
  EXPECT_EQ(info.source, "/lib/peer.so");
  EXPECT_EQ(info.guess, "counted by the plugin");
  EXPECT_TRUE(info.proves_uniqueness);
  EXPECT_TRUE(info.counts_solutions);
  EXPECT_FALSE(info.shows_solution) << "no promise was made";
  EXPECT_EQ(info.batch, 1U);
  EXPECT_TRUE(info.ranked);
  for (const bool fills : {true, false}) {
    spec.fills_solution = fills;
    EXPECT_EQ(info_of(spec).shows_solution, fills);
  }
}

TEST(InfoOf, DescribesCommands) {
  const Spec spec = command_spec({"python3", "solver.py"}, 100);  // to which `info` refers
  const SolverInfo info = info_of(spec);
  EXPECT_EQ(info.name, "command");
  EXPECT_EQ(info.about, "a command that answers each puzzle with a line");
  EXPECT_EQ(info.source, "python3");
  EXPECT_EQ(info.guess, "not counted");
  EXPECT_TRUE(info.proves_uniqueness);
  EXPECT_FALSE(info.shows_solution);
  EXPECT_EQ(info.batch, 100U);
}

TEST(InfoOf, TakesOneThatStopsAtTheFirstSolutionForWhatItIs) {
  const auto info = [](LimitUse use) {
    Spec spec = plugin_spec("x.so", "solve");
    spec.limit = use;
    return info_of(spec);
  };
  EXPECT_FALSE(info(LimitUse::first).proves_uniqueness);
  EXPECT_FALSE(info(LimitUse::first).counts_solutions);
  EXPECT_TRUE(info(LimitUse::all).proves_uniqueness);
  EXPECT_TRUE(info(LimitUse::all).counts_solutions);
  EXPECT_TRUE(info(LimitUse::two).proves_uniqueness);
  EXPECT_FALSE(info(LimitUse::two).counts_solutions);
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
