#include "harness/run/run.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <set>
#include <thread>

#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/units.h"
#include "harness/parallel/busy_cpu_fixture.h"
#include "harness/result/comparison.h"
#include "harness/run/quiet_fixture.h"
#include "harness/runner/instruction_profile.h"
#include "solvers/roster.h"
#include "solvers/simd/isa.h"

namespace sudoku::run {

namespace {

using std::chrono::milliseconds;

// A puzzle with one solution; relabelling its digits makes more.
constexpr const char* kOriginal =
    "..48...1767.9.....5.8.3...43..74.1...69...78...1.69..51...8.3.6.....6.9124...15..";

// A file that is removed when the test is over.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content)
      : path_(::testing::TempDir() + "race_test_" + std::to_string(getpid()) + ".txt") {
    std::ofstream(path_) << content;
  }

  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  ~TemporaryFile() { std::remove(path_.c_str()); }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string relabelled(int shift) {
  std::string text = kOriginal;
  for (char& c : text) {
    if (c != '.') c = static_cast<char>('1' + (c - '1' + shift) % 9);
  }
  return text;
}

// Nine puzzles over and over, one a line; `count` is chosen so that the last block is partial.
std::string many_puzzles(int count) {
  std::string lines;
  for (int i = 0; i < count; ++i)
    lines += relabelled(i % 9) + "\n";
  return lines;
}

options::RunSettings settings(const std::vector<const SolverEntry*>& solvers) {
  options::RunSettings settings;
  for (const SolverEntry* solver : solvers)
    settings.solver_specs.emplace_back(*solver);
  settings.pin = false;
  settings.warmup = {};
  settings.time_budget = milliseconds(200);
  settings.rounds = 3;
  settings.block = 64;
  settings.reference = settings.solver_specs.front().info.name;
  return settings;
}

result::RunResult run(const std::string& content, const options::RunSettings& settings) {
  const TemporaryFile file(content);
  const std::atomic<bool> cancelled{false};
  Quiet observer;
  return run_datasets({file.path()}, settings, cancelled, observer);
}

// A correct solver whose answers are then changed by `Spoil`.
template <typename Spoil>
class Spoiled final : public Solver {
 public:
  void solve(std::span<const Grid> puzzles, const Budget& budget,
             std::span<Answer> answers) override {
    right_->solve(puzzles, budget, answers);
    spoil_(puzzles, answers);
  }

 private:
  std::unique_ptr<Solver> right_ = find_solver("mrv")->create();
  Spoil spoil_;
};

template <typename Spoil>
const SolverEntry* spoiled(const char* name) {
  static const SolverEntry entry = {
      .info = {.name = name, .about = "", .source = "", .guess = ""},
      .create = []() -> std::unique_ptr<Solver> { return std::make_unique<Spoiled<Spoil>>(); }};
  return &entry;
}

// Whether a puzzle is kOriginal, the only relabelling that starts with "..48".
bool is_the_one(const Grid& puzzle) { return puzzle.text().substr(0, 4) == "..48"; }

struct BreaksAHouse {
  void operator()(std::span<const Grid> puzzles, std::span<Answer> answers) const {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (is_the_one(puzzles[i])) answers[i].solution.cells[0] = answers[i].solution.cells[1];
    }
  }
};

struct SaysNone {
  void operator()(std::span<const Grid> puzzles, std::span<Answer> answers) const {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (is_the_one(puzzles[i])) answers[i] = {.outcome = Outcome::none};
    }
  }
};

struct AlwaysSaysNone {
  void operator()(std::span<const Grid> /*puzzles*/, std::span<Answer> answers) const {
    std::ranges::fill(answers, Answer{.outcome = Outcome::none});
  }
};

// A faulty solver that stops answering when the buffers hold answers of earlier rounds.
struct AnswersOnce {
  void operator()(std::span<const Grid> /*puzzles*/, std::span<Answer> answers) {
    if (calls_++ > 40) std::ranges::fill(answers, Answer{});
  }

