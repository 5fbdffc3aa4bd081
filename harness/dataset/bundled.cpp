#include "harness/dataset/bundled.h"

#include <array>

#include <fmt/format.h>

#include "harness/dataset/random.h"

namespace sudoku {

namespace {

// Each row of hard.csv is the hardest of so many.
constexpr int kHardCandidates = 50;

// 30 to 36 clues, as most collections of easy puzzles have.
GeneratedPuzzle draw_easy(Generator& generator) {
  const int clues = 30 + static_cast<int>(generator.random().below(7));
  return generator.easy(clues);
}

constexpr std::array<BundledFile, 5> kFiles = {{
    {"easy.csv", 2000, 101, draw_easy},
    {"minimal.csv", 3000, 102, [](Generator& generator) { return generator.minimal(); }},
    {"hard.csv", 1000, 103, [](Generator& generator) { return generator.hard(kHardCandidates); }},
    {"multiple.csv", 1000, 104, [](Generator& generator) { return generator.several(); }},
    {"none.csv", 1000, 105, [](Generator& generator) { return generator.none(); }},
}};

}  // namespace

std::span<const BundledFile> bundled_files() {
  return kFiles;
}

std::string bundled_row(const BundledFile& file, std::uint64_t row, Solver& solver) {
  Generator generator(solver, mix(mix(file.seed) + row));
  const GeneratedPuzzle made = file.make(generator);
  const bool solved = made.solution != kEmptyGrid;
  return fmt::format("{},{}", made.puzzle.text(), solved ? made.solution.text() : "");
}

}  // namespace sudoku
