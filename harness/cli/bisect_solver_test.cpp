// Tests of scripts/bisect-solver. Most use a stand-in for sudoku-bench, to which a solver is a text
// file that states its own cost and answers.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"

namespace sudoku::cli {

namespace {

// The stand-in. A solver is a file of words; what `ab` says of NEW depends on
//   cost=N               time of a puzzle, with an interval of 1 % up and down
//   answers=X guesses=X  changed if other than those of BASE; wrong, if answers=wrong
//   crash                the solver cannot be started
//   noisy                no verdict on time
//   misjudged            the first comparison with it takes its cost for 100
//   slow-test            the comparison takes a minute
// It notes each comparison as a line "BASE NEW KIND" of ids.
constexpr const char* kStandIn = R"sh(#!/bin/sh
  field() { sed -n "s/.*\\b$2=\\([a-z0-9]*\\).*/\\1/p" "$1"; }
  file_of() { expr "$1" : '"\(.*\)":'; }
  kind=time threshold=0.03 guesses=changed
  case $1 in
    run)
      ! grep -q crash "$(file_of "$4")" || { echo "sudoku-bench: no start" >&2; exit 2; }
      exit 0 ;;
    ab) ;;
    *) exit 0 ;;
  esac
  while [ $# -gt 0 ]; do
    case $1 in
      --base) base=$(file_of "$2") ;;
      --new) new=$(file_of "$2") ;;
      --markdown) markdown=$2 ;;
      --times-csv) times=$2 ;;
      --threshold=*) threshold=${1#*=} ;;
      --deterministic-only) kind=answers ;;
      --accept-guesses) guesses=accepted ;;
    esac
    shift
  done
  base=${base:-$new}
  echo "$(field "$base" id) $(field "$new" id) $kind" >>"$CALLS"
  ends() { echo "**$2**" >"$markdown"; exit "$1"; }
  [ "$(field "$new" answers)" != wrong ] || ends 3 "WRONG: 1 of 1 row"
  [ "$(field "$base" answers)" = "$(field "$new" answers)" ] || ends 4 "CHANGED: 1 of 1 row"
  [ "$guesses" = accepted ] || [ "$(field "$base" guesses)" = "$(field "$new" guesses)" ] ||
    ends 4 "CHANGED: guesses"
  if grep -q slow-test "$new"; then
    echo $$ >"$CALLS.waits"
    exec sleep 60
  fi
  [ $kind = time ] || ends 0 PASSED
  cost=$(field "$new" cost)
  if grep -q misjudged "$new" && [ ! -e "$CALLS.misjudged" ]; then
    cost=100
    touch "$CALLS.misjudged"
  fi
  echo "verdict,ratio,low,high,threshold,pairs,threads,solver,dataset" >"$times"
  awk -v base="$(field "$base" cost)" -v cost="$cost" -v limit="$threshold" \
    -v noisy="$(grep -c noisy "$new")" 'BEGIN {
      ratio = cost / base
      word = ratio > 1 + limit ? "SLOWER" : ratio < 1 - limit ? "faster" : "same"
      wide = noisy ? 0.2 : 0.01
      printf "%s,%f,%f,%f,%f,11,1,f,\"p,%s.csv\"\n", noisy ? "undecided" : word, ratio,
        ratio - wide, ratio + wide, limit, "1"
    }' >>"$times"
  ! grep -q undecided "$times" || ends 5 NOISY
  ! grep -q SLOWER "$times" || ends 4 SLOWER
  ends 0 PASSED
)sh";

