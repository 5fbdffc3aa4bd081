// Runner: a solver ready to run, in this process or in workers, and the timing of its passes.
//
// The runner applies the time limit per puzzle, for all solvers and passes alike: an answer that
// comes later is a timeout, whatever it says.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "harness/base/time.h"
#include "harness/external/external.h"
#include "harness/machine/stamp_clock.h"
#include "harness/parallel/thread_pool.h"
#include "solvers/solver.h"

namespace sudoku::runner {

// A built-in solver (`entry` is set) or an external one (`spec` is set).
struct SolverSpec {
  const SolverEntry* entry = nullptr;
  std::shared_ptr<const external::Spec> spec;
  SolverInfo info;

  explicit SolverSpec(const SolverEntry& solver) : entry(&solver), info(solver.info) {}

  explicit SolverSpec(external::Spec solver)
      : spec(std::make_shared<const external::Spec>(std::move(solver))), info(info_of(*spec)) {}

  bool is_command() const { return spec && !spec->is_plugin(); }
};

// The puzzles of a pass and room for answers: `copies` equal parts. Each is cut by position into
// chunks, the tasks of the threads, so that no figure depends on scheduling.
struct Work {
  struct Range {
    std::size_t first = 0;
    std::size_t size = 0;
  };

  std::span<const Grid> puzzles;
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
  pass.solver.solve(pass.work.puzzles.subspan(range.first, range.size), pass.budget,
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

// A solver's misbehaviour on a puzzle, with or without an answer.
struct Incident {
  Outcome outcome = Outcome::crashed;  // what the puzzle counts as: crashed, timeout or wrong
  std::string reason;                  // one line
};

// What came of a pass, besides the answers.
struct PassResult {
  // A call that took longer than the limit.
  struct LateCall {
    std::size_t first = 0;  // position of the first puzzle
    std::uint64_t ticks = 0;
  };

  Nanoseconds time{0};  // on the clock
  // Running time (parallel/thread_time.h), the mean over the solver's threads: at most `time`. Of a
  // command it is the CPU time of its processes. Unknown of solvers that use threads or processes
  // beside those of the harness, and after a crash.
  std::optional<Nanoseconds> running = std::nullopt;
  // Time taken off the clock: to replace worker processes that died, and to solve puzzles again
  // that may have been late.
  Nanoseconds off_clock{0};
  std::map<std::size_t, Incident> incidents = {};  // by position of the puzzle
  std::vector<LateCall> late_calls = {};           // of a pass without stamps

  void add_times(const PassResult& more) {
    time += more.time;
    off_clock += more.off_clock;
    running = running && more.running ? std::optional(*running + *more.running) : std::nullopt;
  }
};

// Memory that a solver's processes hold, in bytes.
struct HeldMemory {
  std::uint64_t heap = 0;       // handed out by malloc() and not freed; 0 of a command
  std::uint64_t anonymous = 0;  // resident, not of files: whatever allocator it is from
  std::vector<pid_t> processes = {};
};

// Bytes that a solver still holds after a pass, beyond what it held before; none if it has other
// processes. Growth of resident memory counts only beyond 2 MiB, a huge page, and half of what
// was held: freed pages stay with an allocator, and garbage collectors let the heap grow.
std::optional<std::uint64_t> kept_memory(const HeldMemory& before, const HeldMemory& after);

// A solver on one number of threads.
class Runner {
 public:
  Runner(const SolverInfo& info, parallel::ThreadPool& pool, const machine::StampClock& clock)
      : clock_(clock), info_(info), pool_(pool) {}

  virtual ~Runner() = default;

  const SolverInfo& info() const { return info_; }

  // Thread pool that checks the answers, with as many threads as the solver.
  parallel::ThreadPool& pool() const { return pool_; }

  // Solves the puzzles of `work`, a chunk per call; nothing but the solver runs on the clock. Once
  // the budget is cancelled, chunks are skipped and keep their answers.
  //
  // A chunk with an answer that may be late is solved again, a puzzle per call and off the clock,
  // and those times decide; not when the work ends at a time (Work::until).
  PassResult solve(const Work& work, const Budget& budget);

  // Solves the puzzles of `work`, one per call (batch solver: a chunk), with a time stamp after
  // each. ticks[i] becomes the time of the call that solved puzzle i.
  PassResult solve_stamped(const Work& work, const Budget& budget, std::span<std::uint64_t> ticks);

  // Why the solver was disqualified, or empty. Once it is, calls leave answers as they were.
  const std::string& disqualified() const { return disqualified_; }

  // What the solver did wrong while it was started, or empty.
  const std::string& start_fault() const { return start_fault_; }

  // Whether the solver answers through pipes, for which it waits on any machine.
  virtual bool is_command() const { return false; }

  // Starts to watch the peak of the memory that added_memory() reports.
  virtual void watch_memory() {}

  // Peak number of bytes that the solver added to what its processes hold; 0: unknown.
  virtual std::uint64_t added_memory() = 0;

  // Memory that the solver's processes hold between two passes. Unknown of a solver that shares
  // its process with the harness, and of a command that is not running.
  virtual std::optional<HeldMemory> held_memory() { return std::nullopt; }

  // Calls `turn`, which makes passes, with the calling thread where these passes need it: on the
  // solver's CPU.
  virtual void take_turn(const std::function<void()>& turn) { turn(); }

  // Ends a turn: the solver's threads and children pause until the next call, to free the CPUs.
  virtual void release() {}

  // CPU time that this process and the solver's processes have used so far.
  virtual Nanoseconds cpu_time() const;

  // Time from making the solver, or starting its process, to its first answer.
  virtual double startup_s() const = 0;

 protected:
  // The budget's time limit in ticks, or kUnlimited: batch solvers must keep the limit themselves.
  std::uint64_t limit_in_ticks(const Budget& budget) const;

  const machine::StampClock& clock_;
  std::string disqualified_;
  std::string start_fault_;

 private:
  // Solves the puzzles of `work`, stamped as solve_stamped() says or, without `ticks`, a chunk per
  // call; calls that take longer than the limit are then late calls.
  virtual PassResult pass(const Work& work, const Budget& budget,
                          std::span<std::uint64_t> ticks) = 0;

  void solve_again(const Work& work, const Budget& budget,
                   const std::vector<std::size_t>& positions, PassResult& result);

  const SolverInfo& info_;
  parallel::ThreadPool& pool_;
};

// Options of all solvers that run in worker processes.
struct IsolationOptions {
  bool everybody = false;            // isolate built-in solvers too
  bool pin = true;                   // worker i to the i-th of usable_cpus()
  std::uint64_t memory_limit = 0;    // bytes a worker and what it starts may hold; 0: none
  Nanoseconds puzzle_timeout{0};     // 0: none
  std::uint64_t solution_limit = 2;  // with which commands are started first
  Nanoseconds start_limit{0};        // until a command's first answer; 0: none
  std::size_t capacity = 0;          // most puzzles in a pass
  // Time off the clock that ends a solver which takes more in all; 0: none.
  Nanoseconds off_clock_budget{0};
  // Time allowed for loading a library and making a solver.
  std::chrono::milliseconds start_patience = std::chrono::seconds(30);
  // Ends the wait for a solver that is being made; null: nothing does.
  const std::atomic<bool>* cancelled = nullptr;
};

// Makes a runner with as many threads, or worker processes, as the pool has. The arguments must
// outlive the runner. A solver that cannot be loaded or started is disqualified.
std::unique_ptr<Runner> make_runner(const SolverSpec& solver_spec, parallel::ThreadPool& pool,
                                    const machine::StampClock& clock,
                                    const IsolationOptions& options);

// Makes a runner that puts even a built-in solver into worker processes.
std::unique_ptr<Runner> make_isolated_runner(const SolverSpec& solver_spec,
                                             parallel::ThreadPool& pool,
                                             const machine::StampClock& clock,
                                             const IsolationOptions& options);

}  // namespace sudoku::runner
