// Test helpers that select solvers of the roster and call them, and puzzles for them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/roster.h"

namespace sudoku {

// The ranked solvers that search, and so answer every puzzle; logical ones may end `incomplete`.
inline std::vector<const SolverEntry*> searching_solvers() {
  std::vector<const SolverEntry*> entries;
  for (const SolverEntry* entry : roster())
    if (entry->info.ranked && entry->info.searches) entries.push_back(entry);
  return entries;
}

// The factor by which a solver is slower than most; tests give slow solvers fewer puzzles.
inline std::size_t price_of(const SolverEntry& entry) {
  if (entry.info.name == "ilp") return 500;
  return entry.info.name.starts_with("sat") || entry.info.name.starts_with("cp") ? 100 : 1;
}

inline std::string name_of_param(const testing::TestParamInfo<const SolverEntry*>& param) {
  return std::string(param.param->info.name);
}

inline Grid grid_of(std::string_view text) {
  const ParsedGrid parsed = parse_grid(text);
  EXPECT_TRUE(parsed.ok) << text;
  return parsed.grid;
}

inline std::vector<Answer> solve_all(Solver& solver, const std::vector<Grid>& puzzles,
                                     const Budget& budget) {
  std::vector<Answer> answers(puzzles.size());
  solver.solve(puzzles, budget, answers);
  return answers;
}

inline constexpr std::string_view kSolvedGrid =
    "934825617672914853518637924325748169469153782781269435197582346853476291246391578";

inline const std::string kSolved{kSolvedGrid};

struct Board {
  const char* name;
  std::string puzzle;
  std::uint64_t solutions;    // number of solutions in total
  std::string solution = {};  // the solution, if there is exactly one
};

// Puzzles with every number of solutions, and with every kind of contradiction.
inline const Board kBoards[] = {
    {"easy", "..48...1767.9.....5.8.3...43..74.1...69...78...1.69..51...8.3.6.....6.9124...15..", 1,
     kSolved},
    {"medium", ".4..6..2.....8....96..4..8739.8.7.41....9....8..3.6..27.......9..5...3..6..1.5..4",
     1, "548761923217983456963542187392857641176294835854316792731428569425679318689135274"},
    {"full", kSolved, 1, kSolved},
    {"one blank", "." + kSolved.substr(1), 1, kSolved},
    {"a rectangle that can be turned",
     "9.482561.6.291485.518637924325748169469153782781269435197582346853476291246391578", 2},
    {"a blank pair of rows", std::string(18, '.') + kSolved.substr(18), 8},
    {"a blank band at the top", std::string(27, '.') + kSolved.substr(27), 288},
    {"a blank band at the bottom", kSolved.substr(0, 54) + std::string(27, '.'), 288},
    {"full, two cells swapped", kSolved.substr(0, 79) + "87", 0},
    {"a wrong clue",
     "..48.2.1767.9.....5.8.3...43..74.1...69...78...1.69..51...8.3.6.....6.9124...15..", 0},
    {"equal clues in a row", "5......5." + std::string(72, '.'), 0},
    {"equal clues in a column", "5" + std::string(71, '.') + "5........", 0},
    {"equal clues in a box",
     "5........"
     ".........."
     "5" +
         std::string(61, '.'),
     0},
    {"equal clues in the last box",
     std::string(60, '.') + "5.................."
                            "5.",
     0},
    {"a cell without candidates", "12345678." + std::string(35, '.') + "9" + std::string(36, '.'),
     0},
    {"a digit without a place",
     "...456789"
     "..1......" +
         std::string(63, '.'),
     0},
};

inline Outcome expected_outcome(std::uint64_t solutions, std::uint64_t limit) {
  if (solutions == 0) return Outcome::none;
  if (limit == 1) return Outcome::first;
  return solutions == 1 ? Outcome::unique : Outcome::multiple;
}

inline void expect_answer(const Answer& answer, const Board& board, std::uint64_t limit) {
  EXPECT_EQ(name_of(answer.outcome), name_of(expected_outcome(board.solutions, limit)));
  EXPECT_EQ(answer.solutions, std::min(board.solutions, limit));
  if (board.solutions == 0) {
    EXPECT_EQ(answer.solution, kEmptyGrid);
    return;
  }
  EXPECT_TRUE(is_solution(grid_of(board.puzzle), answer.solution)) << answer.solution.text();
  if (board.solutions == 1) {
    EXPECT_EQ(answer.solution.text(), board.solution);
  }
}

}  // namespace sudoku
