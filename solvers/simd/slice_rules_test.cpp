// Tests the propagation of many states at once, with a word for a plane: 64 states.
#include "solvers/simd/slice_rules.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/simd/vector_fixture.h"

namespace sudoku::simd {
namespace {

struct WordPlanes : PlainLogic<std::uint64_t> {
  using Plane = std::uint64_t;
  using Vec = Plane;
};

using WordBoard = SliceBoard<WordPlanes>;

// What four rounds leave of the puzzles, of which there may be 64.
WordBoard propagated(const std::vector<Grid>& puzzles) {
  WordBoard board{};
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    board.alive |= bit;
    for (int cell = 0; cell < kCells; ++cell) {
      const char clue = puzzles[i].cells[cell];
      if (clue != kBlank) board.single[cell] |= bit;
      for (int digit = 0; digit < 9; ++digit)
        if (clue == kBlank || clue == '1' + digit) board.candidate[digit][cell] |= bit;
    }
  }
  SliceVerdicts<WordPlanes> verdicts;
  apply_clues_to_columns(board);
  for (int round = 0; round < 4; ++round) {
    pass_bands(board, verdicts);
    pass_stacks<WordPlanes, false>(board, verdicts);
    pass_bands(board, verdicts);
    pass_stacks<WordPlanes, true>(board, verdicts);
  }
  pass_bands(board, verdicts);
  return board;
}

TEST(SliceRules, SolveEasyPuzzles) {
  std::vector<Grid> puzzles = bundled("easy.csv");
  puzzles.resize(64);
  const WordBoard board = propagated(puzzles);
  EXPECT_EQ(all_single(board) & full_houses(board), ~std::uint64_t{0});
  const std::vector<Answer> answers = answers_of("mrv_hidden", puzzles, 2);
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 0; digit < 9; ++digit) {
      std::uint64_t expected = 0;
      for (std::size_t i = 0; i < puzzles.size(); ++i)
        if (answers[i].solution.cells[cell] == '1' + digit) expected |= std::uint64_t{1} << i;
      EXPECT_EQ(board.candidate[digit][cell], expected);
    }
  }
}

TEST(SliceRules, FindPuzzlesWithoutASolution) {
  const std::string blank_rows(27, '.');
  // The first cell has no candidate, though each digit has a place in all of its houses.
  const Grid no_candidate =
      grid_of("...123....78.......9.......4........5........6........" + blank_rows);
  const Grid no_place =
      grid_of("...456789..1......" + std::string(9, '.') + blank_rows + blank_rows);
  EXPECT_EQ(propagated({no_candidate, bundled("easy.csv")[0], no_place}).alive, 0b010U);
}

}  // namespace
}  // namespace sudoku::simd