constexpr const char* kBisectPrelude = R"sh(
  unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
  export GIT_CONFIG_GLOBAL=/dev/null GIT_CEILING_DIRECTORIES=$PWD
  export GIT_AUTHOR_NAME=Ann GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
  export SUDOKU_BENCH=$PWD/stand-in TMPDIR=$PWD/temporary CALLS=$PWD/calls
  folder=$PWD
  mkdir temporary
  # Commits a solver of these words. Its id, and the subject of the commit, is the first one.
  commit() { echo "id=$1 $2" >solver; git add --all; git commit --quiet --message "$1"; }
  # Commits 1 to 20, which cost 100, but from $1 on $2.
  commits() {
    for i in $(seq 20); do commit "$i" "cost=$([ "$i" -lt "$1" ] && echo 100 || echo "$2")"; done
  }
  exec_find() {
    exec "$SOURCES/scripts/bisect-solver" --build '! grep -q broken solver && cp solver solver.so' \
      --plugin ./solver.so:f --files 'p,1.csv' --good good --output "$folder/results" "$@"
  }
  find_it() { (exec_find "$@"); }
  git init --quiet --initial-branch=main repository
  cd repository
  touch 'p,1.csv'
  commit 0 cost=100
  git tag good
)sh";

class SlowBisectSolver : public Bench {
 protected:
  SlowBisectSolver() {
    folder_.write("stand-in", kStandIn);
    std::filesystem::permissions(path("stand-in"), std::filesystem::perms::owner_all);
  }

  // Runs `script` behind the prelude, in the solver's repository.
  Ended bisect(const std::string& script) const {
    const std::string setting = fmt::format("PROGRAM='{}' SOURCES='{}' CC='{}'\nexport CC\n",
                                            SUDOKU_BENCH_PROGRAM, SOURCE_FOLDER, C_COMPILER);
    return bench({"-euc", setting + kBisectPrelude + script}, {.program = "bash"});
  }

  // Removes what bisect() left, before it is called again.
  void clean() const {
    for (const char* name : {"repository", "temporary", "results", "calls", "calls.misjudged"})
      std::filesystem::remove_all(path(name));
  }

  std::string report() const { return content_of(path("results/bisect.md")); }

  std::string calls() const { return content_of(path("calls")); }

  auto number_of_calls() const { return std::ranges::count(calls(), '\n'); }

  // Expects an exit status, and a report that begins with `headline` and holds each of `says`.
  void expect_report(const Ended& ended, int code, const std::string& headline,
                     const std::vector<std::string>& says = {}) const {
    EXPECT_EQ(ended.code, code) << ended.out << ended.err;
    EXPECT_TRUE(report().starts_with("**" + headline)) << report();
    for (const std::string& text : says)
      EXPECT_NE(report().find(text), std::string::npos) << text << "\n" << report();
    EXPECT_TRUE(std::filesystem::is_empty(path("temporary")));
  }
};

// Exit status when the bad commit is no worse than the good one.
constexpr int kNoChange = 7;

TEST_F(SlowBisectSolver, NamesTheCommitThatMadeItSlower) {
  const Ended ended = bisect("commits 13 105; find_it; git log -1 --format=%H HEAD~7 >../culprit");
  expect_report(ended, kOk, "SLOWER by +5.0 % (+4.0 to +6.0): ",
                {" 13**\n", " by Ann. Between the good and the bad revision: +5.0 % (+4.0 to +6.0)",
                 "There are 20 commits between", " 12` | good | +0.0 % (-1.0 to +1.0) |\n",
                 " 13` | bad | +5.0 % (+4.0 to +6.0) |\n"});
  std::string culprit = content_of(path("culprit"));
  culprit.pop_back();
  EXPECT_NE(report().find("\nCommit " + culprit), std::string::npos) << report();
  EXPECT_TRUE(calls().starts_with("0 20 answers\n0 20 time\n0 10 time\n")) << calls();
  EXPECT_TRUE(calls().ends_with("\n12 13 time\n")) << calls();
  EXPECT_LE(number_of_calls(), 8) << calls();
}

TEST_F(SlowBisectSolver, ARangeWithoutAChangeSaysSo) {
  const struct {
    int cost;
    const char* change;
  } cases[] = {{100, "+0.0 % (-1.0 to +1.0)"}, {90, "-10.0 % (-11.0 to -9.0)"}};

  for (const auto& c : cases) {
    SCOPED_TRACE(c.cost);
    clean();
    const Ended ended = bisect(fmt::format("commits 9 {}; find_it", c.cost));
    expect_report(ended, kNoChange, "NO CHANGE: ",
                  {fmt::format("is not slower as against {} 0: {} on p,1.csv**",
                               report().substr(report().find(" as against ") + 12, 7), c.change)});
    EXPECT_EQ(calls(), "0 20 answers\n0 20 time\n");
  }
}

