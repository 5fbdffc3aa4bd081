// Tests of the audit: its puzzles, and what it concludes from answers.
#include "harness/run/audit.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/dataset/generator.h"
#include "solvers/roster.h"
#include "solvers/search.h"

namespace sudoku::run {
namespace {

std::vector<Grid> minimal_puzzles(std::size_t count) {
  const auto solver = find_solver("mrv_hidden")->create();
  std::vector<dataset::GeneratedPuzzle> made(count);
  const std::atomic<bool> cancelled{false};
  dataset::BatchGenerator({.kind = dataset::PuzzleKind::minimal}, *solver, {})
      .make(0, made, cancelled);
  std::vector<Grid> puzzles;
  puzzles.reserve(count);
  for (const dataset::GeneratedPuzzle& puzzle : made)
    puzzles.push_back(puzzle.puzzle);
  return puzzles;
}

const std::vector<AuditPuzzle>& made() {
  static const std::vector<AuditPuzzle> puzzles = audit_puzzles(minimal_puzzles(20), 1);
  return puzzles;
}

std::size_t with(std::uint64_t solutions) {
  return static_cast<std::size_t>(std::ranges::count(made(), solutions, &AuditPuzzle::solutions));
}

TEST(AuditPuzzles, HaveSeveralSolutionsOneAndNone) {
  EXPECT_EQ(made().size(), 64U);
  EXPECT_EQ(with(1), 16U);
  EXPECT_EQ(with(3), 16U);
  EXPECT_EQ(with(0), 32U);
}

TEST(AuditPuzzles, HaveAsManySolutionsAsTheySay) {
  const auto dlx = find_solver("dlx")->create();
  for (const AuditPuzzle& puzzle : made()) {
    Answer answer;
    dlx->solve({&puzzle.puzzle, 1}, {.solution_limit = 3}, {&answer, 1});
    EXPECT_EQ(answer.solutions, puzzle.solutions) << puzzle.puzzle.text();
  }
}

TEST(AuditPuzzles, AreTheSameForASeedAndOthersForAnother) {
  const std::vector<Grid> puzzles = minimal_puzzles(4);
  const auto texts = [&](std::uint64_t seed, std::uint64_t solutions) {
    std::string all;
    for (const AuditPuzzle& puzzle : audit_puzzles(puzzles, seed))
      if (puzzle.solutions == solutions) all += puzzle.puzzle.text();
    return all;
  };
  for (const std::uint64_t solutions : {0, 3}) {
    EXPECT_EQ(texts(1, solutions), texts(1, solutions));
    EXPECT_NE(texts(1, solutions), texts(2, solutions));
  }
}

TEST(AuditPuzzles, AreFewOfPuzzlesWithoutClues) {
  // An empty grid has several solutions, and no clue to remove or to change.
  EXPECT_EQ(audit_puzzles(std::vector<Grid>{kEmptyGrid}, 1).size(), 1U);
  EXPECT_TRUE(audit_puzzles({}, 1).empty());
  // Any other clue leaves solutions, too, and there is no second clue to be equal.
  Grid one_clue = kEmptyGrid;
  one_clue.cells[40] = '5';
  EXPECT_EQ(audit_puzzles(std::vector<Grid>{one_clue}, 1).size(), 2U);
}

TEST(AuditPuzzles, HaveNoSolutionIfTheOriginalHasNone) {
  Grid twice_wrong = kEmptyGrid;
  std::ranges::copy(std::string_view("1122"), twice_wrong.cells.begin());
  const std::vector<AuditPuzzle> asked = audit_puzzles(std::vector<Grid>{twice_wrong}, 1);
  EXPECT_EQ(asked.size(), 3U);
  for (const AuditPuzzle& puzzle : asked)
    EXPECT_EQ(puzzle.solutions, 0U) << puzzle.puzzle.text();
}

TEST(AuditPuzzles, AreMadeOfPencilmarkPuzzles) {
  const auto solver = find_solver("lanes")->create();
  std::vector<dataset::GeneratedPuzzle> generated(4);
  const std::atomic<bool> cancelled{false};
  dataset::BatchGenerator({.kind = dataset::PuzzleKind::pencilmark}, *solver, {})
      .make(0, generated, cancelled);
  PuzzleList puzzles;
  for (const dataset::GeneratedPuzzle& puzzle : generated)
    puzzles.push_back(puzzle.ref());
  const auto asked = audit_puzzles(puzzles.span(), 1);
  EXPECT_EQ(asked.size(), 16U);
  std::size_t with_several = 0;
  std::size_t with_none = 0;
  for (const AuditPuzzle& puzzle : asked) {
    SCOPED_TRACE(puzzle.ref().text());
    Answer answer;
    solver->solve_pencilmarks({&*puzzle.marks, 1}, {.solution_limit = 3}, {&answer, 1});
    EXPECT_EQ(answer.solutions, puzzle.solutions);
    EXPECT_EQ(puzzle.puzzle, clues_of(*puzzle.marks));
    with_several += puzzle.solutions == 3 ? 1 : 0;
    with_none += puzzle.solutions == 0 ? 1 : 0;
  }
  EXPECT_EQ(with_several, 4U);
  EXPECT_EQ(with_none, 8U);
}

// Answers of a solver to all audit puzzles at the limits 1 to 3. `spoil` changes each answer.
std::vector<std::vector<Answer>> answers_of(const auto& spoil) {
  const auto solver = find_solver("mrv_hidden")->create();
  std::vector<std::vector<Answer>> answers;
  for (std::uint64_t limit = 1; limit <= kAuditedSolutions; ++limit) {
    answers.emplace_back(made().size());
    for (std::size_t i = 0; i < made().size(); ++i) {
      Answer& answer = answers.back()[i];
      solver->solve({&made()[i].puzzle, 1}, {.solution_limit = limit}, {&answer, 1});
      spoil(made()[i], limit, answer);
    }
  }
  return answers;
}

result::TaskRecord task_with(const auto& spoil) { return task_of(made(), answers_of(spoil)); }

TEST(TaskOf, ASolverThatDoesAsItIsAsked) {
  const auto task = task_with([](const AuditPuzzle&, std::uint64_t, Answer&) {});
  EXPECT_EQ(task.does, "counts");
  EXPECT_FALSE(task.ignores_contradictions);
  EXPECT_EQ(task.puzzles, 64U);
  EXPECT_EQ(task.evidence, "");
}

TEST(TaskOf, ASolverThatStopsSooner) {
  for (const std::uint64_t most : {1, 2}) {
    const auto task = task_with([most](const AuditPuzzle&, std::uint64_t, Answer& answer) {
      answer.solutions = std::min(answer.solutions, most);
    });
    EXPECT_EQ(task.does, most == 1 ? "stops at first" : "proves uniqueness");
    const std::string start =
        most == 1 ? "1 of 2 solutions at limit 2 of " : "2 of 3 solutions at limit 3 of ";
    EXPECT_EQ(task.evidence.substr(0, start.size()), start);
  }
}

TEST(TaskOf, ASolverThatFailsOnPuzzlesWithSeveralSolutions) {
  const auto none = [](const AuditPuzzle& asked, std::uint64_t, Answer& answer) {
    if (asked.solutions > 1) answer = {.outcome = Outcome::none};
  };
  const auto stuck = [](const AuditPuzzle& asked, std::uint64_t, Answer& answer) {
    if (asked.solutions > 1) answer = {.outcome = Outcome::incomplete};
  };
  const auto wrong = [](const AuditPuzzle& asked, std::uint64_t, Answer& answer) {
    if (asked.solutions > 1) answer.solution.cells.fill('1');
  };
  EXPECT_EQ(task_with(none).does, "assumes uniqueness");
  EXPECT_EQ(task_with(stuck).does, "assumes uniqueness");
  EXPECT_EQ(task_with(wrong).does, "assumes uniqueness");
}

// Regression: a solver that answers "none" to everything was said to assume uniqueness.
TEST(TaskOf, ASolverThatFindsNoSolutionOfAnyPuzzle) {
  const auto none = [](const AuditPuzzle&, std::uint64_t, Answer& answer) {
    answer = {.outcome = Outcome::none};
  };
  const auto wrong = [](const AuditPuzzle&, std::uint64_t, Answer& answer) {
    answer.solution.cells.fill('1');
  };
  const auto none_above_1 = [](const AuditPuzzle&, std::uint64_t limit, Answer& answer) {
    if (limit > 1) answer = {.outcome = Outcome::none};
  };
  EXPECT_EQ(task_with(none).does, "finds no solution");
  const std::string start = "0 of 1 solutions at limit 1 of ";
  EXPECT_EQ(task_with(none).evidence.substr(0, start.size()), start);
  EXPECT_EQ(task_with(wrong).does, "finds no solution");
  EXPECT_EQ(task_with(none_above_1).does, "assumes uniqueness");

  const auto unclear_but_none = [](const AuditPuzzle& asked, std::uint64_t, Answer& answer) {
    answer = {.outcome = asked.solutions > 1 ? Outcome::timeout : Outcome::none};
  };
  EXPECT_EQ(task_with(unclear_but_none).does, "finds no solution");
}

TEST(TaskOf, ASolverThatFindsSolutionsWhereThereAreNone) {
  const auto task = task_with([](const AuditPuzzle& asked, std::uint64_t, Answer& answer) {
    if (asked.solutions == 0) answer = {.outcome = Outcome::unique, .solutions = 1};
  });
  EXPECT_EQ(task.does, "counts");
  EXPECT_TRUE(task.ignores_contradictions);
  const auto first = std::ranges::find(made(), std::uint64_t{0}, &AuditPuzzle::solutions);
  EXPECT_EQ(task.evidence, "1 of 0 solutions at limit 1 of " + std::string(first->puzzle.text()));
}

TEST(TaskOf, IsUnclearWithoutAnswersToPuzzlesWithSeveralSolutions) {
  for (const Outcome outcome : {Outcome::timeout, Outcome::crashed, Outcome::unsupported}) {
    const auto task = task_with([outcome](const AuditPuzzle& asked, std::uint64_t, Answer& answer) {
      if (asked.solutions > 1) answer = {.outcome = outcome};
    });
    EXPECT_EQ(task.does, "unclear");
  }
}

// Who has no time to count as far as it was asked to has not been seen to count.
TEST(TaskOf, ClaimsNoMoreThanWasSeen) {
  const auto up_to = [](std::uint64_t last) {
    return task_with([last](const AuditPuzzle&, std::uint64_t limit, Answer& answer) {
      if (limit > last) answer = {.outcome = Outcome::timeout};
    });
  };
  EXPECT_EQ(up_to(1).does, "unclear");
  EXPECT_EQ(up_to(2).does, "proves uniqueness");
  EXPECT_EQ(up_to(2).evidence, "");
}

TEST(IsAudited, UnlessItOrTheVerificationIsOff) {
  options::RunSettings settings;
  EXPECT_TRUE(is_audited(settings));
  settings.verify = options::Verify::off;
  EXPECT_FALSE(is_audited(settings));
  settings = {};
  settings.audit = false;
  EXPECT_FALSE(is_audited(settings));
}

// Solves as mrv_hidden does, but with a change, and with incidents, as a test says.
class AuditedRunner final : public runner::Runner {
 public:
  using runner::Runner::Runner;

