#include "harness/dataset/verification.h"

#include <string>

#include <gtest/gtest.h>

#include "harness/dataset/contents.h"
#include "solvers/roster.h"

namespace sudoku {
namespace {

const std::string kBroken = "55" + kPuzzle.substr(2);
const std::string kMany(81, '.');

struct FaultCase {
  const char* name;
  std::string puzzle;
  std::string declared;
  std::vector<std::string> reasons;
};

const FaultCase kFaultCases[] = {
    {"proper", kPuzzle, "", {}},
    {"proper and right", kPuzzle, kSolution, {}},
    {"proper and wrong", kPuzzle, "4" + kSolution.substr(1), {"the declared solution is wrong"}},
    {"none", kBroken, "", {"expected one solution, found none"}},
    {"none and wrong",
     kBroken,
     kSolution,
     {"expected one solution, found none", "the declared solution is wrong"}},
    {"several", kMany, "", {"expected one solution, found 5 or more"}},
    {"several and one of them", kMany, kSolution, {"expected one solution, found 5 or more"}},
    {"several and wrong",
     kMany,
     std::string(81, '1'),
     {"expected one solution, found 5 or more", "the declared solution is wrong"}},
};

TEST(Verification, NamesFaultsWithTheirLines) {
  const auto solver = find_solver("mrv_hidden")->create();
  for (const FaultCase& c : kFaultCases) {
    SCOPED_TRACE(c.name);
    const Block block = {
        .puzzles = {parse_grid(c.puzzle).grid},
        .solutions = {c.declared.empty() ? kEmptyGrid : parse_grid(c.declared).grid},
        .lines = {17}};
    Answer answer;
    solver->solve(block.puzzles, {.solution_limit = 5}, {&answer, 1});
    Verification verification(5);
    verification.add(block, {&answer, 1});
    std::vector<std::string> reasons;
    for (const Fault& fault : verification.faults()) {
      EXPECT_EQ(fault.line, 17);
      reasons.push_back(fault.reason);
    }
    EXPECT_EQ(reasons, c.reasons);
    EXPECT_EQ(verification.is_faultless(), c.reasons.empty());
  }
}

TEST(Verification, CountsOverBlocks) {
  const Block block = {.puzzles = {kEmptyGrid, kEmptyGrid, kEmptyGrid},
                       .solutions = {kEmptyGrid, filled_with('1'), kEmptyGrid},
                       .lines = {1, 2, 3}};
  const std::vector<Answer> answers = {{.outcome = Outcome::unique},
                                       {.outcome = Outcome::none},
                                       {.outcome = Outcome::multiple, .solutions = 3}};
  Verification verification(10);
  verification.add(block, answers);
  verification.add(block, answers);
  EXPECT_EQ(verification.counts(),
            (Verification::Counts{
                .puzzles = 6, .proper = 2, .several = 2, .none = 2, .declared = 2, .wrong = 2}));
  ASSERT_EQ(verification.faults().size(), 3);
  EXPECT_EQ(verification.faults()[2].reason, "expected one solution, found 3");
}

}  // namespace
}  // namespace sudoku
