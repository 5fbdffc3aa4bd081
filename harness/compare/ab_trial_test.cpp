// A/B tests on simulated processes: verdicts on injected faults, and the rate of false alarms.
#include "harness/compare/ab_trial.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "harness/base/random.h"
#include "harness/base/texts_fixture.h"
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

struct TrialRows {
  std::vector<std::string> solvers = {"mrv"};
  std::vector<std::string> files = {"hard.csv"};
};

// Unoptimised builds run fewer trials: one takes as long as twenty optimised ones.
#ifdef __OPTIMIZE__
constexpr bool kIsOptimised = true;
#else
constexpr bool kIsOptimised = false;
#endif

// Solvers and files as in the A/B test of a pull request: 25 rows with the control solver.
const TrialRows kTwentyRows = {
    .solvers = {"mrv", "dlx", "lanes", "simd"},
    .files = {"easy.csv", "hard.csv", "minimal.csv", "multiple.csv", "none.csv"}};

result::Row row_of(const std::string& solver, const std::string& file) {
  result::Row row;
  row.solver = solver;
  row.dataset = file;
  row.puzzles = 64;
  row.outcomes[Outcome::unique] = 64;
  row.rounds = 1;
  row.blocks = {{.index = 0, .puzzles = 64, .seconds = {0.001}, .guesses = 700, .digest = 99}};
  return row;
}

result::RunResult process_result(const TrialRows& rows_of_trial) {
  result::RunResult process;
  for (const std::string& file : rows_of_trial.files) {
    result::DatasetRecord& dataset = process.datasets.emplace_back();
    dataset.name = file;
    dataset.sha256 = "sha256 of " + file;
    dataset.puzzles = 64;
    for (const std::string& solver : rows_of_trial.solvers)
      process.results.push_back(row_of(solver, file));
    process.results.push_back(row_of("control", file));
  }
  return process;
}

// Simulated processes whose times drift and scatter; `change` modifies the candidate's results.
class ScriptedRunner final : public AbRunner {
 public:
  // Modifies a result of a build; `timed` is its sample's number, 0: all puzzles.
  using Change = std::function<void(result::RunResult& process, std::uint64_t timed)>;

  ScriptedRunner(Change change, const ProcessNoise& noise, std::uint64_t seed,
                 TrialRows rows_of_trial = {})
      : change_(std::move(change)),
        noise_(noise),
        random_(seed),
        rows_of_trial_(std::move(rows_of_trial)) {}

  result::RunResult run_whole(AbSide side) override {
    ++runner_;
    over_ += process_share;
    return made(side, 0, process_result(rows_of_trial_));
  }

  // A simulated process takes a fixed time plus a time for each of its rows.
  result::RunResult run_timed(AbSide side, std::uint64_t sample, const AbRows& rows) override {
    ++runner_;
    result::RunResult process = process_result(rows_of_trial_);
    const auto all = static_cast<double>(process.results.size());
    std::erase_if(process.results, [&rows](const result::Row& row) {
      return std::ranges::count_if(rows, [&row](const result::Row* wanted) {
               return wanted->solver == row.solver && wanted->dataset == row.dataset;
             }) == 0;
    });
    told_rows.push_back(process.results.size());
    over_ += process_share * (0.1 + 0.9 * static_cast<double>(process.results.size()) / all);
    return made(side, sample, std::move(process));
  }

  std::vector<PuzzleTimes> time_puzzles(AbSide side, const AbRows& rows) override {
    return side == AbSide::base ? base_times(rows) : candidate_times(rows);
  }

