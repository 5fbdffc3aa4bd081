// Tests that solvers in worker processes can harm only themselves.

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/child_process.h"
#include "harness/dataset/contents_fixture.h"
#include "harness/external/faulty_plugin.h"
#include "harness/machine/memory.h"
#include "harness/parallel/thread_time.h"
#include "harness/runner/runner.h"
#include "harness/runner/scripted_worker_fixture.h"
#include "harness/runner/worker.h"
#include "solvers/roster.h"

namespace sudoku::runner {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kPuzzles = 400;
constexpr std::size_t kChunk = 16;

const std::vector<Grid>& puzzles() {
  static const std::vector<Grid> sample = [] {
    std::vector<Grid> grids = dataset::read_all(BUNDLED_DATASETS "/minimal.csv").puzzles;
    grids.resize(kPuzzles);
    return grids;
  }();
  return sample;
}

std::vector<std::size_t> faulty_positions() {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < kPuzzles; ++i) {
    if (external::is_faulty_on(puzzles()[i].text())) positions.push_back(i);
  }
  return positions;
}

external::Spec faulty(external::PluginFault fault, std::uint32_t number = 0) {
  external::Spec spec;
  spec.name = "faulty";
  spec.library = PLUGIN_FAULTY;
  spec.symbol = "sudoku_faulty";
  spec.config = external::config_of(fault, number);
  return spec;
}

const machine::StampClock& stamp_clock() {
  static const machine::StampClock clock;
  return clock;
}

// Options whose time limit no answer exceeds, not even on a busy machine.
IsolationOptions options() {
  return {.everybody = true,
          .pin = false,
          .memory_limit = 0,
          .puzzle_timeout = std::chrono::seconds(20),
          .capacity = kPuzzles};
}

// Options for solvers that hang or answer late.
IsolationOptions hasty_options() {
  IsolationOptions hasty = options();
  hasty.puzzle_timeout = milliseconds(500);
  return hasty;
}

// An isolated runner and the answers it gives.
struct Trial {
  explicit Trial(SolverSpec solver, const IsolationOptions& isolation = options(),
                 unsigned threads = 2)
      : solver_spec(std::move(solver)),
        time_limit(isolation.puzzle_timeout),
        pool(threads, false),
        runner(make_isolated_runner(solver_spec, pool, stamp_clock(), isolation)) {}

  void solve(std::uint64_t limit = 2) { passed = runner->solve(work(), budget(limit)); }

  void solve_stamped(std::uint64_t limit = 2) {
    ticks.assign(kPuzzles, 0);
    passed = runner->solve_stamped(work(), budget(limit), ticks);
  }

  Work work() {
    answers.assign(kPuzzles, Answer{});
    return {.puzzles = puzzles(), .answers = answers, .chunk = kChunk};
  }

  Budget budget(std::uint64_t limit) const {
    return {.solution_limit = limit, .time_limit = time_limit};
  }

  SolverSpec solver_spec;
  Nanoseconds time_limit;
  parallel::ThreadPool pool;
  std::unique_ptr<Runner> runner;
  std::vector<Answer> answers;
  std::vector<std::uint64_t> ticks;
  PassResult passed;  // of the last pass
};

std::vector<Answer> right_answers(std::string_view solver, std::uint64_t limit) {
  std::vector<Answer> answers(kPuzzles);
  find_solver(solver)->create()->solve(puzzles(), {.solution_limit = limit}, answers);
  return answers;
}

