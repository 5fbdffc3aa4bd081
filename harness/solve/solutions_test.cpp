#include "harness/solve/solutions.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/roster.h"

namespace sudoku {
namespace {

const std::string kUnique =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

std::vector<std::string> solutions(const std::string& puzzle, const std::string& solver,
                                   std::size_t most = 1000) {
  const std::atomic<bool> cancelled{false};
  std::vector<std::string> found;
  const auto instance = find_solver(solver)->create();
  visit_solutions(*instance, parse_grid(puzzle).grid, cancelled, [&](const Grid& solution) {
    found.emplace_back(solution.text());
    return found.size() < most;
  });
  return found;
}

std::string without(std::string puzzle, std::initializer_list<std::size_t> cells) {
  for (const std::size_t cell : cells)
    puzzle[cell] = kBlank;
  return puzzle;
}

TEST(Solutions, AreAllThereInOrderWhateverTheSolver) {
  const std::string puzzle = without(kUnique, {0, 1, 12, 13, 14, 30});
  const auto expected = solutions(puzzle, "mrv");
  const auto instance = find_solver("dlx")->create();
  const Grid grid = parse_grid(puzzle).grid;
  Answer counted;
  instance->solve({&grid, 1}, {.solution_limit = 1000}, {&counted, 1});
  ASSERT_GT(counted.solutions, 1U);
  ASSERT_LT(counted.solutions, 1000U) << "more than this test lists";
  EXPECT_EQ(expected.size(), counted.solutions);
  EXPECT_TRUE(std::ranges::is_sorted(expected));
  EXPECT_EQ(std::ranges::adjacent_find(expected), expected.end()) << "one came twice";
  for (const std::string& solution : expected)
    EXPECT_TRUE(is_solution(grid, parse_grid(solution).grid)) << solution;
  for (const char* solver : {"dlx", "lanes", "simd"})
    EXPECT_EQ(solutions(puzzle, solver), expected) << solver;
}

TEST(Solutions, AreOneOrNone) {
  EXPECT_EQ(solutions(kUnique, "dlx").size(), 1U);
  EXPECT_TRUE(solutions("11" + std::string(79, '.'), "dlx").empty());
}

TEST(Solutions, StopWhenTold) {
  const auto first = solutions(std::string(81, '.'), "lanes", 3);
  ASSERT_EQ(first.size(), 3U);
  EXPECT_EQ(first[0],
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642");
  EXPECT_TRUE(std::ranges::is_sorted(first));
}

TEST(Solutions, EndWhenCancelled) {
  const std::atomic<bool> cancelled{true};
  const auto solver = find_solver("dlx")->create();
  bool visited = false;
  EXPECT_FALSE(visit_solutions(*solver, parse_grid(kUnique).grid, cancelled,
                               [&](const Grid&) { return visited = true; }));
  EXPECT_FALSE(visited);
}

}  // namespace
}  // namespace sudoku
