// The batch solver of the library: the engine of the solver `lanes`, which writes solutions where
// the caller wants them. Solving through the class Solver would copy each of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "solvers/simd/vector_solvers.h"
#include "solvers/solver.h"

namespace sudoku::library {

// The engine with the memory of its puzzles and results.
class Batch {
 public:
  static constexpr std::size_t kMost = simd::kLanesPuzzles;

  // cppcheck-suppress uninitMemberVar  // each call fills as many elements as it has puzzles
  explicit Batch(Isa isa)
      : engine_(simd::engines_for(isa).lanes), memory_(simd::make_engine_memory(engine_.memory)) {}

  // The puzzles to solve next.
  std::span<Grid, kMost> puzzles() { return puzzles_; }

  // Solves the first n of puzzles(), at least 1. `solutions` has room for n, or is null. Solutions
  // of puzzles that have none are not written.
  std::span<const simd::LanesPuzzle> solve(std::size_t n, std::uint64_t limit, char* solutions) {
    std::fill_n(results_.begin(), n, simd::LanesPuzzle{});
    std::fill_n(states_.begin(), n, simd::LanesState::open);
    Grid nowhere;
    engine_.solve(memory_.get(),
                  {.puzzles = puzzles_.front().cells.data(),
                   .marks = nullptr,
                   .count = static_cast<std::uint32_t>(n),
                   .solutions = solutions == nullptr ? nowhere.cells.data() : solutions,
                   .solution_stride = solutions == nullptr ? 0 : sizeof(Grid),
                   .results = results_.data(),
                   .states = states_.data(),
                   .solution_limit = limit,
                   .guess_limit = kUnlimited,
                   .waiting_limit = simd::kLanesWaiting,
                   .stop = nullptr,
                   .context = nullptr});
    return {results_.data(), n};
  }

 private:
  const simd::LanesEngine& engine_;
  simd::EngineMemory memory_;
  std::array<Grid, kMost> puzzles_;
  std::array<simd::LanesPuzzle, kMost> results_;
  std::array<simd::LanesState, kMost> states_;
};

// Arrays for the results of many puzzles. Each may be null.
template <typename Number>
struct Results {
  char* solutions;
  Number* counts;
  Number* guesses;

  // The results of the puzzles from number `puzzle` on.
  Results from(std::size_t puzzle) const {
    return {.solutions = solutions == nullptr ? nullptr : solutions + puzzle * kCells,
            .counts = counts == nullptr ? nullptr : counts + puzzle,
            .guesses = guesses == nullptr ? nullptr : guesses + puzzle};
  }

  // Stores what Batch::solve() has found, except the solutions, which it has written.
  void store(std::span<const simd::LanesPuzzle> found) const {
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (counts != nullptr) counts[i] = static_cast<Number>(found[i].solutions);
      if (guesses != nullptr) guesses[i] = static_cast<Number>(found[i].guesses);
      if (solutions != nullptr && found[i].solutions == 0)
        std::ranges::copy(kEmptyGrid.cells, solutions + i * kCells);
    }
  }
};

// Solves n puzzles in batches of kMost. `read(i, grid)` copies puzzle i to `grid` and returns false
// if it is bad. Returns false after a bad puzzle; its batch and those after it are not solved.
template <typename Number, typename Read>
bool solve_batches(Batch& batch, std::size_t n, std::uint64_t limit, const Results<Number>& results,
                   Read read) {
  for (std::size_t begin = 0; begin < n; begin += Batch::kMost) {
    const std::size_t length = std::min(Batch::kMost, n - begin);
    for (std::size_t i = 0; i < length; ++i)
      if (!read(begin + i, batch.puzzles()[i])) return false;
    const Results<Number> here = results.from(begin);
    here.store(batch.solve(length, limit, here.solutions));
  }
  return true;
}

}  // namespace sudoku::library
