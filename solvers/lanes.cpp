// The solver `lanes`: logic on 256 puzzles at once, one per bit, then one search per vector lane.
//
// Source: this project. It branches on whether a digit is in one of the 54 triads (the three cells
// that a box and a line share), as does T. Dillon's tdoku, 2019, t-dillon.github.io/tdoku.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "solvers/roster.h"
#include "solvers/search.h"
#include "solvers/simd/vector_solvers.h"

namespace sudoku {

namespace {

using namespace simd;

// Tells when the budget ends a call of solve(); the time limit counts from the construction.
class Stop {
 public:
  explicit Stop(const Budget& budget) : budget_(budget) {
    if (budget.time_limit.count() > 0) start_ = std::chrono::steady_clock::now();
  }

  // `context` is a Stop.
  static bool is_reached(void* context) {
    const Stop& stop = *static_cast<const Stop*>(context);
    if (is_cancelled(stop.budget_)) return true;
    if (stop.budget_.time_limit.count() <= 0) return false;
    return std::chrono::steady_clock::now() - stop.start_ >= stop.budget_.time_limit;
  }

 private:
  const Budget& budget_;
  std::chrono::steady_clock::time_point start_{};
};

class Lanes final : public SolverOfBothKinds<Lanes> {
 public:
  // cppcheck-suppress uninitMemberVar  // each call fills as many states as it has puzzles
  Lanes(const LanesEngine& engine, std::uint32_t waiting_limit)
      : engine_(engine),
        waiting_limit_(std::min(waiting_limit, kLanesWaiting)),
        memory_(make_engine_memory(engine.memory)) {}

  template <typename Puzzle>
  void solve_all(std::span<const Puzzle> puzzles, const Budget& budget, std::span<Answer> answers) {
    Stop stop(budget);
    for (std::size_t begin = 0; begin < puzzles.size(); begin += kLanesPuzzles) {
      const std::size_t length = std::min<std::size_t>(kLanesPuzzles, puzzles.size() - begin);
      solve_piece(puzzles.subspan(begin, length), budget, stop, answers.subspan(begin, length));
    }
  }

 private:
  template <typename Puzzle>
  void solve_piece(std::span<const Puzzle> puzzles, const Budget& budget, Stop& stop,
                   std::span<Answer> answers) {
    std::fill_n(results_.begin(), puzzles.size(), LanesPuzzle{});
    std::fill_n(states_.begin(), puzzles.size(), LanesState::open);
    LanesCall call = {.count = static_cast<std::uint32_t>(puzzles.size()),
                      .solutions = answers.front().solution.cells.data(),
                      .solution_stride = sizeof(Answer),
                      .results = results_.data(),
                      .states = states_.data(),
                      .solution_limit = budget.solution_limit,
                      .guess_limit = budget.guess_limit,
                      .waiting_limit = waiting_limit_,
                      .stop = Stop::is_reached,
                      .context = &stop};
    point_at(puzzles.front(), call);
    engine_.solve(memory_.get(), call);
    for (std::size_t i = 0; i < puzzles.size(); ++i)
      conclude(results_[i], states_[i] == LanesState::spent, budget, answers[i]);
  }

  const LanesEngine& engine_;
  std::uint32_t waiting_limit_;
  EngineMemory memory_;
  std::array<LanesPuzzle, kLanesPuzzles> results_;
  std::array<LanesState, kLanesPuzzles> states_;
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "lanes",
             .about = "batches: one search state per 16-bit vector lane; triads",
             .source = "this project; triads after Dillon, tdoku, 2019",
             .guess = "a branch on whether a digit is in a triad; both branches are one guess",
             .pencilmarks = true,
             .batch = 512,
             .vectorised = true},
    .create = []() { return make_lanes(); },
}}};

}  // namespace

std::unique_ptr<Solver> make_lanes(Isa isa, std::uint32_t waiting_limit) {
  return std::make_unique<Lanes>(engines_for(isa).lanes, waiting_limit);
}

constinit const std::span<const SolverEntry> lanes_entries = kEntries;

}  // namespace sudoku
