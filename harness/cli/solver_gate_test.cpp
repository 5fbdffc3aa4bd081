// Tests of scripts/solver-gate, scripts/get-sudoku-bench and scripts/solvers.sh in repositories of
// solvers made for them.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "harness/cli/program.h"
#include "harness/cli/script_fixture.h"

namespace sudoku::cli {

namespace {

// The repository of the tests holds a solver in C that is built from bitmasks.c, and a dataset.
constexpr const char* kPrelude = R"(
  export GITHUB_ACTIONS=1 GITHUB_STEP_SUMMARY=$PWD/summary GITHUB_OUTPUT=$PWD/outputs
  export GITHUB_REF=refs/heads/main RUNNER_TEMP=$PWD CC

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
  commit_twice() { write_solver 1; commit 'first of main'; ${1:-true}; commit second; }
  refactor() { echo 'int more;' >>solver.c; }
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

class SlowSolverGate : public SolverScriptBench {
 protected:
  // Runs `script` behind the prelude, in the solver's repository.
  Ended gate(const std::string& script) const { return bash(kPrelude + script); }

  // Removes what gate() left, before it is called again.
  void clean() const {
    for (const char* name : {"repository", "temporary", "results", "summary", "outputs"})
      std::filesystem::remove_all(path(name));
  }

  void expect_verdict(const Ended& ended, int code, const std::string& verdict) const {
    EXPECT_EQ(ended.code, code) << ended.out << ended.err;
    EXPECT_TRUE(result("verdict.md").starts_with("**" + verdict)) << result("verdict.md");
    expect_part(content_of(path("summary")), "**" + verdict);
    EXPECT_EQ(content_of(path("outputs")),
              fmt::format("exit-code={}\nresults={}\n", code, path("results")));
    expect_part(result("junit.xml"), "<testcase ");
    expect_part(result("comment.md"), "**" + verdict);
    EXPECT_TRUE(std::filesystem::is_empty(path("temporary")));
    for (const auto& file : std::filesystem::directory_iterator(path("results")))
      EXPECT_EQ(content_of(file.path()).find(path("temporary")), std::string::npos) << file;
  }

  // Runs `script` with a program in place of sudoku-bench that notes its arguments, a line each,
  // and ends `ab` with `code`.
  Ended gate_by_stub(int code, const std::string& script) const {
    clean();
    make_program("stub", fmt::format(R"(#!/bin/sh
      [ "$1" = ab ] || exit 0
      printf '%s\n' "$@" >'{0}'
      while [ $# -gt 0 ]; do [ "$1" != --markdown ] || echo "**STUB {1}**" >"$2"; shift; done
      exit {1})",
                                     path("told"), code));
    return gate("SUDOKU_BENCH=$folder/stub\n" + script);
  }

  std::string told() const { return content_of(path("told")); }
};

TEST_F(SlowSolverGate, AnUnchangedSolverPasses) {
  const Ended ended = gate(R"(
      commit_twice refactor
      echo '#error' >solver.c
      touch new
      answers
      git worktree list >../worktrees)");
  expect_verdict(ended, kOk, "PASSED: the same answers to all 2,006 puzzles");
  expect_part(ended.out, " second, with the base ");
  EXPECT_EQ(ended.err, "solver-gate: changes that are not committed are not part of HEAD\n");
  const std::string comment = result("comment.md");
  EXPECT_TRUE(
      comment.starts_with("<!-- sudoku-bench solver-gate: solve -->\n"
                          "**Solver gate of solve**\n\n**PASSED: "))
      << comment;
  expect_part(comment, " first of main\n");
  expect_part(comment, " second\n");
  expect_part(result("report.html"), "<html");
  const std::string worktrees = content_of(path("worktrees"));
  EXPECT_EQ(std::ranges::count(worktrees, '\n'), 1) << worktrees;
}

using SlowestSolverGate = SlowSolverGate;

TEST_F(SlowestSolverGate, ASlowerSolverFails) {
  const Ended ended = gate(R"(
      write_solver 1; commit fast
      write_solver 3; commit slow
      gate --plugin ./solver.so:solve --max-time 10min)");
  expect_verdict(ended, kRegression, "SLOWER: solve on good.csv, +");
}

TEST_F(SlowSolverGate, EveryHistoryHasItsVerdict) {
  const struct {
    const char* script;
    int code;
    const char* verdict;
  } cases[] = {
      {"write_solver 1; commit first; answers", kOk,
       "NO USABLE BASE: HEAD is the first commit; HEAD alone was checked**\n"},
      {R"(commit_twice
          gate --plugin ./solver.so:missing)",
       kWrongAnswer,
       "NOT MEASURED: HEAD cannot be used: its solver fails on an easy puzzle** "
       "`sudoku-bench: missing cannot be started: "},
      {"write_solver 1 'solution[0] = solution[1];'; commit first; answers", kWrongAnswer,
       "NO USABLE BASE: HEAD is the first commit; "},
      {R"(commit main
          git checkout --quiet --orphan other; write_solver 1; commit first
          answers --base main)",
       kOk, "NO USABLE BASE: HEAD and 'main' have no common commit; "},
      {"answers --repository \"$folder\"", kNothingToCompare,
       "NOT MEASURED: git cannot read this repository**"},
      {"write_solver 1; commit first; answers --base gone", kNothingToCompare,
       "NOT MEASURED: there is no commit 'gone'**"},
      {R"(commit one; commit two
          git clone --quiet --depth 1 "file://$PWD" ../clone
          mv ../repository ../moved; cd ../clone
          answers)",
       kNothingToCompare,
       "NOT MEASURED: this clone is shallow, and the rest of it cannot be fetched**"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.verdict);
    clean();
    expect_verdict(gate(c.script), c.code, c.verdict);
  }
}

