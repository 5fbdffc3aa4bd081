// The solver `simd`: depth-first search of one puzzle, in three vectors (AVX-512) or nine.
//
// Source: this project. It branches as does T. Dillon's tdoku, 2019, t-dillon.github.io/tdoku,
// which also propagates one grid in vectors, in another layout.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "solvers/search.h"
#include "solvers/simd/vector_solvers.h"

namespace sudoku {

namespace {

using namespace simd;

class Simd final : public Solver {
 public:
  Simd(const SingleEngine& engine, std::uint64_t patience, std::unique_ptr<Solver> lanes)
      : engine_(engine),
        patience_(std::min(patience, kSinglePatience)),
        memory_(make_engine_memory(engine.memory)),
        lanes_(std::move(lanes)) {}

  void solve(std::span<const Grid> puzzles, const Budget& budget, std::span<Answer> answers) final {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (is_cancelled(budget)) {
        answers[i] = {.outcome = Outcome::timeout};
      } else {
        solve_one(puzzles[i], budget, answers[i]);
      }
    }
  }

 private:
  // Solves a puzzle without reading the clock; kSinglePatience bounds the time.
  void solve_one(const Grid& puzzle, const Budget& budget, Answer& answer) {
    const SingleCall call{.text = puzzle.cells.data(),
                          .solution = answer.solution.cells.data(),
                          .solution_limit = budget.solution_limit,
                          .guess_limit = budget.guess_limit,
                          .patience = patience_};
    const SingleResult result = engine_.solve(memory_.get(), call);
    if (result.end == SingleEnd::handed_over)
      return hand_over(puzzle, budget, result.guesses, answer);
    conclude(result, result.end == SingleEnd::spent, budget, answer);
  }

  // Has `lanes` solve the puzzle from the start. The guesses made so far are lost, but counted.
  void hand_over(const Grid& puzzle, const Budget& budget, std::uint64_t guesses, Answer& answer) {
    Budget rest = budget;
    rest.guess_limit -= guesses;
    lanes_->solve({&puzzle, 1}, rest, {&answer, 1});
    answer.guesses += guesses;
  }

  const SingleEngine& engine_;
  std::uint64_t patience_;
  EngineMemory memory_;
  std::unique_ptr<Solver> lanes_;
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "simd",
             .about = "one puzzle at a time: the grid in three vectors of minirows; triads",
             .source = "this project; triads after Dillon, tdoku, 2019",
             .guess = "a branch on whether a digit is in a triad; both branches are one guess",
             .vectorised = true},
    .create = []() { return make_simd(); },
}}};

}  // namespace

std::unique_ptr<Solver> make_simd(Isa isa, std::uint64_t patience) {
  return std::make_unique<Simd>(engines_for(isa).single, patience, make_lanes(isa));
}

std::span<const SolverEntry> simd_entries() { return kEntries; }

}  // namespace sudoku
