// A solver at the start line, in this process or in workers, and how one pass over some puzzles is
// timed.
//
// The time limit of a puzzle is kept here, for all solvers and all passes alike: an answer that
// comes later than that is a timeout, whatever it says.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

#include "harness/parallel/gang.h"
#include "solvers/external/external.h"
#include "solvers/solver.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace sudoku::run {

// Time stamps cheap enough to put around a puzzle that takes 200 ns. Counts ticks of the
// processor's invariant time stamp counter, or, where there is none, nanoseconds of steady_clock.
// Ticks of different cores agree (that is what invariant means), and so do those of different
// processes.
class StampCounter {
 public:
  StampCounter();

  std::uint64_t now() const {
#if defined(__x86_64__)
    // Not fenced (that doubles its cost): a stamp may slip by the few tens of ns that the processor
    // works ahead, which moves time between neighbouring puzzles and never out of their sum.
    if (counter_) [[likely]]
      return __rdtsc();
#endif
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() /
                                      std::chrono::nanoseconds(1));
  }

  // Whether the processor's counter is used.
  bool uses_counter() const {
    return counter_;
  }

 private:
  bool counter_;
};

// A counter that knows how long a tick is.
class StampClock : public StampCounter {
 public:
  // Calibrates the counter against steady_clock, which takes 20 ms.
  StampClock();

  double ns_per_tick() const { return ns_per_tick_; }

  std::uint64_t picoseconds(std::uint64_t ticks) const {
    return static_cast<std::uint64_t>(static_cast<double>(ticks) * ns_per_tick_ * 1000);
  }

  // What one stamp costs, in ns: the smallest mean of several runs of back-to-back stamps.
  double cost_ns() const;

 private:
  double ns_per_tick_ = 1;
};

// Some puzzles, room for their answers, and how they are cut into tasks: `copies` equal parts, each
// cut into chunks (the last of a part may be shorter), by position, so that no figure depends on
// scheduling.
struct Work {
  struct Range {
    std::size_t first = 0;
    std::size_t size = 0;
  };

  std::span<const Grid> puzzles;
  std::span<Answer> answers;  // as many
  std::size_t copies = 1;
  std::size_t chunk = 1;
  // Chunks but the first are not begun after this; their answers stay as they were.
  std::optional<std::chrono::steady_clock::time_point> until = {};

  std::size_t chunks_per_copy() const { return (puzzles.size() / copies + chunk - 1) / chunk; }

  std::size_t chunks() const { return copies * chunks_per_copy(); }

  Range range(std::size_t number) const {
    const std::size_t part = puzzles.size() / copies;
    const std::size_t at = number % chunks_per_copy() * chunk;
    return {.first = number / chunks_per_copy() * part + at, .size = std::min(chunk, part - at)};
  }

  // From a position to the end of its chunk.
  Range rest_of_chunk(std::size_t position) const {
    const std::size_t part = puzzles.size() / copies;
    const std::size_t at = position % part;
    return {.first = position, .size = std::min(chunk - at % chunk, part - at)};
  }

  // Whether a chunk about to be begun is to be left out.
  bool is_over(std::size_t number) const {
    return until && number > 0 && std::chrono::steady_clock::now() >= *until;
  }
};

// What a solver did on a puzzle instead of answering it, or besides.
struct Incident {
  Outcome outcome = Outcome::crashed;  // crashed, timeout or wrong: what the puzzle costs it
  std::string reason;                  // one line
};

// One solver on one number of threads.
class Entrant {
 public:
  Entrant(const SolverInfo& info, parallel::Gang& gang, const StampClock& clock)
      : info_(info), gang_(gang), clock_(clock) {}

  Entrant(const Entrant&) = delete;
  Entrant& operator=(const Entrant&) = delete;
  virtual ~Entrant() = default;

  const SolverInfo& info() const { return info_; }

  // The threads that check its answers, as many as the solver has.
  parallel::Gang& gang() const { return gang_; }

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

  // Incidents of the last call, by position in its puzzles.
  const std::map<std::size_t, Incident>& incidents() const { return incidents_; }

  // Why the solver is out of the race, or empty. When it is out, calls leave answers as they were.
  virtual const std::string& disqualified() const = 0;

  // Starts to watch the peak of the memory that is held.
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
  parallel::Gang& gang_;
  const StampClock& clock_;
  std::map<std::size_t, Incident> incidents_;
};

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
  // Time to load a library and make a solver.
  std::chrono::milliseconds start_patience = std::chrono::seconds(30);
};

// Puts a solver on the start line with as many threads, or worker processes, as the gang has. The
// references must outlive the entrant. One that cannot be loaded or started is disqualified.
std::unique_ptr<Entrant> enter(const Contender& contender, parallel::Gang& gang,
                               const StampClock& clock, const IsolationTerms& terms);

// Puts it there in worker processes of its own, whatever the terms say of built-in solvers (see
// crew.cpp).
std::unique_ptr<Entrant> enter_isolated(const Contender& contender, parallel::Gang& gang,
                                        const StampClock& clock, const IsolationTerms& terms);

// What does not change from call to call in the innermost loop of the harness, which is the same in
// its own threads and in worker processes.
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

// Bytes handed out by the allocator. 0 where it cannot tell.
std::uint64_t heap_in_use();

// Resident memory, without what is shared between processes, now and at its peak; bytes, 0 when
// not known.
struct ResidentMemory {
  std::uint64_t now = 0;
  std::uint64_t peak = 0;  // since the last reset
};

// `process` is a number or "self".
ResidentMemory resident_memory_of(const std::string& process);

// A process with all that it has started.
struct FamilyMemory {
  ResidentMemory process;
  ResidentMemory descendants;  // the peak: the sum of those of the ones that live
  bool has_descendants = false;

  std::uint64_t now() const { return process.now + descendants.now; }
};

// Nothing when it is not known what the process has started.
std::optional<FamilyMemory> family_memory_of(pid_t process);

// Sets the kernel's high-water mark back to what is resident now (Linux 4.0 and later).
void reset_peak_memory_of(const std::string& process);

}  // namespace sudoku::run