void expect_no_child_left() {
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

struct FaultCase {
  std::string name;
  external::PluginFault fault;
  Outcome outcome;
  std::string reason;  // beginning of the incident's reason
};

std::ostream& operator<<(std::ostream& stream, const FaultCase& c) { return stream << c.name; }

const FaultCase kFaultCases[] = {
    {"segv", external::PluginFault::segv, Outcome::crashed,
     "died of SIGSEGV: touched address 0x10"},
    {"aborts", external::PluginFault::aborts, Outcome::crashed, "died of SIGABRT"},
    {"exits", external::PluginFault::exits, Outcome::crashed, "ended the process with status 0"},
    {"throws", external::PluginFault::throws, Outcome::crashed, "died of SIGABRT ('"},
    {"hangs", external::PluginFault::hangs, Outcome::timeout, "no answer within 500 ms"},
    {"scribbles", external::PluginFault::scribbles, Outcome::crashed, "wrote to its input"},
    {"overruns", external::PluginFault::overruns, Outcome::crashed,
     "died of SIGSEGV: wrote past its solution"},
    {"overreads", external::PluginFault::overreads, Outcome::crashed,
     "died of SIGSEGV: read past its input"},
    {"prints", external::PluginFault::prints, Outcome::crashed,
     "wrote 19 bytes to standard output: 'this plugin prints '"},
    {"changes_signals", external::PluginFault::changes_signals, Outcome::crashed,
     "changed the handler of signal"},
    {"blocks_signals", external::PluginFault::blocks_signals, Outcome::crashed,
     "changed which signals are blocked"},
    {"changes_rounding", external::PluginFault::changes_rounding, Outcome::crashed,
     "changed the floating-point mode"},
    {"closes_descriptors", external::PluginFault::closes_descriptors, Outcome::crashed,
     "closed the harness's descriptors"},
    {"replaces_descriptors", external::PluginFault::replaces_descriptors, Outcome::crashed,
     "closed the harness's descriptors"},
    {"unmaps", external::PluginFault::unmaps, Outcome::crashed, "died of SIGSEGV: touched address"},
    {"kills_its_group", external::PluginFault::kills_its_group, Outcome::crashed,
     "died of SIGKILL"},
    {"forks_and_exits", external::PluginFault::forks_and_exits, Outcome::crashed,
     "ended the process with status 0: returned from its call in another process"},
    {"overflows_stack", external::PluginFault::overflows_stack, Outcome::crashed,
     "died of SIGSEGV: ran out of stack"},
};

// Expects incidents like those of `c` at the given positions, and right answers elsewhere.
void expect_incidents(const Trial& trial, const std::vector<std::size_t>& positions,
                      const FaultCase& c) {
  std::vector<std::size_t> found;
  for (const auto& [position, incident] : trial.passed.incidents) {
    found.push_back(position);
    EXPECT_EQ(incident.outcome, c.outcome);
    EXPECT_EQ(incident.reason.substr(0, c.reason.size()), c.reason);
    EXPECT_EQ(trial.answers[position].outcome, c.outcome);
  }
  EXPECT_EQ(found, positions);
  EXPECT_EQ(trial.runner->disqualified(), "");
  const std::vector<Answer> right = right_answers("mrv_hidden", 1);
  for (std::size_t i = 0; i < kPuzzles; ++i) {
    if (trial.passed.incidents.contains(i)) continue;
    ASSERT_EQ(trial.answers[i].outcome, Outcome::first) << i;
    ASSERT_EQ(trial.answers[i].solution, right[i].solution) << i;
  }
}

class SlowFaultyPlugin : public testing::TestWithParam<FaultCase> {};

TEST_P(SlowFaultyPlugin, CostsThePuzzlesItHappensOnAndNoOther) {
  const FaultCase& c = GetParam();
  {
    const bool hangs = c.outcome == Outcome::timeout;
    Trial trial{SolverSpec(faulty(c.fault)), hangs ? hasty_options() : options()};
    trial.solve(1);
    expect_incidents(trial, faulty_positions(), c);
    if (c.fault == external::PluginFault::throws) {
      const std::string& reason = trial.passed.incidents.begin()->second.reason;
      EXPECT_TRUE(reason.ends_with("this plugin throws')")) << reason;
    }
  }
  expect_no_child_left();
}

std::string name_of_case(const testing::TestParamInfo<FaultCase>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(EachFault, SlowFaultyPlugin, testing::ValuesIn(kFaultCases), name_of_case);

// The faulty plugin with the signature for batches, of as many puzzles as a chunk.
external::Spec faulty_batch(external::PluginFault fault, std::uint32_t number = 0) {
  external::Spec spec = faulty(fault, number);
  spec.symbol = "sudoku_faulty_batch";
  spec.takes_batches = true;
  spec.batch = kChunk;
  return spec;
}

const FaultCase kBatchFaultCases[] = {
    {"none", external::PluginFault::none, Outcome::crashed, ""},
    {"segv", external::PluginFault::segv, Outcome::crashed,
     "died of SIGSEGV: touched address 0x10"},
    {"aborts", external::PluginFault::aborts, Outcome::crashed, "died of SIGABRT"},
    {"exits", external::PluginFault::exits, Outcome::crashed, "ended the process with status 0"},
    {"throws", external::PluginFault::throws, Outcome::crashed, "died of SIGABRT ('"},
    {"scribbles", external::PluginFault::scribbles, Outcome::crashed, "wrote to its inputs"},
    {"prints", external::PluginFault::prints, Outcome::crashed,
     "wrote 19 bytes to standard output: 'this plugin prints '"},
    {"changes_rounding", external::PluginFault::changes_rounding, Outcome::crashed,
     "changed the floating-point mode"},
    {"closes_descriptors", external::PluginFault::closes_descriptors, Outcome::crashed,
     "closed the harness's descriptors"},
    {"overflows_stack", external::PluginFault::overflows_stack, Outcome::crashed,
     "died of SIGSEGV: ran out of stack"},
};

class SlowFaultyBatchPlugin : public testing::TestWithParam<FaultCase> {};

TEST_P(SlowFaultyBatchPlugin, CostsThePuzzlesItHappensOnAndNoOther) {
  const FaultCase& c = GetParam();
  for (const bool is_stamped : {false, true}) {
    Trial trial{SolverSpec(faulty_batch(c.fault))};
    if (is_stamped) {
      trial.solve_stamped(1);
    } else {
      trial.solve(1);
    }
    expect_incidents(
        trial,
        c.fault == external::PluginFault::none ? std::vector<std::size_t>() : faulty_positions(),
        c);
  }
  expect_no_child_left();
}

INSTANTIATE_TEST_SUITE_P(EachFault, SlowFaultyBatchPlugin, testing::ValuesIn(kBatchFaultCases),
                         name_of_case);

// Regression: the memory of large batches exceeded a worker's limit on the size of files.
external::Spec spec_after_transmission(const external::Spec& spec) {
  WorkerTask task;
  task.solver = SolverSpec(spec);
  return *task_from(worker_words(task)).solver.spec;
}

// Regression: a plugin that closed descriptors now and then held a run for 1,000 times its budget.
TEST(OffClockBudget, EndsASolverThatStartsAgainTooOften) {
  IsolationOptions brief = options();
  brief.off_clock_budget = milliseconds(1);
  for (const external::PluginFault fault :
       {external::PluginFault::aborts, external::PluginFault::closes_descriptors}) {
    Trial trial(SolverSpec(faulty(fault)), brief);
    trial.solve();
    const std::string end = ", and so often that starting it again took more than 0.001 s";
    EXPECT_TRUE(trial.runner->disqualified().ends_with(end)) << trial.runner->disqualified();
  }
}

TEST(OffClockBudget, EndsTheSearchForPuzzlesThatAFaultHappensOn) {
  IsolationOptions brief = options();
  brief.off_clock_budget = std::chrono::nanoseconds(2);
  Trial trial(SolverSpec(faulty(external::PluginFault::prints)), brief);
  trial.solve();
  EXPECT_EQ(trial.runner->disqualified(), "");
  ASSERT_EQ(trial.passed.incidents.size(), 1U);
  const std::string& reason = trial.passed.incidents.begin()->second.reason;
  EXPECT_TRUE(reason.ends_with(" (on one of the puzzles of a pass; not reproduced one by one)"))
      << reason;
  EXPECT_EQ(trial.answers[1].outcome, Outcome::unique) << "that of the pass itself";
}

TEST(OffClockBudget, PaysForRestartsAndSearches) {
  for (const external::PluginFault fault :
       {external::PluginFault::aborts, external::PluginFault::prints}) {
    Trial trial(SolverSpec(faulty(fault)));
    trial.solve();
    EXPECT_GT(trial.passed.off_clock, Nanoseconds(0));
    EXPECT_EQ(trial.passed.incidents.size(), faulty_positions().size());
  }
  Trial flawless(SolverSpec(faulty(external::PluginFault::none)));
  flawless.solve();
  EXPECT_EQ(flawless.passed.off_clock, Nanoseconds(0));
}

// Regression: only some of the files were missed.
TEST(IsolatedRunner, MissesEveryFileThatASolverCloses) {
  const char* const kReasons[] = {"closed its standard input", "closed its standard output",
                                  "closed its standard error", "closed the harness's descriptors",
                                  "closed the harness's descriptors"};
  for (std::uint32_t number = 0; number < std::size(kReasons); ++number) {
    Trial trial(SolverSpec(faulty(external::PluginFault::closes_one, number)));
    trial.solve();
    EXPECT_EQ(trial.passed.incidents.size(), faulty_positions().size()) << number;
    for (const auto& [position, incident] : trial.passed.incidents)
      EXPECT_EQ(incident.reason, kReasons[number]);
    setenv("SUDOKU_BENCH_START_FAULT",
           std::to_string(external::config_of(external::PluginFault::closes_one, number)).c_str(),
           1);
    const Trial at_start(SolverSpec(faulty(external::PluginFault::none)));
    unsetenv("SUDOKU_BENCH_START_FAULT");
    EXPECT_EQ(at_start.runner->disqualified(),
              std::string("cannot be started: ") + kReasons[number]);
  }
}

// Regression: the pass of a worker that had lost its line ended when that was seen, too early.
TEST(IsolatedRunner, TimesAPassThatOutlivesItsLine) {
  constexpr std::uint32_t kSleepsMs = 50;
  Trial trial(SolverSpec(faulty(external::PluginFault::closes_descriptors, kSleepsMs)), options(),
              1);
  trial.solve();
  EXPECT_GE(trial.passed.time, milliseconds(kSleepsMs));
}

external::Spec keeping(std::uint32_t bytes) {
  external::Spec spec = faulty(external::PluginFault::none);
  spec.symbol = "sudoku_keeps";
  spec.config = bytes;
  return spec;
}

// Bytes that a solver keeps of each puzzle in its second pass. One worker: of two, one may get no
// puzzle in the first pass, and then sets its solver up in the second.
std::optional<double> kept_per_puzzle(const SolverSpec& solver) {
  Trial trial(solver, options(), 1);
  trial.solve();
  trial.runner->release();
  const std::optional<HeldMemory> before = trial.runner->held_memory();
  trial.solve();
  const std::optional<HeldMemory> after = trial.runner->held_memory();
  if (!before || !after) return std::nullopt;
  const auto kept = kept_memory(*before, *after);
  return kept ? std::optional(static_cast<double>(*kept) / kPuzzles) : std::nullopt;
}

// The sanitizer's heap is not seen: only much memory is.
TEST(HeldMemory, GrowsByWhatASolverKeepsOfEachPuzzle) {
  // AddressSanitizer also keeps freed memory for a while, so that resident memory tells nothing.
  if (machine::heap_in_use() == 0)
    GTEST_SKIP() << "this allocator does not tell what it has handed out";
  constexpr std::uint32_t kLarge = 100'000;
  EXPECT_EQ(kept_per_puzzle(SolverSpec(keeping(0))), 0.0);
  EXPECT_EQ(kept_per_puzzle(SolverSpec(*find_solver("mrv_hidden"))), 0.0);
  const std::optional<double> large = kept_per_puzzle(SolverSpec(keeping(kLarge)));
  ASSERT_TRUE(large);
  EXPECT_GT(*large, 0.5 * kLarge);
  EXPECT_LT(*large, 1.5 * kLarge);
  const std::optional<double> small = kept_per_puzzle(SolverSpec(keeping(96)));
  ASSERT_TRUE(small);
  EXPECT_GE(*small, 96);
  EXPECT_LT(*small, 200);
}

TEST(HeldMemory, IsUnknownOfACommandThatHasEnded) {
  external::Spec lines;
  lines.name = "lines";
  lines.command = {COMMAND_OF_PLUGIN, PLUGIN_FAULTY, "sudoku_mrv_hidden"};
  Trial trial{SolverSpec(lines), options(), 1};
  const std::optional<HeldMemory> held = trial.runner->held_memory();
  ASSERT_TRUE(held);
  EXPECT_EQ(held->heap, 0U);
  EXPECT_GT(held->anonymous, 0U);
  ASSERT_EQ(held->processes.size(), 2U);
  kill(held->processes.back(), SIGKILL);
  while (trial.runner->held_memory())
    std::this_thread::sleep_for(milliseconds(1));
  EXPECT_EQ(trial.runner->added_memory(), 0U);
}

TEST(HeldMemory, OfAWorkerThatHasDiedLeavesTheNextPassToFindOut) {
  Trial trial{SolverSpec(keeping(0)), options(), 1};
  trial.solve();
  const std::optional<HeldMemory> held = trial.runner->held_memory();
  ASSERT_TRUE(held);
  ASSERT_EQ(held->processes.size(), 1U);
  kill(held->processes.front(), SIGKILL);
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_FALSE(trial.runner->held_memory());
  trial.solve();
  EXPECT_EQ(trial.runner->disqualified(), "");
  EXPECT_EQ(trial.answers.back().outcome, Outcome::unique);
}

TEST(WorkerWords, MakeTheSameSpecAgain) {
  external::Spec spec;
  EXPECT_TRUE(spec_after_transmission(spec) == spec);
  spec.name = "odd";
  spec.library = "/a b/lib=1;\n\"quoted\".so";
  spec.symbol = "name=symbol";
  spec.config = 0xFFFF'FFFF;
  spec.command = {"sh", "", "-c", "echo 'a=b' \t\n$x", "\xC3\xA9\x01\xFF", "command=x"};
  spec.takes_batches = true;
  spec.batch = ~std::uint64_t{0};
  spec.pencilmarks = true;
  for (const bool fills : {false, true}) {
    spec.fills_solution = fills;
    EXPECT_TRUE(spec_after_transmission(spec) == spec);
  }
  for (const external::LimitUse use : {external::LimitUse::honoured, external::LimitUse::first,
                                       external::LimitUse::two, external::LimitUse::all}) {
    spec.limit = use;
    EXPECT_TRUE(spec_after_transmission(spec) == spec);
  }
}

TEST(WorkerWords, AreRefusedWhenSomeAreMissing) {
  WorkerTask task;
  std::vector<std::string> words = worker_words(task);
  words.pop_back();
  EXPECT_THROW(task_from(words), std::invalid_argument);
}

TEST(FaultyBatch, MayHaveAMillionPuzzles) {
  external::Spec spec = faulty_batch(external::PluginFault::none);
  spec.batch = 1U << 20U;
  Trial trial{SolverSpec(spec)};
  trial.solve(1);
  expect_incidents(trial, {}, {});
}

TEST(FaultyBatch, ThatHangsTimesOutAsAWhole) {
  Trial trial{SolverSpec(faulty_batch(external::PluginFault::hangs)), hasty_options()};
  trial.solve(1);
  std::set<std::size_t> hung;
  for (const std::size_t position : faulty_positions())
    hung.insert(position / kChunk);
  for (std::size_t i = 0; i < kPuzzles; ++i) {
    const bool is_hung = hung.contains(i / kChunk);
    ASSERT_EQ(trial.answers[i].outcome, is_hung ? Outcome::timeout : Outcome::first) << i;
  }
  EXPECT_EQ(trial.passed.incidents.size(), hung.size());
  for (const auto& [position, incident] : trial.passed.incidents) {
    EXPECT_EQ(position % kChunk, 0U);
    EXPECT_EQ(incident.reason, "no answer within 500 ms on a batch of 16 puzzles");
  }
}

// The time in ms of each puzzle, as stamped.
std::vector<double> stamped_ms(const Trial& trial) {
  std::vector<double> times;
  for (const std::uint64_t ticks : trial.ticks)
    times.push_back(static_cast<double>(ticks) * stamp_clock().ns_per_tick() / 1e6);
  return times;
}

// Regression: all puzzles of a batch but its first were stamped with 0.
TEST(FaultyBatch, ThatHangsIsStampedWithWhatItWasWaitedFor) {
  Trial trial{SolverSpec(faulty_batch(external::PluginFault::hangs)), hasty_options()};
  trial.solve_stamped(1);
  const std::vector<double> times = stamped_ms(trial);
  double longest_answered = 0;
  double shortest_hung = 1e9;
  for (std::size_t i = 0; i < kPuzzles; ++i) {
    ASSERT_GT(times[i], 0) << i;
    const bool is_hung = trial.answers[i].outcome == Outcome::timeout;
    double& extreme = is_hung ? shortest_hung : longest_answered;
    extreme = is_hung ? std::min(extreme, times[i]) : std::max(extreme, times[i]);
  }
  EXPECT_GE(shortest_hung, 1000) << "the limit, and what is allowed beyond it";
  EXPECT_LT(longest_answered, shortest_hung);
}

TEST(FaultyBatch, ThatCrashesOnEveryPuzzleIsDisqualified) {
  Trial trial{SolverSpec(faulty_batch(external::PluginFault::always_segv))};
  trial.solve(1);
  EXPECT_EQ(trial.runner->disqualified(),
            "10 puzzles in a row: died of SIGSEGV: touched address 0x10");
}

TEST(FaultyBatch, ThatCrashesOnceIsChargedTheFirstPuzzleOfItsBatch) {
  external::Spec spec = faulty_batch(external::PluginFault::none);
  spec.symbol = "sudoku_crash_once";
  const std::string mark = testing::TempDir() + "crashed_" + std::to_string(getpid());
  setenv("SUDOKU_BENCH_CRASH_MARK", mark.c_str(), 1);
  Trial trial{SolverSpec(spec), options(), 1};
  trial.solve(1);
  unsetenv("SUDOKU_BENCH_CRASH_MARK");
  std::remove(mark.c_str());
  expect_incidents(trial, {0},
                   {"", external::PluginFault::aborts, Outcome::crashed, "died of SIGABRT"});
  EXPECT_TRUE(trial.passed.incidents.at(0).reason.ends_with(
      "(in a batch of 16 puzzles; not in its parts)"));
}

struct SignalCase {
  int signal;
  std::string reason;  // beginning of the incident's reason; empty: no incident
};

// State letters of this process's descendants: "S" sleeping, "T" stopped, …
std::string states_of_children() {
  std::string states;
  for (const pid_t child : base::descendants_of(getpid()).value_or(std::vector<pid_t>{})) {
    std::ifstream file("/proc/" + std::to_string(child) + "/stat");
    std::string stat;
    std::getline(file, stat);
    // In /proc/PID/stat, the state follows the process name in brackets, which may hold brackets.
    const std::size_t name_end = stat.rfind(')');
    if (name_end != std::string::npos) states += stat.substr(name_end + 2, 1);
  }
  return states;
}

TEST(IsolatedRunner, WhatASolverLeavesRunningRestsOutsideItsTurn) {
  external::Spec command;
  command.name = "counts";
  command.command = {"/bin/sh", "-c", "while read -r p; do echo 1; done"};
  for (const auto& [solver, stopped] :
       {std::pair(SolverSpec(faulty(external::PluginFault::none)), "TT"),
        std::pair(SolverSpec(command), "TTTT")}) {
    Trial trial(solver);
    trial.solve();
    trial.runner->release();
    for (int i = 0; i < 500 && states_of_children() != stopped; ++i)
      std::this_thread::sleep_for(milliseconds(10));
    EXPECT_EQ(states_of_children(), stopped);

    trial.solve();
    EXPECT_EQ(trial.runner->disqualified(), "");
    EXPECT_TRUE(trial.passed.incidents.empty());
    EXPECT_EQ(trial.answers.front().outcome, Outcome::unique);
    EXPECT_GT(trial.runner->cpu_time().count(), 0);
  }
}

TEST(SlowIsolatedRunner, LosesOnlyThePuzzlesThatASignalIsRaisedOn) {
  for (int signal = 1; signal < 32; ++signal) {
    SCOPED_TRACE(strsignal(signal));
    // Stop signals make the worker hang; signals that are ignored by default have no effect.
    const bool stops =
        signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
    const bool ignored =
        signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
    Trial trial(
        SolverSpec(faulty(external::PluginFault::raises, static_cast<std::uint32_t>(signal))),
        stops ? hasty_options() : options());
    trial.solve(1);
    EXPECT_EQ(trial.runner->disqualified(), "");
    EXPECT_EQ(trial.passed.incidents.size(), ignored ? 0 : faulty_positions().size());
    for (const auto& [position, incident] : trial.passed.incidents) {
      EXPECT_EQ(incident.outcome, stops ? Outcome::timeout : Outcome::crashed);
      EXPECT_EQ(incident.reason.substr(0, 6), stops ? "no ans" : "died o") << incident.reason;
      const auto says = [&reason = incident.reason](const char* text) {
        return reason.find(text) != std::string::npos;
      };
      EXPECT_EQ(says("at address 0x"), signal == SIGFPE || signal == SIGILL);
      EXPECT_EQ(says("touched address 0x"), signal == SIGSEGV || signal == SIGBUS);
    }
  }
  expect_no_child_left();
}

// A solver cannot truncate the memory shared with the harness.
TEST(IsolatedRunner, SurvivesASolverThatCutsItsFiles) {
  Trial trial{SolverSpec(faulty(external::PluginFault::cuts_files))};
  const std::vector<Answer> right = right_answers("mrv_hidden", 2);
  for (int pass = 0; pass < 2; ++pass) {
    trial.solve();
    EXPECT_EQ(trial.runner->disqualified(), "");
    EXPECT_TRUE(trial.passed.incidents.empty());
    for (std::size_t i = 0; i < kPuzzles; ++i)
      ASSERT_EQ(trial.answers[i].outcome, right[i].outcome) << i;
  }
}

std::vector<std::size_t> positions_of(const std::vector<Answer>& answers, Outcome outcome) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].outcome == outcome) positions.push_back(i);
  }
  return positions;
}

