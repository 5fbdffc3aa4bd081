// Tests of command solvers: lines, batches, limits, and programs that die, hang or print too much.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/child_process.h"
#include "harness/base/errors.h"
#include "harness/base/output.h"
#include "harness/base/process_fixture.h"
#include "harness/external/external_fixture.h"

namespace sudoku::external {
namespace {

using namespace std::chrono_literals;

// A command whose script begins once it has been started. The script of a shell_spec() gets the
// easy puzzles of its start, too.
Spec started(const std::string& script, std::uint64_t batch = 1) {
  constexpr const char* kStarts =
      "i=0; while [ $i -lt {} ]; do read -r p; echo; i=$((i+1)); done; unset p; {}";
  return shell_spec(fmt::format(fmt::runtime(kStarts), batch, script), batch);
}

std::ptrdiff_t open_descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

// Runs commands over empty grids, and expects them to leave no child process.
class CommandSolver : public testing::Test {
 protected:
  ~CommandSolver() override {
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
    EXPECT_EQ(open_descriptors(), descriptors_);
  }

  std::unique_ptr<Solver> solver_of(const Spec& spec) {
    return make_command(spec, terms_, into(reported_));
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
    return counted(answers_of(spec, std::vector<Grid>(puzzles, kEmptyGrid), budget));
  }

  static std::string outcomes(Solver& solver, std::size_t puzzles) {
    return counted(solve_all(solver, std::vector<Grid>(puzzles, kEmptyGrid), {}));
  }

  // Outcomes, counted as in "2 none, 1 crashed".
  static std::string counted(const std::vector<Answer>& answers) {
    std::string text;
    for (std::size_t i = 0, end = 0; i < answers.size(); i = end) {
      while (end < answers.size() && answers[end].outcome == answers[i].outcome)
        ++end;
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : ", ", end - i, name_of(answers[i].outcome));
    }
    return text;
  }