 private:
  int calls_ = 0;
};

struct ChangesItsMind {
  void operator()(std::span<const Grid> /*puzzles*/, std::span<Answer> answers) {
    if (calls_++ > 40) std::ranges::fill(answers, Answer{.outcome = Outcome::none});
  }

 private:
  int calls_ = 0;
};

struct TakesLong {
  void operator()(std::span<const Grid> /*puzzles*/, std::span<const Answer> /*answers*/) const {
    std::this_thread::sleep_for(milliseconds(2));
  }
};

bool has_its_clues_elsewhere(const Grid& puzzle) {
  const auto is_clue = [](char c) { return c != kBlank; };
  return !std::ranges::equal(puzzle.text(), std::string_view(kOriginal), {}, is_clue, is_clue);
}

// Makes a solver slow enough for Plan::slow, and counts the isomorphs that it gets.
struct CountsIsomorphs {
  void operator()(std::span<const Grid> puzzles, std::span<const Answer> /*answers*/) const {
    std::this_thread::sleep_for(milliseconds(2 * puzzles.size()));
    met += static_cast<std::size_t>(std::ranges::count_if(puzzles, has_its_clues_elsewhere));
  }

  static inline std::atomic<std::size_t> met{0};
};

struct GivesUp {
  void operator()(std::span<const Grid> puzzles, std::span<Answer> answers) const {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (is_the_one(puzzles[i])) answers[i] = {.outcome = Outcome::timeout};
    }
  }
};

// Lets a solver take longer than the time budget on one puzzle.
struct HasABadDay {
  void operator()(std::span<const Grid> puzzles, std::span<const Answer> /*answers*/) const {
    if (std::ranges::any_of(puzzles, is_the_one)) std::this_thread::sleep_for(milliseconds(250));
  }
};

// Lets a solver stop counting after seven solutions.
struct CountsSeven {
  void operator()(std::span<const Grid> /*puzzles*/, std::span<Answer> answers) const {
    for (Answer& answer : answers)
      answer.solutions = std::min<std::uint64_t>(answer.solutions, 7);
  }
};

const SolverEntry* mrv() { return find_solver("mrv"); }

TEST(Run, SolvesEveryPuzzleOnce) {
  options::RunSettings unhurried = settings({mrv()});
  unhurried.time_budget = std::chrono::hours(1);
  const result::RunResult result = run(many_puzzles(150), unhurried);
  ASSERT_EQ(result.results.size(), 1U);
  const result::Row& row = result.results.front();
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(row.puzzles, 150U);
  EXPECT_EQ(count(row, Outcome::unique), 150U);
  EXPECT_EQ(row.blocks.size(), 3U);
  EXPECT_EQ(row.blocks.back().puzzles, 150U - 2 * 64);
  EXPECT_EQ(row.blocks.front().seconds.size(), 3U);
  EXPECT_GT(row.puzzles_per_second.median, 0);
  EXPECT_EQ(row.slowest.size(), 10U);
  const result::DatasetRecord& dataset = result.datasets.front();
  EXPECT_EQ(dataset.puzzles, 150U);
  EXPECT_EQ(dataset.quarantined, 0U);
  EXPECT_EQ(dataset.clues_min, 34);
  EXPECT_EQ(dataset.clues_mean, 34);
  EXPECT_EQ(dataset.clues_max, 34);
  EXPECT_EQ(dataset.sha256.size(), 64U);
  EXPECT_TRUE(dataset.path.ends_with(dataset.name));
  EXPECT_FALSE(result.environment.pinned);
  options::RunSettings pinned = settings({mrv()});
  pinned.pin = true;
  EXPECT_TRUE(run(many_puzzles(1), pinned).environment.pinned);
  EXPECT_EQ(result.environment.isa_dispatched, name_of(chosen_isa()));
  EXPECT_EQ(result.started.size(), std::string_view("2026-01-02T03:04:05Z").size());
  EXPECT_LE(result.started, result.finished);
  EXPECT_GT(result.overhead.clock_ns, 0);
  EXPECT_GT(result.overhead.null_stamped_ns, result.overhead.null_span_ns);
}

