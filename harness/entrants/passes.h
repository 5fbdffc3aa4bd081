// The innermost loop of the harness, the same in its own threads and in worker processes.
#pragma once

#include <cstdint>
#include <span>

#include "harness/entrants/clock.h"
#include "harness/entrants/work.h"
#include "solvers/solver.h"

namespace sudoku {

// What does not change from call to call.
struct Pass {
  Solver& solver;
  const Work& work;
  const Budget& budget;
};

inline void call(const Pass& pass, Work::Range range) {
  pass.solver.solve(pass.work.puzzles.subspan(range.first, range.size), pass.budget,
                    pass.work.answers.subspan(range.first, range.size));
}

// The end of one call is the start of the next.
struct Stamps {
  const StampCounter& clock;
  std::span<std::uint64_t> ticks;  // of every puzzle of the work
  std::uint64_t last;
};

inline void call_stamped(const Pass& pass, Work::Range range, Stamps& stamps) {
  call(pass, range);
  const std::uint64_t now = stamps.clock.now();
  for (std::size_t i = range.first; i < range.first + range.size; ++i)
    stamps.ticks[i] = now - stamps.last;
  stamps.last = now;
}

}  // namespace sudoku