  result::RunResult run_counted(AbSide side, const AbRows& rows) override {
    counted_rows.push_back(rows.size());
    if (valgrind_fails) throw ProcessFailure("valgrind failed");
    result::RunResult process = process_result(rows_of_trial_);
    for (result::Row& row : process.results) {
      const std::uint64_t descend = side == AbSide::base ? 90'000 : counted_now - 10'000;
      row.profile = {.puzzles = 10,
                     .instructions = descend + 10'000,
                     .functions = {{"descend", descend}, {"start", 10'000}}};
    }
    return process;
  }

  bool has_base() const override { return !has_no_base; }

  double share_over() const override { return over_; }

  bool is_cancelled() const override { return is_stopped; }

  bool is_timed(const result::Row& row) const override { return row.dataset != untimed; }

  double process_share = 1.0 / 120;    // share of the time limit that a process with all rows takes
  std::vector<std::size_t> told_rows;  // number of rows of each timed process
  Change base_change = [](result::RunResult& /*process*/, std::uint64_t /*timed*/) {};
  bool has_no_base = false;
  bool is_stopped = false;                // by the user
  std::string untimed;                    // file that is only checked
  std::vector<std::size_t> counted_rows;  // number of rows of each process under valgrind
  std::uint64_t counted_now = 100'000;    // instructions of the candidate; 100,000 of the base
  bool valgrind_fails = false;
  // Times of each puzzle of rows; none by default.
  using Times = std::function<std::vector<PuzzleTimes>(const AbRows& rows)>;
  Times base_times = [](const AbRows& rows) { return std::vector<PuzzleTimes>(rows.size()); };
  Times candidate_times = base_times;

 private:
  result::RunResult made(AbSide side, std::uint64_t timed, result::RunResult process) {
    for (result::Row& row : process.results)
      row.blocks[0].seconds[0] *= std::exp(log_noise());
    (side == AbSide::candidate ? change_ : base_change)(process, timed);
    return process;
  }

  double log_noise() {
    const double drift = 0.02 * std::sin(static_cast<double>(runner_) / 20);
    const bool is_spoiled = random_.unit() < noise_.spoiled;
    return drift + noise_.spread * normal(random_) +
           (is_spoiled ? noise_.worst * random_.unit() : 0);
  }

  Change change_;
  ProcessNoise noise_;
  base::Random random_;
  TrialRows rows_of_trial_;
  int runner_ = 0;
  double over_ = 0;
};

// An A/B test, and what it found.
struct Trial {
  AbReport report;

  explicit Trial(AbRunner& processes, const AbSettings& settings = {})
      : report(run_ab_trial(processes, settings, [](const AbReport& /*so_far*/) {})) {}

  const Comparison& comparison() const { return report.comparison; }

  GateResult result() const { return result_of(report.comparison); }

  std::string verdict() const { return verdict_of(report.comparison); }
};

ScriptedRunner::Change slower(double factor) {
  return [factor](result::RunResult& process, std::uint64_t /*timed*/) {
    process.results[0].blocks[0].seconds[0] *= factor;
  };
}

// Slows `solver` down in the candidate build, on all its files or on `file` alone.
ScriptedRunner::Change slower_solver(const std::string& solver, double factor,
                                     const std::string& file = "") {
  return [=](result::RunResult& process, std::uint64_t /*timed*/) {
    for (result::Row& row : process.results) {
      if (row.solver == solver && (file.empty() || row.dataset == file))
        row.blocks[0].seconds[0] *= factor;
    }
  };
}

void nothing(result::RunResult& /*process*/, std::uint64_t /*timed*/) {}

struct AbCase {
  const char* name;
  ScriptedRunner::Change change;
  GateResult result;
  const char* says;  // expected part of the findings
};

std::string all_texts(const Comparison& comparison) {
  std::string text;
  for (const RowVerdict& row : comparison.rows) {
    for (const CheckRecord& check : row.checks)
      text += check.check + ": " + check.text + "\n";
  }
  for (const auto& sentences : {comparison.unmatched, comparison.failures}) {
    for (const std::string& sentence : sentences)
      text += sentence + "\n";
  }
  return text;
}

const AbCase kAbCases[] = {
    {"the same", nothing, GateResult::passed, " % is excluded"},
    {"slower", slower(1.1), GateResult::regressed, "groups of four runs, slower in "},
    {"slower, and why", slower(1.1), GateResult::regressed,
     " % = guesses +0.0 % × time per guess +"},
    {"faster", slower(0.9), GateResult::passed, "time: -"},
    {"a wrong answer",
     [](result::RunResult& process, std::uint64_t) {
       ++process.results[0].outcomes[Outcome::wrong];
     },
     GateResult::broken, "soundness: 1 wrong answer"},
    {"a wrong answer in a later process only",
     [](result::RunResult& process, std::uint64_t timed) {
       if (timed == 5) ++process.results[0].outcomes[Outcome::wrong];
     },
     GateResult::broken, "soundness: 1 wrong answer"},
    {"puzzles that crash",
     [](result::RunResult& process, std::uint64_t) {
       ++process.results[0].outcomes[Outcome::crashed];
     },
     GateResult::broken, "soundness: 1 of 64 puzzles"},
    {"more guesses",
     [](result::RunResult& process, std::uint64_t) { process.results[0].blocks[0].guesses += 70; },
     GateResult::regressed, "guesses: +10.00 %"},
    {"other answers",
     [](result::RunResult& process, std::uint64_t) { process.results[0].blocks[0].digest = 1; },
     GateResult::regressed, "answers: differ, first among puzzles 1 to 64"},
    {"a process that crashes",
     [](result::RunResult&, std::uint64_t timed) {
       if (timed == 3) throw ProcessFailure("a process of NEW was killed by signal 11");
     },
     GateResult::broken, "a process of NEW was killed by signal 11"},
    {"a missing row",
     [](result::RunResult& process, std::uint64_t) {
       process.results.erase(process.results.begin());
     },
     GateResult::unmatched, "mrv on hard.csv: only in the baseline"},
    {"another dataset",
     [](result::RunResult& process, std::uint64_t) { process.datasets[0].sha256 = "abd"; },
     GateResult::unmatched, "the dataset differs"},
    {"a control that is slower too",
     [](result::RunResult& process, std::uint64_t) {
       for (result::Row& row : process.results)
         row.blocks[0].seconds[0] *= 1.1;
     },
     GateResult::inconclusive, "time: the control, the same in both builds, changed by +"},
};

TEST(SlowAbTrial, EveryFaultHasItsVerdict) {
  for (const AbCase& c : kAbCases) {
    SCOPED_TRACE(c.name);
    ScriptedRunner processes(c.change, {}, 1);
    const Trial trial(processes);
    EXPECT_EQ(trial.result(), c.result);
    expect_part(all_texts(trial.comparison()), c.says);
  }
}

// Gives the first row of a build a fault, in its first process.
ScriptedRunner::Change faulty(const std::function<void(result::Row& row)>& fault) {
  return [fault](result::RunResult& process, std::uint64_t timed) {
    if (timed == 0) fault(process.results[0]);
  };
}

ScriptedRunner::Change faulty(Outcome outcome, std::uint64_t puzzles) {
  return faulty([=](result::Row& row) { row.outcomes[outcome] = puzzles; });
}

TEST(AbTrial, WhatOnlyTheBaseDoesWrongIsFixed) {
  const std::pair<std::function<void(result::Row&)>, std::string> cases[] = {
      {[](result::Row& row) {
         row.outcomes[Outcome::wrong] = 1;
         row.wrong_answers = {{.puzzle = "53..7", .line = 3, .reason = "says none"}};
         row.blocks[0].digest = 1;
       },
       "FIXED: mrv on hard.csv, before: 1 wrong answer, the first on line 3 (53..7): says none; "
       "now "
       "none."},
      {[](result::Row& row) {
         row.outcomes[Outcome::crashed] = 2;
         row.blocks[0].digest = 1;
         row.blocks[0].guesses = 7;
       },
       "FIXED: mrv on hard.csv, before: 2 of 64 puzzles; now none."},
      {[](result::Row& row) {
         row.disqualified = "ten crashes in a row";
         row.complete = false;
       },
       "FIXED: mrv on hard.csv, before: disqualified: ten crashes in a row; now none."},
      {[](result::Row& row) {
         row.outcomes[Outcome::timeout] = 2;
         row.blocks[0].digest = 1;
       },
       "FIXED: mrv on hard.csv, 2 timed out before, 0 now."}};
  for (const auto& [fault, verdict] : cases) {
    ScriptedRunner processes(nothing, {}, 1);
    processes.base_change = faulty(fault);
    const Trial trial(processes);
    EXPECT_EQ(trial.result(), GateResult::passed);
    EXPECT_EQ(trial.verdict(), verdict);
    EXPECT_TRUE(processes.told_rows.empty()) << "a build with wrong answers has no time";
  }
}

TEST(AbTrial, ARepairMayChangeTheSearchOnOtherFiles) {
  ScriptedRunner processes(
      [](result::RunResult& process, std::uint64_t) { process.results[2].blocks[0].guesses = 1; },
      {}, 1, {.solvers = {"mrv"}, .files = {"hard.csv", "none.csv"}});
  processes.base_change = faulty(Outcome::wrong, 1);
  const Trial trial(processes);
  EXPECT_EQ(trial.result(), GateResult::passed);
  expect_part(all_texts(trial.comparison()), "; the solver was repaired");
  EXPECT_TRUE(processes.told_rows.empty()) << "what a faulty solver took is no measure";
}

TEST(AbTrial, WhatIsWrongOnBothSidesIsWrong) {
  ScriptedRunner processes(faulty(Outcome::wrong, 1), {}, 1);
  processes.base_change = faulty(Outcome::wrong, 1);
  EXPECT_EQ(Trial(processes).result(), GateResult::broken);
}

struct AloneCase {
  const char* name;
  ScriptedRunner::Change change;
  GateResult result;
  const char* verdict;
  const char* check;  // the only one
};

const AloneCase kAloneCases[] = {
    {"right answers", nothing, GateResult::passed,
     "CHECKED ALONE, without a base: the answers to all 64 puzzles are right.",
     "answers: 64 right\n"},
    {"a timeout, which is noted", faulty(Outcome::timeout, 1), GateResult::passed,
     "CHECKED ALONE, without a base: the answers to all 64 puzzles are right.",
     "timeouts: 1 of 64 puzzles\n"},
    {"a crash",
     [](result::RunResult& process, std::uint64_t) {
       process.results[0].outcomes[Outcome::crashed] = 1;
       process.results[0].incidents = {
           {.puzzle = "53..7", .line = 9, .outcome = Outcome::crashed, .reason = "SIGSEGV"}};
     },
     GateResult::broken,
     "CRASHED: mrv on hard.csv, 1 of 64 puzzles, the first on line 9 (53..7): SIGSEGV.",
     "soundness: 1 of 64 puzzles, the first on line 9 (53..7): SIGSEGV\n"},
};

TEST(AbTrial, WithoutABaseTheNewBuildIsCheckedAlone) {
  for (const AloneCase& c : kAloneCases) {
    SCOPED_TRACE(c.name);
    ScriptedRunner processes(c.change, {}, 1);
    processes.has_no_base = true;
    const Trial trial(processes);
    EXPECT_EQ(trial.result(), c.result);
    EXPECT_EQ(trial.verdict(), c.verdict);
    EXPECT_EQ(all_texts(trial.comparison()), c.check);
    EXPECT_TRUE(processes.told_rows.empty());
    for (const Example& example : trial.comparison().examples) {
      EXPECT_EQ(example.command,
                "echo 53..7 | sudoku-bench run - --solvers mrv --threads 1 --solutions 2");
    }
    EXPECT_EQ(trial.comparison().examples.size(), c.result == GateResult::broken ? 1U : 0U);
  }
}

TEST(AbTrial, ABaseWhoseProcessFailsLeavesTheNewBuildAlone) {
  for (const bool is_stopped : {false, true}) {
    ScriptedRunner processes(nothing, {}, 1);
    processes.base_change = [&](result::RunResult& /*process*/, std::uint64_t /*timed*/) {
      processes.is_stopped = is_stopped;
      throw ProcessFailure("a process of BASE was killed by signal 11");
    };
    const Trial trial(processes);
    if (is_stopped) {
      EXPECT_FALSE(trial.verdict().starts_with("CHECKED ALONE")) << "the user stopped the base";
      continue;
    }
    EXPECT_EQ(trial.result(), GateResult::passed);
    EXPECT_EQ(
        trial.verdict(),
        "CHECKED ALONE, because a process of BASE was killed by signal 11: the answers to all 64 "
        "puzzles are right.");
  }
}

ScriptedRunner::Change hangs_on_two() {
  return [](result::RunResult& process, std::uint64_t /*timed*/) {
    process.results[0].outcomes[Outcome::timeout] = 2;
    process.results[0].blocks[0].digest = 1;
  };
}

// Times of 64 puzzles of every row, those on `lines` multiplied by `factor`.
std::vector<PuzzleTimes> times_with(const AbRows& rows, const std::vector<std::uint64_t>& lines,
                                    double factor) {
  std::vector<PuzzleTimes> times(rows.size());
  for (PuzzleTimes& row : times) {
    for (std::uint64_t line = 1; line <= 64; ++line) {
      const bool is_slow = std::ranges::count(lines, line) > 0;
      row[line] = {.puzzle = "53..7", .ns = 1000 * (is_slow ? factor : 1)};
    }
  }
  return times;
}

TEST(AbTrial, PuzzlesThatTimeOutNowAreAFinding) {
  ScriptedRunner processes(hangs_on_two(), {}, 1);
  processes.base_times = [](const AbRows& rows) { return times_with(rows, {}, 1); };
  processes.candidate_times = [](const AbRows& rows) {
    std::vector<PuzzleTimes> times = times_with(rows, {}, 1);
    times[0].erase(7);
    return times;
  };
  const Trial trial(processes);
  EXPECT_EQ(trial.result(), GateResult::regressed);
  expect_start(trial.verdict(), "TIMED OUT: mrv on hard.csv, 2 of 64 puzzles; none before");
  EXPECT_TRUE(processes.told_rows.empty()) << "a solver that hangs is not timed";
}

TEST(AbTrial, PuzzlesThatTimeOutOnceOnlyAreNoted) {
  ScriptedRunner processes(
      [](result::RunResult& process, std::uint64_t timed) {
        if (timed == 0) process.results[0].outcomes[Outcome::timeout] = 2;
      },
      {}, 1);
  processes.base_times = [](const AbRows& rows) { return times_with(rows, {}, 1); };
  processes.candidate_times = processes.base_times;
  const Trial trial(processes);
  EXPECT_EQ(trial.result(), GateResult::passed) << all_texts(trial.comparison());
  expect_part(all_texts(trial.comparison()), "answered in time when solved again");
}

TEST(AbTrial, FewPuzzlesThatBecameMuchSlowerAreAFinding) {
  ScriptedRunner processes(nothing, {}, 1);
  processes.base_times = [](const AbRows& rows) { return times_with(rows, {}, 1); };
  processes.candidate_times = [](const AbRows& rows) { return times_with(rows, {17, 40}, 20); };
  const Trial trial(processes);
  EXPECT_EQ(trial.result(), GateResult::regressed);
  EXPECT_EQ(trial.verdict(),
            "SLOWER ON FEW PUZZLES: mrv on hard.csv, line 17: 1.00 µs, now 20.0 µs, and 1 more: "
            "+59.4 % of the time of all 64 puzzles. The same answers to all 64 puzzles.");
}

// The new build took long for two of them in one turn: the shorter of two times counts.
TEST(AbTrial, PuzzlesThatWereDisturbedOnceAreNoFinding) {
  ScriptedRunner processes(nothing, {}, 1);
  processes.base_times = [](const AbRows& rows) { return times_with(rows, {}, 1); };
  processes.candidate_times = [turn = 0](const AbRows& rows) mutable {
    return times_with(rows, {17, 40}, ++turn == 2 ? 1 : 20);
  };
  EXPECT_EQ(Trial(processes).result(), GateResult::passed);
}

TEST(AbTrial, FilesThatAreOnlyCheckedAreNotTimed) {
  const auto change = [](result::RunResult& process, std::uint64_t timed) {
    for (result::Row& row : process.results) {
      EXPECT_TRUE(timed == 0 || row.dataset == "hard.csv");
      if (row.dataset == "none.csv" && row.solver == "mrv") row.blocks[0].seconds[0] *= 2;
    }
  };
  ScriptedRunner processes(change, {}, 1, {.solvers = {"mrv"}, .files = {"hard.csv", "none.csv"}});
  processes.untimed = "none.csv";
  const Trial trial(processes);
  EXPECT_EQ(trial.verdict(),
            "PASSED: the same answers to all 128 puzzles, the same search, none slower.");
}

TEST(AbTrial, AcceptedSlowDownsPassAndAreShown) {
  ScriptedRunner processes(slower(1.1), {}, 1);
  AbSettings settings;
  settings.gate.accept_slower = "counts all solutions now";
  const Trial trial(processes, settings);
  EXPECT_EQ(trial.result(), GateResult::passed);
  const std::string verdict = trial.verdict();
  EXPECT_TRUE(
      verdict.starts_with("PASSED: the same answers to all 64 puzzles. Accepted: mrv on "
                          "hard.csv, +"))
      << verdict;
  expect_part(verdict, "slower on purpose: counts all solutions now");
}

TEST(AbTrial, OverSeveralFilesASolverIsSlowerByTheMeanOfTheRows) {
  ScriptedRunner processes(slower_solver("mrv", 1.1), {.spread = 1e-6, .spoiled = 0}, 1,
                           {.solvers = {"mrv"}, .files = {"a", "b"}});
  const Trial trial(processes);
  ASSERT_EQ(trial.comparison().solvers.size(), 1U);
  expect_part(trial.comparison().solvers[0].check.text,
              "slower in 3; threshold 2.0 %; slower on all 2 files");
}

TEST(AbTrial, AcceptedSlowDownsMayBeOfAllFilesAndOfThreads) {
  const auto two_threads = [](double factor) {
    return [factor](result::RunResult& process, std::uint64_t /*timed*/) {
      for (result::Row& row : process.results) {
        row.threads = 2;
        if (row.solver == "mrv") row.blocks[0].seconds[0] *= factor;
        // A block that no round was made of has no time.
        row.blocks.push_back({.index = 1, .puzzles = 64, .seconds = {}});
      }
    };
  };
  ScriptedRunner processes(two_threads(1.3), {}, 1, {.solvers = {"mrv"}, .files = {"a", "b"}});
  processes.base_change = two_threads(1);
  AbSettings settings;
  settings.gate.accept_slower = "exact";
  const Trial trial(processes, settings);
  EXPECT_EQ(trial.result(), GateResult::passed);
  ASSERT_EQ(trial.comparison().solvers.size(), 1U);
  EXPECT_EQ(trial.comparison().solvers[0].name, "mrv (2 threads) on 2 files");
  expect_part(trial.comparison().solvers[0].check.text, "on all 2 files; slower on purpose: exact");
  expect_start(trial.comparison().rows[0].checks.back().text,
               "part of the finding on mrv (2 threads) on 2 files: +");
}

// The limit of an external solver's row, and what an audit found it to do.
result::Row audited(const std::string& limit, const std::string& does) {
  result::Row row = row_of("rival", "hard.csv");
  row.external = result::ExternalRecord{};
  row.external->limit = limit;
  row.solution_limit = 2;
  row.task = result::TaskRecord{.does = does, .evidence = "1 of 2 solutions"};
  return row;
}

TEST(AbTrial, ASolverThatBeginsToStopAtTheFirstSolutionIsWrong) {
  const struct {
    const char* limit;
    const char* before;
    const char* now;
    GateResult result;
    bool is_fixed = false;
  } cases[] = {{"honoured", "counts", "stops at first", GateResult::broken},
               {"honoured", "counts", "proves uniqueness", GateResult::passed},
               {"honoured", "stops at first", "stops at first", GateResult::passed},
               {"first", "stops at first", "stops at first", GateResult::passed},
               {"honoured", "stops at first", "counts", GateResult::passed, true}};

  for (const auto& c : cases) {
    result::RunResult base = process_result({.solvers = {}, .files = {"hard.csv"}});
    result::RunResult candidate = base;
    base.results = {audited(c.limit, c.before)};
    candidate.results = {audited(c.limit, c.now)};
    const Comparison comparison = compare_results(base, candidate, {.deterministic_only = true});
    EXPECT_EQ(result_of(comparison), c.result) << c.limit << ", " << c.before << ", " << c.now;
    EXPECT_EQ(verdict_of(comparison).starts_with("FIXED"), c.is_fixed);
    const bool is_wrong_alone =
        std::string(c.limit) != "first" && c.now == std::string("stops at first");
    EXPECT_EQ(result_of(check_alone(candidate, "without a base")),
              is_wrong_alone ? GateResult::broken : GateResult::passed)
        << c.limit << ", " << c.now;
  }
}

TEST(AbTrial, ANoisyMachineIsInconclusive) {
  ScriptedRunner processes(nothing, {.spread = 0.3, .spoiled = 0.5, .worst = 2}, 1);
  const Trial trial(processes);
  EXPECT_EQ(trial.result(), GateResult::inconclusive);
  EXPECT_GT(processes.share_over(), 0.9) << "there was more time to see";
}

TEST(AbTrial, WithoutTimesOnlyTheWholeRunsAreMade) {
  ScriptedRunner processes(slower(2), {}, 1);
  AbSettings settings;
  settings.gate.deterministic_only = true;
  const Trial trial(processes, settings);
  EXPECT_EQ(trial.result(), GateResult::passed);
  EXPECT_EQ(processes.share_over(), 2 * processes.process_share);
}

// Change that sets the instructions of the candidate's rows, in the whole run or in the timed ones.
ScriptedRunner::Change more_instructions(bool whole) {
  return [whole](result::RunResult& process, std::uint64_t timed) {
    for (result::Row& row : process.results)
      row.instructions = row.count_with(whole == (timed == 0) ? 101'000 : 100'000);
  };
}

// Counts 100,000 instructions per puzzle in every process of the base.
void count_base(result::RunResult& process, std::uint64_t /*timed*/) {
  for (result::Row& row : process.results)
    row.instructions = row.count_with(100'000);
}

TEST(AbTrial, MoreInstructionsAreEvidenceButNoRegression) {
  for (const bool deterministic_only : {true, false}) {
    ScriptedRunner processes(more_instructions(true), {}, 1);
    processes.base_change = count_base;
    AbSettings settings;
    settings.gate.deterministic_only = deterministic_only;
    const Trial trial(processes, settings);
    EXPECT_EQ(trial.result(), GateResult::passed);
    expect_part(comparison_text(trial.comparison(), {}), "+1.00 %, 101,000 instead of 100,000");
    const bool is_headline = trial.verdict().find("+1.0 % instructions") != std::string::npos;
    EXPECT_EQ(is_headline, deterministic_only) << "with a verdict on time, that decides";
  }
}

AbSettings counted_by_valgrind() {
  AbSettings settings;
  settings.by_valgrind = true;
  settings.gate.deterministic_only = true;
  return settings;
}

TEST(AbTrial, EqualCountsByValgrindShowThatAChangeIsNeutral) {
  ScriptedRunner processes(nothing, {}, 1);
  const Trial trial(processes, counted_by_valgrind());
  EXPECT_EQ(trial.verdict(),
            "PASSED: the same answers to all 64 puzzles, the same search, as many instructions "
            "as before, a neutral change.");
  EXPECT_EQ(processes.counted_rows, (std::vector<std::size_t>{1, 1})) << "not the control solver";
}

TEST(AbTrial, CountsByValgrindNameTheFunctionThatGrew) {
  ScriptedRunner processes(nothing, {}, 1);
  processes.counted_now = 100'800;
  const Trial trial(processes, counted_by_valgrind());
  EXPECT_EQ(trial.result(), GateResult::passed);
  EXPECT_EQ(
      trial.verdict(),
      "PASSED: the same answers to all 64 puzzles, the same search, +0.8 % instructions, mostly "
      "in descend.");
}

TEST(AbTrial, ExplainsTimeByCountsOfValgrind) {
  ScriptedRunner processes(slower(1.3), {}, 1);
  processes.counted_now = 120'000;
  AbSettings settings;
  settings.by_valgrind = true;
  const Trial trial(processes, settings);
  EXPECT_EQ(trial.result(), GateResult::regressed);
  expect_part(trial.comparison().rows[0].checks.back().text,
              "× instructions per guess +20.0 % (the code got slower)");
}

TEST(AbTrial, AFailureOfValgrindOnlyLacksEvidence) {
  ScriptedRunner processes(nothing, {}, 1);
  processes.valgrind_fails = true;
  const Trial trial(processes, counted_by_valgrind());
  EXPECT_EQ(trial.result(), GateResult::passed);
  EXPECT_EQ(trial.comparison().uncounted, "instructions are not compared: valgrind failed");
}

TEST(AbTrial, AUserWhoStopsValgrindStopsTheTest) {
  ScriptedRunner processes(nothing, {}, 1);
  processes.valgrind_fails = processes.is_stopped = true;
  const Trial trial(processes, counted_by_valgrind());
  EXPECT_EQ(trial.comparison().failures, std::vector<std::string>{"valgrind failed"});
}

TEST(AbTrial, ValgrindStartsForSomeRowsOnly) {
  ScriptedRunner processes(nothing, {}, 1, kTwentyRows);
  const Trial trial(processes, counted_by_valgrind());
  EXPECT_EQ(processes.counted_rows, (std::vector<std::size_t>{12, 12}));
}

TEST(AbTrial, MoreInstructionsInATimedProcessAreNone) {
  ScriptedRunner processes(more_instructions(false), {}, 1);
  processes.base_change = count_base;
  EXPECT_EQ(Trial(processes).result(), GateResult::passed);
}

TEST(AbTrial, WaitingForTheCpuIsNoTimeOfABuild) {
  // Others have the CPU for a third of the time of the candidate's processes.
  const auto waiting = [](double share) {
    return [share](result::RunResult& process, std::uint64_t /*timed*/) {
      for (result::Row& row : process.results) {
        double& seconds = row.blocks[0].seconds[0];
        seconds /= 1 - share;
        row.blocks[0].waited = {seconds * share};
      }
    };
  };
  ScriptedRunner processes(waiting(1.0 / 3), {}, 1);
  processes.base_change = waiting(0);
  EXPECT_EQ(Trial(processes).result(), GateResult::passed);
}

TEST(AbTrial, TellsHowItGoesAfterEveryLook) {
  ScriptedRunner processes(slower(1.1), {}, 1);
  std::vector<std::size_t> groups;
  run_ab_trial(processes, {}, [&groups](const AbReport& so_far) {
    const auto& rows = so_far.comparison.rows;
    if (!rows.empty() && rows[0].time) groups.push_back(rows[0].time->judged.pairs);
  });
  EXPECT_FALSE(groups.empty());
}

// Makes one of the 64 puzzles in each timed process of the new build crash, or its answer wrong.
ScriptedRunner::Change spoils_processes(std::vector<Outcome> outcomes) {
  return
      [outcomes, number = std::size_t{0}](result::RunResult& process, std::uint64_t timed) mutable {
        if (timed == 0) return;
        for (std::size_t i = 0; i <= number; ++i) {
          --process.results[0].outcomes[Outcome::unique];
          ++process.results[0].outcomes[outcomes[number % outcomes.size()]];
        }
        process.results[0].incidents = {{.puzzle = "53..7", .line = number, .reason = "r"}};
        ++number;
      };
}

// The two processes of a group find 1 and then 2 faults of a kind.
TEST(AbTrial, TheGravestFindingOfTimedProcessesIsKeptOrElseTheFirst) {
  const struct {
    std::vector<Outcome> outcomes;
    const char* says;
  } cases[] = {
      {{Outcome::wrong, Outcome::wrong}, "soundness: 1 wrong answer"},
      {{Outcome::crashed, Outcome::crashed}, "soundness: 1 of 64 puzzles"},
      {{Outcome::wrong, Outcome::crashed}, "soundness: 1 wrong answer"},
      {{Outcome::crashed, Outcome::wrong}, "soundness: 2 wrong answers"},
  };

  for (const auto& c : cases) {
    ScriptedRunner processes(spoils_processes(c.outcomes), {}, 1);
    const Trial trial(processes);
    EXPECT_EQ(trial.result(), GateResult::broken);
    expect_part(all_texts(trial.comparison()), c.says);
    EXPECT_EQ(processes.told_rows.size(), 4U) << "a fault ends the A/B test";
    ASSERT_EQ(trial.comparison().examples.size(), 1U);
    EXPECT_EQ(trial.comparison().examples[0].line, 0U);
  }
}

// Noise of a busy machine: single rows are seldom decided within the time limit.
constexpr ProcessNoise kBusy = {.spread = 0.05, .spoiled = 0.3, .worst = 0.4};

// Regression: a solver slower by a fifth on all of its 20 rows stayed undecided after 35 ABBA
// groups, because each row had to be confirmed alone, and all of them shared the time to confirm.
TEST(SlowAbTrial, ASolverSlowerOnAllItsFilesIsOneFindingInTime) {
  constexpr int kTrials = kIsOptimised ? 12 : 1;
  int found = 0;
  for (int number = 0; number < kTrials; ++number) {
    ScriptedRunner processes(slower_solver("simd", 1.2), kBusy,
                             static_cast<std::uint64_t>(number) + 1, kTwentyRows);
    processes.process_share = 1.0 / 140;
    const Trial trial(processes);
    const std::string verdict = trial.verdict();
    const bool is_named = verdict.starts_with("SLOWER: simd on 5 files, +");
    found += trial.result() == GateResult::regressed && is_named ? 1 : 0;
    EXPECT_LE(trial.comparison().solvers.size(), 1U) << verdict;
  }
  EXPECT_GE(12 * found, 10 * kTrials);
}

TEST(SlowAbTrial, RowsOfASlowerSolverAreNoFindingsOfTheirOwn) {
  ScriptedRunner processes(slower_solver("lanes", 1.2), {}, 1, kTwentyRows);
  const Trial trial(processes);
  const Comparison& comparison = trial.comparison();
  ASSERT_EQ(comparison.solvers.size(), 1U);
  EXPECT_EQ(comparison.solvers[0].name, "lanes on 5 files");
  expect_part(comparison.solvers[0].check.text, "; slower on all 5 files");
  EXPECT_EQ(comparison.solvers[0].check.finding, Finding::slower);
  for (const RowVerdict& row : comparison.rows) {
    const bool is_part = row.rows.base->solver == "lanes";
    EXPECT_EQ(row.checks.back().finding == Finding::minor, is_part);
    EXPECT_NE(row.checks.back().finding, Finding::slower);
  }
  const std::string junit = comparison_junit(comparison, "ab");
  expect_part(junit, R"(<testcase classname="lanes on 5 files" name="time">)");
  EXPECT_EQ(junit.find("<failure"), junit.rfind("<failure"));
}

// With one slow file, the mean over a solver's rows exceeds the threshold, but is no finding.
TEST(SlowAbTrial, OneSlowFileIsAFindingOnThatRow) {
  ScriptedRunner processes(slower_solver("lanes", 1.5, "hard.csv"), {}, 1, kTwentyRows);
  const Trial trial(processes);
  const Comparison& comparison = trial.comparison();
  EXPECT_TRUE(comparison.solvers.empty());
  expect_start(verdict_of(comparison), "SLOWER: lanes on hard.csv, +");
}

TEST(AbTrial, TheVerdictSaysThatTheCoreWasShared) {
  const auto share_core = [](result::RunResult& process, std::uint64_t timed) {
    for (result::Row& row : process.results)
      row.blocks[0].core_share = {timed % 2 == 1 ? 0.61 : 0.99};
  };
  ScriptedRunner processes(share_core, {}, 7);
  const Trial trial(processes);
  const Comparison& comparison = trial.comparison();
  ASSERT_EQ(comparison.remarks.size(), 2U);
  expect_start(comparison.remarks.back(),
               "other work on the same core left solvers as little as 61 % of it, in ");
}

// How many of `trials` simulated A/B tests of a build that takes `factor` times as long end as a
// regression, and in how many groups of processes, in the mean.
struct Ended {
  int regressed = 0;
  int passed = 0;
  double groups = 0;
};

Ended trials_of(double factor, int trials, const ProcessNoise& noise = {},
                const TrialRows& rows = {}) {
  Ended ended;
  for (int number = 0; number < trials; ++number) {
    ScriptedRunner processes(slower(factor), noise, static_cast<std::uint64_t>(number) + 1, rows);
    processes.process_share = 1.0 / 240;
    AbSettings settings;
    settings.seed = static_cast<std::uint64_t>(number);
    const GateResult result = Trial(processes, settings).result();
    ended.regressed += result == GateResult::regressed ? 1 : 0;
    ended.passed += result == GateResult::passed ? 1 : 0;
    ended.groups += static_cast<double>(processes.told_rows.size()) / 4 / trials;
  }
  return ended;
}

// Simulated noise: one process in ten is up to a third slower, and the drift reaches 2 %.
TEST(SlowAbTrial, SeldomCriesWolfAndSeesWhatIsThere) {
  const Ended equal = trials_of(1, kIsOptimised ? 200 : 3);
  EXPECT_LE(equal.regressed, 1);
  if (!kIsOptimised) return;
  EXPECT_GE(equal.passed, 195);
  EXPECT_GE(trials_of(1.05, 40).regressed, 38);
  EXPECT_LE(trials_of(1.02, 40).passed, 2) << "a slow-down by the threshold does not pass";
}

TEST(SlowAbTrial, DecidesALargeChangeEarly) {
  if (!kIsOptimised) return;
  const Ended twofold = trials_of(1.93, 20);
  EXPECT_EQ(twofold.regressed, 20);
  EXPECT_LE(twofold.groups, 3.5);
  EXPECT_LE(trials_of(1.2, 20).groups, 5);
  EXPECT_LE(trials_of(1, 20).groups, 9);
}

// Without a threshold, chance alone finds a change in one test in 100, of whatever row, solver or
// look. At exactly 1 %, 300 tests have 9 or more in one run of 300.
TEST(SlowAbTrial, RowsSolversAndLooksTogetherKeepTheLevel) {
  constexpr int kTrials = kIsOptimised ? 300 : 3;
  const TrialRows rows_of_trial = {.solvers = {"mrv", "dlx"}, .files = {"easy.csv", "hard.csv"}};
  AbSettings settings;
  settings.rule.threshold = 0;
  int alarms = 0;
  for (int number = 0; number < kTrials; ++number) {
    settings.seed = static_cast<std::uint64_t>(number);
    ScriptedRunner processes(nothing, {}, static_cast<std::uint64_t>(number) + 1, rows_of_trial);
    processes.process_share = 1.0 / 240;
    const Trial trial(processes, settings);
    alarms += std::ranges::any_of(trial.comparison().rows, [](const RowVerdict& row) {
      const Finding found = row.checks.back().finding;
      return found == Finding::slower || found == Finding::faster || found == Finding::minor;
    });
  }
  RecordProperty("alarms", alarms);
  EXPECT_LE(alarms, 8);
}

TEST(AbTrial, LooksAfterThreeGroupsAndThenAfterAThirdMore) {
  ScriptedRunner processes(nothing, {.spread = 0.3, .spoiled = 0.5, .worst = 2}, 1);
  processes.process_share = 1.0 / 80;
  std::vector<std::size_t> looks;
  const auto watch = [&looks](const AbReport& so_far) {
    const auto& rows = so_far.comparison.rows;
    if (!rows.empty() && rows[0].time &&
        (looks.empty() || looks.back() != rows[0].time->judged.pairs))
      looks.push_back(rows[0].time->judged.pairs);
  };
  run_ab_trial(processes, {}, watch);
  EXPECT_EQ(looks, (std::vector<std::size_t>{3, 4, 6, 8, 11, 15, 19}));
  EXPECT_LE(processes.share_over(), 1) << "no group begins that the time does not hold";
}

TEST(AbTrial, WhatIsUndecidedSaysWhatWasSeen) {
  ScriptedRunner processes(slower(1.3), {.spread = 0.1, .spoiled = 0, .worst = 0}, 1);
  processes.process_share = 1.0 / 24;
  const Trial trial(processes);
  EXPECT_EQ(trial.result(), GateResult::inconclusive);
  expect_start(trial.verdict(), "INCONCLUSIVE: mrv on hard.csv, so far +");
  expect_part(trial.verdict(), ") in 5 groups of four runs, slower in 5.");
  EXPECT_EQ(trial.comparison().remarks.back(),
            "the time ran out after 5 groups: four times as much halves the intervals (--max-time "
            "20min)");
}

TEST(AbTrial, ATimeForNoGroupDecidesNothing) {
  ScriptedRunner processes(slower(2), {}, 1);
  processes.process_share = 0.6;
  const Trial trial(processes);
  EXPECT_EQ(trial.result(), GateResult::inconclusive);
  EXPECT_EQ(trial.comparison().rows[0].checks.back().text, "no group of four runs was measured");
}

TEST(AbTrial, RunsNoMoreProcessesOnceItIsStopped) {
  ScriptedRunner* runner = nullptr;
  const auto stop = [&](result::RunResult& /*process*/, std::uint64_t timed) {
    if (timed == 3) runner->is_stopped = true;
  };
  ScriptedRunner processes(stop, {}, 1);
  runner = &processes;
  const Trial trial(processes);
  EXPECT_LT(processes.told_rows.size(), 12U);
  const auto& kept = trial.report.candidate.results[0].processes;
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->time_per_puzzle_ns.size(), 4U) << "the whole groups stay in the document";
}

TEST(AbTrial, ARowThatIsDecidedIsTimedNoMore) {
  ScriptedRunner processes(slower_solver("dlx", 1.02), {.spread = 0.004, .spoiled = 0}, 1,
                           {.solvers = {"mrv", "dlx"}, .files = {"hard.csv"}});
  const Trial trial(processes);
  EXPECT_EQ(processes.told_rows.front(), 3U);
  EXPECT_EQ(processes.told_rows.back(), 2U) << "mrv is the same, dlx and the control go on";
}

// The documents of an A/B test tell the same as the test itself.
TEST(AbTrial, IsAFunctionOfItsDocuments) {
  ScriptedRunner processes(slower_solver("mrv", 1.1), {}, 1,
                           {.solvers = {"mrv", "dlx"}, .files = {"a", "b"}});
  const Trial trial(processes);
  const Comparison again =
      compare_results(trial.report.base, trial.report.candidate, {.time = AbSettings().rule});
  for (std::size_t i = 0; i < trial.comparison().rows.size(); ++i) {
    const RowVerdict& row = trial.comparison().rows[i];
    const auto same = std::ranges::find(again.rows, row.name(), &RowVerdict::name);
    ASSERT_NE(same, again.rows.end());
    EXPECT_EQ(same->checks.back().text, row.checks.back().text);
  }
  ASSERT_EQ(again.solvers.size(), 1U);
  EXPECT_EQ(again.solvers[0].check.text, trial.comparison().solvers.at(0).check.text);
}

}  // namespace

}  // namespace sudoku::compare
