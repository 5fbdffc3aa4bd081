// For tests of the vector solvers: where they are tried, on what, and when two answers are the
// same.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/simd/isa.h"
#include "solvers/simd/puzzle_fixture.h"

namespace sudoku {

inline std::vector<Isa> isas_here() {
  std::vector<Isa> isas;
  for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512})
    if (isa <= best_isa()) isas.push_back(isa);
  return isas;
}

inline std::string name_of_isa(const testing::TestParamInfo<Isa>& param) {
  return std::string(name_of(param.param));
}

inline std::vector<Grid> bundled(const std::string& file) {
  return puzzles_in(BUNDLED_DATASETS "/" + file);
}

// Easy and hard, none and several solutions, one after the other.
inline std::vector<Grid> mixture(std::size_t length) {
  static const PuzzleMixture kMixture({bundled("easy.csv"), bundled("multiple.csv"),
                                       bundled("hard.csv"), bundled("none.csv"),
                                       bundled("minimal.csv")});
  return kMixture.first(length);
}

// All but the guesses, and the choice among several solutions.
inline void expect_same(const Grid& puzzle, const Answer& answer, const Answer& expected) {
  EXPECT_EQ(name_of(answer.outcome), name_of(expected.outcome)) << puzzle.text();
  EXPECT_EQ(answer.solutions, expected.solutions) << puzzle.text();
  if (expected.outcome == Outcome::unique || expected.solutions == 0) {
    EXPECT_EQ(answer.solution.text(), expected.solution.text()) << puzzle.text();
  } else {
    EXPECT_TRUE(is_solution(puzzle, answer.solution)) << puzzle.text();
  }
}

inline void expect_same(const std::vector<Grid>& puzzles, const std::vector<Answer>& answers,
                        const std::vector<Answer>& expected) {
  for (std::size_t i = 0; i < puzzles.size(); ++i)
    expect_same(puzzles[i], answers[i], expected[i]);
}

inline const std::string kFullGrid =
    "934825617672914853518637924325748169469153782781269435197582346853476291246391578";

inline std::uint64_t guesses_for(const std::vector<Grid>& puzzles, Solver& solver) {
  std::uint64_t guesses = 0;
  for (const Answer& answer : solve_all(solver, puzzles, {}))
    guesses += answer.guesses;
  return guesses;
}

// The number of solutions of a grid that lacks its first rows, known from theory or older searches.
struct Sparse {
  const char* name;
  std::string text;
  std::uint64_t solutions;
};

inline const Sparse kSparse[] = {
    {"two rows", std::string(18, '.') + kFullGrid.substr(18), 8},
    {"a band", std::string(27, '.') + kFullGrid.substr(27), 288},
};

}  // namespace sudoku
