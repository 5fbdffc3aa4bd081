#include "solvers/external/mrv_plugin.h"

#include <algorithm>
#include <cstring>

#include "solvers/roster.h"

namespace sudoku {

namespace {

std::unique_ptr<Solver> make_solver() {
  const auto entry = std::ranges::find(mrv_entries, "mrv_hidden",
                                       [](const SolverEntry& e) { return e.info.name; });
  return entry->create();
}

}  // namespace

}  // namespace sudoku

size_t sudoku_mrv_hidden(const char* input, size_t limit, uint32_t /*config*/, char* solution,
                         size_t* guesses) {
  using namespace sudoku;
  static const std::unique_ptr<Solver> solver = make_solver();
  Answer answer;
  // A Grid is 81 characters and nothing else: no copy.
  solver->solve({reinterpret_cast<const Grid*>(input), 1}, {.solution_limit = limit}, {&answer, 1});
  std::memcpy(solution, answer.solution.cells.data(), kCells);
  *guesses = answer.guesses;
  return answer.solutions;
}
