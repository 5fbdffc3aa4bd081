// Tests of scripts/solver-gate in repositories of solvers made for it.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"

namespace sudoku::cli {

namespace {

// What the scripts of the tests have in common. Their repository holds a solver in C that is built
// from bitmasks.c, and a dataset.
constexpr const char* kPrelude = R"(
  unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
  export GIT_CONFIG_GLOBAL=/dev/null GIT_CEILING_DIRECTORIES=$PWD
  export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
  export GITHUB_ACTIONS=1 GITHUB_STEP_SUMMARY=$PWD/summary GITHUB_OUTPUT=$PWD/outputs
  export SUDOKU_BENCH=$PROGRAM RUNNER_TEMP=$PWD TMPDIR=$PWD/temporary
  folder=$PWD
  mkdir temporary

  # Writes a solver that solves each puzzle $1 times, and then executes the statement $2.
  write_solver() {
    cp "$SOURCES/solvers/external/sudoku_plugin.h" "$SOURCES/solvers/external/examples/c/bitmasks.c" .
    cat >solver.c <<END
    #include "bitmasks.c"
    SUDOKU_PLUGIN size_t solve(const char* input, size_t limit, uint32_t config, char* solution,
                               size_t* guesses) {
      size_t found = 0;
      for (int i = 0; i < $1; ++i) found = solve_bitmasks(input, limit, config, solution, guesses);
      ${2:-}
      return found;
    }
END
  }
  commit() { git add --all; git commit --quiet --allow-empty --message "$1"; }
  # Runs the gate; options given before those of the test can be overridden by them.
  gate() {
    "${GATE:-$SOURCES/scripts/solver-gate}" --output "$folder/results" --files good.csv \
      --build '"$CC" -O1 -shared -fPIC -I. -o solver.so solver.c' "$@"
  }
  answers() { gate --plugin ./solver.so:solve --option --deterministic-only "$@"; }
  git init --quiet --initial-branch=main repository
  cp good.csv repository
  cd repository
)";

constexpr const char* kSolverThenNothing =
    "write_solver 1; commit 'first of main'; commit 'second'\n";

class SolverGate : public Bench {
 protected:
  void SetUp() override {
    if (std::string(C_COMPILER).empty()) GTEST_SKIP() << "cross-compiled: no compiler for plugins";
  }

  // Runs `script` behind the prelude, in the solver's repository.
  Ended gate(const std::string& script) const {
    const std::string setting = fmt::format("PROGRAM='{}' SOURCES='{}' CC='{}'\nexport CC\n",
                                            SUDOKU_BENCH_PROGRAM, SOURCE_FOLDER, C_COMPILER);
    return bench({"-euc", setting + kPrelude + script}, {.program = "bash"});
  }

  // Removes what gate() left, before it is called again.
  void clean() const {
    for (const char* name : {"repository", "temporary", "results", "summary", "outputs"})
      std::filesystem::remove_all(path(name));
  }

  bool has(const std::string& program) const {
    return bench({"-c", "command -v " + program}, {.program = "sh"}).code == 0;
  }

  std::string result(const std::string& name) const { return content_of(path("results/" + name)); }

  void expect_verdict(const Ended& ended, int code, const std::string& verdict) const {
    EXPECT_EQ(ended.code, code) << ended.out << ended.err;
    EXPECT_TRUE(result("verdict.md").starts_with("**" + verdict)) << result("verdict.md");
    EXPECT_NE(content_of(path("summary")).find("**" + verdict), std::string::npos);
    EXPECT_EQ(content_of(path("outputs")),
              fmt::format("exit-code={}\nresults={}\n", code, path("results")));
    EXPECT_NE(result("junit.xml").find("<testcase "), std::string::npos) << result("junit.xml");
    EXPECT_NE(result("comment.md").find("**" + verdict), std::string::npos);
    EXPECT_TRUE(std::filesystem::is_empty(path("temporary")));
  }

