// Tests of the SolverInfo of external solvers.
#include "solvers/external/external.h"

#include <gtest/gtest.h>

namespace sudoku {
namespace {

TEST(InfoOf, DescribesPlugins) {
  ExternalSpec spec;
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
  ExternalSpec spec;
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
  ExternalSpec spec;
  spec.library = "x.so";
  spec.limit = LimitUse::first;
  EXPECT_FALSE(info_of(spec).proves_uniqueness);
  EXPECT_FALSE(info_of(spec).counts_solutions);
  spec.limit = LimitUse::all;
  EXPECT_TRUE(info_of(spec).proves_uniqueness);
  EXPECT_TRUE(info_of(spec).counts_solutions);
}

}  // namespace
}  // namespace sudoku
