// A/B tests on simulated processes: verdicts on injected faults, and the rate of false alarms.
#include "harness/compare/ab_trial.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/random.h"
#include "harness/base/texts_fixture.h"
#include "harness/compare/times.h"
#include "harness/compare/verdict.h"
#include "harness/compare/verdict_report.h"

namespace sudoku::compare {

namespace {

using base::expect_part;
using base::expect_start;

// Noise of a simulated process, in logarithms of its time.
struct ProcessNoise {
  double spread = 0.007;  // standard deviation of a row's time
  double spoiled = 0.1;   // share of the processes slowed by other load
  double worst = 0.3;
};

double normal(base::Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
  return radius * std::cos(2 * std::numbers::pi * random.unit());
}

// Debug builds run fewer trials: one takes as long as twenty of a release.
#ifdef NDEBUG
constexpr bool kIsRelease = true;
#else
constexpr bool kIsRelease = false;
#endif

// Modifies the result of a process; `timed` is the number of its sample, 0: all puzzles.
using ProcessChange = std::function<void(result::RunResult& process, std::uint64_t timed)>;

using RowFault = std::function<void(result::Row& row)>;

// Times of each puzzle of rows.
using Times = std::function<std::vector<PuzzleTimes>(const AbRows& rows)>;

void nothing(result::RunResult& /*process*/, std::uint64_t /*timed*/) {}

// A fault of the rows of `solver`, empty: of all, on all files or on `file` alone.
ProcessChange on_rows(const RowFault& fault, const std::string& solver = "mrv",
                      const std::string& file = "") {
  return [=](result::RunResult& process, std::uint64_t /*timed*/) {
    for (result::Row& row : process.results) {
      if ((solver.empty() || row.solver == solver) && (file.empty() || row.dataset == file))
        fault(row);
    }
  };
}

// A fault of the first row, in the processes with this sample.
ProcessChange in_process(std::uint64_t number, RowFault fault) {
  return [=](result::RunResult& process, std::uint64_t timed) {
    if (timed == number) fault(process.results[0]);
  };
}

RowFault with_outcome(Outcome outcome, std::uint64_t puzzles) {
  return [=](result::Row& row) { row.outcomes[outcome] = puzzles; };
}

RowFault slower(double factor) {
  return [factor](result::Row& row) { row.blocks[0].seconds[0] *= factor; };
}

// Each of 64 puzzles takes 1 µs, but for those on lines 17 and 40; 0: these have no time.
Times two_take(double ns) {
  return [ns](const AbRows& rows) {
    PuzzleTimes times;
    for (std::uint64_t line = 1; line <= 64; ++line)
      times[line] = {.puzzle = "53..7", .ns = line == 17 || line == 40 ? ns : 1000};
    if (ns == 0) std::erase_if(times, [](const auto& time) { return time.second.ns == 0; });
    return std::vector<PuzzleTimes>(rows.size(), times);
  };
}

// What the simulated processes of an A/B test do, and its settings.
struct Script {
  ProcessChange now = nothing;     // to the results of the candidate
  ProcessChange before = nothing;  // to those of the base
  ProcessNoise noise = {};
  std::vector<std::string> solvers = {"mrv"};  // besides the control solver
  std::vector<std::string> files = {"hard.csv"};
  double process_share = 1.0 / 120;  // share of the time limit that a process with all rows takes
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> stops_at = {};  // sample in whose first process the user stops it
  bool has_base = true;
  std::string untimed = {};  // file that is only checked
  Times times_now = two_take(1000);
  std::uint64_t counted_now = 100'000;  // instructions of the candidate; 100,000 of the base
  bool valgrind_fails = false;
  AbSettings settings = {};
};

// Solvers and files as in the A/B test of a pull request: 25 rows with the control solver.
const std::vector<std::string> kFourSolvers = {"mrv", "dlx", "lanes", "simd"};
const std::vector<std::string> kFiveFiles = {"easy.csv", "hard.csv", "minimal.csv", "multiple.csv",
                                             "none.csv"};

// Simulated processes whose times drift and scatter.
class ScriptedRunner final : public AbRunner {
 public:
  explicit ScriptedRunner(Script script) : script_(std::move(script)), random_(script_.seed) {}

