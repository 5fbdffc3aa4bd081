// Worker: a process that hosts one solver, and the memory that it shares with the harness.
//
// Its program is the harness, started again: a mere fork would inherit locks of threads that no
// longer exist. A worker starts with one thread and these descriptors only: /dev/null, two files
// for what the solver prints, a line (socket) to the harness and the shared memory.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/runner/runner.h"
#include "solvers/solver.h"

namespace sudoku::runner {

// Descriptors of a worker besides the standard ones.
inline constexpr int kLineDescriptor = 3;
inline constexpr int kMemoryDescriptor = 4;

// Messages between harness and worker, one character each.
inline constexpr char kGo = 'g';     // to the worker: start the requested pass
inline constexpr char kReady = 'r';  // from the worker: the solver is made
inline constexpr char kDone = 'd';   // from the worker: the pass is over

// Exit status of a worker that cannot continue, such as one whose command has ended;
// WorkerSlot::crash_report says why.
inline constexpr int kCannotGoOn = 120;

// Runs a worker with a task's arguments until its line is closed. Returns the exit status.
int serve_as_worker(const std::vector<std::string>& words);

// First argument of a worker process.
inline constexpr const char* kWorkerWord = "worker";

struct WorkerTask {
  unsigned slot = 0;
  int cpu = -1;                       // CPU to run on; -1: any
  Nanoseconds launched{0};            // time on steady_clock at which the worker was started
  external::CommandTerms terms = {};  // of a command
  SolverSpec solver = SolverSpec(external::Spec());
};

// Converts a worker's task to arguments and back. Throws std::invalid_argument if it cannot.
std::vector<std::string> worker_words(const WorkerTask& task);
WorkerTask task_from(const std::vector<std::string>& words);

// Number of incidents on consecutive puzzles that disqualifies a solver.
inline constexpr unsigned kMostInARow = 10;

using Reason = std::array<char, 320>;  // ends with NUL when shorter

std::string text_of(const Reason& reason);

// Whether the value is an enumerator: a faulty solver can write anything into shared memory.
bool is_outcome(Outcome outcome);

// An incident on a puzzle, as a worker reports it.
struct IncidentReport {
  std::uint64_t position = 0;
  Outcome outcome = Outcome::crashed;
  Reason reason{};
};

// Request for a pass, the same for all workers of a runner.
struct PassRequest {
  std::size_t capacity = 0;  // most puzzles in a pass
  unsigned workers = 1;      // number of workers that start together

  Work work;             // the worker takes its puzzles and answers from the shared memory
  bool stamped = false;  // a call and a stamp per puzzle (batch solver: chunk), or a call per chunk
  Budget budget;         // the worker ignores its `cancelled`
  std::uint64_t limit_in_ticks = kUnlimited;  // chunks that take longer leave a time in ticks()
  double ticks_per_ns = 1;

  // Index of the next unclaimed chunk.
  std::atomic<std::uint64_t> cursor{0};
  // Number of workers that have woken up for this pass over the puzzles.
  std::atomic<unsigned> arrived{0};
  // Whether workers must take no further chunks.
  std::atomic<bool> cancelled{false};
};

// One worker's part of the shared memory. The harness writes `left` before it starts the worker and
// reads `first` and `size` at any time, all else while the worker is idle or dead.
struct alignas(64) WorkerSlot {
  static constexpr std::size_t kMostReports = 64;

  // The range of puzzles that the worker is solving; size 0: none.
  std::atomic<std::uint64_t> first{0};
  std::atomic<std::uint64_t> size{0};
  // Number of ranges that the worker has taken in this pass.
  std::atomic<std::uint64_t> taken{0};

  Work::Range left;  // what the worker's dead predecessor left undone, to be solved first
  SteadyClock::time_point taken_at{};  // when the worker took its current range

  SteadyClock::time_point started{};
  SteadyClock::time_point finished{};
  // Running time from `started` to `finished` (PassResult::running); negative: not known.
  Nanoseconds running{-1};
  // Time from `started` to `finished` for which batches were copied to and from a plugin.
  Nanoseconds copying{0};
  Nanoseconds startup{0};        // time to make the solver, plus that of its first call
  std::uint64_t bare_bytes = 0;  // bytes that the worker held before its solver was made
  std::uint64_t heap_bytes = 0;  // heap_in_use() after the last pass; 0 of a command

  std::uint32_t reports = 0;  // number of incidents; only the first kMostReports are kept
  std::array<IncidentReport, kMostReports> report;
  bool gives_up = false;  // the worker has given up: too many incidents in a row
  // What the solver printed in the last pass or, before the first, in starting.
  Reason printed{};
  Reason crash_report{};  // what the signal handler saw, or why the worker cannot start
};

// The memory that workers share with the harness: a request, puzzles, answers and times.
//
// It has no name in any file system, so that nothing is left behind, whichever process dies. A
// faulty solver can write into it: the harness keeps its own puzzles, and checks what it reads.
class SharedMemory {
 public:
  // Throws std::system_error when memory is not available.
  SharedMemory(std::size_t capacity, unsigned workers);
  // Maps the memory that a worker was started with. Throws std::system_error.
  explicit SharedMemory(int descriptor);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  int descriptor() const { return descriptor_; }

  PassRequest& request() const { return request_.front(); }

  std::span<WorkerSlot> slots;
  std::span<Grid> puzzles;
  std::span<Answer> answers;
  std::span<std::uint64_t> ticks;

 private:
  void map();
  // Sets the parts of the mapped memory, each in lines of its own. Returns the size of all.
  std::size_t lay_out(std::size_t capacity, unsigned workers);

  int descriptor_;
  std::size_t size_ = 0;
  std::byte* memory_ = nullptr;
  std::span<PassRequest> request_;  // one
};

}  // namespace sudoku::runner
