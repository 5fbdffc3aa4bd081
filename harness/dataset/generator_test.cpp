#include "harness/dataset/generator.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "harness/dataset/reader.h"
#include "solvers/roster.h"
#include "solvers/singles.h"

namespace sudoku::dataset {

namespace {

class GeneratorTest : public testing::Test {
 protected:
  Answer solve(const Grid& puzzle) {
    Answer answer;
    solver_->solve({&puzzle, 1}, Budget{}, {&answer, 1});
    return answer;
  }

  std::unique_ptr<Solver> solver_ = find_solver("dlx")->create();
  Generator generator_{*solver_, 1};
};

Singles by_singles(std::string_view text) {
  const ParsedGrid parsed = parse_grid(text);
  EXPECT_TRUE(parsed.ok);
  return try_singles(parsed.grid);
}

// The first row of an otherwise blank puzzle, and one clue more.
Singles by_singles(std::string_view row, int cell, char clue) {
  Grid puzzle = kEmptyGrid;
  std::ranges::copy(row, puzzle.cells.begin());
  puzzle.cells[cell] = clue;
  return try_singles(puzzle);
}

TEST(TrySingles, TellsWhatSinglesProve) {
  EXPECT_EQ(by_singles("53..7....6..195....98....6.8...6...34..8.3..1"
                       "7...2...6.6....28....419..5....8..79"),
            Singles::solved);
  EXPECT_EQ(by_singles("8..........36......7..9.2...5...7.......457.."
                       "...1...3...1....68..85...1..9....4.."),
            Singles::stuck);
  EXPECT_EQ(by_singles("123......", 13, '4'), Singles::stuck);
  // Two equal clues in a house.
  EXPECT_EQ(by_singles("1........", 80, '.'), Singles::stuck);
  EXPECT_EQ(by_singles("1........", 72, '1'), Singles::contradiction);
  // A cell that no digit fits.
  EXPECT_EQ(by_singles("12345678.", 17, '9'), Singles::contradiction);
  // Cells for 4 in the first row: all in the box that has one.
  EXPECT_EQ(by_singles("123567...", 16, '4'), Singles::contradiction);
}

TEST_F(GeneratorTest, DrawsFullGrids) {
  std::set<std::string_view> texts;
  std::vector<Grid> grids(20);
  std::ranges::generate(grids, [this] { return generator_.full_grid(); });
  for (const Grid& grid : grids) {
    EXPECT_TRUE(is_solution(kEmptyGrid, grid));
    texts.insert(grid.text());
  }
  EXPECT_EQ(texts.size(), 20);
}

TEST_F(GeneratorTest, EasyPuzzlesFallToSingles) {
  for (int clues = 30; clues < 37; ++clues) {
    const GeneratedPuzzle easy = generator_.easy(clues);
    EXPECT_GE(count_clues(easy.puzzle), clues);
    EXPECT_LE(count_clues(easy.puzzle), clues + 2);
    EXPECT_EQ(try_singles(easy.puzzle), Singles::solved);
    EXPECT_EQ(solve(easy.puzzle).solution, easy.solution);
  }
}

TEST_F(GeneratorTest, NoClueOfAMinimalPuzzleCanGo) {
  const GeneratedPuzzle minimal = generator_.minimal();
  EXPECT_EQ(solve(minimal.puzzle).outcome, Outcome::unique);
  EXPECT_EQ(solve(minimal.puzzle).solution, minimal.solution);
  for (int cell = 0; cell < kCells; ++cell) {
    Grid fewer = minimal.puzzle;
    if (fewer.cells[cell] == kBlank) continue;
    fewer.cells[cell] = kBlank;
    EXPECT_EQ(solve(fewer).outcome, Outcome::multiple);
  }
}

TEST_F(GeneratorTest, HardIsTheHardestOfItsCandidates) {
  Generator again(*solver_, 1);
  std::uint64_t most = 0;
  for (int i = 0; i < 10; ++i)
    most = std::max(most, solve(again.minimal().puzzle).guesses);
  const GeneratedPuzzle hard = generator_.hard(10);
  EXPECT_EQ(solve(hard.puzzle).outcome, Outcome::unique);
  EXPECT_EQ(solve(hard.puzzle).guesses, most);
}

TEST_F(GeneratorTest, SeveralSolutions) {
  for (int i = 0; i < 10; ++i) {
    const GeneratedPuzzle several = generator_.several();
    EXPECT_EQ(solve(several.puzzle).outcome, Outcome::multiple);
    EXPECT_EQ(several.solution, kEmptyGrid);
  }
}

TEST_F(GeneratorTest, NoSolutionThatSinglesWouldShow) {
  for (int i = 0; i < 10; ++i) {
    const GeneratedPuzzle none = generator_.none();
    EXPECT_EQ(solve(none.puzzle).outcome, Outcome::none);
    EXPECT_EQ(try_singles(none.puzzle), Singles::stuck);
    EXPECT_EQ(none.solution, kEmptyGrid);
  }
}

TEST_F(GeneratorTest, DrawsTheSameForASeed) {
  Generator same(*solver_, 1);
  Generator other(*solver_, 2);
  const Grid grid = generator_.full_grid();
  EXPECT_EQ(grid, same.full_grid());
  EXPECT_NE(grid, other.full_grid());
}

constexpr std::uint64_t kRowsMadeAgain = 5;

std::string path_of(std::string_view name) {
  const std::filesystem::path folder = BUNDLED_DATASETS;
  return (folder / name).string();
}

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

TEST(Bundled, RowsCanBeMadeAgain) {
  const auto solver = find_solver("dlx")->create();
  for (const BundledFile& file : bundled_files()) {
    SCOPED_TRACE(file.name);
    std::ifstream in(path_of(file.name));
    std::string line;
    std::getline(in, line);
    EXPECT_EQ(line, kBundledHeader);
    for (std::uint64_t row = 0; row < kRowsMadeAgain; ++row) {
      std::getline(in, line);
      EXPECT_EQ(line, bundled_row(file, row, *solver));
    }
  }
}

TEST(Bundled, FilesHoldWhatTheyPromise) {
  const auto solver = find_solver("dlx")->create();
  for (const Outcomes& file : kOutcomesOfFiles) {
    SCOPED_TRACE(file.name);
    PuzzleReader reader(path_of(file.name), std::string(file.name), {.strict = true});
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
