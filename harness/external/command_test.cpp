// Tests of command solvers: lines, batches, limits, and programs that die, hang or print too much.
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "harness/base/child_process.h"
#include "harness/base/descriptor.h"
#include "harness/base/errors.h"
#include "harness/external/external_fixture.h"

namespace sudoku::external {
namespace {

using namespace std::chrono_literals;

// A command that gets the easy puzzles of its start, too.
Spec from_its_start(const std::string& script, std::uint64_t batch = 1) {
  Spec spec;
  spec.name = "shell";
  spec.command = {"sh", "-c", script};
  spec.batch = batch;
  return spec;
}

// A command whose script begins once it has been started.
Spec shell(const std::string& script, std::uint64_t batch = 1) {
  const std::string starts = "i=0; while [ $i -lt " + std::to_string(batch) +
                             " ]; do read -r p; echo; i=$((i+1)); done; unset p; ";
  return from_its_start(starts + script, batch);
}

bool has_no_child() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

std::ptrdiff_t open_descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

// Runs commands over empty grids, and expects them to leave no child process.
class CommandSolver : public testing::Test {
 protected:
  ~CommandSolver() override {
    EXPECT_TRUE(has_no_child());
    EXPECT_EQ(open_descriptors(), descriptors_);
  }

  // Compares the command's answers to pencilmark puzzles with those of mrv_hidden.
  void expect_agreement_on_pencilmarks(Spec spec) {
    std::vector<Pencilmarks> puzzles;
    for (const Grid& puzzle : bundled("multiple", 12))
      puzzles.push_back(marks_of(puzzle));
    for (std::size_t i = 0; i < puzzles.size(); i += 2)
      puzzles[i].of[i] &= 0x155;
    std::vector<Answer> answers(puzzles.size());
    make_command(spec, terms_, into(reported_))->solve_pencilmarks(puzzles, {}, answers);
    for (const Answer& answer : answers)
      EXPECT_EQ(answer.outcome, Outcome::unsupported);

    std::vector<Answer> expected(puzzles.size());
    find_solver("mrv_hidden")->create()->solve_pencilmarks(puzzles, {}, expected);
    spec.pencilmarks = true;
    make_command(spec, terms_, into(reported_))->solve_pencilmarks(puzzles, {}, answers);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      EXPECT_EQ(name_of(answers[i].outcome), name_of(expected[i].outcome)) << i;
      EXPECT_EQ(answers[i].solutions, expected[i].solutions) << i;
      if (expected[i].solutions == 0) continue;
      EXPECT_TRUE(is_solution_of({clues_of(puzzles[i]), &puzzles[i]}, answers[i].solution)) << i;
    }
  }

  // Solves puzzles with a command that is started again whenever it has ended.
  std::vector<Answer> answers_of(const Spec& spec, const std::vector<Grid>& puzzles,
                                 const Budget& budget = {}) {
    std::vector<Answer> answers(puzzles.size());
    std::size_t first = 0;
    const auto report = [&](std::size_t position, Outcome outcome, std::string_view reason) {
      into(reported_)(first + position, outcome, reason);
    };
    while (first < puzzles.size()) {
      const auto solver = make_command(spec, terms_, report);
      solver->solve(std::span(puzzles).subspan(first), budget, std::span(answers).subspan(first));
      while (first < puzzles.size() && answers[first].outcome != Outcome::unanswered)
        ++first;
    }
    return answers;
  }

  std::string outcomes(const Spec& spec, std::size_t puzzles, const Budget& budget = {}) {
    return text_of(answers_of(spec, std::vector<Grid>(puzzles, kEmptyGrid), budget));
  }

  static std::string outcomes(Solver& solver, std::size_t puzzles, const Budget& budget) {
    return text_of(solve_all(solver, std::vector<Grid>(puzzles, kEmptyGrid), budget));
  }

