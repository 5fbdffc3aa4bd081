#include "harness/dataset/generator.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/sha256.h"
#include "harness/dataset/reduction.h"
#include "solvers/roster.h"
#include "solvers/singles.h"

namespace sudoku::dataset {

namespace {

class GeneratorTest : public testing::Test {
 protected:
  std::vector<GeneratedPuzzle> make(const GeneratorOptions& options, std::uint64_t first,
                                    std::size_t count) {
    std::vector<GeneratedPuzzle> made(count);
    BatchGenerator(options, *solver_, *referee_).make(first, made, cancelled_);
    return made;
  }

  std::unique_ptr<Solver> solver_ = find_solver("lanes")->create();
  // A solver other than the one used for generating, whose guesses tell what is hard.
  std::unique_ptr<Solver> referee_ = find_solver("dlx")->create();
  std::atomic<bool> cancelled_{false};
};

struct Promise {
  GeneratorOptions options;
  std::size_t count;
  int fewest;  // clues
  int most;
  Outcome outcome = Outcome::unique;
  bool minimal = false;
  std::optional<Outcome> singles = {};
};

const Promise kPromises[] = {
    {{.kind = PuzzleKind::full}, 50, 81, 81, Outcome::unique, false, Outcome::unique},
    {{.kind = PuzzleKind::clues, .clues = 22}, 3, 22, 22},
    {{.kind = PuzzleKind::clues, .clues = 30}, 50, 30, 30},
    {{.kind = PuzzleKind::clues, .clues = 80}, 20, 80, 80},
    {{.kind = PuzzleKind::minimal}, 100, 19, 30, Outcome::unique, true},
    {{.kind = PuzzleKind::easy}, 30, 30, 36, Outcome::unique, false, Outcome::unique},
    {{.kind = PuzzleKind::hard, .steps = 5}, 10, 19, 30, Outcome::unique, true},
    {{.kind = PuzzleKind::several}, 100, 15, 29, Outcome::multiple},
    {{.kind = PuzzleKind::none}, 30, 20, 31, Outcome::none, false, Outcome::incomplete},
};

TEST_F(GeneratorTest, EveryKindKeepsItsPromise) {
  for (const Promise& c : kPromises) {
    SCOPED_TRACE(fmt::format("{}, {} clues", name_of(c.options.kind), c.fewest));
    const auto made = make(c.options, 0, c.count);
    std::vector<Grid> puzzles(made.size());
    std::ranges::transform(made, puzzles.begin(), &GeneratedPuzzle::puzzle);
    std::vector<Answer> answers(puzzles.size());
    referee_->solve(puzzles, Budget{}, answers);
    std::vector<char> minimal(puzzles.size());
    MinimalityTest(*referee_).run(puzzles, answers, Budget{}, minimal);
    for (std::size_t i = 0; i < made.size(); ++i) {
      ASSERT_EQ(answers[i].outcome, c.outcome) << puzzles[i].text();
      const bool is_unique = c.outcome == Outcome::unique;
      EXPECT_EQ(made[i].solution, is_unique ? answers[i].solution : kEmptyGrid);
      EXPECT_GE(count_clues(puzzles[i]), c.fewest);
      EXPECT_LE(count_clues(puzzles[i]), c.most);
      EXPECT_TRUE(minimal[i] != 0 || !c.minimal);
      EXPECT_EQ(try_singles(puzzles[i]), c.singles.value_or(try_singles(puzzles[i])));
    }
  }
}

using SlowGeneratorTest = GeneratorTest;

// A puzzle depends on the options, the seed and its number only: it stays the same for ever.
TEST_F(SlowGeneratorTest, APuzzleDoesNotDependOnWhatIsMadeWithIt) {
  base::Sha256 hash;
  for (std::size_t kind = 0; kind < std::size(kPuzzleKinds); ++kind) {
    SCOPED_TRACE(kPuzzleKinds[kind]);
    const GeneratorOptions options = {
        .kind = static_cast<PuzzleKind>(kind), .seed = 7, .clues = 27, .steps = 3};
    const auto together = make(options, 10, 9);
    for (const GeneratedPuzzle& made : together)
      hash.add(std::string(made.puzzle.text()) + std::string(made.solution.text()));
    for (const std::size_t place : {std::size_t{0}, std::size_t{5}, std::size_t{8}}) {
      const auto alone = make(options, 10 + place, 1);
      EXPECT_EQ(alone[0].puzzle.text(), together[place].puzzle.text());
      EXPECT_EQ(alone[0].solution.text(), together[place].solution.text());
    }
    GeneratorOptions other = options;
    other.seed = 8;
    EXPECT_NE(make(other, 10, 1)[0].puzzle.text(), together[0].puzzle.text());
  }
  EXPECT_EQ(hash.hex(), "af90bae7c13d770a94dc345b0a9e3e8db9b344ca6a242cd06bc5889cdac22202");
}

TEST_F(GeneratorTest, ClimbingMakesHarder) {
  const auto before = make({.kind = PuzzleKind::hard, .steps = 0}, 0, 10);
  const auto after = make({.kind = PuzzleKind::hard, .steps = 100}, 0, 10);
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(before[i].solution, after[i].solution);
    EXPECT_GT(solve_one(*referee_, after[i].puzzle, {}).guesses,
              solve_one(*referee_, before[i].puzzle, {}).guesses);
  }
}

TEST_F(GeneratorTest, LeavesOffWhenCancelled) {
  cancelled_ = true;
  for (const GeneratedPuzzle& puzzle : make({.kind = PuzzleKind::minimal}, 0, 10))
    EXPECT_EQ(puzzle.puzzle, kEmptyGrid);
}

// Minimal puzzles made by removing random clues are known to have 24.38 clues on average.
TEST_F(SlowGeneratorTest, MinimalPuzzlesHaveAsManyCluesAsIsKnown) {
  double clues = 0;
  const auto made = make({.kind = PuzzleKind::minimal}, 0, 2000);
  for (const GeneratedPuzzle& puzzle : made)
    clues += count_clues(puzzle.puzzle);
  EXPECT_NEAR(clues / static_cast<double>(made.size()), 24.38, 0.1);
}

}  // namespace

}  // namespace sudoku::dataset