  result::RunResult run_whole(AbSide side) override { return made(side, 0, all_results()); }

  result::RunResult run_timed(AbSide side, std::uint64_t sample, const AbRows& rows) override {
    result::RunResult process = all_results();
    std::erase_if(process.results, [&rows](const result::Row& row) {
      return std::ranges::none_of(rows, [&row](const result::Row* wanted) {
        return wanted->solver == row.solver && wanted->dataset == row.dataset;
      });
    });
    for (const result::Row& row : process.results)
      EXPECT_NE(row.dataset, script_.untimed);
    told_rows.push_back(process.results.size());
    return made(side, sample, std::move(process));
  }

  void time_puzzles(const AbRows& rows, AbSide /*first*/,
                    std::vector<TimesOfBoth>& times) override {
    const std::vector<PuzzleTimes> base = two_take(1000)(rows);
    const std::vector<PuzzleTimes> candidate = script_.times_now(rows);
    for (std::size_t i = 0; i < rows.size(); ++i)
      times[i] = {base[i], candidate[i]};
  }

  result::RunResult run_counted(AbSide side, const AbRows& rows) override {
    counted_rows.push_back(rows.size());
    if (script_.valgrind_fails) throw ProcessFailure("valgrind failed");
    result::RunResult process = all_results();
    for (result::Row& row : process.results) {
      row.valgrind = {.puzzles = 10,
                      .instructions = side == AbSide::base ? 100'000 : script_.counted_now};
    }
    return process;
  }

  bool has_base() const override { return script_.has_base; }

  double share_over() const override { return over_; }

  bool is_cancelled() const override { return is_stopped_; }

  bool is_timed(const result::Row& row) const override { return row.dataset != script_.untimed; }

  std::vector<std::size_t> told_rows;     // number of rows of each timed process
  std::vector<std::size_t> counted_rows;  // and of each process under valgrind

 private:
  result::RunResult all_results() const {
    std::vector<std::string> solvers = script_.solvers;
    solvers.emplace_back("control");
    result::RunResult process;
    for (const std::string& file : script_.files) {
      result::DatasetRecord& dataset = process.datasets.emplace_back();
      dataset.name = file;
      dataset.sha256 = "sha256 of " + file;
      dataset.puzzles = 64;
      for (const std::string& solver : solvers) {
        result::Row& row = process.results.emplace_back();
        row.solver = solver;
        row.dataset = file;
        row.puzzles = 64;
        row.outcomes[Outcome::unique] = 64;
        row.rounds = 1;
        row.blocks = {
            {.index = 0, .puzzles = 64, .seconds = {0.001}, .guesses = 700, .digest = 99}};
      }
    }
    return process;
  }

  // A simulated process takes a fixed time plus a time for each of its rows.
  result::RunResult made(AbSide side, std::uint64_t timed, result::RunResult process) {
    ++processes_;
    const auto all = static_cast<double>(script_.files.size() * (script_.solvers.size() + 1));
    over_ +=
        script_.process_share * (0.1 + 0.9 * static_cast<double>(process.results.size()) / all);
    if (timed == script_.stops_at) is_stopped_ = true;
    for (result::Row& row : process.results)
      row.blocks[0].seconds[0] *= std::exp(log_noise());
    (side == AbSide::candidate ? script_.now : script_.before)(process, timed);
    return process;
  }

  double log_noise() {
    const double drift = 0.02 * std::sin(static_cast<double>(processes_) / 20);
    const bool is_spoiled = random_.unit() < script_.noise.spoiled;
    return drift + script_.noise.spread * normal(random_) +
           (is_spoiled ? script_.noise.worst * random_.unit() : 0);
  }

  Script script_;
  base::Random random_;
  int processes_ = 0;
  double over_ = 0;
  bool is_stopped_ = false;
};

// An A/B test, and what it found.
struct Trial {
  ScriptedRunner processes;
  AbReport report;