  // Outcomes, counted as in "2 none, 1 crashed".
  static std::string text_of(const std::vector<Answer>& answers) {
    std::string text;
    for (std::size_t i = 0, end = 0; i < answers.size(); i = end) {
      while (end < answers.size() && answers[end].outcome == answers[i].outcome)
        ++end;
      text.append(text.empty() ? "" : ", ").append(std::to_string(end - i)).append(" ");
      text.append(name_of(answers[i].outcome));
    }
    return text;
  }

  std::ptrdiff_t descriptors_ = open_descriptors();
  CommandTerms terms_ = {.puzzle_limit = 20s};
  ReportedIncidents reported_;
};

TEST_F(CommandSolver, AnswersALinePerPuzzle) {
  EXPECT_EQ(outcomes(shell("while read -r puzzle; do echo; done"), 3), "3 none");
  EXPECT_EQ(outcomes(from_its_start("while read -r puzzle; do echo; done", 0), 2), "2 none");
  EXPECT_EQ(reported_, ReportedIncidents());
}

// The command does not know the time limit.
TEST_F(CommandSolver, MayAnswerLateInVain) {
  const Spec spec = shell("while read -r puzzle; do sleep 0.01; echo; done");
  EXPECT_EQ(outcomes(spec, 1, {.time_limit = 1ms}), "1 timeout");
  EXPECT_EQ(outcomes(spec, 1, {.time_limit = 20s}), "1 none");
  EXPECT_EQ(reported_, ReportedIncidents());
}

TEST_F(CommandSolver, GetsThePuzzleAsItIs) {
  const Grid puzzle = grid_of("." + kSolved.substr(1));
  const auto solver = make_command(
      shell("read -r p; [ \"$p\" = '" + std::string(puzzle.text()) + "' ] && echo 1 || echo 2"),
      terms_, into(reported_));
  EXPECT_EQ(solve_one(*solver, puzzle, {}).outcome, Outcome::unique);
}

// The variable of the same name that this process may have is not passed on.
TEST_F(CommandSolver, FindsTheLimitAmongTheVariablesThatItInherits) {
  ::setenv("SUDOKU_BENCH_SOLUTIONS", "77", 1);
  ::setenv("SUDOKU_BENCH_SOLUTIONS_OF_OTHERS", "88", 1);
  terms_.solution_limit = 1000;
  const auto solver =
      make_command(shell("while read -r p; do env | grep -c '^SUDOKU_BENCH_SOLUTIONS'; "
                         "read -r p; echo $SUDOKU_BENCH_SOLUTIONS; done"),
                   terms_, into(reported_));
  const auto said = [&solver] {
    return solve_one(*solver, kEmptyGrid, {.solution_limit = 1000}).solutions;
  };
  EXPECT_EQ(said(), 2U);
  EXPECT_EQ(said(), 1000U);
  ::unsetenv("SUDOKU_BENCH_SOLUTIONS");
  ::unsetenv("SUDOKU_BENCH_SOLUTIONS_OF_OTHERS");
}

// A command that answers nothing before it has read `lines` lines.
std::string late(std::size_t lines) {
  return "while read -r p; do n=$((n+1)); if [ $n -eq " + std::to_string(lines) +
         " ]; then while [ $n -gt 0 ]; do echo '1 " + kSolved + "'; n=$((n-1)); done; fi; done";
}

TEST_F(CommandSolver, MayAnswerABatchAtItsEnd) {
  for (const std::size_t batch : {1, 7, 512}) {
    SCOPED_TRACE(batch);
    EXPECT_EQ(outcomes(from_its_start(late(batch), batch), 2 * batch),
              std::to_string(2 * batch) + " unique");
  }
  EXPECT_EQ(reported_, ReportedIncidents());
}

TEST_F(CommandSolver, TakesFewerPuzzlesThanABatchHas) {
  EXPECT_EQ(outcomes(shell("while read -r puzzle; do echo 1; done", 512), 700), "700 unique");
}

// A pipe holds 64 KiB; 2,000 puzzles are 164 kB in each direction.
TEST_F(CommandSolver, NeverLocksUpOverFullPipes) {
  EXPECT_EQ(outcomes(shell(late(2000), 2000), 2000), "2000 unique");
  const Spec at_once = shell("exec sed -u 's/.*/1 " + kSolved + "/'", 2000);
  EXPECT_EQ(outcomes(at_once, 4000), "4000 unique");
  EXPECT_EQ(reported_, ReportedIncidents());
}

TEST_F(CommandSolver, MayComplainAsMuchAsItLikes) {
  const std::string incident(1000, 'x');
  const Spec spec = shell("while read -r p; do echo " + incident + " >&2; echo 1; done", 100);
  EXPECT_EQ(outcomes(spec, 300), "300 unique");
}

TEST_F(CommandSolver, PaysAPuzzleForEveryDeath) {
  EXPECT_EQ(outcomes(shell("echo first >&2; echo broken >&2; exit 3"), 3), "3 crashed");
  const std::string reason = "ended with exit status 3: broken";
  EXPECT_EQ(reported_, (ReportedIncidents{{0, Outcome::crashed, reason},
                                          {1, Outcome::crashed, reason},
                                          {2, Outcome::crashed, reason}}));
}

// Only the end of what it says is kept, and only the start of its last line is quoted.
TEST_F(CommandSolver, IsQuotedBriefly) {
  EXPECT_EQ(outcomes(shell("read -r p; printf '%09000d\\n%0300d\\n\\n' 0 0 >&2; exit 3"), 1),
            "1 crashed");
  EXPECT_EQ(reported_,
            (ReportedIncidents{{0, Outcome::crashed,
                                "ended with exit status 3: " + std::string(200, '0') + "…"}}));
}

TEST_F(CommandSolver, LeavesTheRestOfABatchToItsNextStart) {
  EXPECT_EQ(outcomes(shell("read -r a; echo; read -r b; echo 1; read -r c; kill -9 $$", 7), 8),
            "1 none, 1 unique, 1 crashed, 1 none, 1 unique, 1 crashed, 1 none, 1 unique");
  const std::string reason = "was killed by signal 9 (Killed)";
  EXPECT_EQ(reported_,
            (ReportedIncidents{{2, Outcome::crashed, reason}, {5, Outcome::crashed, reason}}));
}

TEST_F(CommandSolver, MayEndItsLinesWithCarriageReturnAndLineFeed) {
  EXPECT_EQ(outcomes(shell("while read -r p; do printf '2\\r\\n\\r\\n'; read -r p; done", 2), 4),
            "1 multiple, 1 none, 1 multiple, 1 none");
  EXPECT_EQ(reported_, ReportedIncidents{});
}

TEST_F(CommandSolver, TakesWhatItHasStartedWithIt) {
  {
    const auto solver =
        make_command(shell("sleep 1000 & while read -r p; do echo 0; done"), {}, into(reported_));
    EXPECT_EQ(outcomes(*solver, 1, {}), "1 none");
    EXPECT_EQ(base::descendants_of(::getpid())->size(), 2U);
  }
  EXPECT_EQ(base::descendants_of(::getpid()), std::vector<pid_t>());
}

TEST_F(CommandSolver, MayNotEndBetweenPuzzles) {
  const auto solver = make_command(shell("read -r p; echo"), terms_, into(reported_));
  EXPECT_EQ(outcomes(*solver, 1, {}), "1 none");
  EXPECT_EQ(outcomes(*solver, 2, {}), "1 crashed, 1 unanswered");
  EXPECT_EQ(reported_, (ReportedIncidents{{0, Outcome::crashed, "ended with exit status 0"}}));
}

TEST_F(CommandSolver, MayNotCloseItsOutput) {
  EXPECT_EQ(outcomes(shell("exec >&-; exec sleep 600"), 1), "1 crashed");
  EXPECT_EQ(reported_, (ReportedIncidents{{0, Outcome::crashed, "closed its output"}}));
}

// With 164 kB to write, the harness is still writing when the command closes its input.
TEST_F(CommandSolver, MayNotCloseItsInput) {
  const auto solver =
      make_command(shell("exec <&-; sleep 0.1; exit 4", 2000), terms_, into(reported_));
  EXPECT_EQ(outcomes(*solver, 2000, {}), "1 crashed, 1999 unanswered");
  EXPECT_EQ(reported_, (ReportedIncidents{{0, Outcome::crashed, "ended with exit status 4"}}));
}

TEST_F(CommandSolver, IsKilledWhenItIsSilent) {
  terms_.puzzle_limit = 200ms;
  EXPECT_EQ(outcomes(shell("read -r a; echo; read -r b; printf 1; exec sleep 600", 3), 3),
            "1 none, 1 timeout, 1 none");
  EXPECT_EQ(reported_, (ReportedIncidents{{1, Outcome::timeout, "no answer within 200 ms"}}));
}

TEST_F(CommandSolver, PaysForGarbageAndGoesOn) {
  const std::string script =
      "while read -r p; do n=$((n+1)); [ $n -eq 2 ] && printf 'no \\001 %070d\\n' 0 || echo; done";
  EXPECT_EQ(outcomes(shell(script), 3), "1 none, 1 wrong, 1 none");
  EXPECT_EQ(reported_, (ReportedIncidents{{1, Outcome::wrong,
                                           "answered 'no \\x01 " + std::string(55, '0') + "…'"}}));
}

TEST_F(CommandSolver, MayNotSayMoreThanALinePerPuzzle) {
  const std::string script =
      "while read -r p; do n=$((n+1)); [ $n -eq 2 ] && env printf '\\nI said\\n' || echo; done";
  EXPECT_EQ(outcomes(shell(script), 3), "1 none, 1 wrong, 1 none");
  EXPECT_EQ(reported_,
            (ReportedIncidents{{1, Outcome::wrong, "printed 'I said' after its answer"}}));
}

// mrv_hidden as a command whose output a shell or sed has spoilt.
const std::string kSolver = COMMAND_OF_PLUGIN " " PLUGIN_FAULTY " sudoku_mrv_hidden";

std::string after(const std::string& script) { return script + "; exec " + kSolver; }

std::string edited(const std::string& script) { return kSolver + " | sed -u '" + script + "'"; }

struct OutOfStep {
  const char* name;
  std::string script;
  std::uint64_t batch;
  std::string outcomes;  // of the puzzles, a letter each: right, false, none, wrong, timeout
  std::vector<std::pair<std::size_t, std::string>> incidents;  // with {0} for the answer to 0
};

// Outcomes of right and false solutions, and of others, by their letters.
std::string letters_of(const std::vector<Grid>& puzzles, const std::vector<Answer>& answers) {
  std::string letters;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const bool is_right = is_solution(puzzles[i], answers[i].solution);
    letters += answers[i].outcome == Outcome::unique ? (is_right ? 'r' : 'f')
                                                     : name_of(answers[i].outcome).front();
  }
  return letters;
}