  void acts(const std::string& name, const std::string& action) const {
    folder_.write(name, "#!/bin/sh\n" + action + "\n");
    std::filesystem::permissions(path(name), std::filesystem::perms::owner_all);
  }

  // Makes a program that notes its arguments, a line each, and ends `ab` with `code`.
  void make_stub(int code) const {
    acts("stub", fmt::format(R"([ "$1" = ab ] || exit 0
      printf '%s\n' "$@" >'{}'
      while [ $# -gt 0 ]; do [ "$1" != --markdown ] || echo '**STUB**' >"$2"; shift; done
      exit {})",
                             path("told"), code));
  }
};

TEST_F(SolverGate, AnUnchangedSolverPasses) {
  const Ended ended = gate(std::string(kSolverThenNothing) + R"(
      echo '#error' >solver.c
      touch new
      answers
      git worktree list >../worktrees)");
  expect_verdict(ended, kOk, "PASSED: 1 of 1 row with the same answers");
  EXPECT_NE(ended.out.find(" second, with its base, "), std::string::npos) << ended.out;
  EXPECT_EQ(ended.err, "solver-gate: changes that are not committed are not part of HEAD\n");
  const std::string comment = result("comment.md");
  EXPECT_TRUE(
      comment.starts_with("<!-- sudoku-bench solver-gate: solve -->\n"
                          "**Solver gate of solve**: HEAD `"))
      << comment;
  EXPECT_NE(comment.find(" first of main`\n"), std::string::npos) << comment;
  EXPECT_NE(result("report.html").find("<html"), std::string::npos);
  const std::string worktrees = content_of(path("worktrees"));
  EXPECT_EQ(std::ranges::count(worktrees, '\n'), 1) << worktrees;
}

TEST_F(SolverGate, ASlowerSolverFails) {
  const Ended ended = gate(R"(
      write_solver 1; commit fast
      write_solver 3; commit slow
      gate --plugin ./solver.so:solve --max-time 10min)");
  expect_verdict(ended, kRegression, "SLOWER: 1 of 1 row");
}

TEST_F(SolverGate, AWrongSolverFails) {
  const Ended ended = gate(R"(
      write_solver 1; commit right
      write_solver 1 'solution[0] = solution[1];'; commit wrong
      answers)");
  expect_verdict(ended, kWrongAnswer, "WRONG: 1 of 1 row");
}

TEST_F(SolverGate, AHeadThatCannotBeBuiltFails) {
  const Ended ended = gate(R"(
      write_solver 1; commit first
      echo '#error "broken `here` & <there>"' >>solver.c; commit second
      answers)");
  expect_verdict(ended, kWrongAnswer, "NOT MEASURED: HEAD cannot be built, see build-head.log**");
  EXPECT_NE(result("verdict.md").find("#error \"broken here & <there>\"`\n"), std::string::npos);
  EXPECT_NE(result("junit.xml").find("#error &quot;broken `here` &amp; &lt;there&gt;"),
            std::string::npos);
  EXPECT_NE(result("build-head.log").find("#error"), std::string::npos);
  EXPECT_NE(ended.out.find("\n::error title=solver gate::HEAD cannot be built"), std::string::npos);
}

TEST_F(SolverGate, AHeadWithoutTheFunctionFails) {
  const Ended ended = gate(
      "write_solver 1; commit first; commit second\n"
      "answers --plugin ./solver.so:missing");
  expect_verdict(ended, kWrongAnswer,
                 "NOT MEASURED: HEAD cannot be used: its solver fails on an easy puzzle: "
                 "sudoku-bench: missing cannot be started: ");
}

TEST_F(SolverGate, TheFirstCommitPassesVisibly) {
  const Ended ended = gate("write_solver 1; commit first; answers");
  expect_verdict(ended, kOk, "NO BASE YET: HEAD is the first commit. ");
  EXPECT_NE(result("verdict.md").find("\n**PASSED: 1 of 1 row"), std::string::npos);
  EXPECT_NE(ended.out.find("::warning title=solver gate::no base yet: "), std::string::npos);
}

TEST_F(SolverGate, AWrongFirstCommitFails) {
  const Ended ended = gate("write_solver 1 'solution[0] = solution[1];'; commit first; answers");
  expect_verdict(ended, kWrongAnswer, "NO BASE YET: HEAD is the first commit. ");
}

TEST_F(SolverGate, AHeadOfAnotherHistoryHasNoBaseYet) {
  const Ended ended = gate(R"(
      commit main
      git checkout --quiet --orphan other; write_solver 1; commit first
      answers --base main)");
  expect_verdict(ended, kOk, "NO BASE YET: HEAD and 'main' have no common commit. ");
}

TEST_F(SolverGate, AFolderWithoutARepositoryIsAMistake) {
  const Ended ended = gate("answers --repository \"$folder\"");
  expect_verdict(ended, kNothingToCompare, "NOT MEASURED: git cannot read this repository**");
}

TEST_F(SolverGate, AMissingRevisionIsAMistake) {
  const Ended ended = gate("write_solver 1; commit first; answers --base gone");
  expect_verdict(ended, kNothingToCompare, "NOT MEASURED: there is no commit 'gone'**");
}

// What is wrong with a base, and what is said of it.
struct BaseCase {
  const char* name;
  const char* base;  // commands that make it
  const char* says;
};

const BaseCase kBaseCases[] = {
    {"no source", "", "it cannot be built, see build-base.log"},
    {"an error", "echo '#error' >solver.c", "it cannot be built, see build-base.log"},
    {"no function", "echo 'int number;' >solver.c",
     "its solver fails on an easy puzzle: sudoku-bench: solve cannot be started: "},
    {"a crash", "write_solver 1 '__builtin_trap();'", "its solver fails on an easy puzzle"},
};

TEST_F(SolverGate, ABaseThatCannotBeUsedFailsUnlessItIsOlderThanTheGate) {
  const auto run = [this](const BaseCase& c, const std::string& more) {
    clean();
    return gate(fmt::format(
        "{}\ncommit base\nwrite_solver 1; touch gate.yml\ncommit head\nanswers {}", c.base, more));
  };
  const auto unusable = [](const BaseCase& c) {
    return fmt::format("NOT MEASURED: the base cannot be used: {}", c.says);
  };
  for (const BaseCase& c : kBaseCases) {
    SCOPED_TRACE(c.name);
    expect_verdict(run(c, ""), kNothingToCompare, unusable(c));
  }
  const BaseCase& first = kBaseCases[0];
  expect_verdict(run(first, "--gate-file good.csv"), kNothingToCompare, unusable(first));
  expect_verdict(run(first, "--gate-file gate.yml"), kOk,
                 fmt::format("NO BASE YET: {}", first.says));
}

TEST_F(SolverGate, ABaseWhoseBuildLeavesNothingCannotBeUsed) {
  const Ended ended = gate(R"(
      commit base; write_solver 1; commit head
      answers --build 'if [ -e solver.c ]; then "$CC" -shared -fPIC -I. -o solver.so solver.c; fi')");
  expect_verdict(ended, kNothingToCompare,
                 "NOT MEASURED: the base cannot be used: its build leaves no file './solver.so'**");
}

TEST_F(SolverGate, CompletesAShallowCloneOfAMerge) {
  const Ended ended = gate(R"(
      write_solver 1; commit start
      git checkout --quiet -b topic; commit mine
      git checkout --quiet main; commit 'of others'
      git merge --quiet --no-ff --message merge topic
      git update-ref refs/pull/1/merge HEAD; git reset --quiet --hard HEAD^1
      git init --quiet ../clone; cd ../clone
      git remote add origin "file://$folder/repository"
      git fetch --quiet --depth 1 origin +refs/pull/1/merge:refs/remotes/pull/1/merge
      git checkout --quiet refs/remotes/pull/1/merge
      answers)");
  expect_verdict(ended, kOk, "PASSED");
  EXPECT_NE(ended.out.find(" merge, with its base, "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find(" of others\n"), std::string::npos) << ended.out;
}

TEST_F(SolverGate, SaysWhyTheRestOfAShallowCloneIsMissing) {
  const Ended ended = gate(R"(
      commit one; commit two
      git clone --quiet --depth 1 "file://$PWD" ../clone
      mv ../repository ../moved; cd ../clone
      answers)");
  expect_verdict(ended, kNothingToCompare,
                 "NOT MEASURED: this clone is shallow, and the rest of it cannot be fetched**");
}

TEST_F(SolverGate, NothingInANameIsExecuted) {
  const Ended ended = gate(R"(
      name='$(touch hacked) `touch hacked` "q" '\'';touch hacked;'
      head -4 good.csv >"$name.csv"; head -3 good.csv >./-minus.csv
      write_solver 1; commit "$name"; commit '::error::'"$name"
      gate --files "$name.csv" --files -minus.csv --option --deterministic-only \
        --build '"$CC" -shared -fPIC -I. -o "a b, \$(touch hacked).so" solver.c' \
        --plugin '"a b, $(touch hacked).so":solve,name=x'
      find .. -name hacked >../found)");
  expect_verdict(ended, kOk, "PASSED: 3 of 3 rows");
  EXPECT_EQ(content_of(path("found")), "");
}

TEST_F(SolverGate, ACommandRunsInItsOwnTree) {
  if (!has("python3")) GTEST_SKIP() << "there is no python3";
  const Ended ended = gate(R"(
      cp "$SOURCES/solvers/external/examples/python/line_solver.py" .; commit right
      sed -i 's/{search.found} {search.first}/0/' line_solver.py; commit wrong
      gate --build true --exec 'python3 line_solver.py' --option --deterministic-only)");
  expect_verdict(ended, kWrongAnswer, "WRONG: 1 of 1 row");
  EXPECT_NE(result("comment.md").find("**Solver gate of python3**"), std::string::npos);
}

TEST_F(SolverGate, PassesOnEveryBuildOfASideAndEveryOption) {
  make_stub(0);
  const Ended ended = gate(std::string(kSolverThenNothing) + R"(
      SUDOKU_BENCH=$folder/stub
      gate --build 'touch a.so b.so' --plugin $'a.so:f:2,name=x\n\n"b.so":f,name=x\n' \
        --exec 'flags="a:b,c",limit=first:./x "y z"' --exec 'p/q:r' --files good.csv \
        --max-time 7s --threshold 5% --option $'--solutions=1\n--seed=3')");
  EXPECT_EQ(ended.code, kOk) << ended.out << ended.err;
  std::string told = content_of(path("told"));
  const std::size_t work = told.find(path("temporary/"));
  ASSERT_NE(work, std::string::npos) << told;
  const std::string folder = told.substr(work, told.find("/base", work) - work);
  for (std::size_t at = 0; (at = told.find(folder, at)) != std::string::npos;)
    told.replace(at, folder.size(), "WORK");
  EXPECT_EQ(told, fmt::format(R"(ab
--base
"WORK/base/a.so":f:2,name=x
--base
"WORK/base/b.so":f,name=x
--base-exec
name=x,flags="a:b,c",limit=first:env "--chdir=WORK/base" ./x "y z"
--base-exec
name=x:env "--chdir=WORK/base" p/q:r
--new
"WORK/head/a.so":f:2,name=x
--new
"WORK/head/b.so":f,name=x
--new-exec
name=x,flags="a:b,c",limit=first:env "--chdir=WORK/head" ./x "y z"
--new-exec
name=x:env "--chdir=WORK/head" p/q:r
good.csv
good.csv
--max-time=7s
--markdown
{0}/verdict.md
--junit
{0}/junit.xml
--html
{0}/report.html
--threshold=5%
--solutions=1
--seed=3
)",
                              path("results")));
}

TEST_F(SolverGate, NoiseIsAWarningOnRequest) {
  make_stub(kInconclusive);
  const std::string script = std::string(kSolverThenNothing) + R"(
      SUDOKU_BENCH=$folder/stub
      answers --inconclusive )";
  EXPECT_EQ(gate(script + "fail").code, kInconclusive);
  clean();
  const Ended ended = gate(script + "warn");
  EXPECT_EQ(ended.code, kOk) << ended.out << ended.err;
  EXPECT_TRUE(content_of(path("outputs")).starts_with("exit-code=5\n"));
  EXPECT_TRUE(ended.out.ends_with(
      "::warning title=solver gate::this machine was too noisy for a verdict\n"));
}

