// A solver at the start line, and how one pass over some puzzles is timed.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "harness/entrants/memory.h"
#include "harness/entrants/work.h"
#include "harness/parallel/gang.h"
#include "solvers/solver.h"

namespace sudoku {

// What a solver did on a puzzle instead of answering it, or besides.
struct Incident {
  Outcome outcome = Outcome::crashed;  // crashed, timeout or wrong: what the puzzle costs it
  std::string reason;                  // one line
};

// One solver on one number of threads.
class Entrant {
 public:
  Entrant(const SolverInfo& info, Gang& gang) : info_(info), gang_(gang) {}

  Entrant(const Entrant&) = delete;
  Entrant& operator=(const Entrant&) = delete;
  virtual ~Entrant() = default;

  const SolverInfo& info() const { return info_; }

  // As many threads as the solver has; for what is done with its answers.
  Gang& gang() const { return gang_; }

  // Hands over a span per chunk; nothing but the solver runs on the clock. Once the budget is
  // cancelled chunks are skipped, their answers staying as they were. Returns the wall time.
  virtual std::chrono::nanoseconds solve(const Work& work, const Budget& budget) = 0;

  // Hands over one puzzle per call (a batch solver: one chunk), with a stamp after each; ticks[i]
  // becomes the time of the call that puzzle i was part of.
  virtual std::chrono::nanoseconds solve_stamped(const Work& work, const Budget& budget,
                                                 std::span<std::uint64_t> ticks) = 0;

  // What happened in the last call, by position in its puzzles.
  virtual const std::map<std::size_t, Incident>& incidents() const = 0;

  // Why the solver is out of the race, or empty. When it is out, calls leave answers as they were.
  virtual const std::string& disqualified() const = 0;

  // Memory that creating the instances took, and what they hold now.
  virtual std::uint64_t instance_bytes() const = 0;
  virtual ResidentMemory resident_memory() const = 0;
  virtual void reset_peak_memory() = 0;

  // From making the solver, or starting a process of its own, to its first answer.
  virtual double startup_s() const = 0;

 private:
  const SolverInfo& info_;
  Gang& gang_;
};

}  // namespace sudoku