// Text in which {i} stands for the start of the right answer to puzzle i.
std::string with_answers(std::string text, const std::vector<Grid>& puzzles) {
  const auto solver = find_solver("mrv_hidden")->create();
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const std::string mark = "{" + std::to_string(i) + "}";
    const std::string answer =
        "1 " + std::string(solve_one(*solver, puzzles[i], {}).solution.text());
    const std::size_t at = text.find(mark);
    if (at != std::string::npos) text.replace(at, mark.size(), answer.substr(0, 60) + "…");
  }
  return text;
}

// Regression: after a line that was no answer, all later lines were taken for answers to the wrong
// puzzles, and were wrong without a word about lines.
TEST_F(CommandSolver, IsBroughtBackIntoStep) {
  const std::string notice = "answered 'Licensed to ACME'";
  const std::string empty = "printed a line too many, '': the answers after it are shifted";
  const OutOfStep cases[] = {
      {"in step", kSolver, 1, "rrrr", {}},
      {"in step, in batches", kSolver, 3, "rrrr", {}},
      {"notice with the first answer",
       edited("1s/^/Licensed to ACME\\n/"),
       1,
       "ww",
       {{0, notice}, {1, notice}}},
      {"empty line with the first answer",
       edited("1s/^/\\n/"),
       1,
       "w",
       {{0, "printed '{0}' after its answer"}}},
      {"line too many with an answer",
       edited("2s/$/\\nin 3 ms/"),
       1,
       "rwrw",
       {{1, "printed 'in 3 ms' after its answer"}, {3, "printed 'in 3 ms' after its answer"}}},
      {"line too many in a batch",
       edited("2s/$/\\nin 3 ms/"),
       4,
       "rrwr",
       {{2, "answered 'in 3 ms'"}}},
      {"empty line too many in a batch", edited("2s/$/\\n/"), 4, "rrwr", {{2, empty}}},
      {"answer twice in a batch",
       edited("2p"),
       4,
       "rrwr",
       {{2, "printed a line too many, '{1}': the answers after it are shifted"}}},
      {"answer twice after many",
       edited("290p"),
       100,
       std::string(290, 'r') + "w" + std::string(9, 'r'),
       {{290, "printed a line too many, '{289}': the answers after it are shifted"}}},
      {"no answer to a puzzle",
       edited("2d"),
       1,
       "rtrt",
       {{1, "no answer within 400 ms"}, {3, "no answer within 400 ms"}}},
      {"no answer to a puzzle of a batch",
       edited("2d"),
       4,
       "rwrt",
       {{1, "left out a line: '{2}' answers the next puzzle"}, {3, "no answer within 400 ms"}}},
      {"no answers to two puzzles of a batch",
       edited("2,3d"),
       4,
       "rwrt",
       {{1, "left out a line: '{3}' answers a later puzzle of the batch"},
        {3, "no answer within 400 ms"}}},
      {"answers in another order",
       edited(R"(N;s/\(.*\)\n\(.*\)/\2\n\1/)"),
       2,
       "wt",
       {{0, "left out a line: '{1}' answers the next puzzle"}, {1, "no answer within 400 ms"}}},
  };
  terms_.puzzle_limit = 400ms;
  for (const OutOfStep& c : cases) {
    SCOPED_TRACE(c.name);
    reported_.clear();
    const std::vector<Grid> puzzles = bundled("easy", c.outcomes.size());
    EXPECT_EQ(letters_of(puzzles, answers_of(shell(c.script, c.batch), puzzles)), c.outcomes);
    ASSERT_EQ(reported_.size(), c.incidents.size());
    for (std::size_t i = 0; i < reported_.size(); ++i) {
      EXPECT_EQ(reported_[i].position, c.incidents[i].first);
      EXPECT_EQ(reported_[i].reason, with_answers(c.incidents[i].second, puzzles));
    }
  }
}