TEST_F(SolverGate, TakesTheProgramOfAnArchive) {
  if (!has("curl")) GTEST_SKIP() << "there is no curl";
  const Ended ended = gate(std::string(kSolverThenNothing) + R"(
      mkdir -p ../sudoku-bench-1/bin; cp "$PROGRAM" ../sudoku-bench-1/bin/sudoku-bench
      cd ..; tar -czf a.tar.gz sudoku-bench-1; hash=$(sha256sum <a.tar.gz); cd repository
      unset SUDOKU_BENCH
      answers --archive "file://$folder/a.tar.gz" --archive-sha256 "${hash%% *}")");
  expect_verdict(ended, kOk, "PASSED");
}

TEST_F(SolverGate, RefusesAnotherArchive) {
  const Ended ended = gate(std::string(kSolverThenNothing) +
                           "echo >../a.tar.gz; unset SUDOKU_BENCH\n"
                           "answers --archive ../a.tar.gz --archive-sha256 0123");
  EXPECT_EQ(ended.code, kNothingToCompare) << ended.out << ended.err;
  EXPECT_NE(ended.err.find("a.tar.gz' has another sha256 than expected: 01ba4719"),
            std::string::npos)
      << ended.err;
}

TEST_F(SolverGate, BuildsTheProgramOnceIntoThePrefix) {
  make_stub(0);
  std::filesystem::create_directories(path("tree/scripts"));
  for (const std::string script : {"solver-gate", "usage.sh"})
    std::filesystem::copy(SOURCE_FOLDER "/scripts/" + script, path("tree/scripts/" + script));
  acts("tree/scripts/setup", "exit 0");
  acts("cmake", R"(echo "$*" >>"$RUNNER_TEMP/built"
    [ "$1" != --install ] || install -D "$RUNNER_TEMP/stub" "$4/bin/sudoku-bench")");
  const Ended ended = gate(std::string(kSolverThenNothing) + R"(
      GATE=$folder/tree/scripts/solver-gate PATH=$folder:$PATH
      unset SUDOKU_BENCH
      answers --prefix "$folder/the prefix"
      answers --prefix "$folder/the prefix")");
  EXPECT_EQ(ended.code, kOk) << ended.out << ended.err;
  const std::string built = content_of(path("built"));
  EXPECT_EQ(std::ranges::count(built, '\n'), 3) << built;
  EXPECT_TRUE(built.starts_with("--preset release\n--build --preset release ")) << built;
  EXPECT_TRUE(built.ends_with("the prefix --component sudoku-bench\n")) << built;
}