void expect_same_facts(const result::Row& a, const result::Row& b) {
  EXPECT_EQ(a.solution_digest, b.solution_digest);
  EXPECT_EQ(a.outcomes, b.outcomes);
  EXPECT_EQ(a.guesses, b.guesses);
  EXPECT_EQ(a.without_guess, b.without_guess);
  ASSERT_EQ(a.blocks.size(), b.blocks.size());
  for (std::size_t i = 0; i < a.blocks.size(); ++i) {
    EXPECT_EQ(a.blocks[i].index, b.blocks[i].index);
    EXPECT_EQ(a.blocks[i].puzzles, b.blocks[i].puzzles);
    EXPECT_EQ(a.blocks[i].guesses, b.blocks[i].guesses);
    EXPECT_EQ(a.blocks[i].digest, b.blocks[i].digest);
  }
}

TEST(SlowRun, FactsDependNeitherOnThreadsNorOnTheRun) {
  options::RunSettings sweep = settings({mrv(), find_solver("dlx"), find_solver("flags")});
  sweep.threads = {1, 2, 3};
  sweep.sample_rate = 0.5;
  sweep.time_budget = milliseconds(0);  // none: the sample must not depend on the machine
  const std::string puzzles = many_puzzles(150);
  const result::RunResult once = run(puzzles, sweep);
  const result::RunResult again = run(puzzles, sweep);
  ASSERT_EQ(once.results.size(), 9U);
  for (std::size_t i = 0; i < once.results.size(); ++i) {
    expect_same_facts(once.results[i], again.results[i]);
    expect_same_facts(once.results[i], once.results[i - i % 3]);
  }
  EXPECT_EQ(once.results[0].solution_digest, once.results[3].solution_digest);
}

TEST(Run, SolversThatAreRightHaveTheSameDigest) {
  const result::RunResult result = run(many_puzzles(64), settings({mrv(), find_solver("dlx")}));
  EXPECT_EQ(result.results[0].solution_digest, result.results[1].solution_digest);
  EXPECT_NE(result.results[0].solution_digest, 0U);
}

struct WrongCase {
  const char* name;
  const SolverEntry* solver;
  const char* reason;
};

TEST(Run, AWrongAnswerVoidsTheRow) {
  const std::array<WrongCase, 4> cases = {{
      {"a house", spoiled<BreaksAHouse>("breaks"), "the solution breaks a clue or a house"},
      {"none", spoiled<AlwaysSaysNone>("none"), "says none, the referees say unique"},
      {"stale", spoiled<AnswersOnce>("once"), "no answer was written"},
      {"fickle", spoiled<ChangesItsMind>("fickle"), "the outcome differs from an earlier pass"},
  }};
  for (const WrongCase& c : cases) {
    SCOPED_TRACE(c.name);
    options::RunSettings both = settings({mrv(), c.solver});
    both.verify = options::Verify::off;  // referees decide whenever solvers disagree
    const result::RunResult result = run(many_puzzles(36), both);
    const result::Row& row = result.results[1];
    EXPECT_GE(count(row, Outcome::wrong), 4U);
    ASSERT_FALSE(row.wrong_answers.empty());
    EXPECT_EQ(row.wrong_answers.front().reason, c.reason);
    EXPECT_TRUE(std::isnan(row.puzzles_per_second.median));
    EXPECT_FALSE(row.latency);
    EXPECT_FALSE(row.speedup);
    EXPECT_EQ(count(result.results[0], Outcome::wrong), 0U);
  }
}