TEST_F(SlowSolverGate, AHeadThatCannotBeBuiltFails) {
  const Ended ended = gate(R"(
      write_solver 1; commit first
      echo '#error "broken `here` & <there>"' >>solver.c; commit second
      answers)");
  expect_verdict(ended, kWrongAnswer, "NOT MEASURED: HEAD cannot be built, see build-head.log**");
  expect_part(result("verdict.md"), "#error \"broken here & <there>\"`\n");
  expect_part(result("junit.xml"), "#error &quot;broken `here` &amp; &lt;there&gt;");
  expect_part(result("build-head.log"), "#error");
  expect_part(ended.out, "\n::error title=solver gate::HEAD cannot be built");
}

TEST_F(SlowSolverGate, WithoutAUsableBaseHeadAloneIsChecked) {
  const struct {
    const char* base;    // commands that make it
    const char* says;    // of it by the gate
    const char* quotes;  // the error message
  } cases[] = {
      {"echo '#error' >solver.c", "it cannot be built, see build-base.log** `",
       "solver.c:1:2: error: #error"},
      {"touch nothing", "its build leaves no file '../base/solver.so'**\n", ""},
      {"write_solver 1 'extern int gone(void); gone();'", "its solver fails on an easy puzzle** `",
       "../base/solver.so: undefined symbol: gone"},
      {"write_solver 1 'for (;;);'", "its solver fails on an easy puzzle** `",
       "`solve timed out on 1 puzzle, the first on line 1: no answer within 10 s`"},
      {"write_solver 1 'solution[0] = solution[1];'", "its solver fails on an easy puzzle** `",
       "`wrong: solve, line 1: "},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.base);
    clean();
    const Ended ended = gate(fmt::format(
        R"({}
        commit base; rm -f nothing; write_solver 1; commit head
        answers --build '[ -e nothing ] || "$CC" -shared -fPIC -I. -o solver.so solver.c')",
        c.base));
    std::string verdict = c.says;
    verdict.insert(verdict.find("**"), "; HEAD alone was checked");
    expect_verdict(ended, kOk, "NO USABLE BASE: " + verdict);
    expect_part(result("verdict.md"), "\n**CHECKED ALONE, ");
    expect_part(result("verdict.md"), c.quotes);
    expect_part(ended.out, "::warning title=solver gate::no usable base: ");
  }
}

TEST_F(SlowSolverGate, CompletesAShallowCloneOfAMerge) {
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
  expect_verdict(ended, kOk, "IDENTICAL");
  expect_part(ended.out, " merge, with the base ");
  expect_part(ended.out, " of others\n");
}