// The solver answers late, but before its worker is killed.
TEST(IsolatedRunner, CountsAnswersThatComeTooLateAsTimeouts) {
  Trial trial{SolverSpec(faulty(external::PluginFault::dawdles, 550)), hasty_options()};
  trial.solve();
  EXPECT_EQ(positions_of(trial.answers, Outcome::timeout), faulty_positions());
  trial.solve_stamped();
  EXPECT_EQ(positions_of(trial.answers, Outcome::timeout), faulty_positions());
  EXPECT_TRUE(trial.passed.incidents.empty());
}

// A chunk takes longer than the time limit of a puzzle, but no puzzle in it does.
TEST(IsolatedRunner, CountsNoAnswerInTimeAsATimeout) {
  external::Spec spec;
  spec.name = "slow";
  spec.command = {"/bin/sh", "-c", "while read -r p; do sleep 0.2; echo 2; done"};
  IsolationOptions limited = options();
  limited.puzzle_timeout = std::chrono::seconds(3);
  Trial trial{SolverSpec(spec), limited};
  trial.answers.assign(kChunk, Answer{});
  trial.passed = trial.runner->solve(
      {.puzzles = std::span(puzzles()).first(kChunk), .answers = trial.answers, .chunk = kChunk},
      {.solution_limit = 2, .time_limit = limited.puzzle_timeout});
  EXPECT_EQ(std::ranges::count(trial.answers, Outcome::multiple, &Answer::outcome),
            static_cast<std::ptrdiff_t>(kChunk));
}