TEST_F(CommandSolver, IsBroughtBackIntoStepOnPencilmarkPuzzles) {
  std::vector<Pencilmarks> puzzles;
  for (const Grid& puzzle : bundled("easy", 3))
    puzzles.push_back(marks_of(puzzle));
  Spec spec = shell(COMMAND_OF_PLUGIN " " PLUGIN_FAULTY " sudoku_both_kinds | sed -u 1d", 3);
  spec.pencilmarks = true;
  terms_.puzzle_limit = 400ms;
  std::vector<Answer> answers(puzzles.size());
  make_command(spec, terms_, into(reported_))->solve_pencilmarks(puzzles, {}, answers);
  ASSERT_FALSE(reported_.empty());
  EXPECT_TRUE(reported_[0].reason.starts_with("left out a line: '1 ")) << reported_[0].reason;
}

TEST_F(CommandSolver, IsToldOfALineThatComesBetweenPuzzles) {
  const auto solver =
      make_command(shell("read -r p; echo; sleep 0.3; echo late; read -r p; exec sleep 600"),
                   terms_, into(reported_));
  EXPECT_EQ(outcomes(*solver, 1, {}), "1 none");
  std::this_thread::sleep_for(1s);
  EXPECT_EQ(outcomes(*solver, 1, {}), "1 wrong");
  EXPECT_EQ(reported_,
            (ReportedIncidents{{0, Outcome::wrong, "printed 'late' before the puzzle was sent"}}));
}

