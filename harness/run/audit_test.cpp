// Tests of the audit: its puzzles, and what it concludes from answers.
#include "harness/run/audit.h"

#include <algorithm>
#include <atomic>
#include <string>

#include <gtest/gtest.h>

#include "harness/dataset/generator.h"
#include "solvers/roster.h"

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
  const auto texts = [&](std::uint64_t seed) {
    std::string all;
    for (const AuditPuzzle& puzzle : audit_puzzles(puzzles, seed))
      all += puzzle.puzzle.text();
    return all;
  };
  EXPECT_EQ(texts(1), texts(1));
  EXPECT_NE(texts(1), texts(2));
}

TEST(AuditPuzzles, AreFewOfPuzzlesWithoutClues) {
  // An empty grid has several solutions, and no clue to remove or to change.
  EXPECT_EQ(audit_puzzles(std::vector<Grid>{kEmptyGrid}, 1).size(), 1U);
  EXPECT_TRUE(audit_puzzles({}, 1).empty());
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
  for (const AuditPuzzle& puzzle : asked) {
    SCOPED_TRACE(puzzle.ref().text());
    Answer answer;
    solver->solve_pencilmarks({&*puzzle.marks, 1}, {.solution_limit = 3}, {&answer, 1});
    EXPECT_EQ(answer.solutions, puzzle.solutions);
    with_several += puzzle.solutions == 3 ? 1 : 0;
  }
  EXPECT_EQ(with_several, 4U);
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
  EXPECT_EQ(task.evidence.substr(0, 34),
            "1 of 0 solutions at limit 1 of " + task.evidence.substr(31, 3));
}

TEST(TaskOf, IsUnclearWithoutAnswersToPuzzlesWithSeveralSolutions) {
  for (const Outcome outcome : {Outcome::timeout, Outcome::crashed, Outcome::unsupported}) {
    const auto task = task_with([outcome](const AuditPuzzle& asked, std::uint64_t, Answer& answer) {
      if (asked.solutions > 1) answer = {.outcome = outcome};
    });
    EXPECT_EQ(task.does, "unclear");
  }
}

TEST(IsAudited, UnlessItOrTheVerificationIsOff) {
  RunSettings settings;
  EXPECT_TRUE(is_audited(settings));
  settings.verify = Verify::off;
  EXPECT_FALSE(is_audited(settings));
  settings = {};
  settings.audit = false;
  EXPECT_FALSE(is_audited(settings));
}

}  // namespace
}  // namespace sudoku::run
