// Test helpers that select solvers of the roster and call them.
#pragma once

#include <memory>
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

inline Answer solve_one(Solver& solver, const Grid& puzzle, const Budget& budget) {
  Answer answer;
  solver.solve({&puzzle, 1}, budget, {&answer, 1});
  return answer;
}

}  // namespace sudoku