TEST_F(SolverGate, TheKeyOfTheCacheRepeats) {
  const Ended ended =
      gate(R"("$SOURCES/scripts/solver-gate" --key; "$SOURCES/scripts/solver-gate" --key)");
  ASSERT_EQ(ended.code, kOk) << ended.err;
  ASSERT_EQ(ended.out.size(), 130U) << ended.out;
  EXPECT_EQ(ended.out.substr(0, 65), ended.out.substr(65));
}

TEST_F(SolverGate, MistakesOfTheCommandLineAreNamed) {
  const struct {
    const char* options;
    const char* says;
  } cases[] = {
      {"--build", "--build: expected a value, found none"},
      {"--what x", "unknown option '--what'"},
      {"--plugin a.so:f", "--build: expected the command that builds the solver"},
      {"--build make --plugin ''", "expected what to compare: --plugin or --exec"},
      {"--build make --exec a --inconclusive maybe",
       "--inconclusive: expected warn or fail, found 'maybe'"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.options);
    clean();
    const Ended ended = gate(fmt::format("\"$SOURCES/scripts/solver-gate\" {}", c.options));
    EXPECT_EQ(ended.code, kUsage);
    EXPECT_EQ(ended.err, fmt::format("solver-gate: {} (see --help)\n", c.says));
  }
}