TEST_F(SlowBisectSolver, ANoisyRangeIsUndecided) {
  const Ended ended = bisect("commit 1 'cost=105 noisy'; commit 2 'cost=105 noisy'; find_it");
  expect_report(ended, kInconclusive, "UNDECIDED: too noisy to tell whether ",
                {"+5.0 % (-15.0 to +25.0)"});
  EXPECT_EQ(calls(), "0 2 answers\n0 2 time\n0 2 time\n");
}

TEST_F(SlowBisectSolver, NamesTheCommitWithTheFirstWrongAnswer) {
  const Ended ended = bisect(R"sh(
      for i in $(seq 8); do commit "$i" "cost=$((100 + i))"; done
      for i in $(seq 9 12); do commit "$i" 'cost=100 answers=wrong'; done
      find_it)sh");
  expect_report(ended, kOk, "WRONG: ", {" 9**\n", "WRONG: 1 of 1 row"});
  EXPECT_EQ(calls().find("time"), std::string::npos) << calls();
}

TEST_F(SlowBisectSolver, AGoodCommitWithWrongAnswersIsAMistake) {
  const Ended ended = bisect(R"(
      commit 1 'cost=100 answers=wrong'; commit 2 'cost=101 answers=wrong'
      find_it --good HEAD^)");
  expect_report(ended, kNothingToCompare,
                "NOT FOUND: HEAD^ cannot serve as the good revision** `WRONG: 1 of 1 row`");
}

TEST_F(SlowBisectSolver, OtherAnswersGoBeforeTimeAndOtherGuessesDoNot) {
  const std::string history = R"(
      for i in 1 2 3; do commit "$i" "cost=100 answers=a guesses=$i"; done
      for i in 4 5 6; do commit "$i" 'cost=110 answers=a guesses=3'; done
      git tag slower
      for i in 7 8 9; do commit "$i" 'cost=110 answers=b guesses=3'; done
      git tag -f good HEAD~8
      )";
  expect_report(bisect(history + "find_it"), kOk, "CHANGED: ", {" 7**\n"});
  clean();
  expect_report(bisect(history + "find_it --bad slower"), kOk, "SLOWER by +10.0 %", {" 4**\n"});
  clean();
  expect_report(bisect(history + "find_it --bad slower --find guesses"), kOk,
                "GUESSES: ", {" 2**\n"});
  clean();
  expect_report(bisect(history + "find_it --bad slower --find wrong"), kNoChange,
                "NO CHANGE: ", {" is not wrong as against "});
}

TEST_F(SlowBisectSolver, SkipsCommitsThatCannotBeJudged) {
  const struct {
    const char* words;
    const char* reason;
  } cases[] = {
      {"cost=100 broken", "it cannot be built, see build-"},
      {"cost=100 crash", "its solver fails on an easy puzzle: sudoku-bench: no start"},
      {"cost=100 answers=wrong", "WRONG: 1 of 1 row"},
      {"cost=103 noisy", "undecided: +3.0 % (-17.0 to +23.0)"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.words);
    clean();
    const Ended ended = bisect(fmt::format(R"(
        commit 1 cost=100; commit 2 cost=100; commit 3 cost=100; commit 4 '{}'
        for i in 5 6 7 8; do commit "$i" cost=105; done
        find_it)",
                                           c.words));
    expect_report(ended, kInconclusive,
                  "UNDECIDED: the other commits cannot be judged; it is one of these**",
                  {" 5`\n- `", fmt::format(" 4` | skipped | {}", c.reason)});
    EXPECT_EQ(report().find(" 6`\n- `"), std::string::npos) << report();
  }
}

