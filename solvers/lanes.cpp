// The solver `lanes`: logic on 256 or 512 puzzles at once, one per bit, then one search per vector
// lane.
//
// Source: this project. It branches on whether a digit is in one of the 54 triads (the three cells
// that a box and a line share), as does T. Dillon's tdoku, 2019, t-dillon.github.io/tdoku.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "solvers/search.h"
#include "solvers/simd/vector_solvers.h"

namespace sudoku {

namespace {

using namespace simd;

using Clock = std::chrono::steady_clock;

// The budget of a call of solve(), and when the call began, if there is a time limit.
struct TimedBudget {
  const Budget& budget;
  Clock::time_point begin;
};

bool is_spent(void* timed_budget) {
  const auto& [budget, begin] = *static_cast<const TimedBudget*>(timed_budget);
  if (is_cancelled(budget)) return true;
  return budget.time_limit.count() > 0 && Clock::now() - begin >= budget.time_limit;
}

class Lanes final : public Solver {
 public:
  // cppcheck-suppress uninitMemberVar  // each call fills as many states as it has puzzles
  Lanes(const LanesEngine& engine, std::uint32_t waiting_limit)
      : engine_(engine),
        waiting_limit_(std::min(waiting_limit, kLanesWaiting)),
        memory_(make_engine_memory(engine.memory)) {}

  void solve(std::span<const Grid> puzzles, const Budget& budget, std::span<Answer> answers) final {
    TimedBudget timed{budget, budget.time_limit.count() > 0 ? Clock::now() : Clock::time_point{}};
    for (std::size_t begin = 0; begin < puzzles.size(); begin += kLanesPuzzles) {
      const std::size_t length = std::min<std::size_t>(kLanesPuzzles, puzzles.size() - begin);
      solve_piece(puzzles.subspan(begin, length), timed, answers.subspan(begin, length));
    }
  }

 private:
  void solve_piece(std::span<const Grid> puzzles, TimedBudget& timed, std::span<Answer> answers) {
    const Budget& budget = timed.budget;
    std::fill_n(results_.begin(), puzzles.size(), LanesPuzzle{});
    std::fill_n(states_.begin(), puzzles.size(), LanesState::open);
    const LanesCall call = {.text = puzzles.front().cells.data(),
                            .count = static_cast<std::uint32_t>(puzzles.size()),
                            .solutions = answers.front().solution.cells.data(),
                            .solution_stride = sizeof(Answer),
                            .results = results_.data(),
                            .states = states_.data(),
                            .solution_limit = budget.solution_limit,
                            .guess_limit = budget.guess_limit,
                            .waiting_limit = waiting_limit_,
                            .stop = is_spent,
                            .context = &timed};
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
             .batch = 512,
             .vectorised = true},
    .create = []() { return make_lanes(); },
}}};

}  // namespace

std::unique_ptr<Solver> make_lanes(Isa isa, std::uint32_t waiting_limit) {
  return std::make_unique<Lanes>(engines_for(isa).lanes, waiting_limit);
}

std::span<const SolverEntry> lanes_entries() { return kEntries; }

}  // namespace sudoku
