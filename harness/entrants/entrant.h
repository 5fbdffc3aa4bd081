// A solver at the start line, and how one pass over some puzzles is timed.
//
// The time limit of a puzzle is kept here, for all solvers and all passes alike: an answer that
// comes later than that is a timeout, whatever it says.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "harness/entrants/clock.h"
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
  Entrant(const SolverInfo& info, Gang& gang, const StampClock& clock)
      : info_(info), gang_(gang), clock_(clock) {}

  Entrant(const Entrant&) = delete;
  Entrant& operator=(const Entrant&) = delete;
  virtual ~Entrant() = default;

  const SolverInfo& info() const { return info_; }

  // As many threads as the solver has; for what is done with its answers.
  Gang& gang() const { return gang_; }

  // Hands over a span per chunk; nothing but the solver runs on the clock. Once the budget is
  // cancelled chunks are skipped, their answers staying as they were. Returns the wall time.
  //
  // A chunk in which an answer may have come too late is solved again, a puzzle a call and off the
  // clock, and the times of that count; not when the work ends at a time (Work::until).
  std::chrono::nanoseconds solve(const Work& work, const Budget& budget);

  // Hands over one puzzle per call (a batch solver: one chunk), with a stamp after each; ticks[i]
  // becomes the time of the call that puzzle i was part of.
  std::chrono::nanoseconds solve_stamped(const Work& work, const Budget& budget,
                                         std::span<std::uint64_t> ticks);

  // What happened in the last call, by position in its puzzles.
  const std::map<std::size_t, Incident>& incidents() const { return incidents_; }

  // Why the solver is out of the race, or empty. When it is out, calls leave answers as they were.
  virtual const std::string& disqualified() const = 0;

  // From here on, what is held at most is taken down.
  virtual void watch_memory() = 0;

  // Bytes that the solver has added to what its processes hold, at their peak; 0: not known.
  virtual std::uint64_t added_memory() = 0;

  // The solver's turn is over: what it has left running, threads and children, stops until the next
  // call, so that it takes no time from others.
  virtual void rest() {}

  // CPU time that this process and the solver's own have used so far.
  virtual std::chrono::nanoseconds cpu_time() const;

  // From making the solver, or starting a process of its own, to its first answer.
  virtual double startup_s() const = 0;

 protected:
  // A range of puzzles that were handed over together, and how long the call took.
  struct LateChunk {
    Work::Range range;
    std::uint64_t ticks = 0;
  };

  const StampClock& clock() const { return clock_; }

  // The budget's time limit; kUnlimited where there is none, or where the solver counts it from the
  // hand-over of a batch and must keep to it by itself.
  std::uint64_t limit_in_ticks(const Budget& budget) const;

  std::map<std::size_t, Incident>& mutable_incidents() { return incidents_; }

 private:
  // As solve(); leaves in `late` the chunks that took longer than the limit.
  virtual std::chrono::nanoseconds pass(const Work& work, const Budget& budget,
                                        std::vector<LateChunk>& late) = 0;
  virtual std::chrono::nanoseconds pass_stamped(const Work& work, const Budget& budget,
                                                std::span<std::uint64_t> ticks) = 0;

  void solve_again(const Work& work, const Budget& budget,
                   const std::vector<std::size_t>& positions);

  const SolverInfo& info_;
  Gang& gang_;
  const StampClock& clock_;
  std::map<std::size_t, Incident> incidents_;
};

}  // namespace sudoku