TEST_F(CommandSolver, MayNotSayEndlessLines) {
  const std::string reason = "wrote a line of more than 65536 characters";
  EXPECT_EQ(outcomes(shell("read -r p; echo; read -r p; exec cat /dev/zero"), 2),
            "1 none, 1 wrong");
  EXPECT_EQ(outcomes(shell("read -r p; printf '%065537d\\n' 0; exec sleep 600"), 1), "1 wrong");
  EXPECT_EQ(outcomes(shell("read -r p; printf '%065536d\\n' 0; exec sleep 600"), 1), "1 none")
      << "a number";
  EXPECT_EQ(reported_,
            (ReportedIncidents{{1, Outcome::wrong, reason}, {0, Outcome::wrong, reason}}));
}

TEST_F(CommandSolver, IsNotAskedOnceCancelled) {
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(outcomes(shell("exit 1"), 3, {.cancelled = &cancelled}), "3 timeout");
  EXPECT_EQ(reported_, ReportedIncidents());
}

TEST_F(CommandSolver, IsGivenUpWhenCancelled) {
  terms_.puzzle_limit = 0ns;
  const std::string answered = testing::TempDir() + "answered." + std::to_string(::getpid());
  std::atomic<bool> cancelled = false;
  std::thread user([&] {
    while (!std::filesystem::exists(answered))
      std::this_thread::sleep_for(10ms);
    std::this_thread::sleep_for(50ms);
    cancelled = true;
  });
  const std::string script = "read -r p; echo; : >'" + answered + "'; exec sleep 600";
  EXPECT_EQ(outcomes(shell(script, 3), 4, {.cancelled = &cancelled}), "1 none, 3 timeout");
  user.join();
  std::filesystem::remove(answered);
  EXPECT_EQ(reported_, ReportedIncidents());
}

