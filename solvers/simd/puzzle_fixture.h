// For tests: bundled puzzles of all kinds, and what random changes make of them.
#pragma once

#include <algorithm>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/every_solver.h"

namespace sudoku {

// The first field of a line that is one.
inline std::optional<Grid> puzzle_in(const std::string& line) {
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
  EXPECT_FALSE(puzzles.empty()) << path;
  return puzzles;
}

inline std::vector<Answer> answers_of(const char* solver, const std::vector<Grid>& puzzles,
                                      std::uint64_t limit) {
  return solve_all(*find_solver(solver)->create(), puzzles, {.solution_limit = limit});
}

// Puzzles made of those of other sets, one of each in turn.
class PuzzleMixture {
 public:
  explicit PuzzleMixture(std::vector<std::vector<Grid>> sets) : sets_(std::move(sets)) {}

  std::vector<Grid> first(std::size_t number) const {
    std::vector<Grid> puzzles;
    for (std::size_t i = 0; i < number; ++i) {
      const std::vector<Grid>& set = sets_[i % sets_.size()];
      puzzles.push_back(set[i / sets_.size() % set.size()]);
    }
    return puzzles;
  }

 private:
  std::vector<std::vector<Grid>> sets_;
};

// Changes puzzles at random, so that they have none, one or several solutions.
class Mutator {
 public:
  explicit Mutator(std::vector<Grid> sources)
      : sources_(std::move(sources)), solved_(answers_of("mrv_hidden", sources_, 1)) {}

  // The same for the same seed.
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

  // Removes clues, adds any digit anywhere, exchanges two cells, or keeps to the solution.
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

}  // namespace sudoku
