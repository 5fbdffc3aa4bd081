// A test plugin that looks at nothing and says what it is told to.
#include <cstring>

#include "solvers/external/sudoku_plugin.h"

// Solves nothing, and counts as many guesses as it was called before, or more than 64 bits hold.
SUDOKU_PLUGIN size_t sudoku_counting(const char* /*input*/, size_t /*limit*/, uint32_t config,
                                     char* /*solution*/, size_t* guesses) {
  static size_t calls = 0;
  *guesses += config == 0 ? ++calls : ~size_t{0} / 2;
  return 0;
}

// Returns the low 8 bits of `config`; fills the solution with '7' when bit 8 is set; counts as many
// guesses as the bits above say.
SUDOKU_PLUGIN size_t sudoku_saying(const char* /*input*/, size_t /*limit*/, uint32_t config,
                                   char* solution, size_t* guesses) {
  if ((config >> 8 & 1) != 0) std::memset(solution, '7', 81);
  *guesses += config >> 9;
  return config & 0xFF;
}
