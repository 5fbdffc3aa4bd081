// Work: the puzzles of a pass, and the calls of a solver that take it through them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "harness/base/time.h"
#include "harness/machine/stamp_clock.h"
#include "solvers/solver.h"

namespace sudoku::runner {

// The puzzles of a pass and room for answers: `copies` equal parts. Each is cut by position into
// chunks, the tasks of the threads, so that no figure depends on scheduling.
struct Work {
  struct Range {
    std::size_t first = 0;
    std::size_t size = 0;
  };

  PuzzleSpan puzzles;
  std::span<Answer> answers;  // one per puzzle
  std::size_t copies = 1;
  std::size_t chunk = 1;
  // Time after which no chunk but the first `least` is begun; answers of others stay as they were.
  std::optional<SteadyClock::time_point> until = {};
  std::size_t least = 1;

  std::size_t chunks_per_copy() const { return (puzzles.size() / copies + chunk - 1) / chunk; }

  std::size_t chunks() const { return copies * chunks_per_copy(); }

  Range range(std::size_t number) const {
    const std::size_t part = puzzles.size() / copies;
    const std::size_t at = number % chunks_per_copy() * chunk;
    return {.first = number / chunks_per_copy() * part + at, .size = std::min(chunk, part - at)};
  }

  // The puzzles from a position to the end of its chunk.
  Range rest_of_chunk(std::size_t position) const {
    const std::size_t part = puzzles.size() / copies;
    const std::size_t at = position % part;
    return {.first = position, .size = std::min(chunk - at % chunk, part - at)};
  }

  // Whether chunk `number` is to be left out, because the time `until` has passed.
  bool is_over(std::size_t number) const {
    return until && number >= least && SteadyClock::now() >= *until;
  }
};

// A solver, its puzzles and its budget: one pass, in a thread or a worker process.
struct Pass {
  Solver& solver;
  const Work& work;
  const Budget& budget;
};

inline void call(const Pass& pass, Work::Range range) {
  pass.solver.solve_either(pass.work.puzzles.subspan(range.first, range.size), pass.budget,
                           pass.work.answers.subspan(range.first, range.size));
}

// State of time stamping: the end of one call is the start of the next.
struct Stamps {
  const machine::StampCounter& clock;
  std::span<std::uint64_t> ticks;  // time of each puzzle
  std::uint64_t last;
};

// Notes the time of a call that has just returned.
inline void stamp(Work::Range range, Stamps& stamps) {
  const std::uint64_t now = stamps.clock.now();
  for (std::size_t i = range.first; i < range.first + range.size; ++i)
    stamps.ticks[i] = now - stamps.last;
  stamps.last = now;
}

}  // namespace sudoku::runner