// The limit is far above what a busy machine takes for a line, and which puzzles come late depends
// on their texts: a command that is killed after all, and started again, is late for the same.
TEST(IsolatedRunner, CountsLinesThatComeTooLateAsTimeouts) {
  const std::vector<std::size_t> late = {2, 7};
  IsolationOptions limited = options();
  limited.puzzle_timeout = std::chrono::seconds(2);
  for (const std::uint64_t batch : {1, 4}) {
    external::Spec spec;
    spec.name = "late";
    spec.batch = batch;
    spec.command = {
        "/bin/sh", "-c",
        fmt::format("while read -r p; do case $p in {}|{}) sleep 2.1;; esac; echo 2; done",
                    puzzles()[late[0]].text(), puzzles()[late[1]].text())};
    Trial trial{SolverSpec(spec), limited, 1};
    trial.answers.assign(8, Answer{});
    const Work work{.puzzles = std::span(puzzles()).first(8), .answers = trial.answers, .chunk = 8};
    trial.passed =
        trial.runner->solve(work, {.solution_limit = 2, .time_limit = limited.puzzle_timeout});
    EXPECT_EQ(positions_of(trial.answers, Outcome::timeout), late);
    EXPECT_EQ(std::ranges::count(trial.answers, Outcome::multiple, &Answer::outcome), 6);
  }
}

// Regression: a puzzle without an answer was stamped with less than its batch, which had waited for
// it. The command falls silent on the third puzzle, and gets the fourth when it is started again.
TEST(IsolatedRunner, StampsABatchOfACommandWithWhatItWasWaitedFor) {
  external::Spec spec;
  spec.name = "silent";
  spec.batch = 4;
  spec.command = {"/bin/sh", "-c",
                  fmt::format("while read -r p; do case $p in {}) sleep 9;; esac; echo 2; done",
                              puzzles()[2].text())};
  Trial trial{SolverSpec(spec), hasty_options(), 1};
  trial.answers.assign(8, Answer{});
  trial.ticks.assign(8, 0);
  const Work work{.puzzles = std::span(puzzles()).first(8), .answers = trial.answers, .chunk = 4};
  trial.passed = trial.runner->solve_stamped(work, trial.budget(2), trial.ticks);
  EXPECT_EQ(positions_of(trial.answers, Outcome::timeout), std::vector<std::size_t>{2});
  const std::vector<double> times = stamped_ms(trial);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_GE(times[i], 750) << i << ": 500 ms, and 250 beyond it";
  EXPECT_EQ(*std::ranges::max_element(times), times[2]);
  for (std::size_t i = 3; i < 8; ++i)
    EXPECT_GT(times[i], 0) << i;
}

// A solver that never checks the time limit.
class Dawdler final : public Solver {
 public:
  void solve(std::span<const Grid> puzzles, const Budget& /*budget*/,
             std::span<Answer> answers) override {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (external::is_faulty_on(puzzles[i].text())) std::this_thread::sleep_for(milliseconds(30));
      answers[i] = {.outcome = Outcome::multiple, .solutions = 2};
    }
  }
};

TEST(InProcessRunner, CountsAnswersThatComeTooLateAsTimeouts) {
  const SolverEntry entry{
      .info = find_solver("mrv")->info,
      .create = []() -> std::unique_ptr<Solver> { return std::make_unique<Dawdler>(); }};
  parallel::ThreadPool pool(2, false);
  const SolverSpec solver_spec(entry);
  const std::unique_ptr<Runner> runner = make_runner(solver_spec, pool, stamp_clock(), {});
  const Budget budget{.time_limit = milliseconds(10)};
  for (const std::size_t chunk : {1, 16}) {
    std::vector<Answer> answers(kPuzzles);
    const Work work{.puzzles = puzzles(), .answers = answers, .chunk = chunk};
    runner->solve(work, budget);
    EXPECT_EQ(positions_of(answers, Outcome::timeout), faulty_positions());
    std::vector<std::uint64_t> ticks(kPuzzles);
    runner->solve_stamped(work, budget, ticks);
    EXPECT_EQ(positions_of(answers, Outcome::timeout), faulty_positions());
  }
}

TEST(IsolatedRunner, CountsTheMemoryOfASolverFromBeforeItsFirstCall) {
  Trial trial{SolverSpec(faulty(external::PluginFault::keeps_memory, 50)), options(), 1};
  trial.solve();
  trial.runner->watch_memory();
  trial.solve();
  EXPECT_GT(trial.runner->added_memory(), 50'000'000U);
  EXPECT_LT(trial.runner->added_memory(), 100'000'000U);
}

// A command that answers easy puzzles and then holds some memory, which `tail` must keep, because
// `sleep` reads nothing.
external::Spec holder(int megabytes, const std::string& puzzles) {
  external::Spec spec;
  spec.name = "holder";
  spec.command = {"/bin/sh", "-c",
                  fmt::format("for i in {0}; do read -r p; echo 2; done; "
                              "head -c {1}000000 /dev/zero | tail -c {1}000000 | sleep 1000",
                              puzzles, megabytes)};
  return spec;
}

TEST(IsolatedRunner, CountsTheMemoryOfWhatACommandHasStarted) {
  Trial trial{SolverSpec(holder(50, "1")), options(), 1};
  while (trial.runner->added_memory() < 50'000'000U)
    std::this_thread::sleep_for(milliseconds(1));
  EXPECT_LT(trial.runner->added_memory(), 100'000'000U);
}

TEST(IsolatedRunner, KillsACommandThatHoldsTooMuch) {
  IsolationOptions limited = options();
  limited.memory_limit = 150'000'000;  // of which a worker with sanitizers takes half
  const Trial starting{SolverSpec(holder(200, "")), limited, 1};
  EXPECT_NE(starting.runner->disqualified().find("the limit is 150 MB"), std::string::npos)
      << starting.runner->disqualified();
  Trial trial{SolverSpec(holder(200, "1 2")), limited, 1};
  trial.answers.resize(2);
  trial.passed = trial.runner->solve(
      {.puzzles = std::span(puzzles()).first(2), .answers = trial.answers}, {.solution_limit = 2});
  ASSERT_EQ(trial.passed.incidents.size(), 1U);
  EXPECT_EQ(trial.answers[1].outcome, Outcome::crashed);
  EXPECT_NE(trial.passed.incidents.at(1).reason.find("the limit is 150 MB"), std::string::npos)
      << trial.passed.incidents.at(1).reason;
}