TEST_F(SlowSolverGate, NothingInANameIsExecuted) {
  const Ended ended = gate(R"(
      name='$(touch hacked) `touch hacked` "q" '\'';touch hacked;'
      head -4 good.csv >"$name.csv"; head -3 good.csv >./-minus.csv
      write_solver 1; commit "$name"; refactor; commit '::error::'"$name"
      gate --files "$name.csv" --files -minus.csv --option --deterministic-only \
        --build '"$CC" -shared -fPIC -I. -o "a b, \$(touch hacked).so" solver.c' \
        --plugin '"a b, $(touch hacked).so":solve,name=x'
      find .. -name hacked >../found)");
  expect_verdict(ended, kOk, "PASSED: ");
  EXPECT_EQ(content_of(path("found")), "");
}

TEST_F(SlowSolverGate, ACommandRunsInItsOwnTree) {
  if (!has("python3")) GTEST_SKIP() << "there is no python3";
  const Ended ended = gate(R"(
      cp "$SOURCES/solvers/external/examples/python/line_solver.py" .; commit right
      sed -i 's/{search.found} {search.first}/0/' line_solver.py; commit wrong
      gate --build true --exec 'python3 line_solver.py' --check-files good.csv \
        --option --deterministic-only)");
  expect_verdict(ended, kWrongAnswer, "WRONG: python3 on good.csv, ");
  expect_part(result("comment.md"), "**Solver gate of python3**");
}

TEST_F(SlowSolverGate, PassesOnThePluginAndEveryOption) {
  const Ended ended = gate_by_stub(0, R"(
      commit_twice
      gate --build 'touch b.so' --plugin $'\n"./b.so":f:2,name=x\n' --files good.csv \
        --check-files $'rare.csv\nnone' --max-time 7s --threshold 5% \
        --option $'--solutions=1\n--seed=3' --accept 'search changed'
      sed -i "s/$(git log -1 --format=%h)/HEAD/; s/$(git log -1 --format=%h HEAD^1)/BASE/" ../told
      sed -i "s|$folder/||" ../told)");
  EXPECT_EQ(ended.code, kOk) << ended.out << ended.err;
  EXPECT_EQ(told(), R"(ab
--base
"../base/b.so":f:2,name=x
--base-label=BASE first of main
--accept=search changed
--new
"./b.so":f:2,name=x
--new-label=HEAD second
good.csv
good.csv
--check-only=rare.csv
--check-only=none
--max-time=7s
--markdown
results/verdict.md
--junit
results/junit.xml
--html
results/report.html
--threshold=5%
--solutions=1
--seed=3
)");
}

TEST_F(SlowSolverGate, PassesOnACommandThatRunsInItsTree) {
  const std::pair<std::string, std::string> cases[] = {
      {R"(flags="a:b,c",limit=first:./x "y z")",
       R"(name=x,flags="a:b,c",limit=first:env "--chdir={}" ./x "y z")"},
      {"p/q:r", R"(name=q-r:env "--chdir={}" p/q:r)"}};

  for (const auto& [command, passed] : cases) {
    SCOPED_TRACE(command);
    const Ended ended = gate_by_stub(0, "commit_twice; gate --build true --exec '" + command + "'");
    EXPECT_EQ(ended.code, kOk) << ended.out << ended.err;
    for (const auto& [side, tree] : {std::pair("--base-exec\n", "../base"), {"--new-exec\n", "."}})
      expect_part(told(), side + fmt::format(fmt::runtime(passed), tree) + "\n");
  }
}

TEST_F(SlowSolverGate, AcceptsWhatLabelsAndCommitsSay) {
  const Ended ended = gate_by_stub(0, R"(
      write_solver 1; commit $'base\n\nSolver-Gate: search changed'
      commit $'one\n\nSolver-Gate: slower on purpose: checks\n  its input'
      commit $'two\n\nSolver-Gate: faster\nSigned-off-by: a'
      commit $'three\n\nSolver-Gate: slower on purpose: \n\nNot the last lines.'
      answers --base HEAD~3 \
        --labels $'[\n  "bug",\n  "search changed",\n  "slower on purpose",\n  "my search changed"\n]')");
  EXPECT_EQ(ended.code, kOk) << ended.out << ended.err;
  expect_part(told(),
              "\n--accept=search changed\n"
              "--accept=slower on purpose: checks its input\n--new\n");
  EXPECT_EQ(ended.err,
            "solver-gate: a label says 'slower on purpose', which is not accepted: expected "
            "'search changed' or 'slower on purpose: REASON'\n"
            "solver-gate: a commit says 'faster', which is not accepted: expected "
            "'search changed' or 'slower on purpose: REASON'\n");
  expect_part(result("comment.md"), "\nWarning: `a commit says 'faster', which is not accepted: ");
}

