#include "harness/run/recorder.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/result/json.h"
#include "harness/run/run_fixture.h"
#include "harness/run/scripted_runner_fixture.h"
#include "solvers/simd/isa.h"

namespace sudoku::run {

namespace {

const machine::StampClock& recorder_clock() {
  static const machine::StampClock clock;
  return clock;
}

Grid clue_in_front(int digit) {
  Grid puzzle = kEmptyGrid;
  puzzle.cells[0] = static_cast<char>('0' + digit);
  return puzzle;
}

// A solver of single puzzles that rates puzzles by logic.
SolverInfo logical() {
  SolverInfo info;
  info.name = "logical";
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

  // The fields of a row that are not as in a new one.
  static std::string text_of(const result::RowSums& row) {
    const base::Json json =
        result::json_of(result::DatasetRows{.blocks = {}, .rows = {row}, .comparisons = {}});
    return base::json_text(json.at("rows").at(0));
  }

  Recorder recorder() { return {runner_, plan_, settings_, recorder_clock()}; }

  // The sums that a recorder makes of a block.
  result::RowSums recorded(const MeasuredPuzzles& measured) {
    Recorder recorder = this->recorder();
    recorder.add(measured.block, measured.answers);
    return recorder.take();
  }

  SolverInfo info_ = logical();
  parallel::ThreadPool pool_{1, false};
  ScriptedRunner runner_{info_, pool_, recorder_clock()};
  Plan plan_{.pilot_ns = 12.5, .lower = {}, .chunk = 7};
  options::RunSettings settings_;
};

TEST_F(RecorderTest, HasWhatWasMeasuredOfABlock) {
  MeasuredPuzzles measured(2, 5);
  MeasuredBlock& answers = measured.answers;
  answers.block.guesses = 5;
  answers.block.digest = 8;
  answers.confirmed = {.referees = 1, .solvers = 3, .declared = 5};
  answers.row.unsteady = 2;
  answers.row.cycles = {.total = 70, .puzzles = 2};
  answers.answers[0].guesses = 4;
  EXPECT_EQ(text_of(recorded(measured)),
            R"({"puzzles":2,"pilot_ns":12.5,)"
            R"("outcomes":{"unique":2,"multiple":0,"none":0,"first":0,"incomplete":0,)"
            R"("timeout":0,"crashed":0,"wrong":0},)"
            R"("cycles":{"total":70,"puzzles":2},"guesses":{"total":5,"unsteady":2},)"
            R"("without_guess":1,"logic":{"hardest":{"none":2}},)"
            R"("solution_digest":"0000000000000008","blocks":[{"index":5,"puzzles":2,)"
            R"("seconds":[1.0],"guesses":5,"digest":"0000000000000008"}],)"
            R"("confirmed":{"referees":1,"solvers":3,"declared":5}})");
}

// What take() has returned must not be counted again.
TEST_F(RecorderTest, BeginsAnewOnceItsFiguresAreTaken) {
  MeasuredPuzzles measured(2);
  measured.answers.ticks = {1000, 2000};
  measured.answers.faults[0] = {.outcome = Outcome::wrong, .reason = "wrong"};
  Recorder used = this->recorder();
  used.add(measured.block, measured.answers);
  used.row().complete = false;
  EXPECT_FALSE(used.take().complete);
  measured.answers.ticks = {5000, 3000};
  Recorder unused = this->recorder();
  for (Recorder* const recorder : {&used, &unused})
    recorder->add(measured.block, measured.answers);
  EXPECT_EQ(text_of(used.take()), text_of(unused.take()));
}

TEST_F(RecorderTest, CountsWhatLogicFilledAndWhatItNeeded) {
  MeasuredPuzzles measured(4);
  std::vector<Answer>& answers = measured.answers.answers;
  answers[0].hardest = answers[1].hardest = static_cast<Technique>(2);
  answers[2].outcome = Outcome::incomplete;
  answers[2].solutions = 0;
  answers[2].solution = measured.sample.puzzles[2];
  answers[2].solution.cells[7] = answers[2].solution.cells[8] = '5';
  answers[3].hardest = static_cast<Technique>(2);
  measured.answers.faults[3] = {.outcome = Outcome::wrong, .reason = "wrong"};
  const result::RowSums row = recorded(measured);
  EXPECT_EQ(row.logic->filled, 2U);
  EXPECT_EQ(row.logic->blanks, 80U);
  EXPECT_EQ(row.logic->hardest[2], 2U) << "the wrong answer is left out";
  EXPECT_EQ(row.outcomes[Outcome::wrong], 1U);
  EXPECT_EQ(row.outcomes[Outcome::unique], 2U);
  EXPECT_EQ(row.outcomes[Outcome::incomplete], 1U);
}

TEST_F(RecorderTest, HasTheTimesOfPuzzles) {
  settings_.puzzle_timeout = std::chrono::seconds(3);
  MeasuredPuzzles measured(4);
  MeasuredBlock& answers = measured.answers;
  answers.ticks = {4000, 1000, 9'000'000, 20'000};
  answers.answers[0].guesses = 2;
  answers.answers[2].outcome = Outcome::timeout;
  answers.answers[2].guesses = 6;
  answers.answers[3].outcome = Outcome::crashed;
  const result::RowSums row = recorded(measured);
  EXPECT_EQ(row.par2_ps, ps(4000) + ps(1000) + 2 * 2 * 3'000'000'000'000U);
  ASSERT_TRUE(row.latency);
  EXPECT_EQ(row.latency->chunk, 1U);
  EXPECT_EQ(row.latency->min_ps, ps(1000));
  EXPECT_EQ(row.latency->max_ps, ps(9'000'000)) << "a crash has no time";
  EXPECT_EQ(row.latency->total_ps, ps(4000) + ps(1000) + ps(9'000'000));
  EXPECT_EQ(result::total_of(row.latency->histogram.count), 3U);
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
  MeasuredPuzzles measured(2);
  measured.answers.ticks = {4000, 4000};
  const result::RowSums row = recorded(measured);
  ASSERT_TRUE(row.latency);
  EXPECT_EQ(row.latency->chunk, 7U);
  EXPECT_EQ(row.latency->min_ps, ps(4000));
  EXPECT_FALSE(row.par2_ps);
  EXPECT_TRUE(row.slowest.empty());
}

// More puzzles are kept than are listed, in case only an interruption made some of them slow.
TEST_F(RecorderTest, KeepsTheSlowestPuzzlesOfMany) {
  constexpr std::size_t kPuzzles = 2 * result::kSlowKept;
  MeasuredPuzzles measured(kPuzzles);
  for (std::size_t i = 0; i < kPuzzles; ++i)  // 0, 7, 14, … in some order, without repeats
    measured.answers.ticks.push_back(1'000'000 + i * 7 % kPuzzles * 1000);
  const std::vector<result::SlowPuzzle> slowest = recorded(measured).slowest;
  ASSERT_EQ(slowest.size(), result::kSlowKept);
  for (std::size_t i = 0; i < slowest.size(); ++i) {
    const auto ticks = 1'000'000 + (kPuzzles - 1 - i) * 1000;
    EXPECT_EQ(slowest[i].latency_ns, static_cast<double>(ps(ticks)) / 1000) << i;
  }
}

// Faults are listed in the order of their lines, which is not that of the puzzles in some files.
TEST_F(RecorderTest, ListsTheFirstFaultsOfEachKind) {
  constexpr std::size_t kPuzzles = 4 * result::kListed;
  constexpr Outcome kOutcomes[] = {Outcome::wrong, Outcome::crashed, Outcome::timeout};
  Recorder recorder = this->recorder();
  MeasuredPuzzles measured(kPuzzles);
  std::ranges::reverse(measured.block.lines);
  for (std::size_t i = 0; i < kPuzzles; ++i)
    measured.answers.faults[i] = {.outcome = kOutcomes[i % 3], .reason = std::to_string(i)};
  recorder.add_faults(measured.block, measured.answers);
  const result::RowSums row = recorder.take();
  ASSERT_EQ(row.wrong_answers.size(), result::kListed);
  ASSERT_EQ(row.incidents.size(), result::kListed);
  const auto expect_fault = [&](const auto& fault, Outcome outcome) {
    const std::size_t position = std::stoul(fault.reason);
    EXPECT_EQ(kOutcomes[position % 3], outcome);
    EXPECT_EQ(fault.line, measured.block.lines[position]);
    EXPECT_EQ(fault.puzzle, measured.block.puzzles[position].text());
  };
  for (const result::WrongAnswer& wrong : row.wrong_answers)
    expect_fault(wrong, Outcome::wrong);
  for (const result::IncidentRecord& incident : row.incidents)
    expect_fault(incident, incident.outcome);
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

TEST_F(RecorderTest, BeginsARowWithItsSolverAndItsPlan) {
  plan_.lower = {0.5, 0.25};
  plan_.rate = 0.75;
  plan_.rounds = 4;
  settings_.solution_limit = 9;
  parallel::ThreadPool two(2, false);
  const ScriptedRunner runner(info_, two, recorder_clock());
  const runner::SolverSpec mrv(*find_solver("mrv"));
  EXPECT_EQ(text_of(row_of(runner, mrv, plan_, settings_)),
            R"({"solver":"logical","threads":2,"chunk":7,"isa":"baseline","solutions_limit":9,)"
            R"("sample_rate":0.75,"pilot_ns":12.5,"rounds":4,"logic":{},)"
            R"("subsamples":[{"sample_rate":0.5},{"sample_rate":0.25}],"confirmed":{}})");
  info_ = {};
  info_.vectorised = true;
  settings_.isolate_all = true;
  const result::RowSums vectorised = row_of(runner_, mrv, plan_, settings_);
  EXPECT_EQ(vectorised.isa, name_of(chosen_isa()));
  EXPECT_TRUE(vectorised.isolated);
  EXPECT_FALSE(vectorised.logic);
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

const Grid kProperGrid = parse_grid(proper_puzzles(1).substr(0, kCells)).grid;

// A run's slowest puzzles, one with one solution and one with many, and their second timing.
class TimedAgain : public testing::Test {
 protected:
  void time(const Budget& budget = {}) {
    time_again(slowest_, runner_, budget, recorder_clock(), faults_);
  }

  // Where faults show.
  result::RowSums charged() const {
    result::RowSums row;
    faults_.charge(row);
    return row;
  }

  SolverInfo info_;
  parallel::ThreadPool pool_{1, false};
  ScriptedRunner runner_{info_, pool_, recorder_clock()};
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
  runner_.script = [this](const Grid& puzzle, const Budget& budget, std::size_t /*i*/) {
    runner_.ticks_each = puzzle == kProperGrid ? 3000 - runner_.sizes.size() : 10'000'000'000;
    return solved(puzzle, budget);
  };
  time();
  EXPECT_EQ(runner_.sizes.size(), 6U) << "three times each";
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
  time();
  EXPECT_EQ(runner_.sizes.size(), 3U);
  EXPECT_EQ(slowest_[0].latency_ns, 9e6);
}

struct AgainCase {
  const char* name;
  Answer answer;  // to the first puzzle; that to the second one is right
  runner::Incident incident;
  std::string disqualified;
  std::size_t calls;
  bool has_time;  // whether the time of the first puzzle counts
  std::string wrong = {};
  std::string crash = {};
};

// A timeout contradicts nothing, and is no fault outside of blocks.
TEST_F(TimedAgain, AnswersMustBeRightAndAsBefore) {
  const Answer none = {.outcome = Outcome::none};
  Answer seven = solved(kProperGrid);
  seven.solutions = 7;
  const Answer late = {.outcome = Outcome::timeout};
  const std::string when = " (when it was timed again)";
  const AgainCase cases[] = {
      {"another answer", none, {}, "", 6, true, "the outcome differs from an earlier pass" + when},
      {"a wrong one",
       seven,
       {},
       "",
       6,
       true,
       "the number of solutions does not fit the outcome and the limit" + when},
      {"none in time", late, {}, "", 6, true},
      {"a crash", none, {Outcome::crashed, "died"}, "", 1 + 3, false, "", "died" + when},
      {"a hang", none, {Outcome::timeout, "late"}, "", 1 + 3, false},
      {"the last crash", {}, {}, "ten in a row", 1, false, "", "ten in a row" + when},
  };
  const std::vector<result::SlowPuzzle> before = slowest_;
  for (const AgainCase& c : cases) {
    SCOPED_TRACE(c.name);
    faults_ = {};
    slowest_ = before;
    runner_.sizes.clear();
    bool is_first = false;
    runner_.script = [&](const Grid& puzzle, const Budget& budget, std::size_t /*i*/) {
      is_first = puzzle == kProperGrid;
      if (is_first) runner_.disqualify(c.disqualified);
      return is_first ? c.answer : solved(puzzle, budget);
    };
    runner_.incident = [&](std::size_t /*i*/) {
      return is_first ? c.incident : runner::Incident{};
    };
    time();
    EXPECT_EQ(runner_.sizes.size(), c.calls);
    EXPECT_EQ(std::ranges::count(slowest_, 9e6, &result::SlowPuzzle::latency_ns),
              c.has_time ? 0 : 1);
    const result::RowSums row = charged();
    ASSERT_EQ(row.wrong_answers.size(), c.wrong.empty() ? 0U : 1U);
    if (!c.wrong.empty()) {
      EXPECT_EQ(row.wrong_answers[0].reason, c.wrong);
      EXPECT_EQ(row.wrong_answers[0].puzzle, kProperGrid.text());
    }
    ASSERT_EQ(row.incidents.size(), c.crash.empty() ? 0U : 1U);
    if (!c.crash.empty()) {
      EXPECT_EQ(row.incidents[0].reason, c.crash);
    }
  }
}

TEST_F(TimedAgain, AnInterruptionEndsItAndIsNoFault) {
  std::atomic<bool> cancelled{false};
  runner_.script = [&](const Grid&, const Budget&, std::size_t) {
    cancelled = true;
    runner_.disqualify("interrupted");
    return Answer{};
  };
  time({.cancelled = &cancelled});
  EXPECT_EQ(runner_.sizes.size(), 1U);
  EXPECT_TRUE(charged().wrong_answers.empty());
  EXPECT_TRUE(charged().incidents.empty());
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

}  // namespace

}  // namespace sudoku::run
