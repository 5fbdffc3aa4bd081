#include "harness/run/recorder.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/roster.h"
#include "solvers/simd/isa.h"

namespace sudoku::run {

namespace {

const machine::StampClock& recorder_clock() {
  static const machine::StampClock clock;
  return clock;
}

// Answers and takes the time that a function says.
class DeedRunner final : public runner::Runner {
 public:
  // What the solver does on a puzzle: its answer, its ticks, and an incident if it has a reason.
  struct Deed {
    Answer answer;
    std::uint64_t ticks = 0;
    runner::Incident incident = {};
    std::string disqualified = {};
  };

  using Script = std::function<Deed(PuzzleRef puzzle)>;

  DeedRunner(const SolverInfo& info, parallel::ThreadPool& pool, Script script = {})
      : runner::Runner(info, pool, recorder_clock()), script_(std::move(script)) {}

  std::uint64_t added_memory() override { return 0; }

  double startup_s() const override { return 0; }

  int calls() const { return calls_; }

 private:
  runner::PassResult pass(const runner::Work& work, const Budget& /*budget*/,
                          std::span<std::uint64_t> ticks) override {
    ++calls_;
    runner::PassResult result{.time = Nanoseconds(1)};
    for (std::size_t i = 0; i < work.puzzles.size(); ++i) {
      const Deed deed = script_(work.puzzles[i]);
      work.answers[i] = deed.answer;
      if (!ticks.empty()) ticks[i] = deed.ticks;
      if (!deed.incident.reason.empty()) result.incidents[i] = deed.incident;
      disqualified_ = deed.disqualified;
    }
    return result;
  }

  Script script_;
  int calls_ = 0;
};

Grid clue_in_front(int digit) {
  Grid puzzle = kEmptyGrid;
  puzzle.cells[0] = static_cast<char>('0' + digit);
  return puzzle;
}

// A solver of single puzzles that has a tally and rates puzzles by logic.
SolverInfo logical() {
  SolverInfo info;
  info.name = "logical";
  info.tally = "steps";
  info.searches = false;
  info.rates = true;
  return info;
}

// A block of `count` puzzles with lines from 11 on, all measured and solved.
struct MeasuredPuzzles {
  explicit MeasuredPuzzles(std::size_t count, std::uint64_t index = 0) {
    block.index = index;
    for (std::size_t i = 0; i < count; ++i) {
      const Grid puzzle = clue_in_front(static_cast<int>(i % 9) + 1);
      block.puzzles.push_back(puzzle);
      block.lines.push_back(11 + i);
      sample.at.push_back(static_cast<std::uint32_t>(i));
      sample.puzzles.push_back(puzzle);
      answers.answers.push_back({.outcome = Outcome::unique, .solutions = 1});
      answers.hashes.push_back(i);
    }
    answers.sample = &sample;
    answers.block.index = index;
    answers.block.puzzles = count;
    answers.block.seconds = {1};
  }

  dataset::Block block;
  dataset::Sample sample;
  MeasuredBlock answers;
};

class RecorderTest : public testing::Test {
 protected:
  std::uint64_t ps(std::uint64_t ticks) const { return recorder_clock().picoseconds(ticks); }

  Recorder recorder() { return {runner_, plan_, settings_, recorder_clock()}; }

