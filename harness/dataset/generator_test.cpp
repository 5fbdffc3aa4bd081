#include "harness/dataset/generator.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/roster.h"
#include "solvers/singles.h"

namespace sudoku {
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

}  // namespace
}  // namespace sudoku