// Follows the documents in a repository whose build leaves the exit status of `ab` as its solver.
TEST_F(SlowSolverGate, GitBisectsByIt) {
  if (!has("make")) GTEST_SKIP() << "there is no make";
  make_program("stub", R"sh(#!/bin/sh
      [ "$1" = ab ] || exit 0
      while [ $# -gt 0 ]; do
        case $1 in --new) new=$(expr "$2" : '"\(.*\)"') ;; --markdown) markdown=$2 ;; esac
        shift
      done
      code=$(cat "$new"); echo "**STUB $code**" >"$markdown"; exit "$code")sh");
  const std::pair<std::string, std::string> cases[] = {
      {"0 0 3 0 4", " is the first bad commit\n"},
      {"0 0 broken 5 4 4", "The first bad commit could be any of:\n"},
      {"0 0 6 0 4", "exit code 255 "},
  };

  for (const auto& [commits, says] : cases) {
    SCOPED_TRACE(commits);
    clean();
    const Ended ended = gate("SUDOKU_BENCH=$folder/stub; for status in " + commits + R"sh(; do
        command="echo $status >my_solver.so"
        [ $status != broken ] || command=false
        printf 'all:\n\t%s\n' "$command" >Makefile; commit "with $status"
      done
      git tag v1.2 "$(git rev-list --max-parents=0 HEAD)"; echo my_solver.so >.git/info/exclude
      ln -sfn "$SOURCES" ../sudoku-bench
      sed -n '/^    git bisect start/,/^$/s/^    //p' "$SOURCES/solvers/external/README.md" >../steps
      bash ../steps 2>&1)sh");
    expect_part(ended.out + ended.err, says);
  }
}

TEST_F(SlowSolverGate, LeavesItsOutcomeForWorkflows) {
  const struct {
    int code;  // of `ab`
    const char* script;
    int status;  // of the gate
    const char* outcome;
  } cases[] = {
      {kInconclusive, "answers --inconclusive fail", kInconclusive, "exit-code=5\n"},
      {kInconclusive, "answers --inconclusive warn", kOk, "exit-code=5\n"},
      {kRegression, "GITHUB_REF=refs/pull/12/merge answers --inconclusive warn", kRegression,
       "exit-code=4\npull-request=12\n"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.script);
    const Ended ended = gate_by_stub(c.code, std::string("commit_twice; ") + c.script);
    EXPECT_EQ(ended.code, c.status) << ended.out << ended.err;
    EXPECT_EQ(result("outcome"), c.outcome);
    EXPECT_TRUE(content_of(path("outputs")).starts_with(fmt::format("exit-code={}\n", c.code)));
    EXPECT_EQ(ended.out.ends_with(
                  "::warning title=solver gate::this machine was too noisy for a verdict\n"),
              c.status == kOk);
  }
}

TEST_F(SlowSolverGate, MeasuresHeadBesideItsRivalsOnRequest) {
  const Ended ended = gate(R"(
      commit_twice
      git init --quiet --initial-branch=main ../rival
      cp "$SOURCES/solvers/external/examples/candidates.cpp" ../rival; (cd ../rival; commit x)
      answers --rivals $'# comment\n'"$folder/rival HEAD | cp \$SUDOKU_BENCH_ADAPTERS/solver.so . | \
solver.so:solve,name=rival"$'\n'"$folder/rival gone | true | x.so:f")");
  EXPECT_EQ(ended.code, kOk) << ended.out << ended.err;
  expect_part(result("speed.md"), "\n| rival | ");
  expect_part(content_of(path("outputs")), "\n" + result("speed.md"));
  expect_part(result("comment.md"), "the tables of HEAD and its rivals are not complete");
}

TEST_F(SlowSolverGate, AProgramWithoutItsPuzzleSetsSaysHowToNameThem) {
  const std::string script = R"(
      commit_twice
      mkdir -p ../lonely/bin; cp "$SUDOKU_BENCH" ../lonely/bin
      SUDOKU_BENCH=$folder/lonely/bin/sudoku-bench
      answers --files hard)";
  expect_verdict(gate(script), kBadInput, "NOT MEASURED: there are no puzzles 'hard'** ");
  expect_part(result("verdict.md"), "set SUDOKU_BENCH_BUNDLED to the folder that holds them");
  clean();
  std::filesystem::remove_all(path("lonely"));
  EXPECT_EQ(gate("export SUDOKU_BENCH_BUNDLED=$SOURCES/datasets\n" + script).code, kOk);
}