// Builds and compares the template in FOLDER as its workflow says, on a small dataset.
class SolverGateTemplate : public SolverGate {
 protected:
  void expect_passed(const std::string& folder, const std::string& name) const {
    const Ended ended = gate(fmt::format(R"sh(
      template=$SOURCES/solvers/external/examples/{}
      # Prints an input of the action, of one line or several.
      input() {{
        awk -v key="          $1: " '
          in_block && /^            / {{ print substr($0, 13); next }}
          {{ in_block = 0 }}
          $0 == key "|" {{ in_block = 1; next }}
          index($0, key) == 1 {{ print substr($0, length(key) + 1) }}' \
          "$template/.github/workflows/solver-gate.yml"
      }}
      cp -r "$template/." "$SOURCES/solvers/external/sudoku_plugin.h" .; commit first; commit second
      gate --build "$(input build)" --plugin "$(input plugin)" --exec "$(input exec)" \
        --option --deterministic-only --option --puzzle-timeout=1min)sh",
                                         folder));
    expect_verdict(ended, kOk, "PASSED: 1 of 1 row");
    EXPECT_NE(result("comment.md").find(fmt::format("**Solver gate of {}**", name)),
              std::string::npos);
  }
};

TEST_F(SolverGateTemplate, InC) {
  if (!has("make") || !has("ld.lld")) GTEST_SKIP() << "there is no make, or no lld";
  expect_passed("c", "solve_bitmasks");
  EXPECT_NE(result("build-base.log").find("/bitmasks-3.so\n"), std::string::npos);
}