// Both say that there are several solutions: only the numbers tell the answers apart.
TEST(Run, AWrongNumberOfSolutionsIsNamed) {
  options::RunSettings both = settings({mrv(), spoiled<CountsSeven>("seven")});
  both.solution_limit = 10;
  const result::RunResult result = run("1" + std::string(80, '.') + "\n", both);
  ASSERT_EQ(result.results[1].wrong_answers.size(), 1U);
  EXPECT_EQ(result.results[1].wrong_answers[0].reason, "counts 7 solutions, the referees count 10");
}

TEST(Run, ADeclaredSolutionIsHeldAgainstTheSolver) {
  options::RunSettings alone = settings({spoiled<SaysNone>("none_alone")});
  alone.verify = options::Verify::off;
  const Answer answer = [] {
    const Grid puzzle = parse_grid(kOriginal).grid;
    Answer found;
    mrv()->create()->solve({&puzzle, 1}, {}, {&found, 1});
    return found;
  }();
  const std::string row = std::string(kOriginal) + " " + std::string(answer.solution.text()) + "\n";
  const result::RunResult result = run(row, alone);
  ASSERT_EQ(result.results[0].wrong_answers.size(), 1U);
  EXPECT_EQ(result.results[0].wrong_answers[0].reason, "says none, but the declared solution fits");
  EXPECT_EQ(result.results[0].wrong_answers[0].line, 1U);
}

TEST(Run, SlowSolversAreSampledAndComparedOnThatSample) {
  options::RunSettings patient = settings({mrv(), spoiled<TakesLong>("slow")});
  // Time for mrv to solve all puzzles, even instrumented and on a loaded machine.
  patient.time_budget = milliseconds(1000);
  const result::RunResult result = run(many_puzzles(1640), patient);
  const result::Row& slow = result.results[1];
  EXPECT_LT(slow.sample_rate, 1);
  EXPECT_LT(slow.puzzles, 1640U);
  EXPECT_GE(slow.puzzles, 1U);
  EXPECT_EQ(result.results[0].puzzles, 1640U);
  ASSERT_EQ(result.results[0].subsamples.size(), 1U);
  EXPECT_EQ(result.results[0].subsamples[0].puzzles, slow.puzzles);
  ASSERT_TRUE(slow.speedup);
  EXPECT_EQ(slow.speedup->puzzles, slow.puzzles);
}

// Regression: the mean time once shrank a set of 18 puzzles to a sample of one.
TEST(Run, OfASmallSetAllPuzzlesAreMetAndOneThatTakesTheBudgetIsGivenUp) {
  std::string puzzles = std::string(kOriginal) + "\n";
  for (int i = 1; i < 18; ++i)
    puzzles += relabelled(1) + "\n";
  const result::RunResult result = run(puzzles, settings({mrv(), spoiled<HasABadDay>("bad_day")}));
  const result::Row& row = result.results[1];
  EXPECT_EQ(row.sample_rate, 1);
  EXPECT_EQ(row.puzzles, 18U);
  EXPECT_EQ(count(row, Outcome::timeout), 1U);
  EXPECT_EQ(count(row, Outcome::unique), 17U);
  EXPECT_FALSE(row.speedup);
  const auto& warnings = result.environment.warnings;
  EXPECT_TRUE(std::ranges::any_of(warnings, [](const std::string& warning) {
    return warning.ends_with(
        ": puzzles that took the whole time budget were given up after 0.2 s: bad_day 1 of 18");
  }));
}

// Regression: slow solvers got the puzzles as given in all rounds, despite --permute.
TEST(Run, PermutedRoundsSolveIsomorphsAlsoOfSlowSolvers) {
  options::RunSettings permuted = settings({spoiled<CountsIsomorphs>("slow")});
  permuted.permute = true;
  permuted.time_budget = {};
  const result::RunResult result = run(many_puzzles(9), permuted);
  EXPECT_EQ(count(result.results.front(), Outcome::unique), 9U);
  EXPECT_GE(CountsIsomorphs::met, 3 * 9U) << "in three rounds";
}

