// Compares the vector solvers with mrv_hidden, without the test framework, which no cross-compiler
// of Debian comes with: what scripts/check-neon builds.
//   check FILE.csv...      the first puzzles of each, at limits 1, 2 and 1000
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/roster.h"
#include "solvers/simd/isa.h"
#include "solvers/simd/lanes.h"
#include "solvers/simd/single.h"

namespace sudoku {

namespace {

constexpr std::size_t kPuzzles = 150;
constexpr std::array<std::uint64_t, 3> kLimits = {1, 2, 1000};

// The first column of a CSV file with a header.
std::vector<Grid> puzzles_in(const char* path) {
  std::ifstream stream(path);
  std::vector<Grid> puzzles;
  for (std::string line; puzzles.size() < kPuzzles && std::getline(stream, line);) {
    const ParsedGrid parsed = parse_grid(line.substr(0, line.find(',')));
    if (parsed.ok) puzzles.push_back(parsed.grid);
  }
  if (puzzles.empty()) throw std::runtime_error(std::string(path) + ": no puzzles");
  return puzzles;
}

std::vector<Answer> solve(Solver& solver, const std::vector<Grid>& puzzles, std::uint64_t limit) {
  std::vector<Answer> answers(puzzles.size());
  solver.solve(puzzles, {.solution_limit = limit}, answers);
  return answers;
}

// Of several solutions any may be shown.
bool is_right(const Grid& puzzle, const Answer& answer, const Answer& expected) {
  if (answer.outcome != expected.outcome || answer.solutions != expected.solutions) return false;
  if (expected.outcome == Outcome::unique || expected.solutions == 0) {
    return answer.solution == expected.solution;
  }
  return is_solution(puzzle, answer.solution);
}

struct Tested {
  const char* name;
  std::unique_ptr<Solver> solver;
};

// The number of wrong answers, each of which is shown.
std::size_t faults_on(const std::vector<Grid>& puzzles, Solver& referee, const Tested& tested) {
  std::size_t faults = 0;
  for (const std::uint64_t limit : kLimits) {
    const std::vector<Answer> expected = solve(referee, puzzles, limit);
    const std::vector<Answer> answers = solve(*tested.solver, puzzles, limit);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (is_right(puzzles[i], answers[i], expected[i])) continue;
      std::cout << tested.name << ", limit " << limit << ": " << puzzles[i].text() << '\n';
      ++faults;
    }
  }
  return faults;
}

std::unique_ptr<Solver> make_referee() {
  const auto entry = std::ranges::find(mrv_entries, "mrv_hidden",
                                       [](const SolverEntry& each) { return each.info.name; });
  return entry->create();
}

int check(const std::vector<const char*>& files) {
  const std::unique_ptr<Solver> referee = make_referee();
  std::array<Tested, 2> all = {{{"lanes", make_lanes()}, {"simd", make_simd()}}};
  std::size_t faults = 0;
  std::size_t puzzles = 0;
  for (const char* const file : files) {
    const std::vector<Grid> read = puzzles_in(file);
    puzzles += read.size();
    for (const Tested& tested : all)
      faults += faults_on(read, *referee, tested);
  }
  std::cout << name_of(chosen_isa()) << ": lanes and simd, " << puzzles
            << " puzzles at limits 1, 2 and 1000, " << faults << " wrong answers\n";
  return faults == 0 && puzzles > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

}  // namespace sudoku

int main(int argc, char** argv) {
  try {
    return sudoku::check({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