// sh may have 4 descriptors: the standard three, and one to list /proc/PID/fd.
TEST_F(CommandSolver, InheritsNoDescriptors) {
  const base::Descriptor one(::open("/dev/null", O_RDONLY));
  const base::Descriptor another(::dup(one.number()));
  const auto solver = make_command(shell("while read -r p; do set -- /proc/$$/fd/*; echo $#; done"),
                                   terms_, into(reported_));
  EXPECT_LE(solve_one(*solver, kEmptyGrid, {.solution_limit = 1000}).solutions, 4U);
}

std::string error_of(const Spec& spec, const CommandTerms& terms = {}) {
  try {
    make_command(spec, terms, {});
  } catch (const base::LoadError& error) {
    return error.what();
  }
  return "none";
}

TEST_F(CommandSolver, SaysWhatCannotBeRun) {
  // A script that counts as a program until it is run: its interpreter does not exist.
  const std::string script =
      testing::TempDir() + "without_interpreter." + std::to_string(::getpid());
  std::ofstream(script) << "#!/no/such/interpreter\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"no-such-program", "x"}, "no program 'no-such-program' in PATH"},
      {{"./no-such-program"}, "cannot run './no-such-program': No such file or directory"},
      {{BUNDLED_DATASETS "/easy.csv"},
       "cannot run '" BUNDLED_DATASETS "/easy.csv': Permission denied"},
      {{"/tmp"}, "cannot run '/tmp': Is a directory"},
      {{"."}, "no program '.' in PATH"},
      {{}, "expected a command, found none"},
      {{"", "x"}, "expected a command, found none"},
      {{script}, "cannot run '" + script + "': No such file or directory"}};
  for (const auto& [command, error] : cases) {
    Spec spec;
    spec.command = command;
    EXPECT_EQ(error_of(spec), "cannot be started: " + error);
  }
  std::filesystem::remove(script);
}