// Numbers of rounds of both solvers of a run that aims at `precision`.
std::set<std::size_t> rounds_with(double precision, milliseconds budget) {
  options::RunSettings precise = settings({mrv(), find_solver("dlx")});
  precise.precision = precision;
  precise.time_budget = budget;
  std::set<std::size_t> rounds;
  for (const result::Row& row : run(many_puzzles(36), precise).results)
    rounds.insert(row.blocks.front().seconds.size());
  return rounds;
}

TEST(Run, MakesRoundsUntilRatiosAreKnownOrTheBudgetIsSpent) {
  const std::set<std::size_t> planned = {3};
  EXPECT_GT(*rounds_with(1e-9, milliseconds(1500)).begin(), 3U) << "there was more time";
  EXPECT_EQ(rounds_with(1e9, milliseconds(60'000)), planned) << "they were known at once";
  EXPECT_EQ(rounds_with(0, milliseconds(60'000)), planned) << "nobody asked for more";
  EXPECT_EQ(rounds_with(1e-9, milliseconds(0)), planned) << "no budget says when to stop";
}

TEST(Run, WithTimesOnTheClockDoesNotRecordWaiting) {
  options::RunSettings by_wall = settings({mrv()});
  EXPECT_TRUE(run(many_puzzles(9), by_wall).results.front().blocks.front().waited.has_value());
  by_wall.ratios_by_wall = true;
  EXPECT_FALSE(run(many_puzzles(9), by_wall).results.front().blocks.front().waited.has_value());
}

TEST(Run, MakesDisturbedTurnsAgainOnlyIfItMayWait) {
  const parallel::BusyCpu busy;
  options::RunSettings patient = settings({mrv()});
  patient.time_budget = std::chrono::hours(1);
  EXPECT_FALSE(run(many_puzzles(9), patient).results.front().blocks.front().repeated);
  patient.wait_for_core = milliseconds(100);
  const result::RunResult result = run(many_puzzles(9), patient);
  const result::BlockRecord& block = result.results.front().blocks.front();
  EXPECT_GE(block.repeated.value_or(0), 1U);
  EXPECT_EQ(block.seconds.size(), 3U);
  EXPECT_EQ(count(result.results.front(), Outcome::unique), 9U);
}

TEST(Run, TimeoutsAreCensoredAndNotWrong) {
  const result::RunResult result =
      run(many_puzzles(36), settings({mrv(), spoiled<GivesUp>("gives_up")}));
  const result::Row& row = result.results[1];
  EXPECT_EQ(count(row, Outcome::timeout), 4U);
  EXPECT_EQ(count(row, Outcome::wrong), 0U);
  EXPECT_EQ(row.latency->censored, 4U);
  EXPECT_NEAR(row.latency->quantile_ns(1), 2e8, 1e4) << "the limit in so small a set";
  // PAR-2 counts 4 of 36 puzzles as twice the limit of a second each.
  EXPECT_GT(row.par2_s(), 8.0 / 36);
  EXPECT_NE(row.solution_digest, result.results[0].solution_digest);
}

TEST(Run, CancelledBeforeItStartsItIsIncomplete) {
  const TemporaryFile file(many_puzzles(10));
  const std::atomic<bool> cancelled{true};
  Quiet observer;
  const result::RunResult result =
      run_datasets({file.path()}, settings({mrv()}), cancelled, observer);
  EXPECT_FALSE(result.complete);
  EXPECT_TRUE(result.results.empty());
}

TEST(Run, LimitOneFindsFirstSolutions) {
  options::RunSettings first = settings({mrv(), find_solver("dlx")});
  first.solution_limit = 1;
  const result::RunResult result = run(many_puzzles(20), first);
  EXPECT_EQ(count(result.results[0], Outcome::first), 20U);
  EXPECT_EQ(count(result.results[1], Outcome::first), 20U);
}

TEST(Run, CountsInstructionsOrSaysWhyNot) {
  const options::RunSettings wanted = settings({mrv()});
  const result::RunResult counted = run(many_puzzles(20), wanted);
  const result::Row& row = counted.results[0];
  EXPECT_EQ(result::text_of(*counted.settings.find("counters")), "on");
  // Where the counters open, other programs may still use them at the same time.
  if (counted.environment.no_counters) {
    EXPECT_EQ(row.mean_of(row.instructions), std::nullopt);
  }
  options::RunSettings off = wanted;
  off.counters = options::Counters::off;
  const result::RunResult uncounted = run(many_puzzles(20), off);
  EXPECT_EQ(result::text_of(*uncounted.settings.find("counters")), "off");
  EXPECT_FALSE(uncounted.environment.no_counters);
  EXPECT_EQ(uncounted.results[0].instructions.puzzles, 0U);
}

TEST(Run, HasValgrindCountOnOneThreadOrSaysWhyNot) {
  options::RunSettings wanted = settings({mrv()});
  wanted.threads = {1, 2};
  wanted.counters = options::Counters::valgrind;
  const result::RunResult counted = run(many_puzzles(20), wanted);
  EXPECT_EQ(result::text_of(*counted.settings.find("counters")), "valgrind");
  const std::optional<result::ProfileRecord>& profile = counted.results[0].profile;
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->absence.empty(), profile->puzzles == 20);
  EXPECT_EQ(profile->absence.empty(), !profile->functions.empty());
  EXPECT_EQ(counted.environment.no_counters.value_or(""), runner::why_no_valgrind());
  EXPECT_FALSE(counted.results[1].profile);
}

// Counts of a solver that gives up on some puzzles would depend on time.
TEST(Run, HasValgrindCountNothingIfPuzzlesAreGivenUp) {
  options::RunSettings wanted = settings({mrv()});
  wanted.counters = options::Counters::valgrind;
  wanted.puzzle_timeout = Nanoseconds(1);
  const result::RunResult counted = run(many_puzzles(20), wanted);
  ASSERT_TRUE(counted.results[0].profile);
  EXPECT_EQ(counted.results[0].profile->absence, "not all puzzles were solved");
}

TEST(Run, TwoFilesOfOneNameKeepApart) {
  const TemporaryFile file(many_puzzles(10));
  const std::atomic<bool> cancelled{false};
  Quiet observer;
  const result::RunResult result =
      run_datasets({file.path(), file.path()}, settings({mrv()}), cancelled, observer);
  ASSERT_EQ(result.results.size(), 2U);
  EXPECT_EQ(result.results[1].dataset, result.results[0].dataset + "#2");
  EXPECT_EQ(observer.solved_puzzles(), 20U);
}

// An observer that appends a line to the dataset's file during the run.
class Meddler final : public Quiet {
 public:
  explicit Meddler(const std::string& path) : path_(path) {}

  void running(const RunProgress& /*progress*/) override {
    std::ofstream(path_, std::ios::app) << relabelled(1) << "\n";
  }

 private:
  const std::string& path_;
};

// An observer that keeps which parts of the dataset were done at each turn.
class Shares final : public Quiet {
 public:
  void running(const RunProgress& progress) override { shares.push_back(progress.share); }

  std::vector<double> shares;
};

TEST(Run, TellsHowMuchOfADatasetIsDone) {
  const TemporaryFile file(many_puzzles(10));
  const std::atomic<bool> cancelled{false};
  for (const std::uint64_t rounds : {1, 4, 9}) {
    options::RunSettings chosen = settings({mrv()});
    chosen.rounds = rounds;
    Shares observer;
    run_datasets({file.path()}, chosen, cancelled, observer);
    const std::uint64_t most = std::max(options::kLatencyRounds, rounds);
    ASSERT_EQ(observer.shares.size(), most);
    for (std::uint64_t i = 0; i < most; ++i) {
      EXPECT_DOUBLE_EQ(observer.shares[i], static_cast<double>(i) / static_cast<double>(most + 1));
    }
  }
}

TEST(Run, AFileThatChangesUnderIt) {
  const TemporaryFile file(many_puzzles(10));
  const std::atomic<bool> cancelled{false};
  Meddler observer(file.path());
  try {
    run_datasets({file.path()}, settings({mrv()}), cancelled, observer);
    FAIL() << "not noticed";
  } catch (const base::InputError& error) {
    EXPECT_EQ(std::string(error.what()), file.path() + ": changed while it was read");
  }
}

TEST(Run, NothingUsableIsAnError) {
  EXPECT_THROW(run("puzzle\nnot one\n", settings({mrv()})), std::runtime_error);
}

// Text of pencilmark puzzles that differ from each other; some have no solution, most have one.
std::string many_pencilmarks(int count) {
  std::string lines;
  for (int i = 0; i < count; ++i) {
    Pencilmarks marks = marks_of(parse_grid(relabelled(i % 9)).grid);
    marks.of[static_cast<std::size_t>(i % 81)] &= i % 7 == 3 ? 0x0AA : 0x1FF;
    const auto text = marks.text();
    lines += std::string(text.data(), text.size()) + "\n";
  }
  return lines;
}

options::RunSettings pencilmark_settings() {
  return settings(
      {find_solver("mrv_hidden"), find_solver("dlx"), find_solver("logic"), find_solver("flags")});
}

TEST(Run, TakesPencilmarkPuzzles) {
  const std::string text = many_pencilmarks(150);
  for (const bool is_permuted : {false, true}) {
    for (const bool is_isolated : {false, true}) {
      SCOPED_TRACE(::testing::Message()
                   << "permuted " << is_permuted << ", isolated " << is_isolated);
      options::RunSettings way = pencilmark_settings();
      way.time_budget = {};  // none: the samples must not depend on the machine
      way.permute = is_permuted;
      way.isolate_all = is_isolated;
      way.verify = options::Verify::all;
      const result::RunResult result = run(text, way);
      ASSERT_EQ(result.results.size(), 4U);
      const result::Row& first = result.results[0];
      EXPECT_GT(first.outcomes[Outcome::none], 0U);
      EXPECT_EQ(first.outcomes[Outcome::unique] + first.outcomes[Outcome::none], 150U);
      EXPECT_EQ(first.confirmed->referees, 150U);
      EXPECT_FALSE(first.slowest.empty());
      EXPECT_EQ(first.slowest[0].puzzle.size(), Pencilmarks::kText);
      EXPECT_EQ(result.results[1].outcomes, first.outcomes);
      EXPECT_EQ(result.results[1].solution_digest, first.solution_digest);
      EXPECT_EQ(result.results[2].outcomes[Outcome::wrong], 0U);
      EXPECT_EQ(result.results[3].outcomes[Outcome::unsupported], 150U);
    }
  }
}

TEST(Run, SaysThatADatasetIsOfPencilmarkPuzzles) {
  const result::RunResult marks = run(many_pencilmarks(10), settings({mrv()}));
  EXPECT_EQ(marks.datasets[0].kind, "pencilmarks");
  ASSERT_TRUE(marks.datasets[0].candidates);
  EXPECT_EQ(marks.datasets[0].candidates->max, 34 + 9 * 47);
  EXPECT_EQ(marks.datasets[0].clues_max, 34);
  const result::RunResult clues = run(many_puzzles(10), settings({mrv()}));
  EXPECT_EQ(clues.datasets[0].kind, "clues");
  EXPECT_FALSE(clues.datasets[0].candidates);
}

// Regression: answers to pilot puzzles were judged by the clues alone.
TEST(Run, JudgesPencilmarkPuzzlesOfThePilotByTheirCandidates) {
  std::string puzzle;  // a cell without a candidate, and all candidates in the others
  for (int cell = 1; cell < kCells; ++cell)
    puzzle += "123456789";
  options::RunSettings with = settings({mrv(), find_solver("dlx")});
  with.verify = options::Verify::all;
  for (const result::Row& row : run(puzzle + ".........\n", with).results) {
    EXPECT_EQ(row.disqualified, "");
    EXPECT_EQ(row.outcomes[Outcome::none], 1U) << row.solver;
  }
}

TEST(Run, CatchesAnswersThatBreakCandidates) {
  const auto ignores_candidates = []() -> std::unique_ptr<Solver> {
    class CluesOnly final : public Solver {
     public:
      void solve(std::span<const Grid> puzzles, const Budget& budget,
                 std::span<Answer> answers) override {
        solver_->solve(puzzles, budget, answers);
      }

      void solve_pencilmarks(std::span<const Pencilmarks> puzzles, const Budget& budget,
                             std::span<Answer> answers) override {
        for (std::size_t i = 0; i < puzzles.size(); ++i) {
          const Grid clues = clues_of(puzzles[i]);
          solver_->solve({&clues, 1}, budget, answers.subspan(i, 1));
        }
      }

     private:
      std::unique_ptr<Solver> solver_ = find_solver("mrv")->create();
    };
    return std::make_unique<CluesOnly>();
  };
  const SolverEntry entry{.info = {.name = "clues_only",
                                   .about = "mrv, on the clues alone",
                                   .source = "",
                                   .guess = "",
                                   .pencilmarks = true},
                          .create = ignores_candidates};
  const result::RunResult result = run(many_pencilmarks(70), settings({&entry}));
  EXPECT_EQ(result.results[0].outcomes[Outcome::wrong],
            70U - result.results[0].outcomes[Outcome::unique]);
  EXPECT_GT(result.results[0].outcomes[Outcome::wrong], 0U);
  EXPECT_EQ(result.results[0].wrong_answers[0].reason,
            "the solution breaks a candidate or a house");
}

TEST(Run, MarksAFileOfTheSamePuzzlesOverAndOver) {
  const result::RunResult result = run(many_puzzles(100), settings({find_solver("mrv")}));
  const auto& warnings = result.environment.warnings;
  EXPECT_TRUE(std::ranges::any_of(warnings, [](const std::string& warning) {
    return warning.ends_with(
        ": of 100 randomly chosen puzzles, only 9 are different: repeated puzzles may make solvers "
        "look faster");
  }));
}

TEST(Run, AsksWhetherFullGridsAreSolutions) {
  const std::string full =
      "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
  const auto asks = [](const std::string& text) {
    const auto warnings = run(text, settings({find_solver("mrv")})).environment.warnings;
    return std::ranges::any_of(warnings, [](const std::string& warning) {
      return warning.ends_with(
          ": full grids: 4 of 16 puzzles have nothing to solve; are they solutions?");
    });
  };
  EXPECT_TRUE(asks(full + full + full + full + many_puzzles(12)));
  EXPECT_FALSE(asks(full + full + full + many_puzzles(13)));
}

// Regression: one CPU showed "2 threads = 1.99× of 1", by the running time of each thread.
TEST(Run, ShowsNoScalingOfMoreThreadsThanCpus) {
  options::RunSettings with = settings({find_solver("mrv")});
  const auto cpus = static_cast<unsigned>(parallel::usable_cpus().size());
  with.threads = {1, cpus + 1};
  const result::RunResult found = run(many_puzzles(100), with);
  const std::string shared = fmt::format("{} threads had to share {}, so no scaling is shown",
                                         cpus + 1, base::plural(cpus, "CPU"));
  EXPECT_EQ(std::ranges::count(found.environment.warnings, shared), 1);
  ASSERT_TRUE(found.results.at(1).scaling);
  EXPECT_FALSE(result::has_ratio(found.results[1].scaling));
  EXPECT_EQ(found.results[1].scaling->reason, result::Doubt::few_cpus);
}

}  // namespace

}  // namespace sudoku::run