// A log of a failed build, and the line that tells the error.
TEST_F(SlowSolverGate, TheFirstErrorOfALogIsFound) {
  const struct {
    const char* log;
    const char* error;
  } cases[] = {
      {"cc -Werror -c a.c\na.c:3:5: error: one\na.c:9:5: error: two\nmake: *** [Makefile:3: a.o] "
       "Error 1\n",
       "a.c:3:5: error: one"},
      {"warning: x\n\033[1m\033[31merror[E0425]\033[0m: cannot find value `x`\n --> "
       "src/lib.rs:7:5\n"
       "error: could not compile `s`\n",
       "error[E0425]: cannot find value `x` (src/lib.rs:7:5)"},
      {"a.o: in function `f':\na.c:(.text+0x1): undefined reference to `g'\ncollect2: error: ld "
       "returned 1 exit status\n",
       "a.c:(.text+0x1): undefined reference to `g'"},
      {"make: *** No rule to make target 'x'.  Stop.\n",
       "make: *** No rule to make target 'x'.  Stop."},
      {"CMake Error at CMakeLists.txt:3 (find_package):\n  none\nConfiguring incomplete, errors "
       "occurred!\n",
       "CMake Error at CMakeLists.txt:3 (find_package):"},
      {"bash: line 1: meson: command not found\n", "bash: line 1: meson: command not found"},
      {"one\n2 errors found\nno more errors\n", "2 errors found"},
      {"one\nit failed\n\n", "it failed"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.error);
    folder_.write("log", c.log);
    const Ended ended = bash("source $SOURCES/scripts/solvers.sh; first_error log");
    EXPECT_EQ(ended.out, std::string(c.error) + "\n") << ended.err;
  }
}

TEST_F(SlowSolverGate, TakesTheProgramOfAnArchive) {
  if (!has("curl")) GTEST_SKIP() << "there is no curl";
  const Ended ended = gate(R"(
      commit_twice
      mkdir -p ../sudoku-bench-1/bin ../sudoku-bench-1/share/sudoku-bench
      cp "$SUDOKU_BENCH" ../sudoku-bench-1/bin/sudoku-bench
      cp -r "$SOURCES/datasets" ../sudoku-bench-1/share/sudoku-bench
      cd ..; tar -czf a.tar.gz sudoku-bench-1; hash=$(sha256sum <a.tar.gz); cd repository
      unset SUDOKU_BENCH
      answers --archive "file://$folder/a.tar.gz" --archive-sha256 "${hash%% *}")");
  expect_verdict(ended, kOk, "IDENTICAL");
}

TEST_F(SlowSolverGate, RefusesAnotherArchive) {
  const Ended ended = gate(
      "commit_twice\n"
      "echo >../a.tar.gz; unset SUDOKU_BENCH\n"
      "answers --archive ../a.tar.gz --archive-sha256 0123");
  EXPECT_EQ(ended.code, kNothingToCompare) << ended.out << ended.err;
  expect_part(ended.err, "a.tar.gz' has another sha256 than expected: 01ba4719");
}

