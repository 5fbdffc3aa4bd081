// Generates three random puzzles, solves them together, and prints each with its solution, its
// canonical form, and the hardest technique that a person needs for it.
#include <cstdint>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <sudoku_bench.h>

namespace {

constexpr std::size_t kPuzzles = 3;
constexpr std::size_t kCells = 81;

void check(int error) {
  if (error != SUDOKU_BENCH_OK) throw std::runtime_error(sudoku_bench_error_text(error));
}

struct Destroy {
  void operator()(sudoku_bench* handle) const { sudoku_bench_destroy(handle); }
};

using Handle = std::unique_ptr<sudoku_bench, Destroy>;

Handle create() {
  sudoku_bench* handle = nullptr;
  check(sudoku_bench_create("auto", &handle));
  return Handle(handle);
}

void print_puzzles() {
  const Handle handle = create();
  std::string puzzles(kPuzzles * kCells, '.');
  std::string solutions = puzzles;
  std::string forms = puzzles;
  std::vector<std::uint64_t> counts(kPuzzles);
  check(sudoku_bench_generate(handle.get(), "minimal", 0, 1, 0, kPuzzles, puzzles.data(), nullptr));
  check(sudoku_bench_solve_many(handle.get(), kPuzzles, puzzles.data(), 2, solutions.data(),
                                counts.data(), nullptr));
  check(sudoku_bench_canonical_many(handle.get(), kPuzzles, puzzles.data(), forms.data()));
  for (std::size_t begin = 0; begin < puzzles.size(); begin += kCells) {
    int technique = 0;
    check(sudoku_bench_rate(handle.get(), puzzles.data() + begin, &technique));
    std::cout << "puzzle     " << puzzles.substr(begin, kCells) << '\n'
              << "solution   " << solutions.substr(begin, kCells) << '\n'
              << "canonical  " << forms.substr(begin, kCells) << '\n'
              << "needs      " << sudoku_bench_technique_name(technique) << '\n';
  }
}

}  // namespace

int main() {
  try {
    print_puzzles();
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
