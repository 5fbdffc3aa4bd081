#include "harness/dataset/profile.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "harness/dataset/contents_fixture.h"
#include "solvers/roster.h"

namespace sudoku::dataset {

namespace {

const std::string kBroken = "55" + kPuzzle.substr(2);
const std::string kMany(81, '.');

struct FaultCase {
  const char* name;
  std::string puzzle;
  std::string declared;
  std::vector<std::string_view> faults;
};

constexpr std::string_view kNone = "expected one solution, found none";
constexpr std::string_view kSeveral = "expected one solution, found 2 or more";
constexpr std::string_view kWrong = "the declared solution is wrong";

const FaultCase kFaultCases[] = {
    {"proper", kPuzzle, "", {}},
    {"proper and right", kPuzzle, kSolution, {}},
    {"proper and wrong", kPuzzle, "4" + kSolution.substr(1), {kWrong}},
    {"none", kBroken, "", {kNone}},
    {"none and wrong", kBroken, kSolution, {kNone, kWrong}},
    {"several", kMany, "", {kSeveral}},
    {"several and one of them", kMany, kSolution, {kSeveral}},
    {"several and wrong", kMany, std::string(81, '1'), {kSeveral, kWrong}},
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
    solver->solve(block.puzzles, {}, {&answer, 1});
    Verification verification;
    verification.add(block, {&answer, 1});
    std::vector<std::string_view> faults;
    for (const Fault& fault : verification.faults) {
      EXPECT_EQ(fault.line, 17);
      faults.push_back(fault.text);
    }
    EXPECT_EQ(faults, c.faults);
    EXPECT_EQ(verification.fault_count(), c.faults.size());
  }
}

TEST(Verification, CountsOverBlocksAndLooksAtEveryRow) {
  const Block block = {.puzzles = {kEmptyGrid, kEmptyGrid, kEmptyGrid, grid_of(kPuzzle)},
                       .solutions = {kEmptyGrid, filled_with('1'), kEmptyGrid, grid_of(kSolution)},
                       .lines = {1, 2, 3, 4}};
  const std::vector<Answer> answers = {
      {.outcome = Outcome::none},
      {.outcome = Outcome::none},
      {.outcome = Outcome::multiple},
      {.outcome = Outcome::unique, .solution = grid_of(kSolution)}};
  Verification verification;
  verification.add(block, answers);
  EXPECT_EQ(verification.faults.size(), 4);
  verification.add({.puzzles = {grid_of(kPuzzle)}, .solutions = {filled_with('1')}, .lines = {5}},
                   {&answers[3], 1});
  EXPECT_EQ(verification.puzzles, 5);
  EXPECT_EQ(verification.proper, 2);
  EXPECT_EQ(verification.several, 1);
  EXPECT_EQ(verification.none, 2);
  EXPECT_EQ(verification.declared, 3);
  EXPECT_EQ(verification.wrong, 2);
  EXPECT_EQ(verification.fault_count(), 5);
  ASSERT_EQ(verification.faults.size(), 1);
  EXPECT_EQ(verification.faults[0].line, 5);
}

}  // namespace

}  // namespace sudoku::dataset
