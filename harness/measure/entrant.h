// A solver at the start line: its instances, and how one pass over some puzzles is timed.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "harness/measure/clock.h"
#include "harness/parallel/gang.h"
#include "solvers/solver.h"

namespace sudoku {

// Some puzzles, room for their answers, and how they are cut into tasks: `copies` equal parts, each
// into chunks (the last of a part may be shorter), by position, so that no figure depends on
// scheduling.
struct Work {
  struct Range {
    std::size_t first;
    std::size_t size;
  };

  std::span<const Grid> puzzles;
  std::span<Answer> answers;  // as many
  std::size_t copies = 1;
  std::size_t chunk = 1;

  std::size_t chunks_per_copy() const { return (puzzles.size() / copies + chunk - 1) / chunk; }

  std::size_t chunks() const { return copies * chunks_per_copy(); }

  Range range(std::size_t number) const {
    const std::size_t part = puzzles.size() / copies;
    const std::size_t at = number % chunks_per_copy() * chunk;
    return {.first = number / chunks_per_copy() * part + at, .size = std::min(chunk, part - at)};
  }
};

// One solver on one number of threads, an instance for each.
class Entrant {
 public:
  Entrant(const SolverEntry& entry, Gang& gang);

  const SolverInfo& info() const { return entry_.info; }

  Gang& gang() const { return gang_; }

  // Heap bytes that creating the instances took.
  std::uint64_t instance_bytes() const { return instance_bytes_; }

  Solver& instance(unsigned slot) { return *instances_[slot]; }

  // Hands over a span per chunk; nothing but the solver runs on the clock. Chunks are skipped,
  // their answers staying as they were, once the budget is cancelled. Returns the wall time.
  std::chrono::nanoseconds solve(const Work& work, const Budget& budget);

  // Hands over one puzzle per call (a batch solver: one chunk), with a stamp after each; ticks[i]
  // becomes the time of the call that puzzle i was part of.
  std::chrono::nanoseconds solve_stamped(const Work& work, const Budget& budget,
                                         const StampClock& clock, std::span<std::uint64_t> ticks);

 private:
  const SolverEntry& entry_;
  Gang& gang_;
  std::vector<std::unique_ptr<Solver>> instances_;
  std::uint64_t instance_bytes_ = 0;
};

}  // namespace sudoku
