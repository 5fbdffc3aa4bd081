// Tests of the audit: its puzzles, and what it concludes from answers.
#include "harness/run/audit.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/dataset/generator.h"
#include "harness/run/scripted_runner_fixture.h"

namespace sudoku::run {
namespace {

std::vector<dataset::GeneratedPuzzle> generated(dataset::PuzzleKind kind, std::size_t count) {
  const auto solver = find_solver("lanes")->create();
  std::vector<dataset::GeneratedPuzzle> made(count);
  const std::atomic<bool> cancelled{false};
  dataset::BatchGenerator({.kind = kind}, *solver, *solver).make(0, made, cancelled);
  return made;
}

std::vector<Grid> minimal_puzzles(std::size_t count) {
  std::vector<Grid> puzzles;
  for (const dataset::GeneratedPuzzle& puzzle : generated(dataset::PuzzleKind::minimal, count))
    puzzles.push_back(puzzle.puzzle);
  return puzzles;
}

const std::vector<AuditPuzzle>& made() {
  static const std::vector<AuditPuzzle> puzzles = audit_puzzles(minimal_puzzles(20), 1);
  return puzzles;
}

TEST(AuditPuzzles, HaveAsManySolutionsAsTheySay) {
  const auto with = [](std::uint64_t solutions) {
    return std::ranges::count(made(), solutions, &AuditPuzzle::solutions);
  };
  EXPECT_EQ(made().size(), 64U);
  EXPECT_EQ(with(1), 16);
  EXPECT_EQ(with(3), 16);
  EXPECT_EQ(with(0), 32);
  const auto dlx = find_solver("dlx")->create();
  for (const AuditPuzzle& puzzle : made()) {
    EXPECT_EQ(solve_one(*dlx, puzzle.puzzle, {.solution_limit = 3}).solutions, puzzle.solutions)
        << puzzle.puzzle.text();
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

// Changes the right answer to an audit puzzle.
using Spoil = std::function<void(const AuditPuzzle& asked, std::uint64_t limit, Answer& answer)>;

Spoil says(Outcome outcome, std::uint64_t least_solutions = 0, std::uint64_t least_limit = 1) {
  return [=](const AuditPuzzle& asked, std::uint64_t limit, Answer& answer) {
    if (asked.solutions >= least_solutions && limit >= least_limit) answer = {.outcome = outcome};
  };
}

Spoil is_wrong(std::uint64_t least_solutions) {
  return [=](const AuditPuzzle& asked, std::uint64_t /*limit*/, Answer& answer) {
    if (asked.solutions >= least_solutions) answer.solution.cells.fill('1');
  };
}

Spoil stops_at(std::uint64_t most) {
  return [=](const AuditPuzzle& /*asked*/, std::uint64_t /*limit*/, Answer& answer) {
    answer.solutions = std::min(answer.solutions, most);
  };
}

void solves_all(const AuditPuzzle& asked, std::uint64_t /*limit*/, Answer& answer) {
  if (asked.solutions == 0) answer = {.outcome = Outcome::unique, .solutions = 1};
}

void denies_one_solution(const AuditPuzzle& asked, std::uint64_t /*limit*/, Answer& answer) {
  answer = {.outcome = asked.solutions > 1 ? Outcome::timeout : Outcome::none};
}

struct TaskCase {
  const char* name;
  Spoil spoil;
  const char* does;
  std::string evidence;  // before the text of a puzzle
  bool ignores_contradictions = false;
};

// Regression: a solver that answers "none" to everything was said to assume uniqueness. Who has no
// time to count as far as it was asked to has not been seen to count.
TEST(TaskOf, IsNoMoreThanAnswersShow) {
  const std::string none_of_one = "0 of 1 solutions at limit 1 of ";
  const std::string wrong_one = "1 of 1 solutions at limit 1 of ";
  const TaskCase cases[] = {
      {"right", stops_at(9), "counts", ""},
      {"one", stops_at(1), "stops at first", "1 of 2 solutions at limit 2 of "},
      {"two", stops_at(2), "proves uniqueness", "2 of 3 solutions at limit 3 of "},
      {"denies several", says(Outcome::none, 2), "assumes uniqueness", none_of_one},
      {"stuck at several", says(Outcome::incomplete, 2), "assumes uniqueness", none_of_one},
      {"wrong on several", is_wrong(2), "assumes uniqueness", wrong_one},
      {"denies above limit 1", says(Outcome::none, 0, 2), "assumes uniqueness",
       "0 of 2 solutions at limit 2 of "},
      {"denies all", says(Outcome::none), "finds no solution", none_of_one},
      {"wrong on all", is_wrong(0), "finds no solution", wrong_one},
      {"denies one, late on several", denies_one_solution, "finds no solution", ""},
      {"solves contradictions", solves_all, "counts", "1 of 0 solutions at limit 1 of ", true},
      {"late on several", says(Outcome::timeout, 2), "unclear", ""},
      {"crashes on several", says(Outcome::crashed, 2), "unclear", ""},
      {"late above limit 1", says(Outcome::timeout, 0, 2), "unclear", ""},
      {"late above limit 2", says(Outcome::timeout, 0, 3), "proves uniqueness", ""},
  };
  const auto solver = find_solver("mrv_hidden")->create();
  for (const TaskCase& c : cases) {
    SCOPED_TRACE(c.name);
    std::vector<std::vector<Answer>> answers;
    for (std::uint64_t limit = 1; limit <= kAuditedSolutions; ++limit) {
      answers.emplace_back();
      for (const AuditPuzzle& asked : made()) {
        answers.back().push_back(solve_one(*solver, asked.puzzle, {.solution_limit = limit}));
        c.spoil(asked, limit, answers.back().back());
      }
    }
    const result::TaskRecord task = task_of(made(), answers);
    EXPECT_EQ(task.does, c.does);
    EXPECT_EQ(task.ignores_contradictions, c.ignores_contradictions);
    EXPECT_EQ(task.puzzles, 64U);
    EXPECT_EQ(task.evidence.substr(0, c.evidence.size()), c.evidence);
    const std::string puzzle =
        task.evidence.substr(std::min(task.evidence.size(), c.evidence.size()));
    EXPECT_EQ(puzzle.size(), c.evidence.empty() ? 0 : kCells);
  }
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

  // Lets the solver give changed answers.
  void change_answers(const std::function<void(Answer& answer)>& change) {
    runner_.script = [change](const Grid& puzzle, const Budget& budget, std::size_t /*i*/) {
      Answer answer = solved(puzzle, budget);
      change(answer);
      return answer;
    };
  }

  const std::vector<Grid> puzzles_ = minimal_puzzles(2);
  const machine::StampClock clock_;
  SolverInfo info_;
  parallel::ThreadPool pool_{1, false};
  ScriptedRunner runner_{info_, pool_, clock_};
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
  EXPECT_EQ(runner_.least, (std::vector<std::size_t>{8, 8, 8})) << "even of a slow solver";
  for (const Nanoseconds left : runner_.time_left) {
    EXPECT_LE(left, std::chrono::seconds(1));
    EXPECT_GT(left, Nanoseconds(0));
  }
}

TEST_F(Audit, FindsAnswersThatAreWrongWhateverWasAskedFor) {
  const std::pair<const char*, void (*)(Answer & answer)> cases[] = {
      {"wrong: says none, but there is a solution (in the audit)",
       [](Answer& answer) { answer = {.outcome = Outcome::none}; }},
      {"wrong: counts several solutions, but there is only one (in the audit)",
       [](Answer& answer) { answer = {.outcome = Outcome::multiple, .solutions = 2}; }},
      {"wrong: the solution breaks a clue or a house (in the audit)",
       [](Answer& answer) { answer.solution.cells[0] = 'x'; }}};
  for (const auto& [reason, change] : cases) {
    change_answers([change = change](Answer& answer) {
      if (answer.outcome == Outcome::unique) change(answer);
    });
    EXPECT_EQ(faults(), Reasons{reason});
  }
}

// What a solver makes of puzzles without or with several solutions is its task, and no fault.
TEST_F(Audit, ForgivesWhatASolverIsNotMadeFor) {
  change_answers([](Answer& answer) {
    if (answer.outcome == Outcome::unique) answer.solution = kEmptyGrid;
    if (answer.outcome == Outcome::none) answer = {.outcome = Outcome::unique, .solutions = 1};
    if (answer.outcome == Outcome::multiple) answer = {.outcome = Outcome::none};
  });
  EXPECT_EQ(faults(), Reasons());
  runner_.script = always({.outcome = Outcome::timeout});
  EXPECT_EQ(faults(), Reasons());
  EXPECT_EQ(task_.does, "unclear");
}

TEST_F(Audit, ChargesCrashesStartsAndDisqualifications) {
  runner_.incident = only_at(3, Outcome::crashed, "died");
  EXPECT_EQ(faults(), Reasons{"died (in the audit)"});
  runner_.incident = only_at(3, Outcome::crashed, "");
  runner_.disqualify("ten in a row");
  runner_.fail_to_start("printed");
  EXPECT_EQ(faults(), (Reasons{"ten in a row (in the audit)", "printed (while it was started)"}));
}

TEST_F(Audit, EndsWithTheRun) {
  std::atomic<bool> cancelled{false};
  runner_.script = [&cancelled](const Grid& puzzle, const Budget& budget, std::size_t /*i*/) {
    if (budget.solution_limit == 2) cancelled = true;
    return cancelled ? Answer{.outcome = Outcome::none} : solved(puzzle, budget);
  };
  runner_.disqualify("interrupted");
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
