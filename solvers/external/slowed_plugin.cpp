// A test plugin that takes longer than it needs, by as many thousandths as its config says: for
// trials of what finds slow-downs.
#include <chrono>

#include "solvers/external/mrv_plugin.h"

// Fills the solution at any limit.
SUDOKU_PLUGIN size_t sudoku_slowed(const char* input, size_t limit, uint32_t config, char* solution,
                                   size_t* guesses) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const size_t found = sudoku_mrv_hidden(input, limit, 0, solution, guesses);
  const auto done = Clock::now();
  const auto until = done + (done - start) * config / 1000;
  while (Clock::now() < until) {
  }
  return found;
}
