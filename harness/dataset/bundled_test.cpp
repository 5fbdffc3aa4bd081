// Tests that the bundled datasets have the documented numbers of puzzles and solutions.
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "harness/dataset/reader.h"
#include "solvers/roster.h"

namespace sudoku::dataset {

namespace {

struct Outcomes {
  std::string_view name;
  std::uint64_t puzzles;
  std::uint64_t unique;
  std::uint64_t multiple;
  std::uint64_t none;
};

const Outcomes kOutcomesOfFiles[] = {
    {"easy.csv", 2000, 2000, 0, 0}, {"minimal.csv", 3000, 3000, 0, 0},
    {"hard.csv", 1000, 1000, 0, 0}, {"multiple.csv", 1000, 0, 1000, 0},
    {"none.csv", 1000, 0, 0, 1000}, {"classics.csv", 18, 16, 1, 1},
};

TEST(Bundled, FilesHoldWhatTheyPromise) {
  const auto solver = find_solver("dlx")->create();
  for (const Outcomes& file : kOutcomesOfFiles) {
    SCOPED_TRACE(file.name);
    const std::string name(file.name);
    PuzzleReader reader(std::string(BUNDLED_DATASETS) + "/" + name, name, {.strict = true});
    Block block;
    ASSERT_TRUE(reader.read(block));
    ASSERT_EQ(block.puzzles.size(), file.puzzles);
    std::vector<Answer> answers(block.puzzles.size());
    solver->solve(block.puzzles, Budget{}, answers);
    OutcomeCounts outcomes{};
    for (std::size_t i = 0; i < answers.size(); ++i) {
      ++outcomes[answers[i].outcome];
      const bool unique = answers[i].outcome == Outcome::unique;
      ASSERT_EQ(block.solutions[i], unique ? answers[i].solution : kEmptyGrid) << block.lines[i];
    }
    EXPECT_EQ(outcomes[Outcome::unique], file.unique);
    EXPECT_EQ(outcomes[Outcome::multiple], file.multiple);
    EXPECT_EQ(outcomes[Outcome::none], file.none);
  }
}

}  // namespace

}  // namespace sudoku::dataset