  explicit Trial(
      const Script& script, const AbObserver& observer = [](const AbReport& /*so_far*/) {})
      : processes(script), report(run_ab_trial(processes, script.settings, observer)) {}

  const Comparison& comparison() const { return report.comparison; }
};

// The start of the verdict on an A/B test, and other parts of its report.
struct AbCase {
  const char* name;
  Script script;
  const char* verdict;
  std::vector<std::string> parts = {};
};

void expect_verdicts(std::span<const AbCase> cases, bool is_timed) {
  for (const AbCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Trial trial(c.script);
    expect_start(verdict_of(trial.comparison()), c.verdict);
    for (const std::string& part : c.parts)
      expect_part(comparison_text(trial.comparison(), {}), part);
    EXPECT_EQ(!trial.processes.told_rows.empty(), is_timed);
  }
}

ProcessChange counts_instructions(double per_puzzle) {
  return on_rows([=](result::Row& row) { row.instructions = row.count_with(per_puzzle); });
}

// Others have the CPU for a share of the time of each process.
ProcessChange waits_for_the_cpu(double share) {
  return on_rows([share](result::Row& row) {
    double& seconds = row.blocks[0].seconds[0];
    seconds /= 1 - share;
    row.blocks[0].waited = {seconds * share};
  });
}

void shares_the_core(result::RunResult& process, std::uint64_t timed) {
  for (result::Row& row : process.results)
    row.blocks[0].core_share = {timed % 2 == 1 ? 0.61 : 0.99};
}

void fail(result::Row& /*row*/) { throw ProcessFailure("it was killed by signal 11"); }

// A solver on two threads, with a block that no round was made of, which has no time.
ProcessChange on_two_threads(double factor) {
  return on_rows([factor](result::Row& row) {
    row.threads = 2;
    slower(factor)(row);
    row.blocks.push_back({.index = 1, .puzzles = 64, .seconds = {}});
  });
}

// What the first row's solver, which is said to count solutions, was found to do.
ProcessChange found_to(const char* does) {
  return on_rows([does](result::Row& row) {
    row.external.emplace().limit = "honoured";
    row.solution_limit = 2;
    row.task = result::TaskRecord{.does = does, .evidence = "1 of 2 solutions"};
  });
}

const AbCase kTimedCases[] = {
    {"the same", {}, "PASSED: ", {"a slow-down over ", " % is excluded"}},
    {"slower, and why",
     {.now = on_rows(slower(1.1))},
     "SLOWER: mrv on hard.csv, +",
     {" % = guesses +0.0 % × time per guess +"}},
    {"faster", {.now = on_rows(slower(0.6))}, "FASTER: mrv on hard.csv, -"},
    {"slower on purpose",
     {.now = on_rows(slower(1.1)),
      .settings = {.gate = {.accept_slower = "counts all solutions now"}}},
     "PASSED: the same answers to all 64 puzzles. Accepted: mrv on hard.csv, +",
     {", slower on purpose: counts all solutions now.\n"}},
    {"slower on all files and several threads, on purpose",
     {.now = on_two_threads(1.3),
      .before = on_two_threads(1),
      .noise = {.spread = 1e-6, .spoiled = 0},
      .files = {"a", "b"},
      .settings = {.gate = {.accept_slower = "exact"}}},
     "PASSED: the same answers to all 256 puzzles. Accepted: mrv (2 threads) on 2 files, +29.9 % (",
     {"slower in 3; threshold 2.0 %; slower on all 2 files; slower on purpose: exact\n",
      "  noted     part of the finding on mrv (2 threads) on 2 files: +"}},
    {"slower on one of a solver's files, so that their mean exceeds the threshold",
     {.now = on_rows(slower(1.5), "lanes", "hard.csv"),
      .solvers = kFourSolvers,
      .files = kFiveFiles},
     "SLOWER: lanes on hard.csv, +"},
    {"slower on a file that is only checked",
     {.now = on_rows(slower(2), "mrv", "none.csv"),
      .files = {"hard.csv", "none.csv"},
      .untimed = "none.csv"},
     "PASSED: the same answers to all 128 puzzles, the same search, none slower."},
    {"a control that is slower too",
     {.now = on_rows(slower(1.1), "")},
     "INCONCLUSIVE: mrv on hard.csv, the control, the same in both builds, changed by +"},
    {"a candidate that waits for the CPU",
     {.now = waits_for_the_cpu(1.0 / 3), .before = waits_for_the_cpu(0)},
     "PASSED: "},
    {"a core that others shared",
     {.now = shares_the_core, .seed = 7},
     "PASSED: ",
     {"may be several per cent faster or slower\nother work on the same core left solvers as "
      "little as 61 % of it, in 8 of 16 turns, which groups of four runs spread over both "
      "sides\nPASSED: "}},
    {"a wrong answer in a later process only",
     {.now = in_process(5, with_outcome(Outcome::wrong, 1))},
     "WRONG: mrv on hard.csv, 1 wrong answer."},
    {"a process that fails", {.now = in_process(3, fail)}, "FAILED: it was killed by signal 11."},
    {"a solver that still stops at the first solution",
     {.now = found_to("stops at first"), .before = found_to("stops at first")},
     "PASSED: "},
    {"timeouts of the first process only",
     {.now = in_process(0, with_outcome(Outcome::timeout, 2))},
     "PASSED: ",
     {"; answered in time when solved again\n"}},
    {"few puzzles that became much slower",
     {.times_now = two_take(20'000)},
     "SLOWER ON FEW PUZZLES: mrv on hard.csv, line 17: 1.00 µs, now 20.0 µs, and 1 more: +59.4 % "
     "of the time of all 64 puzzles. The same answers to all 64 puzzles."},
    {"few puzzles that were disturbed in one of two turns",
     {.times_now =
          [turn = 0](const AbRows& rows) mutable {
            return two_take(++turn == 2 ? 1000 : 20'000)(rows);
          }},
     "PASSED: "},
    {"more instructions, while time decides",
     {.now = counts_instructions(101'000), .before = counts_instructions(100'000)},
     "PASSED: the same answers to all 64 puzzles, the same search, none slower.",
     {"  +1.00 %, 101,000 instead of 100,000"}},
    {"slower by more instructions",
     {.now = on_rows(slower(1.3)),
      .counted_now = 120'000,
      .settings = {.gate = {}, .by_valgrind = true}},
     "SLOWER: ",
     {"× instructions per guess +20.0 % (the code got slower)"}},
    {"undecided",
     {.now = on_rows(slower(1.3)),
      .noise = {.spread = 0.1, .spoiled = 0},
      .process_share = 1.0 / 24},
     "INCONCLUSIVE: mrv on hard.csv, so far +",
     {") in 5 groups of four runs, slower in 5.",
      "\nthe time ran out after 5 groups: four times as much halves the intervals (--max-time "
      "20min)\n"}},
};

TEST(SlowAbTrial, EveryChangeHasItsVerdict) { expect_verdicts(kTimedCases, true); }

const GateSettings kUntimed = {.deterministic_only = true};
const AbSettings kByValgrind = {.gate = kUntimed, .by_valgrind = true};

void hang(result::Row& row) {
  row.outcomes[Outcome::timeout] = 2;
  row.blocks[0].digest = 1;
}

void be_wrong(result::Row& row) {
  row.complete = false;
  row.outcomes[Outcome::wrong] = 1;
  row.wrong_answers = {{.puzzle = "53..7", .line = 3, .reason = "says none"}};
  row.blocks[0].digest = 1;
  row.blocks[0].guesses = 7;
}

void crash(result::Row& row) {
  row.outcomes[Outcome::crashed] = 1;
  row.incidents = {
      {.puzzle = "53..7", .line = 9, .outcome = Outcome::crashed, .reason = "SIGSEGV"}};
}

const AbCase kUntimedCases[] = {
    {"a missing row",
     {.now = [](result::RunResult& process,
                std::uint64_t) { process.results.erase(process.results.begin()); }},
     "NOT COMPARABLE: mrv on hard.csv: only in the baseline."},
    {"a time for no group",
     {.now = on_rows(slower(2)), .process_share = 0.6},
     "INCONCLUSIVE: mrv on hard.csv, no group of four runs was measured."},
    {"on request", {.now = on_rows(slower(2)), .settings = {.gate = kUntimed}}, "PASSED: "},
    {"timeouts",
     {.now = on_rows(hang), .times_now = two_take(0)},
     "TIMED OUT: mrv on hard.csv, 2 of 64 puzzles; none before"},
    {"wrong answers that are gone",
     {.before = in_process(0, be_wrong)},
     "FIXED: mrv on hard.csv, before: 1 wrong answer, the first on line 3 (53..7): says none; now "
     "none."},
    {"timeouts that are gone",
     {.before = in_process(0, hang)},
     "FIXED: mrv on hard.csv, 2 timed out before, 0 now."},
    {"a repair that changes the search on another file",
     {.now = on_rows([](result::Row& row) { row.blocks[0].guesses = 1; }, "mrv", "none.csv"),
      .before = in_process(0, be_wrong),
      .files = {"hard.csv", "none.csv"}},
     "FIXED: ",
     {"; the solver was repaired\n"}},
    {"a solver that begins to stop at the first solution",
     {.now = found_to("stops at first"), .before = found_to("counts")},
     "WRONG: mrv on hard.csv, it stops at first."},
    {"a solver that stops at the first solution no more",
     {.now = found_to("counts"), .before = found_to("stops at first")},
     "FIXED: mrv on hard.csv, before, it stops at first."},
    {"right answers without a base",
     {.has_base = false},
     "CHECKED ALONE, without a base: the answers to all 64 puzzles are right.",
     {"  64 right\n\nCHECKED ALONE"}},
    {"a timeout without a base, which is noted",
     {.now = in_process(0, with_outcome(Outcome::timeout, 1)), .has_base = false},
     "CHECKED ALONE, without a base: ",
     {"  1 of 64 puzzles\n\nCHECKED ALONE"}},
    {"crashes without a base",
     {.now = on_rows(crash), .has_base = false},
     "CRASHED: mrv on hard.csv, 1 of 64 puzzles, the first on line 9 (53..7): SIGSEGV.",
     {"\n    echo 53..7 | sudoku-bench run - --solvers mrv --threads 1 --solutions 2\n"}},
    {"a solver without a base that stops at the first solution",
     {.now = found_to("stops at first"), .has_base = false},
     "WRONG: mrv on hard.csv, it stops at first."},
    {"a base that fails",
     {.before = on_rows(fail)},
     "CHECKED ALONE, because it was killed by signal 11: the answers to all 64 puzzles are right."},
    {"a base that the user stops",
     {.before = on_rows(fail), .stops_at = 0},
     "FAILED: it was killed by signal 11."},
    {"more instructions",
     {.now = counts_instructions(101'000),
      .before = counts_instructions(100'000),
      .settings = {.gate = kUntimed}},
     "PASSED: the same answers to all 64 puzzles, the same search, +1.0 % instructions."},
    {"as many instructions by valgrind",
     {.settings = kByValgrind},
     "PASSED: the same answers to all 64 puzzles, the same search, as many instructions as before, "
     "a neutral change."},
    {"no instructions by valgrind",
     {.valgrind_fails = true, .settings = kByValgrind},
     "PASSED: ",
     {"\ninstructions are not compared: valgrind failed\n"}},
    {"a valgrind that the user stops",
     {.stops_at = 0, .valgrind_fails = true, .settings = kByValgrind},
     "FAILED: valgrind failed."},
};

TEST(AbTrial, WhatNeedsNoTimesHasItsVerdict) { expect_verdicts(kUntimedCases, false); }

TEST(AbTrial, ValgrindStartsForSomeRowsOnly) {
  const Trial trial({.solvers = kFourSolvers, .files = kFiveFiles, .settings = kByValgrind});
  EXPECT_EQ(trial.processes.counted_rows, (std::vector<std::size_t>{12, 12}));
}

// The two processes of a group find 1 and then 2 faults of a kind.
TEST(AbTrial, TheGravestFindingOfTimedProcessesIsKeptOrElseTheFirst) {
  const struct {
    Outcome first;
    Outcome second;
    const char* says;
  } cases[] = {{Outcome::crashed, Outcome::crashed, "  1 of 64 puzzles"},
               {Outcome::wrong, Outcome::crashed, "  1 wrong answer"},
               {Outcome::crashed, Outcome::wrong, "  2 wrong answers"}};

  for (const auto& c : cases) {
    const auto spoil = [c, number = 0U](result::RunResult& process, std::uint64_t timed) mutable {
      if (timed == 0) return;
      result::Row& row = process.results[0];
      row.outcomes[number == 0 ? c.first : c.second] = number + 1;
      row.incidents = {{.puzzle = "53..7", .line = number, .reason = "r"}};
      ++number;
    };
    const Trial trial({.now = spoil});
    expect_part(comparison_text(trial.comparison(), {}), c.says);
    EXPECT_EQ(trial.processes.told_rows.size(), 4U) << "a fault ends the A/B test";
    ASSERT_EQ(trial.comparison().examples.size(), 1U);
    EXPECT_EQ(trial.comparison().examples[0].line, 0U);
  }
}

// Runs an A/B test with this script, and other noise each time.
void for_trials(int trials, Script script, const std::function<void(const Trial&)>& see) {
  for (int number = 0; number < trials; ++number) {
    script.settings.seed = static_cast<std::uint64_t>(number);
    script.seed = script.settings.seed + 1;
    see(Trial(script));
  }
}

// Regression: a solver slower by a fifth on all of its 20 rows stayed undecided after 35 ABBA
// groups, because each row had to be confirmed alone, and all of them shared the time to confirm.
// The machine is so busy that single rows are seldom decided within the time limit.
TEST(SlowAbTrial, ASolverSlowerOnAllItsFilesIsOneFindingInTime) {
  constexpr int kTrials = kIsRelease ? 12 : 1;
  int found = 0;
  const Script script = {.now = on_rows(slower(1.2), "simd"),
                         .noise = {.spread = 0.05, .spoiled = 0.3, .worst = 0.4},
                         .solvers = kFourSolvers,
                         .files = kFiveFiles,
                         .process_share = 1.0 / 140};
  for_trials(kTrials, script, [&found](const Trial& trial) {
    const std::string verdict = verdict_of(trial.comparison());
    found += verdict.starts_with("SLOWER: simd on 5 files, +") ? 1 : 0;
    EXPECT_LE(trial.comparison().solvers.size(), 1U) << verdict;
  });
  EXPECT_GE(12 * found, 10 * kTrials);
}

// How many simulated A/B tests of a build that takes `factor` times as long end as a regression or
// pass, and in how many groups of processes, in the mean.
struct Ended {
  int regressed = 0;
  int passed = 0;
  double groups = 0;
};

Ended trials_of(double factor, int trials) {
  Ended ended;
  const Script script = {.now = on_rows(slower(factor)), .process_share = 1.0 / 240};
  for_trials(trials, script, [&](const Trial& trial) {
    const GateResult result = result_of(trial.comparison());
    ended.regressed += result == GateResult::regressed ? 1 : 0;
    ended.passed += result == GateResult::passed ? 1 : 0;
    ended.groups += static_cast<double>(trial.processes.told_rows.size()) / 4 / trials;
  });
  return ended;
}

// Simulated noise: one process in ten is up to a third slower, and the drift reaches 2 %.
TEST(SlowAbTrial, SeldomCriesWolfAndSeesWhatIsThereTheLargerTheEarlier) {
  const Ended equal = trials_of(1, kIsRelease ? 200 : 3);
  EXPECT_LE(equal.regressed, 1);
  if (!kIsRelease) return;
  EXPECT_GE(equal.passed, 195);
  EXPECT_LE(equal.groups, 9);
  EXPECT_LE(trials_of(1.02, 40).passed, 2) << "a slow-down by the threshold does not pass";
  EXPECT_GE(trials_of(1.05, 40).regressed, 38);
  EXPECT_LE(trials_of(1.2, 20).groups, 5);
  const Ended twofold = trials_of(1.93, 20);
  EXPECT_EQ(twofold.regressed, 20);
  EXPECT_LE(twofold.groups, 3.5);
}

// Without a threshold, chance alone finds a change in at most one test in 100, of whatever row,
// solver or look.
TEST(SlowAbTrial, RowsSolversAndLooksTogetherKeepTheLevel) {
  const Script script = {.solvers = {"mrv", "dlx"},
                         .files = {"easy.csv", "hard.csv"},
                         .process_share = 1.0 / 240,
                         .settings = {.gate = {}, .rule = {.threshold = 0}}};
  int alarms = 0;
  for_trials(kIsRelease ? 100 : 3, script, [&alarms](const Trial& trial) {
    const auto is_alarm = [](const RowVerdict& row) {
      const Finding found = row.checks.back().finding;
      return found == Finding::slower || found == Finding::faster || found == Finding::minor;
    };
    alarms += std::ranges::any_of(trial.comparison().rows, is_alarm) ? 1 : 0;
  });
  EXPECT_LE(alarms, 1);
}

TEST(AbTrial, LooksAfterThreeGroupsAndThenAfterAThirdMore) {
  std::set<std::size_t> looks;
  const auto watch = [&looks](const AbReport& so_far) {
    const auto& rows = so_far.comparison.rows;
    if (!rows.empty() && rows[0].time) looks.insert(rows[0].time->judged.pairs);
  };
  const ProcessNoise noise = {.spread = 0.3, .spoiled = 0.5, .worst = 2};
  const Trial trial({.noise = noise, .process_share = 1.0 / 80}, watch);
  EXPECT_EQ(looks, (std::set<std::size_t>{3, 4, 6, 8, 11, 15, 19}));
  EXPECT_LE(trial.processes.share_over(), 1) << "no group begins that the time does not hold";
}

TEST(AbTrial, RunsNoMoreProcessesOnceItIsStopped) {
  const Trial trial({.stops_at = 3});
  EXPECT_EQ(trial.processes.told_rows.size(), 9U);
  const auto& kept = trial.report.candidate.results[0].processes;
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->time_per_puzzle_ns.size(), 4U) << "the whole groups stay in the document";
}

TEST(AbTrial, ARowThatIsDecidedIsTimedNoMore) {
  const Trial trial({.now = on_rows(slower(1.02), "dlx"),
                     .noise = {.spread = 0.004, .spoiled = 0},
                     .solvers = {"mrv", "dlx"}});
  EXPECT_EQ(trial.processes.told_rows.front(), 3U);
  EXPECT_EQ(trial.processes.told_rows.back(), 2U) << "mrv is the same, dlx and the control go on";
}

// The documents of an A/B test tell the same as the test itself.
TEST(AbTrial, IsAFunctionOfItsDocuments) {
  const Trial trial(
      {.now = on_rows(slower(1.1), "mrv"), .solvers = {"mrv", "dlx"}, .files = {"a", "b"}});
  const AbReport& report = trial.report;
  Comparison again = compare_results(report.base, report.candidate, {});
  judge_times({&report.base, 1}, {&report.candidate, 1}, AbSettings().rule, again);
  ASSERT_EQ(again.rows.size(), trial.comparison().rows.size());
  for (std::size_t i = 0; i < again.rows.size(); ++i)
    EXPECT_EQ(again.rows[i].checks.back().text, trial.comparison().rows[i].checks.back().text);
  ASSERT_EQ(again.solvers.size(), 1U);
  EXPECT_EQ(again.solvers[0].check.text, trial.comparison().solvers.at(0).check.text);
}

}  // namespace

}  // namespace sudoku::compare