  std::ptrdiff_t descriptors_ = open_descriptors();
  CommandTerms terms_ = {.puzzle_limit = 20s};
  ReportedIncidents reported_;
};

struct ScriptCase {
  const char* name;
  std::string script;
  std::uint64_t batch;
  std::size_t puzzles;
  std::string outcomes;
  std::string reported = {};
};

std::vector<ScriptCase> script_cases() {
  const std::string on_second = "while read -r p; do n=$((n+1)); [ $n -eq 2 ] && ";
  const std::string killed = "was killed by signal 9 (Killed)";
  const std::string too_long = "wrong: wrote a line of more than 65536 characters";
  return {
      {"a line per puzzle", "while read -r p; do echo; done", 1, 3, "3 none"},
      {"carriage return and line feed",
       "while read -r p; do printf '2\\r\\n\\r\\n'; read -r p; done", 2, 4,
       "1 multiple, 1 none, 1 multiple, 1 none"},
      {"fewer puzzles than a batch has", "while read -r p; do echo 1; done", 512, 700,
       "700 unique"},
      {"complaints on standard error",
       "while read -r p; do echo " + std::string(1000, 'x') + " >&2; echo 1; done", 100, 300,
       "300 unique"},
      {"a death on each puzzle", "echo first >&2; echo broken >&2; exit 3", 1, 2, "2 crashed",
       "0 crashed: ended with exit status 3: broken; 1 crashed: ended with exit status 3: broken"},
      {"a death within a batch", "read -r a; echo; read -r b; echo 1; read -r c; kill -9 $$", 7, 8,
       "1 none, 1 unique, 1 crashed, 1 none, 1 unique, 1 crashed, 1 none, 1 unique",
       "2 crashed: " + killed + "; 5 crashed: " + killed},
      {"a closed output", "exec >&-; exec sleep 600", 1, 1, "1 crashed",
       "0 crashed: closed its output"},
      {"garbage", on_second + "printf 'no \\001 %070d\\n' 0 || echo; done", 1, 3,
       "1 none, 1 wrong, 1 none", "1 wrong: answered 'no \\x01 " + std::string(55, '0') + "…'"},
      {"two lines for the last puzzle of a batch",
       on_second + "env printf '\\nI said\\n' || echo; done", 2, 3, "1 none, 1 wrong, 1 none",
       "1 wrong: printed 'I said' after its answer"},
      {"an endless line", "read -r p; echo; read -r p; exec cat /dev/zero", 1, 2, "1 none, 1 wrong",
       "1 " + too_long},
      {"a line that is too long", "read -r p; printf '%065537d\\n' 0; exec sleep 600", 1, 1,
       "1 wrong", "0 " + too_long},
      {"the longest line, a number", "read -r p; printf '%065536d\\n' 0; exec sleep 600", 1, 1,
       "1 none"},
  };
}

TEST_F(CommandSolver, AnswersAPuzzlePerLineAndIsToldWhatItDoesWrong) {
  for (const ScriptCase& c : script_cases()) {
    SCOPED_TRACE(c.name);
    reported_.clear();
    EXPECT_EQ(outcomes(started(c.script, c.batch), c.puzzles), c.outcomes);
    EXPECT_EQ(text_of(reported_), c.reported);
  }
}

// The command does not know the time limit.
TEST_F(CommandSolver, MayAnswerLateInVain) {
  const Spec spec = started("while read -r puzzle; do sleep 0.01; echo; done");
  EXPECT_EQ(outcomes(spec, 1, {.time_limit = 1ms}), "1 timeout");
  EXPECT_EQ(outcomes(spec, 1, {.time_limit = 20s}), "1 none");
  EXPECT_EQ(text_of(reported_), "");
}

// The variable of the same name that this process may have is not passed on.
TEST_F(CommandSolver, FindsTheLimitAmongTheVariablesThatItInherits) {
  const base::Environment same = {{"SUDOKU_BENCH_SOLUTIONS", "77"}};
  const base::Environment other = {{"SUDOKU_BENCH_SOLUTIONS_OF_OTHERS", "88"}};
  terms_.solution_limit = 1000;
  const auto solver =
      solver_of(started("read -r p; env | grep -c '^SUDOKU_BENCH_SOLUTIONS'; "
                        "read -r p; echo $SUDOKU_BENCH_SOLUTIONS; read -r p"));
  for (const std::uint64_t said : {2, 1000})
    EXPECT_EQ(solve_one(*solver, kEmptyGrid, {.solution_limit = 1000}).solutions, said);
}

// A command that answers nothing before it has read `lines` lines.
std::string late(std::size_t lines) {
  return fmt::format(
      "while read -r p; do n=$((n+1)); if [ $n -eq {} ]; then "
      "while [ $n -gt 0 ]; do echo '1 {}'; n=$((n-1)); done; fi; done",
      lines, kSolved);
}

// A pipe holds 64 KiB; 2,000 puzzles are 164 kB in each direction.
TEST_F(CommandSolver, NeverLocksUpOverFullPipes) {
  EXPECT_EQ(outcomes(started(late(2000), 2000), 2000), "2000 unique");
  const Spec at_once = started("exec sed -u 's/.*/1 " + kSolved + "/'", 2000);
  EXPECT_EQ(outcomes(at_once, 4000), "4000 unique");
  EXPECT_EQ(text_of(reported_), "");
}

TEST_F(CommandSolver, MayNotEndBetweenPuzzles) {
  const auto solver = solver_of(started("read -r p; echo"));
  EXPECT_EQ(outcomes(*solver, 1), "1 none");
  EXPECT_EQ(outcomes(*solver, 2), "1 crashed, 1 unanswered");
  EXPECT_EQ(text_of(reported_), "0 crashed: ended with exit status 0");
}

// With 164 kB to write, the harness is still writing when the command closes its input.
TEST_F(CommandSolver, MayNotCloseItsInput) {
  const auto solver = solver_of(started("exec <&-; sleep 0.1; exit 4", 2000));
  EXPECT_EQ(outcomes(*solver, 2000), "1 crashed, 1999 unanswered");
  EXPECT_EQ(text_of(reported_), "0 crashed: ended with exit status 4");
}

TEST_F(CommandSolver, IsKilledWhenItIsSilent) {
  terms_.puzzle_limit = 200ms;
  EXPECT_EQ(outcomes(started("read -r a; echo; read -r b; printf 1; exec sleep 600", 3), 3),
            "1 none, 1 timeout, 1 none");
  EXPECT_EQ(text_of(reported_), "1 timeout: no answer within 200 ms");
}

// mrv_hidden as a command, whose output a shell or sed may spoil.
const std::string kSolver = COMMAND_OF_PLUGIN " " PLUGIN_FAULTY " sudoku_mrv_hidden";

std::string after(const std::string& script) { return script + "; exec " + kSolver; }

struct OutOfStep {
  const char* name;
  const char* edit;  // of the output, by sed
  std::uint64_t batch;
  std::string outcomes;       // of the puzzles, a letter each: right, false, none, wrong, timeout
  std::string reported = {};  // with {i} for the start of the right answer to puzzle i
};

const OutOfStep kOutOfStep[] = {
    {"in step", "", 1, "rrrr"},
    {"in step, in batches", "", 3, "rrrr"},
    {"notice with the first answer", "1s/^/Licensed to ACME\\n/", 1, "ww",
     "0 wrong: answered 'Licensed to ACME'; 1 wrong: answered 'Licensed to ACME'"},
    {"empty line with the first answer", "1s/^/\\n/", 1, "w",
     "0 wrong: printed '{0}' after its answer"},
    {"line too many with an answer", "2s/$/\\nin 3 ms/", 1, "rwrw",
     "1 wrong: printed 'in 3 ms' after its answer; 3 wrong: printed 'in 3 ms' after its answer"},
    {"line too many in a batch", "2s/$/\\nin 3 ms/", 4, "rrwr", "2 wrong: answered 'in 3 ms'"},
    {"empty line too many in a batch", "2s/$/\\n/", 4, "rrwr",
     "2 wrong: printed a line too many, '': the answers after it are shifted"},
    {"answer twice in a batch", "2p", 4, "rrwr",
     "2 wrong: printed a line too many, '{1}': the answers after it are shifted"},
    {"answer twice after many", "290p", 100, std::string(290, 'r') + "w" + std::string(9, 'r'),
     "290 wrong: printed a line too many, '{289}': the answers after it are shifted"},
    {"no answer to a puzzle", "2d", 1, "rtrt",
     "1 timeout: no answer within 400 ms; 3 timeout: no answer within 400 ms"},
    {"no answer to a puzzle of a batch", "2d", 4, "rwrt",
     "1 wrong: left out a line: '{2}' answers the next puzzle; "
     "3 timeout: no answer within 400 ms"},
    {"no answers to two puzzles of a batch", "2,3d", 4, "rwrt",
     "1 wrong: left out a line: '{3}' answers a later puzzle of the batch; "
     "3 timeout: no answer within 400 ms"},
    {"answers in another order", R"(N;s/\(.*\)\n\(.*\)/\2\n\1/)", 2, "wt",
     "0 wrong: left out a line: '{1}' answers the next puzzle; "
     "1 timeout: no answer within 400 ms"},
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
    const std::string mark = fmt::format("{{{}}}", i);
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) continue;
    const Grid solution = solve_one(*solver, puzzles[i], {}).solution;
    text.replace(at, mark.size(), "1 " + std::string(solution.text()).substr(0, 58) + "…");
  }
  return text;
}

