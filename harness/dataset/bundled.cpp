#include "harness/dataset/bundled.h"

#include <array>
#include <atomic>

#include <fmt/format.h>

#include "harness/dataset/workshop.h"
#include "solvers/roster.h"
#include "solvers/solver.h"

namespace sudoku::dataset {

namespace {

constexpr std::array<BundledFile, 5> kFiles = {{
    {"easy.csv", 2000, {.kind = PuzzleKind::easy, .seed = 101}},
    {"minimal.csv", 3000, {.kind = PuzzleKind::minimal, .seed = 102}},
    {"hard.csv", 1000, {.kind = PuzzleKind::hard, .seed = 103, .climb = {.steps = 50}}},
    {"multiple.csv", 1000, {.kind = PuzzleKind::several, .seed = 104}},
    {"none.csv", 1000, {.kind = PuzzleKind::none, .seed = 105}},
}};

// Proves solutions unique, which any solver would do that proves its answers; its guesses are the
// score of hard puzzles, so that these depend on it.
constexpr std::string_view kSolver = "dlx";

std::string row_of_file(const GeneratedPuzzle& made) {
  const bool solved = made.solution != kEmptyGrid;
  return fmt::format("{},{}", made.puzzle.text(), solved ? made.solution.text() : "");
}

}  // namespace

std::span<const BundledFile> bundled_files() {
  return kFiles;
}

std::vector<std::string> bundled_rows(const BundledFile& file, std::size_t count) {
  const auto solver = find_solver(kSolver)->create();
  const Score guesses = [&solver](const Grid& puzzle) {
    Answer answer;
    solver->solve({&puzzle, 1}, {}, {&answer, 1});
    return static_cast<double>(answer.guesses);
  };
  std::vector<GeneratedPuzzle> made(count);
  const std::atomic<bool> cancelled{false};
  Workshop(file.recipe, *solver, guesses).make(0, made, cancelled);

  std::vector<std::string> rows;
  for (const GeneratedPuzzle& puzzle : made)
    rows.push_back(row_of_file(puzzle));
  return rows;
}

}  // namespace sudoku::dataset
