// For tests: a plugin's function as a command, which reads a puzzle per line and answers with a
// line. So one solver can be measured in both ways.
//   command_of_plugin LIBRARY SYMBOL
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>

#include "solvers/external/sudoku_plugin.h"

int main(int count, char** words) {
  if (count != 3) return 1;
  void* const library = ::dlopen(words[1], RTLD_NOW);
  void* const symbol = library == nullptr ? nullptr : ::dlsym(library, words[2]);
  if (symbol == nullptr) {
    std::fprintf(stderr, "%s\n", ::dlerror());
    return 1;
  }
  auto* const solve = reinterpret_cast<sudoku_plugin_function*>(symbol);
  const char* const solutions = std::getenv("SUDOKU_BENCH_SOLUTIONS");
  const std::size_t limit = solutions == nullptr ? 2 : std::strtoul(solutions, nullptr, 10);
  constexpr int kCells = 81;
  std::array<char, 1024> line{};
  while (std::fgets(line.data(), line.size(), stdin) != nullptr) {
    line[std::strcspn(line.data(), "\n")] = '\0';
    std::array<char, kCells + 1> solution{};
    std::size_t guesses = 0;
    const std::size_t found = solve(line.data(), limit, 0, solution.data(), &guesses);
    std::printf(found == 0 ? "\n" : "%zu %s\n", found, solution.data());
    std::fflush(stdout);
  }
}