// A command has to start again after each failure, which takes it longer than a puzzle may.
TEST(IsolatedRunner, StartsACommandOffTheClock) {
  external::Spec spec;
  spec.name = "slow to start";
  spec.command = {
      "/bin/sh", "-c",
      fmt::format("sleep 2.2; while read -r p; do case $p in {}) exit 3;; {}) echo what;;"
                  " esac; echo 2; done",
                  puzzles()[1].text(), puzzles()[3].text())};
  IsolationOptions slow = options();
  slow.puzzle_timeout = std::chrono::seconds(2);
  Trial trial{SolverSpec(spec), slow, 2};
  trial.answers.assign(6, Answer{});
  const Work work{.puzzles = std::span(puzzles()).first(6), .answers = trial.answers, .chunk = 6};
  trial.passed =
      trial.runner->solve(work, {.solution_limit = 2, .time_limit = slow.puzzle_timeout});
  EXPECT_LT(trial.passed.time, milliseconds(1200));
  EXPECT_EQ(positions_of(trial.answers, Outcome::multiple), (std::vector<std::size_t>{0, 2, 4, 5}));
  ASSERT_EQ(trial.passed.incidents.size(), 2U);
  EXPECT_EQ(trial.passed.incidents.at(1).reason, "ended with exit status 3");
  EXPECT_EQ(trial.passed.incidents.at(3).reason, "answered 'what'");
  EXPECT_GE(trial.passed.off_clock, milliseconds(2 * 2200));
  // A start for another limit is no part of the time in which puzzles may be begun.
  trial.answers.assign(2, Answer{});
  trial.passed = trial.runner->solve({.puzzles = std::span(puzzles()).subspan(4, 2),
                                      .answers = trial.answers,
                                      .until = SteadyClock::now() + std::chrono::seconds(1)},
                                     {.solution_limit = 3});
  EXPECT_EQ(positions_of(trial.answers, Outcome::multiple), (std::vector<std::size_t>{0, 1}));
}

TEST(IsolatedRunner, StartsACommandAgainForAnotherLimit) {
  external::Spec spec;
  spec.name = "counts";
  spec.command = {"/bin/sh", "-c",
                  "while read -r p; do n=$((n+1)); echo $((n*100+SUDOKU_BENCH_SOLUTIONS)); done"};
  IsolationOptions counting = options();
  counting.solution_limit = 3;
  Trial trial{SolverSpec(spec), counting, 1};
  const auto count = [&trial](std::uint64_t limit) {
    Answer answer;
    trial.passed =
        trial.runner->solve({.puzzles = std::span(puzzles()).first(1), .answers = {&answer, 1}},
                            {.solution_limit = limit});
    return answer.solutions;
  };
  EXPECT_EQ(count(3), 203U);
  EXPECT_EQ(count(3), 303U);
  EXPECT_EQ(count(2), 202U);
  EXPECT_EQ(count(3), 203U);
}

TEST(IsolatedRunner, DisqualifiesACommandThatCannotStartAgain) {
  const std::string once = testing::TempDir() + "once." + std::to_string(getpid());
  external::Spec spec;
  spec.name = "once";
  spec.command = {"/bin/sh", "-c",
                  fmt::format("set -C; : >'{}'; read -r p; echo; read -r p; exit 3", once)};
  Trial trial{SolverSpec(spec), options(), 1};
  trial.solve();
  std::filesystem::remove(once);
  const std::string reason =
      "ended with exit status 3 and cannot be started again: ended with exit "
      "status 2 before its first answer: ";
  EXPECT_TRUE(trial.runner->disqualified().starts_with(reason)) << trial.runner->disqualified();
}

// Makes orphans children of this process during its lifetime, and kills those that are left then.
class TakesInOrphans {
 public:
  TakesInOrphans() { EXPECT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0); }

  ~TakesInOrphans() {
    EXPECT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
    for (const pid_t left : base::descendants_of(getpid()).value_or(std::vector<pid_t>{}))
      kill(left, SIGKILL);
    while (::waitpid(-1, nullptr, 0) > 0) {
    }
  }

  TakesInOrphans(const TakesInOrphans&) = delete;
  TakesInOrphans& operator=(const TakesInOrphans&) = delete;
};

TEST(IsolatedRunner, KillsWhatASolverLeavesRunning) {
  {
    const TakesInOrphans takes_in_orphans;  // which nobody would find elsewhere
    {
      Trial trial{SolverSpec(faulty(external::PluginFault::breeds)), options(), 1};
      trial.solve();
      EXPECT_TRUE(trial.passed.incidents.empty());
      const auto bred = base::descendants_of(getpid());
      ASSERT_TRUE(bred.has_value());
      EXPECT_EQ(bred->size(), 1 + 5 * faulty_positions().size());
    }
    EXPECT_EQ(base::descendants_of(getpid()), std::vector<pid_t>());
  }
  expect_no_child_left();
}

