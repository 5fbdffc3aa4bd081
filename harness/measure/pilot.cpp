#include "harness/measure/pilot.h"

#include <cmath>

namespace sudoku {

namespace {

using SteadyClock = std::chrono::steady_clock;
using Nanoseconds = std::chrono::nanoseconds;

// Of the time budget.
constexpr double kShare = 0.1;

// A pilot over sooner than this has measured cold caches: it is done once more.
constexpr Nanoseconds kCold = std::chrono::milliseconds(5);

struct Tally {
  double puzzles = 0;
  double sum = 0;
  double sum_of_squares = 0;

  void add(double ns, double solved) {
    puzzles += solved;
    sum += ns;
    sum_of_squares += ns * ns / solved;
  }

  // One standard error above the mean: times have a heavy tail, and a sample too large costs more
  // than one too small.
  double careful_mean() const {
    const double mean = sum / puzzles;
    const double variance = std::max(0.0, sum_of_squares / puzzles - mean * mean);
    return mean + std::sqrt(variance / puzzles);
  }
};

Tally tally(Solver& solver, const std::vector<Grid>& pilots, std::size_t step, Nanoseconds limit,
            const Budget& budget) {
  Tally tally;
  std::vector<Answer> answers(step);
  const auto start = SteadyClock::now();
  for (std::size_t i = 0; i < pilots.size(); i += step) {
    const auto before = SteadyClock::now();
    if (i > 0 && before - start > limit) break;
    const std::size_t size = std::min(step, pilots.size() - i);
    solver.solve(std::span(pilots).subspan(i, size), budget, std::span(answers).first(size));
    const Nanoseconds time = SteadyClock::now() - before;
    tally.add(static_cast<double>(time.count()), static_cast<double>(size));
  }
  return tally;
}

}  // namespace

Pilot run_pilot(Entrant& entrant, const std::vector<Grid>& pilots, Nanoseconds time_budget,
                const Budget& budget) {
  const unsigned batch = entrant.info().batch;
  const std::size_t step = batch > 1 ? pilots.size() : 1;
  const Nanoseconds limit(
      static_cast<Nanoseconds::rep>(kShare * static_cast<double>(time_budget.count())));
  Tally found = tally(entrant.instance(0), pilots, step, limit, budget);
  if (found.sum < static_cast<double>(kCold.count())) {
    found = tally(entrant.instance(0), pilots, step, limit, budget);
  }
  return {.ns_per_puzzle = std::max(1.0, found.careful_mean() / entrant.gang().threads()),
          .batch = batch};
}

}  // namespace sudoku
