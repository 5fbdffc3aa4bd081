// Tests of the example plugins, whose sources are part of this program.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/every_solver_fixture.h"
#include "solvers/external/sudoku_plugin.h"

extern "C" {
sudoku_plugin_function solve_bitmasks;
sudoku_plugin_function solve_candidates;
sudoku_plugin_batch_function solve_many;
sudoku_plugin_batch_function solve_batch;
}

namespace sudoku {
namespace {

TEST(ExamplePlugins, AnswerEveryBoard) {
  const struct {
    sudoku_plugin_function* solve;
    std::size_t guesses;
  } plugins[] = {{solve_bitmasks, 1392}, {solve_candidates, 1363}};

  for (const auto& plugin : plugins) {
    std::size_t all_guesses = 0;
    for (const Board& board : kBoards) {
      for (const std::uint64_t limit : {1, 2, 7, 1000}) {
        SCOPED_TRACE(std::string(board.name) + ", limit " + std::to_string(limit));
        Grid solution = kEmptyGrid;
        std::size_t guesses = 0;
        const std::size_t found =
            plugin.solve(board.puzzle.data(), limit, 0, solution.cells.data(), &guesses);
        expect_answer(
            {.outcome = expected_outcome(found, limit), .solutions = found, .solution = solution},
            board, limit);
        all_guesses += guesses;
      }
    }
    EXPECT_EQ(all_guesses, plugin.guesses);
  }
}

TEST(ExamplePlugins, AnswerABatchAsItsPuzzlesAlone) {
  const std::string easy = kBoards[0].puzzle;
  const std::string medium = kBoards[1].puzzle;
  const std::vector<sudoku_plugin_batch_function*> functions = {solve_many, solve_batch};
  for (const auto solve : functions) {
    std::size_t counts[2] = {};
    std::size_t guesses[2] = {};
    std::string solutions(162, '.');
    EXPECT_EQ(
        solve(2, (easy + '\0' + medium + '\0').data(), 2, 0, counts, solutions.data(), guesses),
        2U);
    EXPECT_EQ(counts[0] + counts[1], 2U);
    EXPECT_EQ(solutions, kBoards[0].solution + kBoards[1].solution);
    EXPECT_EQ(guesses[0], 0U);
    EXPECT_GT(guesses[1], 0U);
  }
}

}  // namespace
}  // namespace sudoku