// Processes that a dead solver leaves behind would take time from the solvers after it.
TEST(IsolatedRunner, KillsTheChildrenOfASolverThatDied) {
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);  // orphans become children of this process
  {
    Trial trial{SolverSpec(faulty(external::PluginFault::dies_before_its_child, 1)), options(), 1};
    trial.solve();
    EXPECT_EQ(trial.passed.incidents.size(), faulty_positions().size());
  }
  for (std::size_t i = 0; i < faulty_positions().size(); ++i) {
    int status = 0;
    EXPECT_GT(::waitpid(-1, &status, 0), 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "a child lived on";
  }
  expect_no_child_left();
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

// Its death was not noticed by then, and its orphans are no longer its descendants.
TEST(IsolatedRunner, KillsTheOrphansOfAWorkerThatDiedBetweenPasses) {
  const TakesInOrphans takes_in_orphans;
  external::Spec spec;
  spec.name = "parent";
  spec.command = {"/bin/sh", "-c", "sleep 1000 & while read -r p; do echo 2; done"};
  {
    Trial trial{SolverSpec(spec), options(), 1};
    trial.solve();
    const std::optional<HeldMemory> held = trial.runner->held_memory();
    ASSERT_TRUE(held);
    kill(held->processes.front(), SIGKILL);
    std::this_thread::sleep_for(milliseconds(50));
  }
  const std::vector<pid_t> nobody;
  for (int i = 0; i < 100 && base::descendants_of(getpid()) != nobody; ++i)
    std::this_thread::sleep_for(milliseconds(10));
  EXPECT_EQ(base::descendants_of(getpid()), nobody);
}

// Its children are in other process groups: only a search among its descendants finds them.
TEST(IsolatedRunner, KillsASolverThatOutlivesItsLineWithItsChildren) {
  constexpr std::uint32_t kSleepsMs = 100'000;
  const TakesInOrphans takes_in_orphans;
  Trial trial{SolverSpec(faulty(external::PluginFault::closes_and_breeds, kSleepsMs)), options(),
              1};
  const Grid puzzle = puzzles()[faulty_positions().front()];
  trial.answers.assign(1, Answer{});
  trial.passed = trial.runner->solve({.puzzles = std::span(&puzzle, 1), .answers = trial.answers},
                                     trial.budget(2));
  ASSERT_EQ(trial.passed.incidents.size(), 1U);
  EXPECT_EQ(trial.passed.incidents.at(0).reason, "closed its connection");
  EXPECT_EQ(base::descendants_of(getpid()).value_or(std::vector<pid_t>{}).size(), 1U)
      << "only the new worker";
}

// A solver's children may keep it waiting, which is time of the solver.
TEST(IsolatedRunner, KnowsHowLongASolverRanUnlessItHasChildren) {
  Trial alone{SolverSpec(faulty(external::PluginFault::none)), options(), 1};
  alone.solve();
  EXPECT_TRUE(alone.passed.running.has_value());
  Trial parent{SolverSpec(faulty(external::PluginFault::breeds)), options(), 1};
  parent.solve();
  EXPECT_TRUE(parent.passed.incidents.empty()) << "it is unknown after a crash, too";
  EXPECT_EQ(parent.passed.running, std::nullopt);
}

// Regression: a solver whose workers had died seemed to have used no CPU, or less than before.
TEST(IsolatedRunner, CountsTheCpuTimeOfWorkersThatDied) {
  Trial trial{SolverSpec(faulty(external::PluginFault::segv)), options(), 1};
  const Nanoseconds before = trial.runner->cpu_time();
  trial.solve();
  EXPECT_FALSE(trial.passed.incidents.empty());
  EXPECT_GT(trial.runner->cpu_time(), before);
}

// CPU time of this process's descendants.
Nanoseconds cpu_time_of_descendants() {
  Nanoseconds all{0};
  for (const pid_t process : base::descendants_of(getpid()).value_or(std::vector<pid_t>{})) {
    clockid_t clock{};
    if (clock_getcpuclockid(process, &clock) == 0) all += parallel::cpu_time_of(clock);
  }
  return all;
}

TEST(IsolatedRunner, CountsTheCpuTimeOfItsWorkersAndOfWhatTheyStart) {
  external::Spec spec;
  spec.name = "counts";
  spec.command = {"/bin/sh", "-c",
                  "while read -r p; do i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; echo 2; "
                  "done"};
  Trial trial{SolverSpec(spec), options(), 1};
  trial.answers.resize(1);
  trial.passed = trial.runner->solve(
      {.puzzles = std::span(puzzles()).first(1), .answers = trial.answers}, {.solution_limit = 2});
  const auto own_time = [] { return parallel::cpu_time_of(CLOCK_PROCESS_CPUTIME_ID); };
  const Nanoseconds before = own_time() + cpu_time_of_descendants();
  const Nanoseconds counted = trial.runner->cpu_time();
  EXPECT_GE(counted, before);
  EXPECT_LE(counted, own_time() + cpu_time_of_descendants());
}

TEST(IsolatedRunner, NoticesADeathThatTheWorkersChildHides) {
  Trial trial{SolverSpec(faulty(external::PluginFault::dies_before_its_child)), options(), 1};
  trial.solve();
  EXPECT_EQ(trial.passed.incidents.size(), faulty_positions().size());
  for (const auto& [position, incident] : trial.passed.incidents)
    EXPECT_TRUE(incident.reason.starts_with("died of SIGABRT")) << incident.reason;
}

TEST(IsolatedRunner, SaysThatASolverIsNotReady) {
  IsolationOptions impatient = options();
  impatient.start_patience = milliseconds(1);
  const Trial trial{SolverSpec(faulty(external::PluginFault::none)), impatient};
  EXPECT_EQ(trial.runner->disqualified(),
            "cannot be started: not ready within 0.001 s, still loading the library");
  impatient.start_patience = milliseconds(0);
  const Trial built_in{SolverSpec(*find_solver("mrv")), impatient};
  EXPECT_EQ(built_in.runner->disqualified(),
            "cannot be started: not ready within 0 s, still creating the solver");
  expect_no_child_left();
}

TEST(IsolatedRunner, EndsTheWaitForASolverWithTheRun) {
  const std::atomic<bool> cancelled{true};
  IsolationOptions interrupted = options();
  interrupted.cancelled = &cancelled;
  const Trial trial{SolverSpec(faulty(external::PluginFault::none)), interrupted};
  EXPECT_EQ(trial.runner->disqualified(), "interrupted");
  EXPECT_EQ(trial.runner->held_memory(), std::nullopt);
  expect_no_child_left();
}

// A pass of one puzzle needs no search for the puzzle on which the solver misbehaved.
TEST(IsolatedRunner, ChargesTheOnlyPuzzleOfAPass) {
  Trial trial{SolverSpec(faulty(external::PluginFault::prints)), options(), 1};
  const Grid puzzle = puzzles()[faulty_positions().front()];
  trial.answers.assign(1, Answer{});
  trial.passed = trial.runner->solve({.puzzles = std::span(&puzzle, 1), .answers = trial.answers},
                                     trial.budget(2));
  ASSERT_EQ(trial.passed.incidents.size(), 1U);
  EXPECT_EQ(trial.passed.incidents.at(0).reason,
            "wrote 19 bytes to standard output: 'this plugin prints '");
  EXPECT_EQ(trial.answers[0].outcome, Outcome::crashed);
  EXPECT_EQ(trial.passed.off_clock, Nanoseconds(0));
}

// The plugin could run at first, but not when it was to be started again.
TEST(IsolatedRunner, SaysThatASolverCannotBeStartedAgain) {
  Trial trial{SolverSpec(faulty(external::PluginFault::aborts)), options(), 1};
  setenv("SUDOKU_BENCH_NO_START", "the device is gone", 1);
  trial.solve();
  unsetenv("SUDOKU_BENCH_NO_START");
  const std::string start =
      "died of SIGABRT and cannot be started again: 'the device is gone', says '";
  EXPECT_EQ(trial.runner->disqualified().substr(0, start.size()), start);
  EXPECT_EQ(trial.answers.back().outcome, Outcome::unanswered);
  expect_no_child_left();
}

// Behind the memory of each batch, nothing can be read or written.
TEST(FaultyBatch, IsToldWhatItReadOrWroteBeyond) {
  const Grid puzzle = puzzles()[faulty_positions().front()];
  for (const auto& [fault, reason] :
       {std::pair(external::PluginFault::overruns, "died of SIGSEGV: wrote past its solutions"),
        std::pair(external::PluginFault::overreads, "died of SIGSEGV: read past its inputs")}) {
    external::Spec spec = faulty_batch(fault);
    spec.batch = 1;
    Trial trial{SolverSpec(spec), options(), 1};
    trial.answers.assign(1, Answer{});
    trial.passed = trial.runner->solve({.puzzles = std::span(&puzzle, 1), .answers = trial.answers},
                                       trial.budget(2));
    ASSERT_EQ(trial.passed.incidents.size(), 1U);
    EXPECT_EQ(trial.passed.incidents.at(0).reason, reason);
  }
}

struct ScriptedCase {
  const char* script;
  const char* disqualified = "reported impossible times";
  bool is_stamped = false;
  Outcome outcome = Outcome::none;
};

Trial scripted(const char* script, const IsolationOptions& isolation = options()) {
  external::Spec spec;
  spec.name = "lies";
  spec.library = kScripted;
  spec.symbol = script;
  return Trial{SolverSpec(spec), isolation, 1};
}

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
      {"gives up", "10 puzzles in a row: looked bored"},
      {"has made nonsense of its answer", "", false, Outcome::unanswered},
      {"reports nonsense", ""},
      {"dies", "died more often than once per puzzle"},
  };
  for (const ScriptedCase& c : cases) {
    SCOPED_TRACE(c.script);
    Trial trial = scripted(c.script);
    trial.answers.assign(1, Answer{});
    trial.ticks.assign(1, 0);
    const Work work{.puzzles = std::span(puzzles()).first(1), .answers = trial.answers};
    if (c.is_stamped) {
      trial.passed = trial.runner->solve_stamped(work, trial.budget(2), trial.ticks);
    } else {
      trial.passed = trial.runner->solve(work, trial.budget(2));
    }
    EXPECT_EQ(trial.runner->disqualified(), c.disqualified);
    EXPECT_TRUE(trial.passed.incidents.empty());
    EXPECT_EQ(trial.answers[0].outcome, c.outcome);
  }
}

TEST(IsolatedRunner, EndsASolverWhoseHeapCannotBeCounted) {
  IsolationOptions impatient = options();
  impatient.heap_patience = milliseconds(10);
  Trial trial = scripted("is right", impatient);
  EXPECT_FALSE(trial.runner->held_memory());
  trial.answers.assign(1, Answer{});
  trial.passed = trial.runner->solve(
      {.puzzles = std::span(puzzles()).first(1), .answers = trial.answers}, trial.budget(2));
  EXPECT_EQ(trial.passed.incidents.at(0).reason, "damaged its heap: malloc() cannot count it");
  EXPECT_EQ(trial.runner->disqualified(), "");
}