  SolverInfo info_ = logical();
  parallel::ThreadPool pool_{1, false};
  DeedRunner runner_{info_, pool_};
  Plan plan_{.lower = {}, .chunk = 7};
  options::RunSettings settings_;
};

TEST_F(RecorderTest, AddsUpWhatBlocksHaveInCommon) {
  Recorder recorder = this->recorder();
  for (const std::uint64_t index : {0, 1}) {
    MeasuredPuzzles measured(2, index);
    MeasuredBlock& answers = measured.answers;
    answers.block.guesses = 5;
    answers.block.digest = 8;
    answers.confirmed = {.referees = 1 + index, .solvers = 3 + index, .declared = 5 + index};
    answers.unsteady = 2;
    answers.solutions_unshown = 3;
    answers.solutions_asked = 4;
    answers.solutions_hidden = 6;
    answers.added_memory = 90 - index;
    answers.kept_memory = 10;
    answers.counts[0] = 70;
    answers.answers[0].guesses = 4;
    answers.answers[0].tally = 9;
    answers.answers[1].tally = 1;
    recorder.add(measured.block, answers);
    recorder.add_time(Nanoseconds(50));
    const result::RowSums row = recorder.take();
    ASSERT_EQ(row.blocks.size(), 1U);
    EXPECT_EQ(row.blocks[0].index, index);
    EXPECT_EQ(row.puzzles, 2U);
    EXPECT_EQ(row.guesses, 5U);
    EXPECT_EQ(row.solution_digest, 8U);
    EXPECT_EQ(row.confirmed->referees, 1 + index);
    EXPECT_EQ(row.confirmed->solvers, 3 + index);
    EXPECT_EQ(row.confirmed->declared, 5 + index);
    EXPECT_EQ(row.unsteady, 2U);
    EXPECT_EQ(row.solutions_unshown, 3U);
    EXPECT_EQ(row.solutions_asked, 4U);
    EXPECT_EQ(row.solutions_hidden, 6U);
    EXPECT_EQ(row.peak_memory_bytes, 90 - index);
    EXPECT_EQ(row.kept_memory.total, 10U);
    EXPECT_EQ(row.kept_memory.puzzles, 2U);
    const result::CountRecord& first_event = row.*result::kCountedEvents[0].count;
    EXPECT_EQ(first_event.total, 70U);
    EXPECT_EQ(first_event.puzzles, 2U);
    EXPECT_EQ((row.*result::kCountedEvents[1].count).puzzles, 0U) << "it was not counted";
    EXPECT_EQ(row.without_guess, 1U);
    EXPECT_EQ(row.tally, 10U);
    EXPECT_EQ(row.outcomes[Outcome::unique], 2U);
    EXPECT_EQ(row.spent_ns, 50U);
  }
}

TEST_F(RecorderTest, AddsBlocksThatAreTakenTogether) {
  Recorder recorder = this->recorder();
  for (const std::uint64_t index : {0, 1}) {
    MeasuredPuzzles measured(2, index);
    MeasuredBlock& answers = measured.answers;
    answers.block.guesses = 5;
    answers.block.digest = 8;
    answers.unsteady = answers.solutions_unshown = answers.solutions_hidden = 1;
    answers.solutions_asked = 2;
    answers.added_memory = 90 - index;
    answers.kept_memory = 10;
    recorder.add(measured.block, answers);
    recorder.add_time(Nanoseconds(50));
  }
  const result::RowSums row = recorder.take();
  EXPECT_EQ(row.blocks.size(), 2U);
  EXPECT_EQ(row.puzzles, 4U);
  EXPECT_EQ(row.guesses, 10U);
  EXPECT_EQ(row.solution_digest, 16U);
  EXPECT_EQ(row.unsteady, 2U);
  EXPECT_EQ(row.solutions_unshown, 2U);
  EXPECT_EQ(row.solutions_hidden, 2U);
  EXPECT_EQ(row.solutions_asked, 4U);
  EXPECT_EQ(row.peak_memory_bytes, 90U);
  EXPECT_EQ(row.kept_memory.total, 20U);
  EXPECT_EQ(row.kept_memory.puzzles, 4U);
  EXPECT_EQ(row.spent_ns, 100U);
}

TEST_F(RecorderTest, LeavesOutWhatDidNotHappen) {
  Recorder recorder = this->recorder();
  const MeasuredPuzzles measured(2);
  recorder.add(measured.block, measured.answers);
  const result::RowSums row = recorder.take();
  EXPECT_FALSE(row.unsteady);
  EXPECT_FALSE(row.solutions_unshown);
  EXPECT_FALSE(row.solutions_hidden);
  EXPECT_FALSE(row.latency) << "no puzzle was timed by itself";
  EXPECT_FALSE(row.guess_time);
  EXPECT_FALSE(row.par2_ps);
  EXPECT_EQ(row.kept_memory.puzzles, 0U);
}

// What take() has returned must not be counted again.
TEST_F(RecorderTest, BeginsAnewOnceItsFiguresAreTaken) {
  Recorder recorder = this->recorder();
  MeasuredPuzzles measured(2);
  measured.answers.ticks = {1000, 2000};
  measured.answers.faults[0] = {.outcome = Outcome::wrong, .reason = "wrong"};
  recorder.all_samples().add(1);
  recorder.add(measured.block, measured.answers);
  recorder.mark_incomplete();
  const result::RowSums before = recorder.take();
  EXPECT_FALSE(before.complete);
  EXPECT_EQ(before.wrong_answers.size(), 1U);
  const result::RowSums empty = recorder.take();
  EXPECT_TRUE(empty.complete);
  EXPECT_EQ(empty.puzzles, 0U);
  EXPECT_TRUE(empty.blocks.empty());
  EXPECT_EQ(empty.tally, 0U);
  EXPECT_TRUE(empty.logic);
  EXPECT_TRUE(empty.confirmed);
  EXPECT_TRUE(empty.slowest.empty());
  EXPECT_TRUE(empty.wrong_answers.empty());
  EXPECT_FALSE(empty.latency);
  EXPECT_FALSE(empty.guess_time);
  measured.answers.ticks = {5000, 3000};
  recorder.all_samples().add(1);
  recorder.add(measured.block, measured.answers);
  const result::RowSums next = recorder.take();
  EXPECT_EQ(next.latency->min_ps, ps(3000));
  EXPECT_EQ(next.latency->total_ps, ps(5000) + ps(3000));
}

TEST_F(RecorderTest, CountsWhatLogicFilledAndWhatItNeeded) {
  Recorder recorder = this->recorder();
  MeasuredPuzzles measured(4);
  std::vector<Answer>& answers = measured.answers.answers;
  answers[0].hardest = answers[1].hardest = static_cast<Technique>(2);
  answers[2].outcome = Outcome::incomplete;
  answers[2].solutions = 0;
  answers[2].solution = measured.sample.puzzles[2];
  answers[2].solution.cells[7] = answers[2].solution.cells[8] = '5';
  answers[3].hardest = static_cast<Technique>(2);
  measured.answers.faults[3] = {.outcome = Outcome::wrong, .reason = "wrong"};
  recorder.add(measured.block, measured.answers);
  const result::RowSums row = recorder.take();
  EXPECT_EQ(row.logic->filled, 2U);
  EXPECT_EQ(row.logic->blanks, 80U);
  EXPECT_EQ(row.logic->hardest[2], 2U) << "the wrong answer is left out";
  EXPECT_EQ(row.outcomes[Outcome::wrong], 1U);
  EXPECT_EQ(row.outcomes[Outcome::unique], 2U);
  EXPECT_EQ(row.outcomes[Outcome::incomplete], 1U);
}

TEST_F(RecorderTest, HasTheTimesOfPuzzles) {
  settings_.puzzle_timeout = std::chrono::seconds(3);
  Recorder recorder = this->recorder();
  MeasuredPuzzles measured(4);
  MeasuredBlock& answers = measured.answers;
  answers.ticks = {4000, 1000, 9'000'000, 20'000};
  answers.answers[0].guesses = 2;
  answers.answers[2].outcome = Outcome::timeout;
  answers.answers[2].guesses = 6;
  answers.answers[3].outcome = Outcome::crashed;
  for (const std::uint64_t ticks : answers.ticks)
    recorder.all_samples().add(ps(ticks));
  recorder.add(measured.block, answers);
  const result::RowSums row = recorder.take();
  EXPECT_EQ(row.par2_ps, ps(4000) + ps(1000) + 2 * 2 * 3'000'000'000'000U);
  ASSERT_TRUE(row.latency);
  EXPECT_EQ(row.latency->chunk, 1U);
  EXPECT_EQ(row.latency->min_ps, ps(1000));
  EXPECT_EQ(row.latency->max_ps, ps(9'000'000)) << "a crash has no time";
  EXPECT_EQ(row.latency->total_ps, ps(4000) + ps(1000) + ps(9'000'000));
  EXPECT_EQ(result::total_of(row.latency->histogram.count), 3U);
  EXPECT_EQ(result::total_of(row.latency->histogram_all_samples.count), 4U);
  ASSERT_TRUE(row.guess_time);
  EXPECT_EQ(row.guess_time->count, (std::vector<std::uint64_t>{1, 1})) << "of decided puzzles";
  EXPECT_EQ(row.guess_time->x, (std::vector<std::uint64_t>{0, 3})) << "no guess, two guesses";
  ASSERT_EQ(row.slowest.size(), 3U);
  EXPECT_EQ(row.slowest[0].line, 13U);
  EXPECT_EQ(row.slowest[0].outcome, Outcome::timeout);
  EXPECT_EQ(row.slowest[0].guesses, 6U);
  EXPECT_EQ(row.slowest[0].puzzle, clue_in_front(3).text());
  EXPECT_EQ(row.slowest[0].latency_ns, static_cast<double>(ps(9'000'000)) / 1000);
  EXPECT_EQ(row.slowest[1].line, 11U);
  EXPECT_EQ(row.slowest[2].line, 12U);
}

// Its times are those of batches.
TEST_F(RecorderTest, HasNoTimesOfPuzzlesThatShareABatch) {
  info_.batch = 4;
  Recorder recorder = this->recorder();
  MeasuredPuzzles measured(2);
  measured.answers.ticks = {4000, 4000};
  recorder.all_samples().add(1);
  recorder.add(measured.block, measured.answers);
  const result::RowSums row = recorder.take();
  ASSERT_TRUE(row.latency);
  EXPECT_EQ(row.latency->chunk, 7U);
  EXPECT_EQ(row.latency->min_ps, ps(4000));
  EXPECT_FALSE(row.par2_ps);
  EXPECT_FALSE(row.guess_time);
  EXPECT_TRUE(row.slowest.empty());
}

// More puzzles are kept than are listed, in case only an interruption made some of them slow.
TEST_F(RecorderTest, KeepsTheSlowestPuzzlesOfMany) {
  constexpr std::size_t kPuzzles = 2 * result::kSlowKept;
  Recorder recorder = this->recorder();
  MeasuredPuzzles measured(kPuzzles);
  for (std::size_t i = 0; i < kPuzzles; ++i)  // 0, 7, 14, … in some order, without repeats
    measured.answers.ticks.push_back(1'000'000 + i * 7 % kPuzzles * 1000);
  recorder.add(measured.block, measured.answers);
  const std::vector<result::SlowPuzzle> slowest = recorder.take().slowest;
  ASSERT_EQ(slowest.size(), result::kSlowKept);
  for (std::size_t i = 0; i < slowest.size(); ++i) {
    const auto ticks = 1'000'000 + (kPuzzles - 1 - i) * 1000;
    EXPECT_EQ(slowest[i].latency_ns, static_cast<double>(ps(ticks)) / 1000) << i;
  }
}

TEST_F(RecorderTest, ListsTheFirstFaultsOfEachKind) {
  constexpr std::size_t kPuzzles = 4 * result::kListed;
  Recorder recorder = this->recorder();
  MeasuredPuzzles measured(kPuzzles);
  std::ranges::reverse(measured.block.lines);  // as in files whose grids are not in order
  for (std::size_t i = 0; i < kPuzzles; ++i) {
    const Outcome outcome = i % 3 == 0   ? Outcome::wrong
                            : i % 3 == 1 ? Outcome::crashed
                                         : Outcome::timeout;
    measured.answers.faults[i] = {.outcome = outcome, .reason = std::to_string(i)};
  }
  recorder.add_faults(measured.block, measured.answers);
  const result::RowSums row = recorder.take();
  ASSERT_EQ(row.wrong_answers.size(), result::kListed);
  ASSERT_EQ(row.incidents.size(), result::kListed);
  const auto line_of = [&](const std::string& position) {
    return measured.block.lines[std::stoul(position)];
  };
  for (const result::WrongAnswer& wrong : row.wrong_answers) {
    EXPECT_EQ(std::stoul(wrong.reason) % 3, 0U);
    EXPECT_EQ(wrong.line, line_of(wrong.reason));
    EXPECT_EQ(wrong.puzzle, measured.block.puzzles[std::stoul(wrong.reason)].text());
  }
  for (const result::IncidentRecord& incident : row.incidents) {
    const std::size_t position = std::stoul(incident.reason);
    EXPECT_EQ(incident.outcome, position % 3 == 1 ? Outcome::crashed : Outcome::timeout);
    EXPECT_EQ(incident.line, line_of(incident.reason));
    EXPECT_EQ(incident.puzzle, measured.block.puzzles[position].text());
  }
  EXPECT_TRUE(std::ranges::is_sorted(row.wrong_answers, {}, &result::WrongAnswer::line));
  EXPECT_TRUE(std::ranges::is_sorted(row.incidents, {}, &result::IncidentRecord::line));
}

TEST_F(RecorderTest, AddsTheSmallerSamplesOfOthers) {
  Recorder recorder = this->recorder();
  MeasuredPuzzles measured(2, 6);
  measured.sample.rate = 0.125;
  recorder.add_lower(measured.answers);
  const result::RowSums row = recorder.take();
  ASSERT_EQ(row.subsamples.size(), 1U);
  EXPECT_EQ(row.subsamples[0].rate, 0.125);
  EXPECT_EQ(row.subsamples[0].puzzles, 2U);
  ASSERT_EQ(row.subsamples[0].blocks.size(), 1U);
  EXPECT_EQ(row.subsamples[0].blocks[0].index, 6U);
  EXPECT_EQ(row.puzzles, 0U) << "its own sample has them, too";
}

TEST_F(RecorderTest, DisqualifiesWithAReason) {
  Recorder recorder = this->recorder();
  recorder.disqualify("too many crashes");
  EXPECT_EQ(recorder.take().disqualified, "too many crashes");
}

TEST_F(RecorderTest, DoesNotLetLargeNumbersOfGuessesWrapAround) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  Recorder recorder = this->recorder();
  MeasuredPuzzles measured(2);
  measured.answers.block.guesses = kMost - 1;
  for (Answer& answer : measured.answers.answers)
    answer.guesses = kMost - 1;
  recorder.add(measured.block, measured.answers);
  recorder.add(measured.block, measured.answers);
  const result::RowSums row = recorder.take();
  EXPECT_EQ(row.guesses, kMost);
}

TEST_F(RecorderTest, BeginsARowWithItsSolverAndItsPlan) {
  plan_.lower = {0.5, 0.25};
  plan_.rate = 0.75;
  plan_.pilot_ns = 123;
  plan_.rounds = 4;
  settings_.solution_limit = 9;
  parallel::ThreadPool two(2, false);
  const DeedRunner runner(info_, two);
  const runner::SolverSpec mrv(*find_solver("mrv"));
  const result::RowSums row = row_of(runner, mrv, plan_, settings_);
  EXPECT_EQ(row.solver, "logical");
  EXPECT_FALSE(row.external);
  EXPECT_FALSE(row.isolated);
  EXPECT_EQ(row.threads, 2U);
  EXPECT_EQ(row.chunk, 7U);
  EXPECT_EQ(row.isa, "baseline");
  EXPECT_EQ(row.solution_limit, 9U);
  EXPECT_EQ(row.sample_rate, 0.75);
  EXPECT_EQ(row.pilot_ns, 123);
  EXPECT_EQ(row.rounds, 4U);
  EXPECT_TRUE(row.confirmed);
  EXPECT_TRUE(row.logic);
  EXPECT_EQ(row.tally_name, "steps");
  EXPECT_EQ(row.tally, 0U);
  ASSERT_EQ(row.subsamples.size(), 2U);
  EXPECT_EQ(row.subsamples[1].rate, 0.25);
  EXPECT_EQ(row.subsamples[1].puzzles, 0U);
}

TEST_F(RecorderTest, TellsKindsOfSolversApartInTheirRows) {
  info_ = {};
  const runner::SolverSpec mrv(*find_solver("mrv"));
  const result::RowSums plain = row_of(runner_, mrv, plan_, settings_);
  EXPECT_FALSE(plain.logic);
  EXPECT_FALSE(plain.tally);
  EXPECT_FALSE(plain.tally_name);
  info_.vectorised = true;
  settings_.isolate_all = true;
  const result::RowSums vectorised = row_of(runner_, mrv, plan_, settings_);
  EXPECT_EQ(vectorised.isa, name_of(chosen_isa()));
  EXPECT_TRUE(vectorised.isolated);
  settings_.isolate_all = false;
  external::Spec spec;
  spec.command = {"cat"};
  spec.version = "1.2";
  const result::RowSums external = row_of(runner_, runner::SolverSpec(spec), plan_, settings_);
  ASSERT_TRUE(external.external);
  EXPECT_EQ(external.external->version, "1.2");
  EXPECT_TRUE(external.isolated);
  EXPECT_EQ(external.isa, "") << "nobody knows";
}

using Deed = DeedRunner::Deed;

Answer answer_of_mrv(PuzzleRef puzzle) {
  return solve_one(*find_solver("mrv")->create(), puzzle, {});
}

const Grid kProperGrid =
    parse_grid("..48...1767.9.....5.8.3...43..74.1...69...78...1.69..51...8.3.6.....6.9124...15..")
        .grid;

// A run's slowest puzzles, one with one solution and one with many, and their second timing.
class TimedAgain : public testing::Test {
 protected:
  // Times the puzzles again; `script` says what the solver does.
  DeedRunner time(const DeedRunner::Script& script, const Budget& budget = {}) {
    DeedRunner runner(info_, pool_, script);
    time_again(slowest_, runner, budget, recorder_clock(), faults_);
    return runner;
  }