// A start may take longer than a puzzle, but a command that gives no first answer is an error.
TEST_F(CommandSolver, MustGiveAFirstAnswer) {
  const std::string waits = ": does it flush each line?";
  const std::string notice = " before its first answer: print notices to standard error";
  const std::string easy = "1 534678912672195348198342567859761423426853791713924856961537";
  const CommandTerms brief{.start_limit = 50ms};
  const std::tuple<Spec, CommandTerms, std::string> cases[] = {
      {from_its_start("sleep 1.5; while read -r p; do echo 1; done"), {.puzzle_limit = 1s}, "none"},
      {from_its_start("echo first >&2; echo broken >&2; exit 3"),
       {},
       "ended with exit status 3 before its first answer: broken"},
      {from_its_start("exit 0"), {}, "ended with exit status 0 before its first answer"},
      {from_its_start("kill -9 $$"), {}, "was killed by signal 9 (Killed) before its first answer"},
      {from_its_start("exec >&-; exec sleep 600"), {}, "closed its output before its first answer"},
      {from_its_start("read -r p; echo; exit 4", 2),
       {},
       "ended with exit status 4 in its first batch"},
      {from_its_start("exec sleep 600"), brief,
       "printed nothing in 0.05 s: does it flush each line, or need a longer --start-timeout?"},
      {from_its_start("printf '%065537d\\n' 0; exec sleep 600"),
       {},
       "wrote a line of more than 65536 characters"},
      {from_its_start(after("echo Licensed to ACME")), {}, "printed 'Licensed to ACME'" + notice},
      {from_its_start(after("printf '> \\t'")),
       {},
       "printed '> \\t" + easy.substr(0, 57) + "…'" + notice},
  };
  for (const auto& [spec, terms, error] : cases)
    EXPECT_EQ(error_of(spec, terms), error) << spec.command.back();
  // Commands without a limit that wait for the next line.
  const std::pair<std::string, std::string> unflushed[] = {
      {"while read -r p; do :; done", "printed nothing in "},
      {"printf 1; while read -r p; do :; done", "printed only '1' and no line end in "}};
  for (const auto& [script, start] : unflushed) {
    const std::string error = error_of(from_its_start(script));
    EXPECT_TRUE(error.starts_with(start) && error.ends_with(waits)) << error;
  }
}

// As a shell looks for a program.
TEST_F(CommandSolver, IsLookedForInTheFoldersOfPath) {
  const char* const before = std::getenv("PATH");
  const std::string path = before == nullptr ? "" : before;
  const std::filesystem::path folder = std::filesystem::current_path();
  const std::filesystem::path program = COMMAND_OF_PLUGIN;
  const std::string name = program.filename();
  const auto found_in = [](const std::string& folders, const std::string& wanted) {
    ::setenv("PATH", folders.c_str(), 1);
    return base::file_of_program(wanted);
  };
  EXPECT_EQ(found_in("/no/such/folder:/bin", "sh"), "/bin/sh");
  EXPECT_EQ(found_in("/no/such/folder", "sh"), "");
  EXPECT_EQ(found_in(program.parent_path(), name), program);
  std::filesystem::current_path(program.parent_path());
  EXPECT_EQ(found_in("/no/such/folder:", name), "./" + name)
      << "an empty folder is the current one";
  EXPECT_EQ(found_in("", name), "./" + name);
  EXPECT_EQ(found_in("/bin", "./" + name), "./" + name) << "PATH is not used";
  std::filesystem::current_path(folder);
  ::unsetenv("PATH");
  EXPECT_EQ(base::file_of_program("sh"), "/bin/sh");
  if (before != nullptr) ::setenv("PATH", path.c_str(), 1);
}

using SlowCommandSolver = CommandSolver;

TEST_F(SlowCommandSolver, TheExampleInPythonAgreesWithMrvHidden) {
  try {
    base::expect_program("python3");
  } catch (const base::LoadError& error) {
    GTEST_SKIP() << "the Python example was not run: " << error.what();
  }
  for (const std::uint64_t batch : {1, 100}) {
    Spec spec;
    spec.command = {"python3", LINE_SOLVER};
    spec.batch = batch;
    expect_agreement_on_pencilmarks(spec);
    for (const std::uint64_t limit : {1, 2, 1000}) {
      const CommandTerms terms{.solution_limit = limit, .puzzle_limit = 20s};
      expect_solver_to_agree(*make_command(spec, terms, into(reported_)), 12, {limit});
    }
  }
  EXPECT_EQ(reported_, ReportedIncidents());
}

}  // namespace
}  // namespace sudoku::external
