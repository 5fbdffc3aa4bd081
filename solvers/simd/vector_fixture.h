// Helpers for tests of the vector solvers: instruction sets, puzzles, comparisons of answers.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/every_solver_fixture.h"
#include "solvers/simd/isa.h"

namespace sudoku::simd {

// The first field of a line, if it is no comment, that is a grid.
inline std::optional<Grid> puzzle_in(const std::string& line) {
  if (line.starts_with('#')) return std::nullopt;
  for (std::size_t begin = 0; begin < line.size();) {
    const std::size_t end = std::min(line.find_first_of(" ,\t\r", begin), line.size());
    const ParsedGrid parsed = parse_grid(std::string_view(line).substr(begin, end - begin));
    if (parsed.ok) return parsed.grid;
    begin = end + 1;
  }
  return std::nullopt;
}

inline std::vector<Grid> puzzles_in(const std::string& path) {
  std::ifstream stream(path);
  EXPECT_TRUE(stream.is_open()) << path;
  std::vector<Grid> puzzles;
  for (std::string line; std::getline(stream, line);)
    if (const std::optional<Grid> puzzle = puzzle_in(line)) puzzles.push_back(*puzzle);
  return puzzles;
}

// Folder of the shared puzzle sets; null if there is none.
inline const char* shared_folder() { return std::getenv("SUDOKU_BENCH_DATASETS"); }

inline constexpr const char* kNoSharedSets =
    "no shared puzzle sets: SUDOKU_BENCH_DATASETS is not set";

// The puzzles of each file in the folder of shared sets that has puzzles on its lines.
inline const std::map<std::string, std::vector<Grid>>& shared_sets() {
  static const auto kSets = [] {
    std::map<std::string, std::vector<Grid>> sets;
    for (const auto& file : std::filesystem::directory_iterator(shared_folder())) {
      std::vector<Grid> puzzles = puzzles_in(file.path());
      if (!puzzles.empty()) sets[file.path().filename()] = std::move(puzzles);
    }
    EXPECT_FALSE(sets.empty());
    return sets;
  }();
  return kSets;
}

// About `at_most` of the puzzles, evenly spread over them.
inline std::vector<Grid> thinned(const std::vector<Grid>& puzzles, std::size_t at_most) {
  const std::size_t step = (puzzles.size() + at_most - 1) / at_most;
  std::vector<Grid> chosen;
  for (std::size_t i = 0; i < puzzles.size(); i += step)
    chosen.push_back(puzzles[i]);
  return chosen;
}

inline std::vector<Answer> answers_of(const char* solver, const std::vector<Grid>& puzzles,
                                      std::uint64_t limit) {
  return solve_all(*find_solver(solver)->create(), puzzles, {.solution_limit = limit});
}

// Changes puzzles at random, so that they have no, one or several solutions.
class Mutator {
 public:
  explicit Mutator(std::vector<Grid> sources)
      : sources_(std::move(sources)), solved_(answers_of("mrv_hidden", sources_, 1)) {}

  // Returns random variants of the puzzles, the same for the same seed.
  std::vector<Grid> mutants(std::size_t number, std::uint64_t seed) const {
    Random random(seed);
    std::vector<Grid> puzzles;
    for (std::size_t i = 0; i < number; ++i) {
      const std::size_t source = below(random, sources_.size());
      puzzles.push_back(mutated(sources_[source], solved_[source].solution, random));
    }
    return puzzles;
  }

 private:
  using Random = std::mt19937_64;

  static std::size_t below(Random& random, std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
  }

  // Makes 1 to 4 random changes: a cell cleared, set to any digit or the solution's, or swapped.
  static Grid mutated(Grid puzzle, const Grid& solution, Random& random) {
    const std::size_t changes = 1 + below(random, 4);
    for (std::size_t i = 0; i < changes; ++i) {
      const std::size_t at = below(random, kCells);
      switch (below(random, 4)) {
        case 0:
          puzzle.cells[at] = kBlank;
          break;
        case 1:
          puzzle.cells[at] = static_cast<char>('1' + below(random, 9));
          break;
        case 2:
          std::swap(puzzle.cells[at], puzzle.cells[below(random, kCells)]);
          break;
        default:
          puzzle.cells[at] = solution.cells[at];
      }
    }
    return puzzle;
  }

  std::vector<Grid> sources_;
  std::vector<Answer> solved_;
};

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

// Puzzles of all kinds in turn: easy and hard, with no and with several solutions.
inline std::vector<Grid> mixture(std::size_t length) {
  static const std::vector<Grid> kSets[] = {bundled("easy.csv"), bundled("multiple.csv"),
                                            bundled("hard.csv"), bundled("none.csv"),
                                            bundled("minimal.csv")};
  std::vector<Grid> puzzles;
  for (std::size_t i = 0; i < length; ++i) {
    const std::vector<Grid>& set = kSets[i % std::size(kSets)];
    puzzles.push_back(set[i / std::size(kSets) % set.size()]);
  }
  return puzzles;
}

// Expects equal answers, except for guesses and for the choice among several solutions.
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

inline std::uint64_t guesses_in(const std::vector<Answer>& answers) {
  std::uint64_t guesses = 0;
  for (const Answer& answer : answers)
    guesses += answer.guesses;
  return guesses;
}

inline std::uint64_t guesses_for(const std::vector<Grid>& puzzles, Solver& solver,
                                 std::uint64_t limit = 2) {
  return guesses_in(solve_all(solver, puzzles, {.solution_limit = limit}));
}

}  // namespace sudoku::simd