  // Where faults show.
  result::RowSums charged() const {
    result::RowSums row;
    faults_.charge(row);
    return row;
  }

  SolverInfo info_;
  parallel::ThreadPool pool_{1, false};
  UnrecordedFaults faults_;
  std::vector<result::SlowPuzzle> slowest_ = {{.puzzle = std::string(kProperGrid.text()),
                                               .line = 1,
                                               .latency_ns = 9e6,
                                               .outcome = Outcome::unique},
                                              {.puzzle = std::string(kEmptyGrid.text()),
                                               .line = 2,
                                               .latency_ns = 8e6,
                                               .outcome = Outcome::multiple}};
};

TEST_F(TimedAgain, PuzzlesHaveTheShortestOfTheirTimesAndAreSortedAnew) {
  int call = 0;
  const DeedRunner runner = time([&call](PuzzleRef puzzle) -> Deed {
    ++call;
    const std::uint64_t ticks = puzzle.clues == kProperGrid ? 3000 - call : 10'000'000'000;
    return {.answer = answer_of_mrv(puzzle), .ticks = ticks};
  });
  EXPECT_EQ(runner.calls(), 6) << "three times each";
  EXPECT_EQ(slowest_[0].line, 2U);
  EXPECT_EQ(slowest_[0].latency_ns, 8e6) << "it was not faster";
  EXPECT_EQ(slowest_[1].line, 1U);
  EXPECT_EQ(slowest_[1].latency_ns, static_cast<double>(recorder_clock().picoseconds(2997)) / 1000);
  const result::RowSums row = charged();
  EXPECT_TRUE(row.wrong_answers.empty());
  EXPECT_TRUE(row.incidents.empty());
}

TEST_F(TimedAgain, PuzzlesThatTimedOutWouldTakeTooLong) {
  slowest_[0].outcome = Outcome::timeout;
  const DeedRunner runner =
      time([](PuzzleRef puzzle) -> Deed { return {.answer = answer_of_mrv(puzzle), .ticks = 1}; });
  EXPECT_EQ(runner.calls(), 3);
  EXPECT_EQ(slowest_[0].latency_ns, 9e6);
}

TEST_F(TimedAgain, AnswersMustBeRightAndAsBefore) {
  time([](PuzzleRef puzzle) -> Deed {
    if (puzzle.clues == kProperGrid) return {.answer = {.outcome = Outcome::none}, .ticks = 1};
    return {.answer = answer_of_mrv(puzzle), .ticks = 1};
  });
  ASSERT_EQ(charged().wrong_answers.size(), 1U);
  EXPECT_EQ(charged().wrong_answers[0].reason,
            "the outcome differs from an earlier pass (when it was timed again)");
  EXPECT_EQ(charged().wrong_answers[0].puzzle, kProperGrid.text());
  faults_ = {};
  time([](PuzzleRef puzzle) -> Deed {
    Answer answer = answer_of_mrv(puzzle);
    answer.solutions = 7;
    return {.answer = answer, .ticks = 1};
  });
  ASSERT_EQ(charged().wrong_answers.size(), 1U);
  EXPECT_EQ(charged().wrong_answers[0].reason,
            "the number of solutions does not fit the outcome and the limit (when it was timed "
            "again)");
}

TEST_F(TimedAgain, ATimeoutContradictsNothing) {
  time([](PuzzleRef /*puzzle*/) -> Deed {
    return {.answer = {.outcome = Outcome::timeout}, .ticks = 1};
  });
  EXPECT_TRUE(charged().wrong_answers.empty());
}

TEST_F(TimedAgain, ACrashHasNoTimeAndIsCharged) {
  const DeedRunner runner = time([](PuzzleRef puzzle) -> Deed {
    Deed deed{.answer = answer_of_mrv(puzzle), .ticks = 1};
    if (puzzle.clues == kProperGrid) deed.incident = {.reason = "died"};
    return deed;
  });
  EXPECT_EQ(runner.calls(), 1 + 3);
  EXPECT_EQ(slowest_[0].line, 1U);
  EXPECT_EQ(slowest_[0].latency_ns, 9e6);
  ASSERT_EQ(charged().incidents.size(), 1U);
  EXPECT_EQ(charged().incidents[0].reason, "died (when it was timed again)");
  EXPECT_EQ(charged().incidents[0].puzzle, kProperGrid.text());
}

TEST_F(TimedAgain, ADisqualificationEndsIt) {
  const DeedRunner runner = time([](PuzzleRef /*puzzle*/) -> Deed {
    return {.answer = {}, .ticks = 1, .disqualified = "ten in a row"};
  });
  EXPECT_EQ(runner.calls(), 1);
  EXPECT_EQ(slowest_[0].latency_ns, 9e6);
  EXPECT_TRUE(charged().wrong_answers.empty()) << "there was no answer";
  ASSERT_EQ(charged().incidents.size(), 1U);
  EXPECT_EQ(charged().incidents[0].reason, "ten in a row (when it was timed again)");
}

TEST_F(TimedAgain, AnInterruptionEndsItAndIsNoFault) {
  std::atomic<bool> cancelled{false};
  const DeedRunner runner = time(
      [&cancelled](PuzzleRef /*puzzle*/) -> Deed {
        cancelled = true;
        return {.answer = {}, .ticks = 1, .disqualified = "interrupted"};
      },
      {.cancelled = &cancelled});
  EXPECT_EQ(runner.calls(), 1);
  EXPECT_TRUE(charged().wrong_answers.empty());
  EXPECT_TRUE(charged().incidents.empty());
}

TEST_F(TimedAgain, PencilmarkPuzzlesKeepTheirCandidates) {
  Pencilmarks marks = marks_of(kProperGrid);
  marks.of[0] = 1;
  const auto text = marks.text();
  slowest_.resize(1);
  slowest_[0].puzzle = std::string(text.data(), text.size());
  bool has_marks = false;
  time([&](PuzzleRef puzzle) -> Deed {
    has_marks =
        puzzle.marks != nullptr && puzzle.marks->of == marks.of && puzzle.clues == clues_of(marks);
    return {.answer = {.outcome = Outcome::timeout}, .ticks = 1};
  });
  EXPECT_TRUE(has_marks);
}

// The worst fault of each moment is enough: a solver that is wrong is wrong everywhere.
TEST(UnrecordedFaults, KeepTheFirstOfTheWorstOfEachMoment) {
  const Grid puzzle = clue_in_front(1);
  UnrecordedFaults faults;
  faults.add_crash(kInPilot, "first crash");
  faults.add_crash(kInPilot, "second crash");
  faults.add_crash(kInAudit, "crash");
  faults.add_crash(kTimedAgain, "");
  faults.add_wrong(kInAudit, "first wrong answer", puzzle);
  faults.add_wrong(kInAudit, "second wrong answer", clue_in_front(2));
  faults.add_crash(kInAudit, "late crash");
  result::RowSums row;
  faults.charge(row);
  faults.charge(row);
  ASSERT_EQ(row.incidents.size(), 1U);
  EXPECT_EQ(row.incidents[0].reason, "first crash (in the pilot measurement)");
  EXPECT_EQ(row.incidents[0].puzzle, "");
  EXPECT_EQ(row.incidents[0].line, result::kNoLine);
  EXPECT_EQ(row.incidents[0].outcome, Outcome::crashed);
  ASSERT_EQ(row.wrong_answers.size(), 1U);
  EXPECT_EQ(row.wrong_answers[0].reason, "first wrong answer (in the audit)");
  EXPECT_EQ(row.wrong_answers[0].puzzle, puzzle.text());
  EXPECT_EQ(row.wrong_answers[0].line, result::kNoLine);
}

// A puzzle that took too long in the pilot measurement is timed again in a block.
TEST(UnrecordedFaults, AreNoTimeouts) {
  const SolverInfo info;
  parallel::ThreadPool pool(1, false);
  DeedRunner runner(info, pool, [](PuzzleRef puzzle) -> Deed {
    const bool is_first = puzzle.clues == clue_in_front(1);
    const Outcome outcome = is_first ? Outcome::timeout : Outcome::crashed;
    return {.answer = {}, .ticks = 1, .incident = {.outcome = outcome, .reason = "it happened"}};
  });
  const std::vector<Grid> puzzles = {clue_in_front(1), clue_in_front(2)};
  std::vector<Answer> answers(2);
  UnrecordedFaults faults;
  faults.add(kInPilot, runner.solve({.puzzles = puzzles, .answers = answers}, {}), puzzles);
  result::RowSums row;
  faults.charge(row);
  ASSERT_EQ(row.incidents.size(), 1U);
  EXPECT_EQ(row.incidents[0].puzzle, clue_in_front(2).text());
  EXPECT_EQ(row.incidents[0].outcome, Outcome::crashed);
}

}  // namespace

}  // namespace sudoku::run
