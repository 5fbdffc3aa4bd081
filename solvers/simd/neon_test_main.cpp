// Test of the vector solvers on NEON, against mrv_hidden. scripts/dev/check-neon builds this
// program, because Debian's cross-compilers come without the test framework. Usage: PROGRAM
// FILE.csv... solves the first puzzles of each file at limits 1, 2 and 1000.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include "solvers/simd/isa.h"
#include "solvers/solver.h"

namespace sudoku {

std::span<const SolverEntry> lanes_entries();
std::span<const SolverEntry> mrv_entries();
std::span<const SolverEntry> simd_entries();

namespace {

constexpr std::size_t kPuzzles = 150;

// The first kPuzzles puzzles in the first column of a CSV file.
std::vector<Grid> puzzles_in(const char* path) {
  std::ifstream stream(path);
  std::vector<Grid> puzzles;
  for (std::string line; puzzles.size() < kPuzzles && std::getline(stream, line);) {
    const ParsedGrid parsed = parse_grid(line.substr(0, line.find(',')));
    if (parsed.ok) puzzles.push_back(parsed.grid);
  }
  return puzzles;
}

std::vector<Answer> solve(Solver& solver, const std::vector<Grid>& puzzles, std::uint64_t limit) {
  std::vector<Answer> answers(puzzles.size());
  solver.solve(puzzles, {.solution_limit = limit}, answers);
  return answers;
}

// A puzzle with several solutions may be answered with any of them.
bool is_right(const Grid& puzzle, const Answer& answer, const Answer& expected) {
  if (answer.outcome != expected.outcome || answer.solutions != expected.solutions) return false;
  return expected.solutions > 0 ? is_solution(puzzle, answer.solution)
                                : answer.solution == kEmptyGrid;
}

// Prints each wrong answer of a solver and returns the number of wrong answers.
std::size_t faults_of(const SolverEntry& solver, const std::vector<Grid>& puzzles) {
  static constexpr auto kName = [](const SolverEntry& each) { return each.info.name; };
  static const auto referee = std::ranges::find(mrv_entries(), "mrv_hidden", kName)->create();
  const auto tested = solver.create();
  std::size_t faults = 0;
  for (const std::uint64_t limit : {1, 2, 1000}) {
    const std::vector<Answer> expected = solve(*referee, puzzles, limit);
    const std::vector<Answer> answers = solve(*tested, puzzles, limit);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (is_right(puzzles[i], answers[i], expected[i])) continue;
      std::cout << solver.info.name << ", limit " << limit << ": " << puzzles[i].text() << '\n';
      ++faults;
    }
  }
  return faults;
}

}  // namespace

}  // namespace sudoku

int main(int argc, char** argv) {
  using namespace sudoku;
  std::size_t faults = argc < 2 ? 1 : 0;
  for (int i = 1; i < argc; ++i) {
    const std::vector<Grid> puzzles = puzzles_in(argv[i]);
    faults += faults_of(lanes_entries().front(), puzzles);
    faults += faults_of(simd_entries().front(), puzzles);
    if (!puzzles.empty()) continue;
    std::cout << argv[i] << ": no puzzles\n";
    ++faults;
  }
  std::cout << name_of(chosen_isa()) << ": lanes and simd, puzzles of " << argc - 1
            << " files at limits 1, 2 and 1000, " << faults << " faults\n";
  return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