TEST(IsolatedRunner, CountsTheFirstCallAsPartOfTheStart) {
  Trial trial{SolverSpec(faulty(external::PluginFault::dawdles, 20)), options(), 1};
  const Grid puzzle = puzzles()[faulty_positions().front()];
  std::vector<double> startups;
  for (int call = 0; call < 3; ++call) {
    startups.push_back(trial.runner->startup_s());
    trial.answers.assign(1, Answer{});
    trial.passed =
        trial.runner->solve({.puzzles = std::span(&puzzle, 1), .answers = trial.answers}, {});
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

TEST(Workers, TakeTextsThatFitAndOutcomesThatThereAre) {
  Reason reason{};
  EXPECT_EQ(text_of(reason), "");
  reason.fill('x');
  EXPECT_EQ(text_of(reason).size(), reason.size()) << "a solver has overwritten the end";
  reason[3] = '\0';
  EXPECT_EQ(text_of(reason), "xxx");
  EXPECT_TRUE(is_outcome(Outcome::unanswered));
  EXPECT_FALSE(is_outcome(static_cast<Outcome>(kOutcomes)));
}

TEST(WorkerWords, KeepTheTask) {
  WorkerTask task;
  task.slot = 7;
  task.cpu = -1;
  task.launched = Nanoseconds(123'456'789'012);
  task.solution_limit = 7;
  task.start_limit = milliseconds(50);
  task.puzzle_limit = milliseconds(250);
  task.solver = SolverSpec(*find_solver("dlx"));
  const WorkerTask read = task_from(worker_words(task));
  EXPECT_EQ(read.slot, 7U);
  EXPECT_EQ(read.cpu, -1);
  EXPECT_EQ(read.launched, task.launched);
  EXPECT_EQ(read.solution_limit, task.solution_limit);
  EXPECT_EQ(read.start_limit, task.start_limit);
  EXPECT_EQ(read.puzzle_limit, task.puzzle_limit);
  EXPECT_EQ(read.solver.entry, find_solver("dlx"));
  std::vector<std::string> unknown = worker_words(task);
  unknown.back() = "no_such_solver";
  EXPECT_THROW(task_from(unknown), std::invalid_argument);
}

TEST(IsolatedRunner, HasPuzzlesThatFaultsHappenOn) { EXPECT_GE(faulty_positions().size(), 3U); }

TEST(IsolatedRunner, KillsASolverThatHoldsTooMuch) {
  IsolationOptions limited = options();
  limited.memory_limit = 200U << 20U;
  limited.puzzle_timeout = {};
  Trial trial(SolverSpec(faulty(external::PluginFault::leaks)), limited);
  trial.solve();
  ASSERT_EQ(trial.passed.incidents.size(), faulty_positions().size());
  for (const auto& [position, incident] : trial.passed.incidents) {
    EXPECT_EQ(incident.outcome, Outcome::crashed);
    EXPECT_EQ(incident.reason.substr(0, 5), "used ") << incident.reason;
    EXPECT_NE(incident.reason.find("210 MB"), std::string::npos) << incident.reason;
  }
}

struct SignatureCase {
  const char* name;
  const char* library;
  const char* symbol;
  bool takes_batches;  // in the description, though not in the library
};

// Regression: all that was said of a function with the other signature was "touched address 0x2".
TEST(SlowIsolatedRunner, SaysThatAFunctionMayHaveTheOtherSignature) {
  const SignatureCase cases[] = {
      {"batches in C", PLUGIN_EXAMPLE_C, "solve_many", false},
      {"batches in C++", PLUGIN_FAULTY, "sudoku_faulty_batch", false},
      {"batches of both kinds", PLUGIN_FAULTY, "sudoku_both_kinds_batch", false},
      {"single puzzles in C", PLUGIN_EXAMPLE_C, "solve_bitmasks", true},
      {"single puzzles in C++", PLUGIN_FAULTY, "sudoku_mrv_hidden", true},
      {"batches from their last cell on", PLUGIN_FAULTY, "sudoku_backwards_batch", false},
      {"single puzzles from their last cell on", PLUGIN_FAULTY, "sudoku_backwards", true},
  };
  for (const SignatureCase& c : cases) {
    for (const std::uint64_t limit : {1, 2}) {
      SCOPED_TRACE(c.name);
      external::Spec spec;
      spec.name = "other";
      spec.library = c.library;
      spec.symbol = c.symbol;
      spec.takes_batches = c.takes_batches;
      spec.batch = c.takes_batches ? kChunk : 1;
      Trial trial{SolverSpec(spec), options(), 1};
      trial.solve(limit);
      const std::string& found = trial.runner->disqualified();
      // Built with sanitizers, a library in C++ is ended for the wrong pointer before it crashes.
      if (found.find("UndefinedBehaviorSanitizer") != std::string::npos) continue;
      const std::string number = c.takes_batches ? "the number of puzzles" : "the limit";
      EXPECT_EQ(found, "10 puzzles in a row: died of SIGSEGV: took " + number +
                           " for an address: does the function take batches (batch=)?");
    }
  }
}

// A death may be due to an allocation that failed, which no peak of memory shows. What the harness
// holds is not blamed on the solver, though the kernel counts it as the peak of a new process.
TEST(IsolatedRunner, NamesTheMemoryLimitOfASolverThatDied) {
  const std::vector<char> held_by_harness(200'000'000, 'x');
  IsolationOptions limited = options();
  limited.memory_limit = 100'000'000;
  Trial plugin{SolverSpec(faulty(external::PluginFault::segv)), limited, 1};
  plugin.solve();
  EXPECT_EQ(plugin.passed.incidents.size(), faulty_positions().size());
  for (const auto& [position, incident] : plugin.passed.incidents) {
    EXPECT_EQ(incident.reason,
              "died of SIGSEGV: touched address 0x10 (its memory limit is 100 MB)");
  }

  external::Spec spec;
  spec.name = "command";
  spec.command = {"sh", "-c", "read -r p; echo; read -r p; kill -SEGV $$"};
  Trial command{SolverSpec(spec), limited, 1};
  command.solve();
  EXPECT_EQ(
      command.runner->disqualified(),
      "10 puzzles in a row: was killed by signal 11 (Segmentation fault) (its memory limit is "
      "100 MB)");
}

TEST(IsolatedRunner, DisqualifiesASolverThatDiesOnEveryPuzzle) {
  Trial trial{SolverSpec(faulty(external::PluginFault::always_segv)), options(), 1};
  trial.solve();
  EXPECT_EQ(trial.runner->disqualified(),
            "10 puzzles in a row: died of SIGSEGV: touched address 0x10");
  EXPECT_EQ(trial.passed.incidents.size(), kMostInARow);
  expect_no_child_left();
  trial.solve();
  EXPECT_EQ(trial.answers[0].outcome, Outcome::unanswered);
}

// Its worker lives, and says itself that it gives up.
TEST(IsolatedRunner, DisqualifiesASolverThatWritesToEveryInput) {
  Trial trial{SolverSpec(faulty(external::PluginFault::scribbles)), options(), 1};
  const std::vector<Grid> faulty_ones(kPuzzles, puzzles()[faulty_positions().front()]);
  Work work = trial.work();
  work.puzzles = faulty_ones;
  trial.passed = trial.runner->solve(work, trial.budget(2));
  EXPECT_EQ(trial.runner->disqualified(), "10 puzzles in a row: wrote to its input");
  EXPECT_GE(trial.passed.incidents.size(), kMostInARow);
  expect_no_child_left();
}

// Only failures without an answer between them end a solver, however many there are.
TEST(IsolatedRunner, KeepsASolverThatFailsOnEverySecondPuzzle) {
  const Grid bad = puzzles()[faulty_positions().front()];
  const Grid good = puzzles()[faulty_positions().front() + 1];
  ASSERT_FALSE(external::is_faulty_on(good.text()));
  std::vector<Grid> alternating;
  for (unsigned i = 0; i < kMostInARow; ++i)
    alternating.insert(alternating.end(), {bad, good});
  for (const external::PluginFault fault :
       {external::PluginFault::scribbles, external::PluginFault::aborts}) {
    Trial trial{SolverSpec(faulty(fault)), options(), 1};
    trial.answers.assign(alternating.size(), Answer{});
    trial.passed = trial.runner->solve(
        {.puzzles = alternating, .answers = trial.answers, .chunk = alternating.size()},
        trial.budget(2));
    EXPECT_EQ(trial.runner->disqualified(), "");
    EXPECT_EQ(trial.passed.incidents.size(), kMostInARow);
    for (std::size_t i = 0; i < alternating.size(); ++i) {
      EXPECT_EQ(trial.answers[i].outcome, i % 2 == 0 ? Outcome::crashed : Outcome::unique) << i;
    }
  }
}

TEST(IsolatedRunner, GivesTheAnswersOfTheSolverItIsolates) {
  for (const char* name : {"mrv", "dlx"}) {
    Trial trial{SolverSpec(*find_solver(name))};
    const std::vector<Answer> right = right_answers(name, 2);
    for (int pass = 0; pass < 2; ++pass) {
      trial.solve();
      for (std::size_t i = 0; i < kPuzzles; ++i) {
        ASSERT_EQ(trial.answers[i].outcome, right[i].outcome);
        ASSERT_EQ(trial.answers[i].solution, right[i].solution);
        ASSERT_EQ(trial.answers[i].guesses, right[i].guesses);
      }
    }
  }
}

TEST(IsolatedRunner, StampsEveryPuzzle) {
  Trial trial{SolverSpec(*find_solver("mrv"))};
  trial.solve_stamped();
  EXPECT_EQ(std::ranges::count(trial.ticks, std::uint64_t{0}), 0);
  EXPECT_GT(trial.runner->startup_s(), 0);
}

// The search for the puzzles that print is quicker than the pass whose times are looked at.
TEST(IsolatedRunner, BelievesTheTimesOfAPassThatIsRepeated) {
  Trial trial{SolverSpec(faulty(external::PluginFault::prints, 100))};
  trial.solve_stamped();
  EXPECT_EQ(trial.runner->disqualified(), "");
  EXPECT_EQ(trial.passed.incidents.size(), faulty_positions().size());
}

// Notes the sizes of its calls.
class CallCounter final : public Solver {
 public:
  void solve(std::span<const Grid> puzzles, const Budget& /*budget*/,
             std::span<Answer> answers) override {
    sizes.push_back(puzzles.size());
    std::ranges::fill(answers, Answer{.outcome = Outcome::multiple, .solutions = 2});
  }

  static inline std::vector<std::size_t> sizes;
};

TEST(InProcessRunner, CallsSolversWithPuzzlesOrBatchesUntilItsTimeIsOver) {
  parallel::ThreadPool pool(1, false);
  SolverEntry entry{.info = find_solver("mrv")->info, .create = []() -> std::unique_ptr<Solver> {
                      return std::make_unique<CallCounter>();
                    }};
  std::atomic<bool> cancelled{false};
  const Budget budget{.cancelled = &cancelled};
  using Sizes = std::vector<std::size_t>;
  for (const unsigned batch : {1, 4}) {
    entry.info.batch = batch;
    const SolverSpec solver_spec(entry);
    const std::unique_ptr<Runner> runner = make_runner(solver_spec, pool, stamp_clock(), {});
    std::vector<Answer> answers(6);
    Work work{.puzzles = std::span(puzzles()).first(6), .answers = answers, .chunk = 4};
    const auto sizes_of = [](const auto& pass) {
      CallCounter::sizes.clear();
      pass();
      return CallCounter::sizes;
    };
    const auto solve = [&] { EXPECT_TRUE(runner->solve(work, budget).running.has_value()); };
    std::vector<std::uint64_t> ticks(6);
    EXPECT_EQ(sizes_of(solve), (Sizes{4, 2}));
    EXPECT_EQ(sizes_of([&] { runner->solve_stamped(work, budget, ticks); }),
              batch == 1 ? Sizes(6, 1) : (Sizes{4, 2}));
    if (batch == 4) {
      EXPECT_EQ(ticks, (std::vector{ticks[0], ticks[0], ticks[0], ticks[0], ticks[4], ticks[4]}));
    }
    work.until = SteadyClock::now();
    EXPECT_EQ(sizes_of(solve), Sizes{4}) << "the first chunk is begun at any time";
    cancelled = true;
    EXPECT_EQ(sizes_of(solve), Sizes());
    cancelled = false;
  }
}

// Holds 20 MB for ever, and 30 MB more during a call.
class Hoarder final : public Solver {
 public:
  void solve(std::span<const Grid> /*puzzles*/, const Budget& /*budget*/,
             std::span<Answer> answers) override {
    const std::vector<char> more(answers.size() > 1 ? 30'000'000 : 1, 'x');
    answers[0].outcome = more.front() == 'x' ? Outcome::none : Outcome::multiple;
  }

 private:
  std::vector<char> kept_ = std::vector<char>(20'000'000, 'x');
};

TEST(InProcessRunner, AddsTheMemoryOfItsInstancesToThatOfItsCalls) {
  if (machine::heap_in_use() == 0)
    GTEST_SKIP() << "this allocator does not tell what it has handed out";
  const SolverEntry entry{
      .info = find_solver("mrv")->info,
      .create = []() -> std::unique_ptr<Solver> { return std::make_unique<Hoarder>(); }};
  parallel::ThreadPool pool(2, false);
  const SolverSpec solver_spec(entry);
  const std::unique_ptr<Runner> runner = make_runner(solver_spec, pool, stamp_clock(), {});
  runner->watch_memory();
  std::vector<Answer> answers(2);
  const double before = static_cast<double>(runner->added_memory());
  EXPECT_NEAR(before, 40e6, 5e6) << "of two instances";
  runner->solve({.puzzles = std::span(puzzles()).first(2), .answers = answers, .chunk = 2}, {});
  EXPECT_NEAR(static_cast<double>(runner->added_memory()) - before, 30e6, 5e6);
}

TEST(InProcessRunner, TimesItsStart) {
  parallel::ThreadPool pool(2, false);
  const SolverSpec solver_spec(*find_solver("mrv"));
  EXPECT_GT(make_runner(solver_spec, pool, stamp_clock(), {})->startup_s(), 0);
}

TEST(IsolatedRunner, StampsAHungPuzzleWithTheTimeout) {
  Trial trial{SolverSpec(faulty(external::PluginFault::hangs)), hasty_options()};
  trial.solve_stamped();
  const double limit_ns = 500e6;
  for (const std::size_t position : faulty_positions()) {
    EXPECT_NEAR(static_cast<double>(trial.ticks[position]) * stamp_clock().ns_per_tick(), limit_ns,
                1e3);
  }
}

TEST(IsolatedRunner, BeginsNoChunkAfterTheEnd) {
  Trial trial{SolverSpec(*find_solver("mrv"))};
  Work work = trial.work();
  work.until = std::chrono::steady_clock::now() - milliseconds(1);
  trial.passed = trial.runner->solve(work, trial.budget(2));
  EXPECT_EQ(std::ranges::count(trial.answers, Outcome::unanswered, &Answer::outcome),
            kPuzzles - kChunk);
}

TEST(IsolatedRunner, IsStoppedInTheMiddleOfAPuzzle) {
  std::atomic<bool> cancelled{false};
  IsolationOptions patient = options();
  patient.puzzle_timeout = {};
  Trial trial(SolverSpec(faulty(external::PluginFault::hangs)), patient);
  std::thread interrupt([&cancelled] {
    std::this_thread::sleep_for(milliseconds(200));
    cancelled = true;
  });
  const Nanoseconds before = trial.runner->cpu_time();
  trial.passed = trial.runner->solve(trial.work(), {.solution_limit = 2, .cancelled = &cancelled});
  interrupt.join();
  EXPECT_GT(trial.runner->cpu_time(), before) << "that of the killed counts, too";
  expect_no_child_left();
}

struct UnstartableCase {
  std::string library;
  std::string symbol;
  std::string error;
};

TEST(IsolatedRunner, SaysWhyASolverCannotBeStarted) {
  const UnstartableCase cases[] = {
      {"no/such.so", "f", "cannot be started: cannot load function 'f' of 'no/such.so': "},
      {PLUGIN_FAULTY, "missing",
       "cannot be started: cannot load function 'missing': the library has 'sudoku_"},
  };
  for (const UnstartableCase& c : cases) {
    external::Spec spec = faulty(external::PluginFault::none);
    spec.library = c.library;
    spec.symbol = c.symbol;
    const Trial trial{SolverSpec(spec)};
    EXPECT_EQ(trial.runner->disqualified().substr(0, c.error.size()), c.error);
  }
  expect_no_child_left();
}

// Workers inherit no descriptors of the harness but those that they are given.
TEST(IsolatedRunner, InheritsNoDescriptors) {
  external::Spec spec;
  spec.name = "lister";
  spec.command = {"/bin/sh", "-c", "while read -r p; do ls /proc/self/fd | wc -l; done"};
  const int open_here = open("/dev/null", O_RDONLY);  // without close-on-exec, on purpose
  Trial trial{SolverSpec(spec), options(), 1};
  trial.solve();
  close(open_here);
  // `ls` sees four descriptors: standard input, output and error, and the folder that it reads.
  EXPECT_EQ(trial.answers[0].solutions, 4U);
}

// The command above has only what its worker gave it; a plugin has all that its worker has.
TEST(IsolatedRunner, HasFiveDescriptorsInAWorker) {
  const int open_here = open("/dev/null", O_RDONLY);  // without close-on-exec, on purpose
  const Trial trial{SolverSpec(faulty(external::PluginFault::none)), options(), 1};
  close(open_here);
  const std::optional<HeldMemory> held = trial.runner->held_memory();
  ASSERT_TRUE(held);
  std::set<std::string> descriptors;
  for (const auto& descriptor :
       std::filesystem::directory_iterator(fmt::format("/proc/{}/fd", held->processes.front())))
    descriptors.insert(descriptor.path().filename());
  EXPECT_EQ(descriptors, (std::set<std::string>{"0", "1", "2", "3", "4"}));
}

// A worker does not inherit the pinning of the thread that started it.
TEST(IsolatedRunner, InheritsNoPinning) {
  external::Spec spec;
  spec.name = "counter";
  spec.command = {"/bin/sh", "-c", "while read -r p; do nproc; done"};
  for (const bool pin : {true, false}) {
    IsolationOptions pinned = options();
    pinned.pin = pin;
    Trial trial{SolverSpec(spec), pinned, 1};
    trial.answers.resize(1);
    trial.passed =
        trial.runner->solve({.puzzles = std::span(puzzles()).first(1), .answers = trial.answers},
                            trial.budget(kUnlimited));
    EXPECT_EQ(trial.answers[0].solutions, pin ? 1 : parallel::usable_cpus().size());
  }
}

TEST(IsolatedRunner, LeavesNoSharedMemoryBehind) {
  const auto segments = [] {
    const std::filesystem::directory_iterator folder("/dev/shm");
    return std::distance(begin(folder), end(folder));
  };
  const auto before = segments();
  Trial trial{SolverSpec(faulty(external::PluginFault::segv))};
  trial.solve();
  EXPECT_EQ(segments(), before);
}

}  // namespace

}  // namespace sudoku::runner