TEST_F(SolverGateTemplate, InRust) {
  if (!has("cargo")) GTEST_SKIP() << "there is no cargo";
  expect_passed("rust", "solve_rust");
}

TEST_F(SolverGateTemplate, InPython) {
  if (!has("python3")) GTEST_SKIP() << "there is no python3";
  expect_passed("python", "line_solver");
}

// Executes the last step of the action, whose inputs are variables.
TEST_F(SolverGate, TheActionPassesItsInputs) {
  const Ended ended = gate(std::string(kSolverThenNothing) + R"(
      awk '/^      run: \|/ { on = 1; next } on { print substr($0, 9) }' \
        "$SOURCES/.github/actions/solver-gate/action.yml" >../step
      export GATE="$SOURCES/scripts/solver-gate" BASE_REF=HEAD^1 FILES=good.csv EXEC=
      export BUILD='"$CC" -O1 -shared -fPIC -I. -o solver.so solver.c' BUDGET=1min THRESHOLD=
      export PLUGIN='./solver.so:solve' OPTIONS=--deterministic-only
      export INCONCLUSIVE=warn ARCHIVE= ARCHIVE_SHA256=
      export GITHUB_WORKFLOW_REF=a/b/.github/workflows/gate.yml@refs/heads/main
      bash -eo pipefail ../step
      mv ../solver-gate ../results
      sed -i "s|/solver-gate|/results|" ../outputs)");
  expect_verdict(ended, kOk, "PASSED");
}

}  // namespace

}  // namespace sudoku::cli