// Regression: after a line that was no answer, all later lines were taken for answers to the wrong
// puzzles, and were wrong without a word about lines.
TEST_F(CommandSolver, IsBroughtBackIntoStep) {
  terms_.puzzle_limit = 400ms;
  for (const OutOfStep& c : kOutOfStep) {
    SCOPED_TRACE(c.name);
    reported_.clear();
    const std::vector<Grid> puzzles = bundled("easy", c.outcomes.size());
    const Spec spec = started(fmt::format("{} | sed -u '{}'", kSolver, c.edit), c.batch);
    EXPECT_EQ(letters_of(puzzles, answers_of(spec, puzzles)), c.outcomes);
    EXPECT_EQ(text_of(reported_), with_answers(c.reported, puzzles));
  }
}

TEST_F(CommandSolver, IsToldOfALineThatComesBetweenPuzzles) {
  const auto solver =
      solver_of(started("read -r p; echo; sleep 0.3; echo late; read -r p; exec sleep 600"));
  EXPECT_EQ(outcomes(*solver, 1), "1 none");
  std::this_thread::sleep_for(1s);
  EXPECT_EQ(outcomes(*solver, 1), "1 wrong");
  EXPECT_EQ(text_of(reported_), "0 wrong: printed 'late' before the puzzle was sent");
}

TEST_F(CommandSolver, IsNotAskedOnceCancelled) {
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(outcomes(started("exit 1"), 3, {.cancelled = &cancelled}), "3 timeout");
  EXPECT_EQ(text_of(reported_), "");
}

