// Tests of solvers in worker processes: their limits, times, memory, starts and ends, and what they
// can write to the memory that they share with the harness. run/external_run_test tells what each
// fault of a plugin costs.

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/child_process.h"
#include "harness/base/process_fixture.h"
#include "harness/base/test_files.h"
#include "harness/base/texts_fixture.h"
#include "harness/external/external_fixture.h"
#include "harness/machine/memory.h"
#include "harness/parallel/thread_time.h"
#include "harness/runner/runner.h"
#include "harness/runner/scripted_worker_fixture.h"
#include "harness/runner/worker.h"
#include "solvers/roster.h"

namespace sudoku::runner {

namespace {

using base::expect_part;
using base::expect_start;
using external::faulty;
using external::faulty_batch;
using external::faulty_plugin;
using external::PluginFault;
using external::shell_spec;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kPuzzles = 400;
constexpr std::size_t kChunk = 16;

const std::vector<Grid>& puzzles() {
  static const std::vector<Grid> sample = external::bundled("minimal", kPuzzles);
  return sample;
}

const std::vector<std::size_t>& faulty_positions() {
  static const std::vector<std::size_t> all = [] {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < kPuzzles; ++i)
      if (external::is_faulty_on(puzzles()[i].text())) positions.push_back(i);
    return positions;
  }();
  return all;
}

const Grid& faulty_puzzle() { return puzzles()[faulty_positions().front()]; }

const machine::StampClock& stamp_clock() {
  static const machine::StampClock clock;
  return clock;
}

// Options whose time limit no answer exceeds, not even on a busy machine.
IsolationOptions options() {
  return {.everybody = true,
          .pin = false,
          .memory_limit = 0,
          .puzzle_timeout = seconds(20),
          .capacity = kPuzzles};
}

template <typename T>
IsolationOptions with(T IsolationOptions::*member, const std::type_identity_t<T>& value) {
  IsolationOptions changed = options();
  changed.*member = value;
  return changed;
}

IsolationOptions with_limit(milliseconds puzzle_timeout) {
  return with(&IsolationOptions::puzzle_timeout, puzzle_timeout);
}

IsolationOptions with_memory(std::uint64_t bytes) {
  return with(&IsolationOptions::memory_limit, bytes);
}

// Options for solvers that hang or answer late.
IsolationOptions hasty_options() { return with_limit(milliseconds(500)); }

// An isolated runner and the answers it gives.
struct Trial {
  // `solver` is a built-in solver, or the spec of an external one.
  template <typename Solver>
  explicit Trial(const Solver& solver, const IsolationOptions& isolation = options(),
                 unsigned threads = 1)
      : solver_spec(solver),
        time_limit(isolation.puzzle_timeout),
        pool(threads, false),
        runner(make_isolated_runner(solver_spec, pool, stamp_clock(), isolation)) {}

  void solve(std::uint64_t limit = 2) { solve(puzzles(), kChunk, limit); }

  void solve(std::span<const Grid> some, std::size_t chunk = 1, std::uint64_t limit = 2) {
    passed = runner->solve(work(some, chunk), budget(limit));
  }

  // Solves the first puzzles of all.
  void solve_first(std::size_t size, std::size_t chunk = 1, std::uint64_t limit = 2) {
    solve(std::span(puzzles()).first(size), chunk, limit);
  }

  void solve_stamped(std::size_t size = kPuzzles, std::size_t chunk = kChunk) {
    ticks.assign(size, 0);
    passed = runner->solve_stamped(work(std::span(puzzles()).first(size), chunk), budget(2), ticks);
  }

  Work work(std::span<const Grid> some, std::size_t chunk) {
    answers.assign(some.size(), Answer{});
    return {.puzzles = some, .answers = answers, .chunk = chunk};
  }

  Budget budget(std::uint64_t limit) const {
    return {.solution_limit = limit, .time_limit = time_limit};
  }

  // The time in ms of each puzzle, as stamped.
  std::vector<double> stamped_ms() const {
    std::vector<double> times;
    for (const std::uint64_t one : ticks)
      times.push_back(static_cast<double>(one) * stamp_clock().ns_per_tick() / 1e6);
    return times;
  }

  std::vector<std::size_t> positions_of(Outcome outcome) const {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < answers.size(); ++i)
      if (answers[i].outcome == outcome) positions.push_back(i);
    return positions;
  }

  const std::string& disqualified() const { return runner->disqualified(); }

