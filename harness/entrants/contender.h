// Who races, and where it runs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "harness/entrants/clock.h"
#include "harness/entrants/entrant.h"
#include "harness/parallel/gang.h"
#include "solvers/external/external.h"
#include "solvers/solver.h"

namespace sudoku {

// A solver of the roster (`entry` is set) or one from outside (`spec` is set).
struct Contender {
  SolverInfo info;
  const SolverEntry* entry = nullptr;
  std::shared_ptr<const ExternalSpec> spec;

  explicit Contender(const SolverEntry& solver) : info(solver.info), entry(&solver) {}

  explicit Contender(ExternalSpec solver)
      : spec(std::make_shared<const ExternalSpec>(std::move(solver))) {
    info = info_of(*spec);
  }
};

// What holds for all solvers that run in processes of their own.
struct IsolationTerms {
  bool everybody = false;          // built-in solvers too
  bool pin = true;                 // worker i to the i-th of usable_cpus()
  std::uint64_t memory_limit = 0;  // bytes a worker and what it starts may hold; 0: none
  std::chrono::nanoseconds puzzle_timeout{0};  // 0: none
  std::size_t capacity = 0;                    // puzzles of the largest Work
  // To load a library and make a solver.
  std::chrono::milliseconds start_patience = std::chrono::seconds(30);
};

// Puts a solver on the start line with as many threads, or worker processes, as the gang has. The
// references must outlive the entrant. One that cannot be loaded or started is disqualified.
std::unique_ptr<Entrant> enter(const Contender& contender, Gang& gang, const StampClock& clock,
                               const IsolationTerms& terms);

}  // namespace sudoku
