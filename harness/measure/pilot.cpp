#include "harness/measure/pilot.h"

#include <algorithm>
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

  void add(double ns) {
    puzzles += 1;
    sum += ns;
    sum_of_squares += ns * ns;
  }

  // One standard error above the mean: times have a heavy tail, and a sample too large costs more
  // than one too small.
  double careful_mean() const {
    if (puzzles == 0) return 0;
    const double mean = sum / puzzles;
    const double variance = std::max(0.0, sum_of_squares / puzzles - mean * mean);
    return mean + std::sqrt(variance / puzzles);
  }
};

Tally tally(Entrant& entrant, const std::vector<Grid>& pilots, Nanoseconds limit,
            const Budget& budget, const StampClock& clock) {
  const bool batch = entrant.info().batch > 1;
  std::vector<Answer> answers(pilots.size());
  std::vector<std::uint64_t> ticks(pilots.size());
  const Work work{.puzzles = pilots,
                  .answers = answers,
                  .chunk = batch ? pilots.size() : 1,
                  .until = SteadyClock::now() + limit};
  entrant.solve_stamped(work, budget, ticks);
  Tally tally;
  for (std::size_t i = 0; i < pilots.size(); ++i) {
    if (answers[i].outcome == Outcome::unanswered) continue;
    const double ns = static_cast<double>(ticks[i]) * clock.ns_per_tick();
    tally.add(batch ? ns / static_cast<double>(pilots.size()) : ns);
  }
  return tally;
}

}  // namespace

Pilot run_pilot(Entrant& entrant, const std::vector<Grid>& pilots, Nanoseconds time_budget,
                const Budget& budget, const StampClock& clock) {
  const Nanoseconds limit(
      static_cast<Nanoseconds::rep>(kShare * static_cast<double>(time_budget.count())));
  Tally found = tally(entrant, pilots, limit, budget, clock);
  if (found.sum < static_cast<double>(kCold.count())) {
    found = tally(entrant, pilots, limit, budget, clock);
  }
  return {.ns_per_puzzle = std::max(1.0, found.careful_mean() / entrant.gang().threads()),
          .batch = entrant.info().batch};
}

std::optional<Pilot> known_pilot(const std::vector<KnownPilot>& pilots,
                                 const std::string& dataset_sha256, const Entrant& entrant) {
  const SolverInfo& info = entrant.info();
  for (const KnownPilot& pilot : pilots) {
    if (pilot.dataset_sha256 == dataset_sha256 && pilot.solver == info.name)
      return Pilot{.ns_per_puzzle = pilot.ns_per_puzzle, .batch = info.batch};
  }
  return std::nullopt;
}

std::vector<KnownPilot> pilots_of(const RunResult& run) {
  std::vector<KnownPilot> pilots;
  for (const ResultRecord& row : run.results) {
    const auto dataset = std::ranges::find(run.datasets, row.dataset, &DatasetRecord::name);
    if (row.pilot_ns && dataset != run.datasets.end())
      pilots.push_back({dataset->sha256, row.solver, *row.pilot_ns});
  }
  return pilots;
}

}  // namespace sudoku