TEST_F(CommandSolver, IsGivenUpWhenCancelled) {
  terms_.puzzle_limit = 0ns;
  const base::TemporaryFolder folder;
  const std::string answered = folder.path() + "/answered";
  std::atomic<bool> cancelled = false;
  std::thread user([&] {
    while (!std::filesystem::exists(answered))
      std::this_thread::sleep_for(10ms);
    std::this_thread::sleep_for(50ms);
    cancelled = true;
  });
  const std::string script = "read -r p; echo; : >'" + answered + "'; exec sleep 600";
  EXPECT_EQ(outcomes(started(script, 3), 4, {.cancelled = &cancelled}), "1 none, 3 timeout");
  user.join();
  EXPECT_EQ(text_of(reported_), "");
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
  const base::TemporaryFolder folder;
  const std::string script = folder.write("script", "#!/no/such/interpreter\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  const std::string easy = BUNDLED_DATASETS "/easy.csv";
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"no-such-program", "x"}, "no program 'no-such-program' in PATH"},
      {{"./no-such-program"}, "cannot run './no-such-program': No such file or directory"},
      {{easy}, "cannot run '" + easy + "': Permission denied"},
      {{"/tmp"}, "cannot run '/tmp': Is a directory"},
      {{"."}, "no program '.' in PATH"},
      {{}, "expected a command, found none"},
      {{"", "x"}, "expected a command, found none"},
      {{script}, "cannot run '" + script + "': No such file or directory"}};
  for (const auto& [command, error] : cases)
    EXPECT_EQ(error_of(command_spec(command)), "cannot be started: " + error);
}

struct StartCase {
  Spec spec;
  std::string error;
  CommandTerms terms = {};
};

// A start may take longer than a puzzle, but a command that gives no first answer is an error.
TEST_F(CommandSolver, MustGiveAFirstAnswer) {
  const std::string notice = " before its first answer: print notices to standard error";
  const std::string easy = "1 534678912672195348198342567859761423426853791713924856961537";
  const StartCase cases[] = {
      {shell_spec("sleep 1.5; while read -r p; do echo 1; done"), "none", {.puzzle_limit = 1s}},
      {shell_spec("echo first >&2; echo broken >&2; exit 3"),
       "ended with exit status 3 before its first answer: broken"},
      {shell_spec("kill -9 $$"), "was killed by signal 9 (Killed) before its first answer"},
      {shell_spec("exec >&-; exec sleep 600"), "closed its output before its first answer"},
      {shell_spec("read -r p; echo; exit 4", 2), "ended with exit status 4 in its first batch"},
      {shell_spec("exec sleep 600"),
       "printed nothing in 0.05 s: does it flush each line, or need a longer --start-timeout?",
       {.start_limit = 50ms}},
      {shell_spec("printf 1; while read -r p; do :; done"),
       "printed only '1' and no line end in 1 s: does it flush each line, or need a longer "
       "--start-timeout?",
       {.start_limit = 1s}},
      {shell_spec("printf '%065537d\\n' 0; exec sleep 600"),
       "wrote a line of more than 65536 characters"},
      {shell_spec(after("echo Licensed to ACME")), "printed 'Licensed to ACME'" + notice},
      {shell_spec(after("printf '> \\t'")), "printed '> \\t" + easy.substr(0, 57) + "…'" + notice},
  };
  for (const StartCase& c : cases)
    EXPECT_EQ(error_of(c.spec, c.terms), c.error) << c.spec.command.back();
}

using SlowCommandSolver = CommandSolver;

TEST_F(SlowCommandSolver, TheExampleInPythonAgreesWithMrvHidden) {
  try {
    base::expect_program("python3");
  } catch (const base::LoadError& error) {
    GTEST_SKIP() << "the Python example was not run: " << error.what();
  }
  for (const std::uint64_t batch : {1, 100}) {
    const Spec spec = command_spec({"python3", EXAMPLES "python/line_solver.py"}, batch);
    for (const std::uint64_t limit : {1, 2, 1000}) {
      terms_.solution_limit = limit;
      expect_solver_to_agree(*solver_of(spec), 12, {limit});
    }
  }
  EXPECT_EQ(text_of(reported_), "");
}

}  // namespace
}  // namespace sudoku::external
