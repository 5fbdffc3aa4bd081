// Tests of the examples that wrap engines of others, where these are installed.
#include <array>
#include <filesystem>
#include <ostream>
#include <string>

#include "harness/base/child_process.h"
#include "harness/base/errors.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/result/json.h"

namespace sudoku::cli {
namespace {

constexpr const char* kGlpk = BUILD_FOLDER "/plugins/plugin_example_glpk.so";

struct Engine {
  std::string name;
  std::string program;  // that it needs; empty: the library was found when this test was built
  std::string option;
  std::string description;

  friend void PrintTo(const Engine& engine, std::ostream* out) { *out << engine.name; }
};

const std::array<Engine, 3> kEngines = {{
    {"clingo", "clingo", "--exec", "name=clingo:" EXAMPLES "engines/clingo.py"},
    {"glpk", "", "--plugin", std::string(kGlpk) + ":solve_glpk,name=glpk"},
    {"qqwing", "qqwing", "--exec", "name=qqwing,limit=all:" EXAMPLES "engines/qqwing.sh"},
}};

bool is_installed(const Engine& engine) {
  if (engine.program.empty()) return std::filesystem::exists(kGlpk);
  try {
    base::expect_program(engine.program);
    return true;
  } catch (const base::LoadError&) {
    return false;
  }
}

class Engines : public Bench, public testing::WithParamInterface<Engine> {};

INSTANTIATE_TEST_SUITE_P(Examples, Engines, testing::ValuesIn(kEngines),
                         [](const auto& engine) { return engine.param.name; });

TEST_P(Engines, AnswerPuzzlesWithNoneOneAndSeveralSolutions) {
  const Engine& engine = GetParam();
  if (!is_installed(engine)) GTEST_SKIP() << engine.name << " is not installed";
  const std::string easy =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  std::string several = easy;
  several.replace(easy.size() - 2, 2, "..");
  std::string contradictory = easy;
  contradictory[2] = '5';
  std::string hopeless = easy;  // no two clues contradict each other
  hopeless[2] = '2';
  folder_.write("puzzles.csv",
                "puzzle\n" + easy + "\n" + several + "\n" + contradictory + "\n" + hopeless + "\n");

  const Ended ended = bench({"run", "puzzles.csv", "--solvers", "mrv", "--threads", "1",
                             "--time-budget", "0", "--rounds", "1", "--puzzle-timeout", "60s",
                             "--result", "-", engine.option, engine.description});
  ASSERT_EQ(ended.code, kOk) << ended.err;
  const result::RunResult run = result::from_json(ended.out, "result");
  const result::Row& row = run.results.at(1);
  EXPECT_EQ(row.solver, engine.name);
  EXPECT_EQ(row.outcomes[Outcome::unique], 1U);
  EXPECT_EQ(row.outcomes[Outcome::multiple], 1U);
  EXPECT_EQ(row.outcomes[Outcome::none], 2U);
}

}  // namespace
}  // namespace sudoku::cli