TEST_F(SlowSolverGate, BuildsTheProgramOnceIntoThePrefix) {
  std::filesystem::create_directories(path("tree/scripts"));
  for (const std::string script : {"get-sudoku-bench", "solver-gate", "solvers.sh", "usage.sh"})
    std::filesystem::copy(SOURCE_FOLDER "/scripts/" + script, path("tree/scripts/" + script));
  make_program("tree/scripts/setup", "#!/bin/sh\n");
  make_program("cmake", R"(#!/bin/sh
    echo "$*" >>"$RUNNER_TEMP/built"
    [ "$1" != --install ] || install -D "$RUNNER_TEMP/stub" "$4/bin/sudoku-bench")");
  const Ended ended = gate_by_stub(0, R"(
      commit_twice
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

TEST_F(SlowSolverGate, TheKeyOfTheCacheDependsOnSourcesOnly) {
  const Ended ended = gate(R"(
      mkdir -p ../tree/{datasets,harness,solvers,scripts,results}; cd ../tree
      cp "$SOURCES"/scripts/{get-sudoku-bench,solvers.sh,usage.sh} scripts
      touch CMakeLists.txt CMakePresets.json scripts/setup harness/main.cpp
      compare_key() {
        key=$(scripts/get-sudoku-bench --key)
        [ "$key" = "$last" ] && echo same || echo other
        last=$key
      }
      last=$(scripts/get-sudoku-bench --key)
      touch README.md LICENSE harness/README.md harness/main_test.cpp results/{r.json,r.svg}
      compare_key
      echo >>harness/main.cpp; compare_key
      echo >datasets/more.csv; compare_key)");
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(ended.out, "same\nother\nother\n");
}

TEST_F(SlowSolverGate, MistakesOfTheCommandLineAreNamed) {
  const struct {
    const char* options;
    const char* says;
  } cases[] = {
      {"--build", "--build: expected a value, found none"},
      {"--plugin a.so:f", "--build: expected the command that builds the solver"},
      {"--build make --plugin ''", "expected what to compare: one --plugin or --exec"},
      {"--build make --plugin a.so:f --exec a", "expected what to compare: one --plugin or --exec"},
      {"--build make --exec a --inconclusive maybe",
       "--inconclusive: expected warn or fail, found 'maybe'"},
      {"--build make --exec a --speed-table maybe",
       "--speed-table: expected true or false, found 'maybe'"},
      {"--build make --exec a --accept slower",
       "--accept: expected 'search changed' or 'slower on purpose: REASON', found 'slower'"},
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
class SlowSolverGateTemplate : public SlowSolverGate {
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
      input files | while read -r name; do [ -e "$SOURCES/datasets/$name.csv" ]; done
      gate --build "$(input build)" --plugin "$(input plugin)" --exec "$(input exec)" \
        --option --deterministic-only --option --time-identical --option --puzzle-timeout=1min \
        --option --process-timeout=5min)sh",
                                         folder));
    // A slow machine has time for a sample of the puzzles only.
    expect_verdict(ended, kOk, "PASSED: the same answers to ");
    expect_part(result("verdict.md"), "2,006 puzzles");
    expect_part(result("comment.md"), fmt::format("**Solver gate of {}**", name));
  }
};

TEST_F(SlowSolverGateTemplate, InC) {
  if (!has("make")) GTEST_SKIP() << "there is no make";
  expect_passed("c", "solve_bitmasks");
}

TEST_F(SlowSolverGateTemplate, InRust) {
  if (!has("cargo")) GTEST_SKIP() << "there is no cargo";
  expect_passed("rust", "solve_rust");
}

using SlowestSolverGateTemplate = SlowSolverGateTemplate;

TEST_F(SlowestSolverGateTemplate, InPython) {
  if (!has("python3")) GTEST_SKIP() << "there is no python3";
  expect_passed("python", "line_solver");
}

TEST(SlowSolverGateTemplates, PostTheirVerdictsByTheSameWorkflow) {
  const std::string examples = SOURCE_FOLDER "/solvers/external/examples/";
  const std::string name = "/.github/workflows/solver-gate-comment.yml";
  const std::string workflow = content_of(examples + "c" + name);
  EXPECT_NE(workflow, "");
  EXPECT_EQ(content_of(examples + "rust" + name), workflow);
  EXPECT_EQ(content_of(examples + "python" + name), workflow);
}

// Executes the last step of the action, whose inputs are variables.
TEST_F(SlowSolverGate, TheActionPassesItsInputs) {
  const Ended ended = gate(R"(
      commit_twice
      awk '/^      run: \|/ { on = 1; next } on { print substr($0, 9) }' \
        "$SOURCES/.github/actions/solver-gate/action.yml" >../step
      export GATE="$SOURCES/scripts/solver-gate" BASE_REF=HEAD^1 FILES=good.csv CHECK_FILES= EXEC=
      export BUILD='"$CC" -O1 -shared -fPIC -I. -o solver.so solver.c' BUDGET=1min THRESHOLD=
      export PLUGIN='./solver.so:solve' OPTIONS=--deterministic-only
      export INCONCLUSIVE=warn ARCHIVE= ARCHIVE_SHA256= RIVALS= SPEED_TABLE=false
      export LABELS=$'[\n  "bug"\n]'
      bash -eo pipefail ../step
      mv ../solver-gate ../results
      sed -i "s|/solver-gate|/results|" ../outputs)");
  expect_verdict(ended, kOk, "IDENTICAL");
}

}  // namespace

}  // namespace sudoku::cli