  std::uint64_t added_memory() override { return 0; }

  double startup_s() const override { return 0; }

  void misbehave(const std::string& disqualified, const std::string& start_fault) {
    disqualified_ = disqualified;
    start_fault_ = start_fault;
  }

  std::function<void(const Budget& budget, PuzzleRef puzzle, Answer& answer)> change;
  std::function<void(std::map<std::size_t, runner::Incident>& incidents)> befall;
  std::vector<std::uint64_t> limits;   // of the passes
  std::vector<std::size_t> chunks;     // of the passes
  std::vector<Nanoseconds> time_left;  // until the end of each pass

 private:
  runner::PassResult pass(const runner::Work& work, const Budget& budget,
                          std::span<std::uint64_t> /*ticks*/) override {
    runner::PassResult result{.time = Nanoseconds(1)};
    limits.push_back(budget.solution_limit);
    chunks.push_back(work.chunk);
    time_left.push_back(*work.until - SteadyClock::now());
    EXPECT_EQ(work.least, 8U) << "are asked for even of a slow solver";
    for (std::size_t i = 0; i < work.puzzles.size(); ++i) {
      work.answers[i] = solve_one(*solver_, work.puzzles[i], budget);
      if (change) change(budget, work.puzzles[i], work.answers[i]);
    }
    if (befall) befall(result.incidents);
    return result;
  }

