// Test helpers that select solvers of the roster and call them, and puzzles for them.
#pragma once

#include <random>
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

inline std::vector<const SolverEntry*> logical_solvers() {
  std::vector<const SolverEntry*> entries;
  for (const SolverEntry* entry : roster())
    if (entry->info.ranked && !entry->info.searches) entries.push_back(entry);
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

inline std::vector<Answer> solve_marks(Solver& solver, const std::vector<Pencilmarks>& puzzles,
                                       const Budget& budget) {
  std::vector<Answer> answers(puzzles.size());
  solver.solve_pencilmarks(puzzles, budget, answers);
  return answers;
}

inline Answer solve_marks(Solver& solver, const Pencilmarks& puzzle, const Budget& budget) {
  return solve_marks(solver, std::vector{puzzle}, budget).front();
}

inline constexpr std::string_view kSolvedGrid =
    "934825617672914853518637924325748169469153782781269435197582346853476291246391578";

// The solved grid with other candidates left beside the right ones, each with a chance of `open`
// in 100, and with the right one excluded from `broken` cells.
inline Pencilmarks random_marks(std::mt19937& random, unsigned open, int broken) {
  const Grid solved = grid_of(kSolvedGrid);
  Pencilmarks marks{};
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 1; digit <= 9; ++digit) {
      const bool is_left = random() % 100 < open || solved.cells[cell] == '0' + digit;
      if (is_left) marks.of[cell] = static_cast<std::uint16_t>(marks.of[cell] | 1U << (digit - 1));
    }
  }
  for (; broken > 0; --broken) {
    const int cell = static_cast<int>(random() % kCells);
    marks.of[cell] =
        static_cast<std::uint16_t>(marks.of[cell] & ~(1U << (solved.cells[cell] - '1')));
  }
  return marks;
}

// Pencilmark puzzles with no, one and several solutions.
inline std::vector<Pencilmarks> random_pencilmarks(std::size_t number) {
  std::mt19937 random(1);
  std::vector<Pencilmarks> puzzles;
  for (std::size_t i = 0; i < number; ++i) {
    puzzles.push_back(
        random_marks(random, 25 + 5 * static_cast<unsigned>(i % 8), i % 3 == 0 ? 2 : 0));
  }
  return puzzles;
}

}  // namespace sudoku
