// Tests of scripts/solver-table with a solver and rivals made for it.
#include <filesystem>

#include <fmt/format.h>

#include "harness/cli/program.h"
#include "harness/cli/script_fixture.h"

namespace sudoku::cli {

namespace {

// A solver that is built in the current folder, and a repository `rival` of a solver in C.
constexpr const char* kTablePrelude = R"(
  export CC
  mkdir mine
  git init --quiet --initial-branch=main rival
  cp "$SOURCES/solvers/external/examples/c/bitmasks.c" rival
  (cd rival; commit rival; git tag v1)
  cp good.csv mine; cd mine
  "$CC" -O1 -shared -fPIC -I "$SOURCES/solvers/external" -o mine.so ../rival/bitmasks.c
  build='"$CC" -O1 -shared -fPIC -I "$SUDOKU_BENCH_INCLUDE" -o rival.so bitmasks.c'
  table() {
    "$SOURCES/scripts/solver-table" --output ../results --time-budget 20ms --files good.csv \
      --plugin ./mine.so:solve_bitmasks,name=mine "$@"
  }
)";

class SlowSolverTable : public SolverScriptBench {
 protected:
  // Runs `script` behind the prelude, in the folder of the solver.
  Ended table(const std::string& script) const { return bash(kTablePrelude + script); }
};

TEST_F(SlowSolverTable, ASolverAloneHasOneRow) {
  const Ended ended = table("table --files minimal");
  EXPECT_EQ(ended.code, kOk) << ended.out << ended.err;
  const std::string speed = result("speed.md");
  EXPECT_TRUE(speed.starts_with(
      "| puzzles per second | good.csv | minimal.csv |\n|---|---:|---:|\n| mine | "))
      << speed;
  expect_part(speed, "\n\nOne thread, ");
  EXPECT_FALSE(std::filesystem::exists(path("results/rivals.md")));
  EXPECT_TRUE(std::filesystem::is_empty(path("temporary")));
}

TEST_F(SlowSolverTable, RivalsAreBuiltAtTheirRevisions) {
  const Ended ended = table(R"(
      cd ../rival; echo '#error' >bitmasks.c; git commit --quiet --all --message broken; cd ../mine
      table --rivals "# our rivals

        $folder/rival v1 | $build | cat | rival.so:solve_bitmasks,name=r1
        $folder/rival v1 | $build; touch it | ./rival.so:solve_bitmasks,name=r2,version=two")");
  EXPECT_EQ(ended.code, kOk) << ended.out << ended.err;
  expect_part(result("speed.md"), "|\n| mine | ");
  expect_part(result("speed.md"), "\n| r1 | ");
  const std::string rivals = result("rivals.md");
  EXPECT_TRUE(rivals.starts_with(
      fmt::format("Rivals of mine:\n\n- {0} at v1\n- {0} at v1\n\n", path("rival"))))
      << rivals;
  expect_part(rivals, "\n| r2 | two |  | r2/rival.so:solve_bitmasks | ");
  EXPECT_EQ(rivals.find(path("temporary")), std::string::npos) << rivals;
}

TEST_F(SlowSolverTable, ACommandRunsInItsClone) {
  if (!has("python3")) GTEST_SKIP() << "there is no python3";
  const Ended ended = table(R"(
      cp "$SOURCES/solvers/external/examples/python/line_solver.py" .
      table --rivals "$folder/rival v1 | cp \$SUDOKU_BENCH_ADAPTERS/line_solver.py . | \
exec name=py:python3 line_solver.py")");
  EXPECT_EQ(ended.code, kOk) << ended.out << ended.err;
  expect_part(result("speed.md"), "\n| py | ");
}

TEST_F(SlowSolverTable, RivalsThatCannotBeMeasuredAreNamed) {
  const struct {
    const char* rival;
    const char* why;
  } cases[] = {
      {"$folder/none v1 | true | x.so:f", "it cannot be cloned: `fatal: "},
      {"$folder/rival v2 | true | x.so:f", "it has no such revision\n"},
      {"$folder/rival v1 | echo 'a: error: b'; false | x.so:f",
       "it cannot be built, see build-rival-f.log: `a: error: b`\n"},
      {"$folder/rival v1 | true | x.so:f", "its build leaves no file 'f/x.so'\n"},
      {"$folder/rival v1 | true | x.so:f,name=mine",
       "its name, 'mine', is that of another solver\n"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.why);
    for (const char* name : {"temporary", "mine", "rival", "results"})
      std::filesystem::remove_all(path(name));
    const Ended ended = table(fmt::format("table --rivals \"{}\"", c.rival));
    EXPECT_EQ(ended.code, kNothingToCompare) << ended.out << ended.err;
    expect_part(result("rivals.md"), std::string(" was not measured: ") + c.why);
    expect_part(result("speed.md"), "\n| mine | ");
  }
}

TEST_F(SlowSolverTable, AWrongRivalHasNoSpeed) {
  const Ended ended = table(R"(
      cat >>wrong.c <<'END'
      #include <string.h>
      #include "bitmasks.c"
      size_t wrong(const char* p, size_t limit, uint32_t config, char* s, size_t* guesses) {
        return strncmp(p, "53..7", 5) == 0 ? solve_bitmasks(p, limit, config, s, guesses) : 0;
      }
END
      table --rivals "$folder/rival v1 | \"\$CC\" -shared -fPIC -I. -I \$SUDOKU_BENCH_INCLUDE -o r.so \
\$SUDOKU_BENCH_ADAPTERS/wrong.c | r.so:wrong")");
  EXPECT_EQ(ended.code, kWrongAnswer) << ended.out << ended.err;
  expect_part(result("speed.md"), "\n| wrong | WRONG |\n");
}

TEST_F(SlowSolverTable, MistakesOfTheCommandLineAreNamed) {
  const struct {
    const char* arguments;
    const char* says;
  } cases[] = {
      {"--files hard", "expected what to measure: --plugin or --exec"},
      {"--plugin a.so:f --rivals 'https://x.org/y | make | a.so:f'",
       "--rivals: expected 'URL REVISION | BUILD COMMAND | PLUGIN', found "
       "'https://x.org/y | make | a.so:f'"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.arguments);
    const Ended ended = bash(fmt::format("$SOURCES/scripts/solver-table {}", c.arguments));
    EXPECT_EQ(ended.code, kUsage);
    EXPECT_EQ(ended.err, fmt::format("solver-table: {} (see --help)\n", c.says));
  }
}

}  // namespace

}  // namespace sudoku::cli