  SolverSpec solver_spec;
  Nanoseconds time_limit;
  parallel::ThreadPool pool;
  std::unique_ptr<Runner> runner;
  std::vector<Answer> answers;
  std::vector<std::uint64_t> ticks;
  PassResult passed;  // of the last pass
};

std::vector<pid_t> descendants() {
  return base::descendants_of(getpid()).value_or(std::vector<pid_t>{});
}

void expect_no_child_left() {
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

// Regression: a plugin that closed descriptors now and then held a run for 1,000 times its budget.
TEST(OffClockBudget, EndsASolverThatStartsAgainTooOften) {
  const IsolationOptions brief = with(&IsolationOptions::off_clock_budget, milliseconds(1));
  for (const PluginFault fault : {PluginFault::aborts, PluginFault::closes_descriptors}) {
    Trial trial(faulty(fault), brief, 2);
    trial.solve();
    expect_part(trial.disqualified(),
                ", and so often that starting it again took more than 0.001 s");
    EXPECT_GT(trial.passed.off_clock, Nanoseconds(0));
  }
}

// Regression: the pass of a worker that had lost its line ended when that was seen, too early.
TEST(IsolatedRunner, TimesAPassThatOutlivesItsLine) {
  constexpr std::uint32_t kSleepsMs = 50;
  Trial trial(faulty(PluginFault::closes_descriptors, kSleepsMs));
  trial.solve();
  EXPECT_GE(trial.passed.time, milliseconds(kSleepsMs));
}

// Bytes that a solver keeps of each puzzle in its second pass. One worker: of two, one may get no
// puzzle in the first pass, and then sets its solver up in the second.
double kept_per_puzzle(const auto& solver) {
  Trial trial(solver);
  trial.solve();
  trial.runner->release();
  const HeldMemory before = trial.runner->held_memory().value();
  trial.solve();
  const HeldMemory after = trial.runner->held_memory().value();
  return static_cast<double>(kept_memory(before, after).value()) / kPuzzles;
}

// The sanitizer's heap is not seen: only much memory is.
TEST(HeldMemory, GrowsByWhatASolverKeepsOfEachPuzzle) {
  // AddressSanitizer also keeps freed memory for a while, so that resident memory tells nothing.
  if (machine::heap_in_use() == 0)
    GTEST_SKIP() << "this allocator does not tell what it has handed out";
  constexpr std::uint32_t kLarge = 100'000;
  const auto kept_of = [](std::uint32_t bytes) {
    return kept_per_puzzle(faulty_plugin("sudoku_keeps", bytes));
  };
  EXPECT_EQ(kept_of(0), 0);
  EXPECT_EQ(kept_per_puzzle(*find_solver("mrv_hidden")), 0);
  const double large = kept_of(kLarge);
  EXPECT_GT(large, 0.5 * kLarge);
  EXPECT_LT(large, 1.5 * kLarge);
  const double small = kept_of(96);
  EXPECT_GE(small, 96);
  EXPECT_LT(small, 200);
}

TEST(HeldMemory, IsKnownBeforeTheFirstPass) {
  const Trial trial(faulty_plugin("sudoku_keeps", 0));
  EXPECT_EQ(trial.runner->held_memory().value().heap > 0, machine::heap_in_use() > 0);
}

TEST(HeldMemory, IsUnknownOfACommandThatHasEnded) {
  const Trial trial(
      external::command_spec({COMMAND_OF_PLUGIN, PLUGIN_FAULTY, "sudoku_mrv_hidden"}));
  const HeldMemory held = trial.runner->held_memory().value();
  EXPECT_EQ(held.heap, 0U);
  EXPECT_GT(held.anonymous, 0U);
  ASSERT_EQ(held.processes.size(), 2U);
  kill(held.processes.back(), SIGKILL);
  while (trial.runner->held_memory())
    std::this_thread::sleep_for(milliseconds(1));
  EXPECT_EQ(trial.runner->added_memory(), 0U);
}

TEST(HeldMemory, OfAWorkerThatHasDiedLeavesTheNextPassToFindOut) {
  Trial trial(faulty(PluginFault::none));
  trial.solve();
  const std::vector<pid_t> workers = trial.runner->held_memory().value().processes;
  ASSERT_EQ(workers.size(), 1U);
  kill(workers.front(), SIGKILL);
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_FALSE(trial.runner->held_memory());
  trial.solve();
  EXPECT_EQ(trial.disqualified(), "");
  EXPECT_EQ(trial.answers.back().outcome, Outcome::unique);
}

WorkerTask sent(const WorkerTask& task) { return task_from(worker_words(task)); }

TEST(WorkerWords, MakeTheSameSpecAgain) {
  external::Spec spec = external::command_spec({"x"});
  const auto expect_same = [&spec] {
    EXPECT_TRUE(*sent({.solver = SolverSpec(spec)}).solver.spec == spec);
  };
  expect_same();
  spec = external::plugin_spec("/a b/lib=1;\n\"quoted\".so", "name=symbol", 0xFFFF'FFFF);
  spec.command = {"sh", "", "-c", "echo 'a=b' \t\n$x", "\xC3\xA9\x01\xFF", "command=x"};
  spec.takes_batches = true;
  spec.batch = ~std::uint64_t{0};
  for (const external::LimitUse use : {external::LimitUse::honoured, external::LimitUse::first,
                                       external::LimitUse::two, external::LimitUse::all}) {
    spec.limit = use;
    spec.fills_solution = use == external::LimitUse::two;
    expect_same();
  }
}

TEST(WorkerWords, KeepTheTask) {
  const WorkerTask task{.slot = 7,
                        .cpu = -1,
                        .launched = Nanoseconds(123'456'789'012),
                        .terms = {.solution_limit = 7,
                                  .start_limit = milliseconds(50),
                                  .puzzle_limit = milliseconds(250)},
                        .solver = SolverSpec(*find_solver("dlx"))};
  EXPECT_EQ(worker_words(sent(task)), worker_words(task));
  EXPECT_EQ(sent(task).slot, 7U);
  EXPECT_EQ(sent(task).terms.start_limit, milliseconds(50));
  EXPECT_EQ(sent(task).terms.puzzle_limit, milliseconds(250));
  EXPECT_EQ(sent(task).solver.entry, find_solver("dlx"));
  std::vector<std::string> words = worker_words(task);
  words[2] = "no_such_solver";
  EXPECT_THROW(task_from(words), std::invalid_argument);
  words.resize(4);
  EXPECT_THROW(task_from(words), std::invalid_argument) << "some are missing";
}

// Regression: the memory of large batches exceeded a worker's limit on the size of files.
TEST(FaultyBatch, MayHaveAMillionPuzzles) {
  Trial trial(faulty_batch(PluginFault::none, 1U << 20U));
  trial.solve();
  EXPECT_EQ(trial.positions_of(Outcome::unique).size(), kPuzzles);
}

TEST(FaultyBatch, ThatCrashesIsLostAsAWhole) {
  std::set<std::size_t> batches;
  for (const std::size_t position : faulty_positions())
    batches.insert(position / kChunk);
  Trial trial(faulty_batch(PluginFault::segv, kChunk));
  trial.solve();
  EXPECT_EQ(trial.positions_of(Outcome::crashed).size(), batches.size() * kChunk);
  EXPECT_EQ(trial.positions_of(Outcome::unique).size(), kPuzzles - batches.size() * kChunk);
  ASSERT_EQ(trial.passed.incidents.size(), batches.size());
  for (const auto& [position, incident] : trial.passed.incidents) {
    EXPECT_TRUE(position % kChunk == 0 && batches.contains(position / kChunk)) << position;
    EXPECT_EQ(incident.reason, "died of SIGSEGV: touched address 0x10 on a batch of 16 puzzles");
  }
}

// State letters of this process's descendants: "S" sleeping, "T" stopped, …
std::string states_of_children() {
  std::string states;
  for (const pid_t child : descendants()) {
    const std::string stat = base::content_of(fmt::format("/proc/{}/stat", child));
    // The state follows the process name in brackets, which may hold brackets.
    const std::size_t name_end = stat.rfind(')');
    if (name_end != std::string::npos) states += stat.substr(name_end + 2, 1);
  }
  return states;
}

TEST(IsolatedRunner, WhatASolverLeavesRunningRestsOutsideItsTurn) {
  for (const auto& [spec, stopped] :
       {std::pair(faulty(PluginFault::none), "TT"),
        std::pair(shell_spec("while read -r p; do echo 1; done"), "TTTT")}) {
    Trial trial(spec, options(), 2);
    trial.solve();
    trial.runner->release();
    for (int i = 0; i < 500 && states_of_children() != stopped; ++i)
      std::this_thread::sleep_for(milliseconds(10));
    EXPECT_EQ(states_of_children(), stopped);

    trial.solve();
    EXPECT_EQ(trial.disqualified(), "");
    EXPECT_TRUE(trial.passed.incidents.empty());
    EXPECT_EQ(trial.answers.front().outcome, Outcome::unique);
    EXPECT_GT(trial.runner->cpu_time().count(), 0);
  }
}

// A command that answers 2 to each puzzle, and acts on some of the first ones before.
external::Spec acting(const std::vector<std::pair<std::size_t, std::string>>& actions,
                      std::uint64_t batch = 1, const std::string& start = "") {
  std::string cases;
  for (const auto& [position, action] : actions)
    cases += fmt::format("{}) {};; ", puzzles()[position].text(), action);
  return shell_spec(
      fmt::format("{}while read -r p; do case $p in {}esac; echo 2; done", start, cases), batch);
}

// Regression: a puzzle without an answer was stamped with less than its batch, which had waited for
// it. The command falls silent on the third puzzle, and gets the fourth when it is started again.
TEST(IsolatedRunner, StampsABatchOfACommandWithWhatItWasWaitedFor) {
  Trial trial(acting({{2, "sleep 9"}}, 4), hasty_options());
  trial.solve_stamped(8, 4);
  EXPECT_EQ(trial.positions_of(Outcome::timeout), std::vector<std::size_t>{2});
  const std::vector<double> times = trial.stamped_ms();
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_GE(times[i], 750) << i << ": 500 ms, and 250 beyond it";
  EXPECT_EQ(*std::ranges::max_element(times), times[2]);
  for (std::size_t i = 3; i < 8; ++i)
    EXPECT_GT(times[i], 0) << i;
}

TEST(IsolatedRunner, StampsAHungPuzzleWithTheTimeout) {
  Trial trial(faulty(PluginFault::hangs), hasty_options(), 2);
  trial.solve_stamped();
  const std::vector<double> times = trial.stamped_ms();
  for (const std::size_t position : faulty_positions())
    EXPECT_NEAR(times[position], 500, 1e-3);
}

TEST(IsolatedRunner, CountsTheMemoryOfASolverFromBeforeItsFirstCall) {
  Trial trial(faulty(PluginFault::keeps_memory, 50));
  trial.solve();
  trial.runner->watch_memory();
  trial.solve();
  EXPECT_GT(trial.runner->added_memory(), 50'000'000U);
  EXPECT_LT(trial.runner->added_memory(), 100'000'000U);
}

// A command that answers easy puzzles and then holds some memory, which `tail` must keep, because
// `sleep` reads nothing.
external::Spec holder(int megabytes, const std::string& numbers) {
  return shell_spec(
      fmt::format("for i in {0}; do read -r p; echo 2; done; "
                  "head -c {1}000000 /dev/zero | tail -c {1}000000 | sleep 1000",
                  numbers, megabytes));
}

TEST(IsolatedRunner, CountsTheMemoryOfWhatACommandHasStarted) {
  const Trial trial(holder(50, "1"));
  while (trial.runner->added_memory() < 50'000'000U)
    std::this_thread::sleep_for(milliseconds(1));
  EXPECT_LT(trial.runner->added_memory(), 100'000'000U);
}

TEST(IsolatedRunner, KillsACommandThatHoldsTooMuch) {
  const IsolationOptions limited = with_memory(150'000'000);  // a worker with sanitizers takes half
  expect_part(Trial(holder(200, ""), limited).disqualified(), "the limit is 150 MB");
  Trial trial(holder(200, "1 2"), limited);
  trial.solve_first(2);
  ASSERT_EQ(trial.passed.incidents.size(), 1U);
  EXPECT_EQ(trial.answers[1].outcome, Outcome::crashed);
  expect_part(trial.passed.incidents.at(1).reason, "the limit is 150 MB");
}

// A death may be due to an allocation that failed, which no peak of memory shows. What the harness
// holds is not blamed on the solver, though the kernel counts it as the peak of a new process.
TEST(IsolatedRunner, NamesTheMemoryLimitOfASolverThatDied) {
  const std::vector<char> held_by_harness(200'000'000, 'x');
  const IsolationOptions limited = with_memory(100'000'000);
  Trial plugin(faulty(PluginFault::segv), limited);
  plugin.solve();
  EXPECT_EQ(plugin.passed.incidents.size(), faulty_positions().size());
  for (const auto& [position, incident] : plugin.passed.incidents) {
    EXPECT_EQ(incident.reason,
              "died of SIGSEGV: touched address 0x10 (its memory limit is 100 MB)");
  }
  Trial command(shell_spec("read -r p; echo; read -r p; kill -SEGV $$"), limited);
  command.solve();
  EXPECT_EQ(command.disqualified(),
            "10 puzzles in a row: was killed by signal 11 (Segmentation fault) (its memory limit "
            "is 100 MB)");
}

// A command has to start again after each failure, which takes it longer than a puzzle may.
TEST(IsolatedRunner, StartsACommandOffTheClock) {
  Trial trial(acting({{1, "exit 3"}, {3, "echo what"}}, 1, "sleep 2.2; "), with_limit(seconds(2)),
              2);
  trial.solve_first(6, 6);
  EXPECT_LT(trial.passed.time, milliseconds(1200));
  EXPECT_EQ(trial.positions_of(Outcome::multiple), (std::vector<std::size_t>{0, 2, 4, 5}));
  ASSERT_EQ(trial.passed.incidents.size(), 2U);
  EXPECT_EQ(trial.passed.incidents.at(1).reason, "ended with exit status 3");
  EXPECT_EQ(trial.passed.incidents.at(3).reason, "answered 'what'");
  EXPECT_GE(trial.passed.off_clock, milliseconds(2 * 2200));
  // A start for another limit is no part of the time in which puzzles may be begun.
  Work work = trial.work(std::span(puzzles()).subspan(4, 2), 1);
  work.until = SteadyClock::now() + seconds(1);
  trial.passed = trial.runner->solve(work, {.solution_limit = 3});
  EXPECT_EQ(trial.positions_of(Outcome::multiple), (std::vector<std::size_t>{0, 1}));
}

TEST(IsolatedRunner, StartsACommandAgainForAnotherLimit) {
  const IsolationOptions counting = with(&IsolationOptions::solution_limit, 3);
  Trial trial(
      shell_spec("while read -r p; do n=$((n+1)); echo $((n*100+SUDOKU_BENCH_SOLUTIONS)); done"),
      counting);
  const auto count = [&trial](std::uint64_t limit) {
    trial.solve_first(1, 1, limit);
    return trial.answers[0].solutions;
  };
  EXPECT_EQ(count(3), 203U);
  EXPECT_EQ(count(3), 303U);
  EXPECT_EQ(count(2), 202U);
  EXPECT_EQ(count(3), 203U);
}

// Its answers number the lines that it has read: four before the first puzzle, then each puzzle
// once.
TEST(IsolatedRunner, SendsACommandTheLastPuzzlesOfAChunkInASmallerBatch) {
  Trial trial(shell_spec("while read -r p; do n=$((n+1)); echo $n; done", 4),
              with(&IsolationOptions::solution_limit, kUnlimited));
  trial.solve_first(12, 6, kUnlimited);
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_EQ(trial.answers[i].solutions, 5 + i);
}

TEST(IsolatedRunner, UndoesAChangeOfItsCpus) {
  Trial trial(faulty(PluginFault::moves));
  const auto cpus = [&trial] {
    cpu_set_t allowed{};
    sched_getaffinity(trial.runner->held_memory().value().processes.front(), sizeof allowed,
                      &allowed);
    return CPU_COUNT(&allowed);
  };
  const int before = cpus();
  trial.solve();
  EXPECT_EQ(cpus(), before);
}

TEST(IsolatedRunner, SaysThatASolverCannotBeStartedAgain) {
  const base::TemporaryFolder folder;
  const std::string once = folder.path() + "/once";
  Trial command(
      shell_spec(fmt::format("set -C; : >'{}'; read -r p; echo; read -r p; exit 3", once)));
  command.solve();
  expect_start(command.disqualified(),
               "ended with exit status 3 and cannot be started again: ended with exit status 2 "
               "before its first answer: ");

  Trial plugin(faulty(PluginFault::aborts));
  const base::Environment variable = {{"SUDOKU_BENCH_NO_START", "the device is gone"}};
  plugin.solve();
  expect_start(plugin.disqualified(),
               "died of SIGABRT and cannot be started again: 'the device is gone', says '");
  EXPECT_EQ(plugin.answers.back().outcome, Outcome::unanswered);
}

// Makes orphans children of this process during its lifetime, and kills those that are left then.
class TakesInOrphans {
 public:
  TakesInOrphans() { EXPECT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0); }

  ~TakesInOrphans() {
    EXPECT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
    for (const pid_t left : descendants())
      kill(left, SIGKILL);
    while (::waitpid(-1, nullptr, 0) > 0) {
    }
  }

  TakesInOrphans(const TakesInOrphans&) = delete;
  TakesInOrphans& operator=(const TakesInOrphans&) = delete;
};

TEST(IsolatedRunner, KillsWhatASolverLeavesRunning) {
  const TakesInOrphans takes_in_orphans;  // which nobody would find elsewhere
  {
    Trial trial(faulty(PluginFault::breeds));
    trial.solve();
    EXPECT_TRUE(trial.passed.incidents.empty());
    EXPECT_EQ(trial.passed.running, std::nullopt) << "its children may keep it waiting";
    EXPECT_EQ(descendants().size(), 1 + 5 * faulty_positions().size());
  }
  EXPECT_EQ(descendants(), std::vector<pid_t>());
  Trial alone(faulty(PluginFault::none));
  alone.solve();
  EXPECT_TRUE(alone.passed.running.has_value());
}

// Processes that a dead solver leaves behind would take time from the solvers after it.
TEST(IsolatedRunner, KillsTheChildrenOfASolverThatDied) {
  const TakesInOrphans takes_in_orphans;
  {
    Trial trial(faulty(PluginFault::dies_before_its_child, 1));
    trial.solve();
    EXPECT_EQ(trial.passed.incidents.size(), faulty_positions().size());
  }
  for (std::size_t i = 0; i < faulty_positions().size(); ++i) {
    int status = 0;
    EXPECT_GT(::waitpid(-1, &status, 0), 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "a child lived on";
  }
  expect_no_child_left();
}

// Its death was not noticed by then, and its orphans are no longer its descendants.
TEST(IsolatedRunner, KillsTheOrphansOfAWorkerThatDiedBetweenPasses) {
  const TakesInOrphans takes_in_orphans;
  {
    Trial trial(shell_spec("sleep 1000 & while read -r p; do echo 2; done"));
    trial.solve();
    kill(trial.runner->held_memory().value().processes.front(), SIGKILL);
    std::this_thread::sleep_for(milliseconds(50));
  }
  for (int i = 0; i < 100 && !descendants().empty(); ++i)
    std::this_thread::sleep_for(milliseconds(10));
  EXPECT_EQ(descendants(), std::vector<pid_t>());
}

// Its children are in other process groups: only a search among its descendants finds them.
TEST(IsolatedRunner, KillsASolverThatOutlivesItsLineWithItsChildren) {
  constexpr std::uint32_t kSleepsMs = 100'000;
  const TakesInOrphans takes_in_orphans;
  Trial trial(faulty(PluginFault::closes_and_breeds, kSleepsMs));
  trial.solve({&faulty_puzzle(), 1});
  ASSERT_EQ(trial.passed.incidents.size(), 1U);
  EXPECT_EQ(trial.passed.incidents.at(0).reason, "closed its connection");
  EXPECT_EQ(descendants().size(), 1U) << "only the new worker";
}

// Regression: a solver whose workers had died seemed to have used no CPU, or less than before.
TEST(IsolatedRunner, CountsTheCpuTimeOfWorkersThatDied) {
  Trial trial(faulty(PluginFault::segv));
  const Nanoseconds before = trial.runner->cpu_time();
  trial.solve();
  EXPECT_FALSE(trial.passed.incidents.empty());
  EXPECT_GT(trial.runner->cpu_time(), before);
}

TEST(IsolatedRunner, CountsTheCpuTimeOfItsWorkersAndOfWhatTheyStart) {
  Trial trial(
      shell_spec("while read -r p; do i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; echo 2; "
                 "done"));
  trial.solve_first(1);
  const auto cpu_time = [] {
    Nanoseconds all = parallel::cpu_time_of(CLOCK_PROCESS_CPUTIME_ID);
    for (const pid_t process : descendants()) {
      clockid_t clock{};
      if (clock_getcpuclockid(process, &clock) == 0) all += parallel::cpu_time_of(clock);
    }
    return all;
  };
  const Nanoseconds before = cpu_time();
  const Nanoseconds counted = trial.runner->cpu_time();
  EXPECT_GE(counted, before);
  EXPECT_LE(counted, cpu_time());
}

TEST(IsolatedRunner, SaysThatASolverIsNotReady) {
  const auto said_of = [](const auto& solver) {
    IsolationOptions isolation = with(&IsolationOptions::start_patience, milliseconds(0));
    isolation.start_limit = seconds(20);  // of each line of a command
    return Trial(solver, isolation).disqualified();
  };
  EXPECT_EQ(said_of(faulty(PluginFault::none)),
            "cannot be started: not ready within 0 s, still loading the library");
  EXPECT_EQ(said_of(*find_solver("mrv")),
            "cannot be started: not ready within 0 s, still creating the solver");
  EXPECT_EQ(said_of(shell_spec("while read -r p; do echo 2; done")), "");
  const std::atomic<bool> cancelled{true};
  const Trial trial(faulty(PluginFault::none), with(&IsolationOptions::cancelled, &cancelled));
  EXPECT_EQ(trial.disqualified(), "interrupted");
  EXPECT_EQ(trial.runner->held_memory(), std::nullopt);
  expect_no_child_left();
}

TEST(IsolatedRunner, SaysWhyASolverCannotBeStarted) {
  const std::pair<std::uint32_t, std::string> faults[] = {
      {external::config_of(PluginFault::closes_one, 3), "ended the process with status 0"},
      {external::config_of(PluginFault::exits), "ended the process with status 0"},
  };
  for (const auto& [config, reason] : faults) {
    const base::Environment variable = {{"SUDOKU_BENCH_START_FAULT", std::to_string(config)}};
    const Trial trial(faulty(PluginFault::none));
    expect_start(trial.disqualified(), "cannot be started: " + reason);
  }
  expect_no_child_left();
}

struct ScriptedCase {
  const char* script;
  const char* disqualified = "reported impossible times";
  bool is_stamped = false;
  Outcome outcome = Outcome::none;
  std::size_t incidents = 0;
};

// What a solver could write to the memory that its worker shares with the harness.
TEST(IsolatedRunner, BelievesNoneOfASolversLies) {
  const ScriptedCase cases[] = {
      {"is right", "", true},
      {"started before the pass"},
      {"finished before it started"},
      {"will finish later"},
      {"copied for less than no time"},
      {"copied for longer than the pass"},
      {"solved a puzzle for ages", "reported impossible times", true, Outcome::timeout},
      {"gives up", "10 puzzles in a row: "},
      {"has made nonsense of its answer", "", false, Outcome::unanswered},
      {"reports nonsense", ""},
      {"reports more than there is room for", "", false, Outcome::crashed, 1},
      {"has printed", "", false, Outcome::crashed, 1},
      {"dies", "died more often than once per puzzle", false, Outcome::crashed, 1},
      {"dies where no puzzle is", "died more often than once per puzzle", false, Outcome::crashed,
       1},
  };
  for (const ScriptedCase& c : cases) {
    SCOPED_TRACE(c.script);
    Trial trial(external::plugin_spec(kScripted, c.script));
    if (c.is_stamped) {
      trial.solve_stamped(1, 1);
    } else {
      trial.solve_first(1);
    }
    EXPECT_EQ(trial.disqualified(), c.disqualified);
    EXPECT_EQ(trial.passed.incidents.size(), c.incidents);
    EXPECT_EQ(trial.answers[0].outcome, c.outcome);
  }
}

TEST(IsolatedRunner, CountsTheFirstCallAsPartOfTheStart) {
  Trial trial(faulty(PluginFault::dawdles, 20));
  std::vector<double> startups;
  for (int call = 0; call < 3; ++call) {
    startups.push_back(trial.runner->startup_s());
    trial.solve({&faulty_puzzle(), 1});
  }
  EXPECT_GE(startups[1], startups[0] + 0.02);
  EXPECT_EQ(startups[2], startups[1]);
}

TEST(Workers, AreStartedByTheHarnessOnly) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(serve_as_worker({kWorkerWord}), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "sudoku-bench: a worker is started by the harness\n");
}

TEST(Workers, TakeTextsThatFit) {
  Reason reason{};
  EXPECT_EQ(text_of(reason), "");
  reason.fill('x');
  EXPECT_EQ(text_of(reason).size(), reason.size()) << "a solver has overwritten the end";
  reason[3] = '\0';
  EXPECT_EQ(text_of(reason), "xxx");
}

// Its worker lives, and says itself that it gives up.
TEST(IsolatedRunner, DisqualifiesASolverThatWritesToEveryInput) {
  Trial trial(faulty(PluginFault::scribbles));
  trial.solve(std::vector<Grid>(kPuzzles, faulty_puzzle()), kChunk);
  EXPECT_EQ(trial.disqualified(), "10 puzzles in a row: wrote to its input");
  EXPECT_GE(trial.passed.incidents.size(), kMostInARow);
  expect_no_child_left();
}

// Only failures without an answer between them end a solver, however many there are.
TEST(IsolatedRunner, KeepsASolverThatFailsOnEverySecondPuzzle) {
  const Grid good = puzzles()[faulty_positions().front() + 1];
  ASSERT_FALSE(external::is_faulty_on(good.text()));
  std::vector<Grid> alternating;
  for (unsigned i = 0; i < kMostInARow; ++i)
    alternating.insert(alternating.end(), {faulty_puzzle(), good});
  for (const PluginFault fault : {PluginFault::scribbles, PluginFault::aborts}) {
    Trial trial(faulty(fault));
    trial.solve(alternating, alternating.size());
    EXPECT_EQ(trial.disqualified(), "");
    EXPECT_EQ(trial.passed.incidents.size(), kMostInARow);
    for (std::size_t i = 0; i < alternating.size(); ++i)
      EXPECT_EQ(trial.answers[i].outcome, i % 2 == 0 ? Outcome::crashed : Outcome::unique) << i;
  }
}

TEST(IsolatedRunner, BeginsNoChunkAfterTheEnd) {
  Trial trial(*find_solver("mrv"), options(), 2);
  Work work = trial.work(puzzles(), kChunk);
  work.until = std::chrono::steady_clock::now() - milliseconds(1);
  trial.passed = trial.runner->solve(work, trial.budget(2));
  EXPECT_EQ(trial.positions_of(Outcome::unanswered).size(), kPuzzles - kChunk);
}

TEST(IsolatedRunner, IsStoppedInTheMiddleOfAPuzzle) {
  std::atomic<bool> cancelled{false};
  Trial trial(faulty(PluginFault::hangs), with_limit(milliseconds(0)), 2);
  std::thread interrupt([&cancelled] {
    std::this_thread::sleep_for(milliseconds(200));
    cancelled = true;
  });
  const Nanoseconds before = trial.runner->cpu_time();
  trial.passed = trial.runner->solve(trial.work(puzzles(), kChunk),
                                     {.solution_limit = 2, .cancelled = &cancelled});
  interrupt.join();
  EXPECT_GT(trial.runner->cpu_time(), before) << "that of the killed counts, too";
  expect_no_child_left();
}

struct LimitCase {
  const char* name;
  const char* script;  // prints a number about the worker's process
  std::uint64_t number;
  bool pin = false;
};

// `ls` sees four descriptors: standard input, output and error, and the folder that it reads.
TEST(IsolatedRunner, LeavesASolverWithLittle) {
  const LimitCase cases[] = {
      {"no descriptors of the worker or the harness", "ls /proc/self/fd | wc -l", 4},
      {"no pinning of the thread that started it", "nproc", parallel::usable_cpus().size()},
      {"its own pinning", "nproc", 1, true},
      {"no new privileges",
       "while read w n; do [ $w != NoNewPrivs: ] || echo $n; done </proc/self/status", 1},
      {"no core files", "ulimit -c", 0},
      {"files of a megabyte", "ulimit -f", 2048},  // ulimit -f counts in units of 512 bytes
      {"no signal ignored, but for those of the C library",
       "while read w n; do [ $w != SigIgn: ] || echo $((0x$n & 0x7fffffff)); done "
       "</proc/self/status",
       0},
      {"no signal blocked",
       "while read w n; do [ $w != SigBlk: ] || echo $((0x$n)); done </proc/self/status", 0},
  };
  const int open_here = open("/dev/null", O_RDONLY);  // without close-on-exec, on purpose
  for (const LimitCase& c : cases) {
    SCOPED_TRACE(c.name);
    IsolationOptions isolation = with(&IsolationOptions::solution_limit, kUnlimited);
    isolation.pin = c.pin;
    Trial trial(shell_spec(fmt::format("read -r puzzle; echo; read -r puzzle; {}", c.script)),
                isolation);
    trial.solve_first(1, 1, kUnlimited);
    EXPECT_EQ(trial.disqualified(), "");
    EXPECT_EQ(trial.answers[0].solutions, c.number) << name_of(trial.answers[0].outcome);
  }
  const Trial plugin(faulty(PluginFault::none));
  close(open_here);
  const pid_t worker = plugin.runner->held_memory().value().processes.front();
  std::set<std::string> descriptors;
  for (const auto& one : std::filesystem::directory_iterator(fmt::format("/proc/{}/fd", worker)))
    descriptors.insert(one.path().filename());
  EXPECT_EQ(descriptors, (std::set<std::string>{"0", "1", "2", "3", "4"}));
}

}  // namespace

}  // namespace sudoku::runner