TEST_F(SlowBisectSolver, ASkippedCommitElsewhereDoesNotMatter) {
  const Ended ended = bisect(R"(
      for i in 1 2 3; do commit "$i" cost=100; done
      commit 4 'cost=100 broken'
      for i in 5 6; do commit "$i" cost=100; done
      for i in 7 8; do commit "$i" cost=105; done
      find_it)");
  expect_report(ended, kOk, "SLOWER by ", {" 7**\n", " 4` | skipped | it cannot be built"});
}

TEST_F(SlowBisectSolver, FindsACommitInAMergedBranch) {
  const Ended ended = bisect(R"(
      commit 1 cost=100
      git checkout --quiet -b topic
      for i in a b; do commit "$i" cost=100; done
      for i in c d; do commit "$i" cost=105; done
      git checkout --quiet main
      echo other >other; git add other; git commit --quiet --message 2
      git merge --quiet --no-ff --message merge topic
      for i in 3 4 5; do commit "$i" cost=105; done
      find_it)");
  expect_report(ended, kOk, "SLOWER by +5.0 %", {" c**\n"});
}

TEST_F(SlowBisectSolver, TheSameBytesAreNotComparedAgain) {
  const Ended ended = bisect(R"(
      again() { git commit --quiet --allow-empty --message "$1"; }
      again 1; again 2; again 3; commit 4 cost=105; again 5; again 6; again 7
      find_it)");
  expect_report(ended, kOk, "SLOWER by ", {" 4**\n"});
  EXPECT_EQ(calls(), "0 4 answers\n0 4 time\n0 4 time\n");
}

// The commits between, and the first bad one, are judged by what is nearer: the good or the bad
// end.
TEST_F(SlowBisectSolver, SaysThatAChangeCameInSeveralSteps) {
  const Ended ended = bisect(R"(
      commit 1 cost=100; commit 2 cost=102; commit 3 cost=102; commit 4 cost=104
      commit 5 cost=104; commit 6 cost=106
      find_it)");
  expect_report(ended, kOk, "SLOWER in several steps, one of them by +2.0 % (+1.0 to +3.0): ",
                {" 4**\n", "+6.0 % (+5.0 to +7.0)"});
}

TEST_F(SlowBisectSolver, AMisjudgedCommitIsMeasuredAgain) {
  const Ended ended = bisect(R"(
      for i in 1 2; do commit "$i" cost=100; done
      commit 3 cost=105; commit 4 'cost=105 misjudged'
      for i in 5 6 7 8; do commit "$i" cost=105; done
      find_it)");
  expect_report(ended, kOk, "SLOWER by +5.0 %", {" 3**\n"});
  EXPECT_NE(calls().find("4 5 time\n0 4 time\n"), std::string::npos) << calls();
}

TEST_F(SlowBisectSolver, LeavesTheRepositoryAlone) {
  const Ended ended = bisect(R"(
      commits 13 105
      git bisect start HEAD good >/dev/null
      echo changed >solver; touch new; git add new
      state() { git status --porcelain; git for-each-ref; git rev-parse HEAD; git bisect log
        git worktree list; ls -A; }
      state >../before
      find_it --bad main
      state >../after)");
  expect_report(ended, kOk, "SLOWER by ", {" 13**\n"});
  EXPECT_EQ(content_of(path("before")), content_of(path("after")));
}

TEST_F(SlowBisectSolver, AnInterruptionSaysWhereItWas) {
  const Ended ended = bisect(R"sh(
      for i in 1 2 3 4; do commit "$i" cost=100; done
      commit 5 'cost=105 slow-test'
      for i in 6 7 8 9 10; do commit "$i" cost=105; done
      exec_find & child=$!
      while [ ! -e "$CALLS.waits" ]; do sleep 0.1; done
      kill $child
      code=0; wait $child || code=$?
      ! kill -0 "$(cat "$CALLS.waits")" 2>/dev/null || echo "still runs"
      git worktree list >../worktrees
      exit $code)sh");
  expect_report(ended, kInterrupted, "NOT FOUND: interrupted; it is one of 10 commits from ");
  EXPECT_EQ(ended.out.find("still runs"), std::string::npos);
  EXPECT_EQ(std::ranges::count(content_of(path("worktrees")), '\n'), 1);
}

