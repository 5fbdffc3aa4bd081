// Tests of the SolverInfo of external solvers.
#include "harness/external/external.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/external/external_fixture.h"

namespace sudoku::external {
namespace {

TEST(InfoOf, DescribesPluginsAndCommands) {
  const Spec plugin = plugin_spec("/lib/peer.so", "solve_peer");
  EXPECT_EQ(info_of(plugin).name, "solve_peer");
  EXPECT_EQ(info_of(plugin).about, "solve_peer");
  EXPECT_EQ(info_of(plugin).source, "/lib/peer.so");
  EXPECT_EQ(info_of(plugin).guess, "counted by the plugin");
  EXPECT_TRUE(info_of(plugin).ranked);
  const Spec command = command_spec({"python3", "solver.py"});
  EXPECT_EQ(info_of(command).name, "command");
  EXPECT_EQ(info_of(command).about, "a command that answers each puzzle with a line");
  EXPECT_EQ(info_of(command).source, "python3");
  EXPECT_EQ(info_of(command).guess, "not counted");
  EXPECT_EQ(info_of(Spec()).source, "") << "there is no program yet";
}

TEST(InfoOf, TellsWhatPluginsAndCommandsMayDo) {
  // Whether a solver proves uniqueness, counts, shows its solutions, and may only count; and
  // its batch.
  const auto text_of = [](Spec spec, const auto& set) {
    set(spec);
    const SolverInfo info = info_of(spec);
    return fmt::format("{:d}{:d}{:d}{:d} {}", info.proves_uniqueness, info.counts_solutions,
                       info.shows_solution, info.may_only_count, info.batch);
  };
  const Spec plugin = plugin_spec("x.so", "solve");
  const Spec command = command_spec({"x"}, 100);
  EXPECT_EQ(text_of(plugin, [](Spec&) {}), "1100 1");
  EXPECT_EQ(text_of(plugin, [](Spec& s) { s.fills_solution = true; }), "1110 1");
  EXPECT_EQ(text_of(plugin, [](Spec& s) { s.fills_solution = false; }), "1100 1");
  EXPECT_EQ(text_of(plugin, [](Spec& s) { s.limit = LimitUse::first; }), "0000 1");
  EXPECT_EQ(text_of(plugin, [](Spec& s) { s.limit = LimitUse::two; }), "1000 1");
  EXPECT_EQ(text_of(plugin, [](Spec& s) { s.limit = LimitUse::all; }), "1100 1");
  EXPECT_EQ(text_of(plugin, [](Spec& s) { s.batch = 64; }), "1100 1") << "it takes no batches";
  EXPECT_EQ(text_of(in_batches(plugin, 64), [](Spec&) {}), "1100 64");
  EXPECT_EQ(text_of(command, [](Spec&) {}), "1101 100");
  EXPECT_EQ(text_of(command, [](Spec& s) { s.batch = 0; }), "1101 1");
  EXPECT_EQ(text_of(command, [](Spec& s) { s.batch = 1ULL << 40U; }), "1101 4294967295");
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