  std::unique_ptr<Solver> solver_ = find_solver("mrv_hidden")->create();
};

class Audit : public testing::Test {
 protected:
  // The reasons of the faults that an audit finds.
  std::vector<std::string> faults(const Budget& budget = {}) {
    UnrecordedFaults found;
    task_ = audit(runner_, puzzles_, budget, 1, found);
    result::Row row;
    found.charge(row);
    std::vector<std::string> reasons;
    for (const result::WrongAnswer& wrong : row.wrong_answers)
      reasons.push_back("wrong: " + wrong.reason);
    for (const result::IncidentRecord& incident : row.incidents)
      reasons.push_back(incident.reason);
    for (const result::WrongAnswer& wrong : row.wrong_answers)
      EXPECT_EQ(wrong.puzzle, puzzles_.front().text());
    return reasons;
  }

  const std::vector<Grid> puzzles_ = minimal_puzzles(2);
  const machine::StampClock clock_;
  SolverInfo info_;
  parallel::ThreadPool pool_{1, false};
  AuditedRunner runner_{info_, pool_, clock_};
  result::TaskRecord task_;
};

using Reasons = std::vector<std::string>;

TEST_F(Audit, AsksForOneTwoAndThreeSolutionsInCallsOfABatch) {
  info_.batch = 5;
  EXPECT_EQ(faults(), Reasons());
  EXPECT_EQ(task_.does, "counts");
  EXPECT_EQ(task_.puzzles, 8U);
  EXPECT_EQ(runner_.limits, (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(runner_.chunks, (std::vector<std::size_t>{5, 5, 5}));
  for (const Nanoseconds left : runner_.time_left) {
    EXPECT_LE(left, std::chrono::seconds(1));
    EXPECT_GT(left, Nanoseconds(0));
  }
}

TEST_F(Audit, FindsAnswersThatAreWrongWhateverWasAskedFor) {
  runner_.change = [](const Budget&, PuzzleRef, Answer& answer) {
    if (answer.outcome == Outcome::unique) answer = {.outcome = Outcome::none};
  };
  EXPECT_EQ(faults(), Reasons{"wrong: says none, but there is a solution (in the audit)"});
  runner_.change = [](const Budget&, PuzzleRef, Answer& answer) {
    if (answer.outcome == Outcome::unique) answer = {.outcome = Outcome::multiple, .solutions = 2};
  };
  EXPECT_EQ(faults(),
            Reasons{"wrong: counts several solutions, but there is only one (in the audit)"});
  runner_.change = [](const Budget&, PuzzleRef, Answer& answer) {
    if (answer.outcome == Outcome::unique) answer.solution.cells[0] = 'x';
  };
  EXPECT_EQ(faults(), Reasons{"wrong: the solution breaks a clue or a house (in the audit)"});
}

// What a solver makes of puzzles without or with several solutions is its task, and no fault.
TEST_F(Audit, ForgivesWhatASolverIsNotMadeFor) {
  runner_.change = [](const Budget&, PuzzleRef, Answer& answer) {
    if (answer.outcome == Outcome::unique) answer.solution = kEmptyGrid;
    if (answer.outcome == Outcome::none) answer = {.outcome = Outcome::unique, .solutions = 1};
    if (answer.outcome == Outcome::multiple) answer = {.outcome = Outcome::none};
  };
  EXPECT_EQ(faults(), Reasons());
  runner_.change = [](const Budget&, PuzzleRef, Answer& answer) {
    answer = {.outcome = Outcome::timeout};
  };
  EXPECT_EQ(faults(), Reasons());
  EXPECT_EQ(task_.does, "unclear");
}

TEST_F(Audit, ChargesCrashesStartsAndDisqualifications) {
  runner_.befall = [](std::map<std::size_t, runner::Incident>& incidents) {
    incidents[3] = {.outcome = Outcome::crashed, .reason = "died"};
  };
  EXPECT_EQ(faults(), Reasons{"died (in the audit)"});
  runner_.befall = {};
  runner_.misbehave("ten in a row", "printed");
  EXPECT_EQ(faults(), (Reasons{"ten in a row (in the audit)", "printed (while it was started)"}));
}

TEST_F(Audit, EndsWithTheRun) {
  std::atomic<bool> cancelled{false};
  runner_.change = [&cancelled](const Budget& budget, PuzzleRef, Answer& answer) {
    if (budget.solution_limit == 2) cancelled = true;
    if (cancelled) answer = {.outcome = Outcome::none};
  };
  runner_.misbehave("interrupted", "");
  EXPECT_EQ(faults({.cancelled = &cancelled}), Reasons()) << "an interruption is no fault";
  EXPECT_EQ(runner_.limits.size(), 2U);
}

// A puzzle is taken back to several solutions clue by clue; the rest of the clues stay.
TEST(AuditPuzzles, AreTheOriginalWithFewerOrOtherClues) {
  const Grid original = minimal_puzzles(1).front();
  const std::vector<AuditPuzzle> asked = audit_puzzles(std::vector<Grid>{original}, 3);
  ASSERT_EQ(asked.size(), 4U);
  const auto changed = [&original](const Grid& puzzle) {
    std::pair<int, int> removed_and_other{0, 0};
    for (std::size_t cell = 0; cell < original.cells.size(); ++cell) {
      const bool is_same = puzzle.cells[cell] == original.cells[cell];
      if (is_same) continue;
      ++(puzzle.cells[cell] == kBlank ? removed_and_other.first : removed_and_other.second);
      EXPECT_NE(original.cells[cell], kBlank) << "no clue is added";
    }
    return removed_and_other;
  };
  EXPECT_EQ(asked[0].solutions, 3U);
  EXPECT_GT(changed(asked[0].puzzle).first, 0);
  EXPECT_EQ(changed(asked[0].puzzle).second, 0);
  EXPECT_EQ(asked[1].solutions, 1U);
  EXPECT_EQ(asked[1].puzzle, original);
  EXPECT_EQ(asked[2].solutions, 0U);
  EXPECT_EQ(changed(asked[2].puzzle), std::pair(0, 1));
  EXPECT_EQ(asked[3].solutions, 0U);
  EXPECT_EQ(changed(asked[3].puzzle), std::pair(0, 1));
}

}  // namespace
}  // namespace sudoku::run
