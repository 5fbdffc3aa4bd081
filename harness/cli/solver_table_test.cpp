// Tests of scripts/solver-table with a solver and rivals made for it.
#include <filesystem>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"

namespace sudoku::cli {

namespace {

// What the scripts of the tests have in common: a solver that is built in the current folder, and a
// repository `rival` of a solver in C++.
constexpr const char* kTablePrelude = R"(
  unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
  export GIT_CONFIG_GLOBAL=/dev/null GIT_CEILING_DIRECTORIES=$PWD TMPDIR=$PWD/temporary
  export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
  folder=$PWD
  mkdir temporary mine
  git init --quiet --initial-branch=main rival
  cp "$SOURCES/solvers/external/examples/c/bitmasks.c" rival
  (cd rival; git add .; git commit --quiet --message rival; git tag v1)
  cp good.csv mine; cd mine
  "$CC" -O1 -shared -fPIC -I "$SOURCES/solvers/external" -o mine.so ../rival/bitmasks.c
  build='"$CC" -O1 -shared -fPIC -I "$SUDOKU_BENCH_INCLUDE" -o rival.so bitmasks.c'
  table() {
    "$SOURCES/scripts/solver-table" --output ../results --time-budget 20ms --files good.csv \
      --plugin ./mine.so:solve_bitmasks,name=mine "$@"
  }
)";

class SlowSolverTable : public Bench {
 protected:
  void SetUp() override {
    if (std::string(C_COMPILER).empty()) GTEST_SKIP() << "cross-compiled: no compiler for plugins";
  }

  // Runs `script` behind the prelude, in the folder of the solver.
  Ended table(const std::string& script) const {
    const std::string setting = fmt::format("export SUDOKU_BENCH='{}' SOURCES='{}' CC='{}'\n",
                                            SUDOKU_BENCH_PROGRAM, SOURCE_FOLDER, C_COMPILER);
    return bench({"-euc", setting + kTablePrelude + script}, {.program = "bash"});
  }

  std::string result(const std::string& name) const { return content_of(path("results/" + name)); }
};

TEST_F(SlowSolverTable, ASolverAloneHasOneRow) {
  const Ended ended = table("table --files minimal");
  EXPECT_EQ(ended.code, kOk) << ended.out << ended.err;
  const std::string speed = result("speed.md");
  EXPECT_TRUE(speed.starts_with(
      "| puzzles per second | good.csv | minimal.csv |\n|---|---:|---:|\n| mine | "))
      << speed;
  EXPECT_NE(speed.find("\n\nOne thread, "), std::string::npos) << speed;
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
  EXPECT_NE(result("speed.md").find("|\n| mine | "), std::string::npos) << result("speed.md");
  EXPECT_NE(result("speed.md").find("\n| r1 | "), std::string::npos) << result("speed.md");
  const std::string rivals = result("rivals.md");
  EXPECT_TRUE(rivals.starts_with(
      fmt::format("Rivals of mine:\n\n- {0} at v1\n- {0} at v1\n\n", path("rival"))))
      << rivals;
  EXPECT_NE(rivals.find("\n| r2 | two |  | r2/rival.so:solve_bitmasks | "), std::string::npos)
      << rivals;
  EXPECT_EQ(rivals.find(path("temporary")), std::string::npos) << rivals;
}

TEST_F(SlowSolverTable, ACommandRunsInItsClone) {
  if (bench({"-c", "command -v python3"}, {.program = "sh"}).code != 0)
    GTEST_SKIP() << "there is no python3";
  const Ended ended = table(R"(
      cp "$SOURCES/solvers/external/examples/python/line_solver.py" .
      table --rivals "$folder/rival v1 | cp \$SUDOKU_BENCH_ADAPTERS/line_solver.py . | \
exec name=py:python3 line_solver.py")");
  EXPECT_EQ(ended.code, kOk) << ended.out << ended.err;
  EXPECT_NE(result("speed.md").find("\n| py | "), std::string::npos) << result("speed.md");
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
      {"$folder/rival v1 | $build | rival.so:f",
       "its solver fails on an easy puzzle: `sudoku-bench: f cannot be started: "},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.why);
    for (const char* name : {"temporary", "mine", "rival", "results"})
      std::filesystem::remove_all(path(name));
    const Ended ended = table(fmt::format("table --rivals \"{}\"", c.rival));
    EXPECT_EQ(ended.code, kNothingToCompare) << ended.out << ended.err;
    EXPECT_NE(result("rivals.md").find(std::string(" was not measured: ") + c.why),
              std::string::npos)
        << result("rivals.md");
    EXPECT_NE(result("speed.md").find("\n| mine | "), std::string::npos);
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
  EXPECT_NE(result("speed.md").find("\n| wrong | WRONG |\n"), std::string::npos)
      << result("speed.md");
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
      {"--plugin", "--plugin: expected a value, found none"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.arguments);
    const Ended ended =
        bench({"-c", fmt::format("{}/scripts/solver-table {}", SOURCE_FOLDER, c.arguments)},
              {.program = "bash"});
    EXPECT_EQ(ended.code, kUsage);
    EXPECT_EQ(ended.err, fmt::format("solver-table: {} (see --help)\n", c.says));
  }
}

}  // namespace

}  // namespace sudoku::cli
