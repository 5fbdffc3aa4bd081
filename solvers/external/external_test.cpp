// Tests of ExternalSpec: as arguments of a worker's command line, and as SolverInfo.
#include "solvers/external/external.h"

#include <gtest/gtest.h>

namespace sudoku {
namespace {

ExternalSpec odd_spec() {
  ExternalSpec spec;
  spec.name = "odd";
  spec.library = "/a b/lib=1;\n\"quoted\".so";
  spec.symbol = "name=symbol";
  spec.config = 0xFFFF'FFFF;
  spec.command = {"sh", "", "-c", "echo 'a=b' \t\n$x", "\xC3\xA9\x01\xFF", "command=x"};
  spec.batch = ~std::uint64_t{0};
  spec.limit = LimitUse::all;
  spec.fills_solution = true;
  spec.thread_safe = false;
  spec.version = "1.0 = new\r";
  spec.flags = "-O3 -march=native";
  return spec;
}

void expect_equal(const ExternalSpec& one, const ExternalSpec& other) {
  EXPECT_EQ(one.name, other.name);
  EXPECT_EQ(one.library, other.library);
  EXPECT_EQ(one.symbol, other.symbol);
  EXPECT_EQ(one.config, other.config);
  EXPECT_EQ(one.command, other.command);
  EXPECT_EQ(one.batch, other.batch);
  EXPECT_EQ(one.limit, other.limit);
  EXPECT_EQ(one.fills_solution, other.fills_solution);
  EXPECT_EQ(one.thread_safe, other.thread_safe);
  EXPECT_EQ(one.version, other.version);
  EXPECT_EQ(one.flags, other.flags);
}

TEST(ExternalWords, MakeTheSameSpecAgain) {
  expect_equal(external_from(to_words(odd_spec())), odd_spec());
  expect_equal(external_from(to_words(ExternalSpec{})), ExternalSpec{});
  for (const LimitUse use : {LimitUse::honoured, LimitUse::first, LimitUse::all}) {
    ExternalSpec spec;
    spec.limit = use;
    expect_equal(external_from(to_words(spec)), spec);
  }
}

std::string error_of_words(const std::vector<std::string>& words) {
  try {
    external_from(words);
  } catch (const ExternalError& error) {
    return error.what();
  }
  return "none";
}

TEST(ExternalWords, SayWhatIsWrongWithThem) {
  struct {
    const char* word;
    const char* error;
  } const cases[] = {
      {"colour=red", "expected a key of a solver's description, found 'colour=red'"},
      {"name", "expected a key of a solver's description, found 'name'"},
      {"", "expected a key of a solver's description, found ''"},
      {"config=4294967296", "expected a number, found '4294967296'"},
      {"config=", "expected a number, found ''"},
      {"batch=7 ", "expected a number, found '7 '"},
      {"limit=2", "expected honoured, first or all, found '2'"},
      {"name=", "none"},
  };

  for (const auto& c : cases)
    EXPECT_EQ(error_of_words({c.word}), c.error);
}

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
  EXPECT_FALSE(info.shows_solution);
  EXPECT_EQ(info.batch, 1U);
  EXPECT_TRUE(info.ranked);

  spec.fills_solution = true;
  EXPECT_TRUE(info_of(spec).shows_solution);
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