TEST_F(SlowBisectSolver, TheTimeCanBeUp) {
  const Ended ended = bisect("commits 13 105; find_it --max-time 9s");
  expect_report(ended, kInconclusive, "UNDECIDED: the time is up; it is one of 20 commits from ");
}

TEST_F(SlowBisectSolver, MistakesAreNamed) {
  const struct {
    const char* script;
    int code;
    const char* says;  // begins the message, behind "bisect-solver: "
  } cases[] = {
      {"git checkout --quiet -b other; commit a cost=1; find_it --bad main --good other",
       kNothingToCompare, "'other' is not an ancestor of 'main'; one is "},
      {"git checkout --quiet --orphan other; commit a cost=1; find_it --good main",
       kNothingToCompare, "'main' and 'HEAD' have no common commit\n"},
      {"find_it --good gone", kNothingToCompare, "--good: there is no commit 'gone'\n"},
      {"find_it", kNothingToCompare, "'good' and 'HEAD' are the same commit\n"},
      {"commit 1 broken; find_it", kNothingToCompare, ""},
      {"cd ..; find_it", kNothingToCompare, "git cannot read this repository: "},
      {"find_it --good ''", kUsage, "--good: expected a revision without the fault (see --help)\n"},
      {"find_it --find it", kUsage,
       "--find: expected wrong, changed, guesses or slower, found 'it' (see --help)\n"},
      {"find_it --max-time 5", kUsage,
       "--max-time: expected a time such as 90s, 20min or 1h, found '5' (see --help)\n"},
      {"find_it --what x", kUsage, "unknown option '--what' (see --help)\n"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.script);
    clean();
    const Ended ended = bisect(c.script);
    EXPECT_EQ(ended.code, c.code) << ended.out;
    EXPECT_TRUE(ended.err.starts_with(std::string("bisect-solver: ") + c.says)) << ended.err;
  }
}

// With the program itself: it takes the script's options, and the script reads its times.
using SlowestBisectSolver = SlowBisectSolver;

TEST_F(SlowestBisectSolver, WithTheProgram) {
  if (std::string(C_COMPILER).empty()) GTEST_SKIP() << "cross-compiled: no compiler for plugins";
  const Ended ended = bisect(R"sh(
      cp "$SOURCES/solvers/external/sudoku_plugin.h" "$SOURCES/solvers/external/examples/c/bitmasks.c" .
      # Commits a solver that solves each puzzle $2 times, and then executes the statement $3.
      commit_solver() {
        cat >solver.c <<END
        #include "bitmasks.c"
        SUDOKU_PLUGIN size_t solve(const char* input, size_t limit, uint32_t config, char* solution,
                                   size_t* guesses) {
          size_t found = 0;
          for (int i = 0; i < $2; ++i) found = solve_bitmasks(input, limit, config, solution, guesses);
          ${3:-}
          return found;
        }
END
        commit "$1" ''
      }
      search() {
        "$SOURCES/scripts/bisect-solver" --plugin ./solver.so:solve --files "$folder/good.csv" \
          --build '"$CC" -O1 -shared -fPIC -I. -o solver.so solver.c' "$@"
      }
      export SUDOKU_BENCH=$PROGRAM
      commit_solver first 1
      commit_solver slow 3
      search --good HEAD^ --output "$folder/slow"
      for i in 1 2 3; do commit_solver $i $((3 + i)); done
      commit_solver wrong 1 'solution[0] = solution[1];'
      commit_solver last 1 'solution[0] = solution[1];'
      search --good HEAD~5 --output "$folder/results")sh");
  expect_report(ended, kOk, "WRONG: ", {" wrong**\n"});
  EXPECT_TRUE(content_of(path("slow/bisect.md")).starts_with("**SLOWER by +"));
}

}  // namespace

}  // namespace sudoku::cli
