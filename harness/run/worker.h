// A process that hosts one solver, and the memory that it shares with the harness.
//
// The program is the harness itself, started again: a fork without that would take over the locks
// of threads that are no more. It holds /dev/null, two files for what the solver prints, a line to
// the harness and the shared memory; no other descriptor, and one thread.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/run/runner.h"
#include "solvers/solver.h"

namespace sudoku::run {

// Descriptors beside the standard ones.
inline constexpr int kLineDescriptor = 3;
inline constexpr int kArenaDescriptor = 4;

// The messages over the line, one character each.
inline constexpr char kGo = 'g';     // to the worker: there is an order
inline constexpr char kReady = 'r';  // from the worker: the solver is made
inline constexpr char kDone = 'd';   // from the worker: the pass is over

// Exit status of a worker that cannot go on; Post::last_sign says why.
inline constexpr int kCannotGoOn = 120;

// Serves until the line is closed; `words` are those of worker_words(). Returns the exit status.
int serve_as_worker(const std::vector<std::string>& words);

// First word of a worker's command line, after the program.
inline constexpr const char* kWorkerWord = "worker";

struct WorkerTask {
  unsigned slot = 0;
  int cpu = -1;                                      // to run on; -1: any
  std::chrono::steady_clock::time_point launched{};  // when the harness decided to start it
  std::chrono::nanoseconds patience{0};              // for one answer of a command

  // The solver: of the roster, or else from outside.
  const SolverEntry* entry = nullptr;
  ExternalSpec spec;
};

// The words of a task, without the program, and the inverse. Throws std::invalid_argument for
// words that come from elsewhere.
std::vector<std::string> worker_words(const WorkerTask& task);
WorkerTask task_from(const std::vector<std::string>& words);

inline constexpr std::size_t kReasonSize = 160;

// Incidents on consecutive puzzles that put a solver out of the race.
inline constexpr unsigned kMostInARow = 10;

using Reason = std::array<char, kReasonSize>;  // ends with NUL when shorter

std::string text_of(const Reason& reason);

// Whether it is one of the enumerators: a faulty solver can write anything into shared memory.
bool is_outcome(Outcome outcome);

// An incident on a puzzle, as a worker reports it.
struct Complaint {
  std::uint64_t position = 0;
  Outcome outcome = Outcome::crashed;
  Reason reason{};
};

// How a worker makes the calls of a pass.
enum class Manner : std::uint8_t {
  spans,    // a call per chunk
  stamped,  // a call per puzzle (batch solver: per chunk), with stamps
  careful,  // a call per puzzle, and a look around after each; not timed
};

// What all workers of a crew are to do in a pass.
struct Order {
  std::uint64_t puzzles = 0;
  std::uint64_t copies = 1;
  std::uint64_t chunk = 1;
  Manner manner = Manner::spans;
  std::optional<std::chrono::steady_clock::time_point> until;  // as Work::until
  Budget budget;                              // its `cancelled` means nothing to the worker
  std::uint64_t limit_in_ticks = kUnlimited;  // of a chunk: longer ones leave their time in ticks()
  unsigned workers = 1;                       // that start together

  // Index of the next unclaimed chunk.
  std::atomic<std::uint64_t> cursor{0};
  // Workers that have woken up for this pass.
  std::atomic<unsigned> arrived{0};
  // Workers take no further chunks.
  std::atomic<bool> cancelled{false};
};

// The part of the shared memory that belongs to one worker. The harness writes `left_over` before
// it starts the worker, and looks at `first` and `size` at any time; all else is read when the
// worker is idle or dead.
struct alignas(64) Post {
  static constexpr std::size_t kMostComplaints = 64;

  // The part of a chunk that is in hand; size 0: none.
  std::atomic<std::uint64_t> first{0};
  std::atomic<std::uint64_t> size{0};
  // Parts of chunks taken in hand since the worker was told to go.
  std::atomic<std::uint64_t> taken{0};

  // What a predecessor that died left undone; size 0: nothing.
  Work::Range left_over;
  bool one_by_one = false;  // to find the puzzle that a batch solver died on

  std::chrono::steady_clock::time_point started{};
  std::chrono::steady_clock::time_point finished{};
  std::chrono::nanoseconds startup{0};  // until it was ready, and the first call
  std::uint64_t bare_bytes = 0;         // that it held before the solver was made

  std::uint32_t complaints = 0;  // made; only the first kMostComplaints are kept
  std::array<Complaint, kMostComplaints> complaint;
  bool gives_up = false;  // too many complaints in a row
  Reason violation{};     // what it found when it looked around after the pass
  Reason last_sign{};     // what its signal handler saw, or why it cannot start
};

// The memory that a crew of worker processes shares with the harness: an order, puzzles in, answers
// and times out.
//
// It has no name in any file system, so nothing of it is left behind, whoever dies. A faulty solver
// can write into it: the harness keeps its own puzzles, and checks what it takes from here.
class Arena {
 public:
  // Throws std::system_error when there is no memory.
  Arena(std::size_t capacity, unsigned workers);
  // Maps the memory that a worker was started with. Throws std::system_error.
  explicit Arena(int descriptor);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  int descriptor() const { return descriptor_; }

  Order& order() const;
  Post& post(unsigned worker) const;
  std::span<Grid> puzzles() const;
  std::span<Answer> answers() const;
  std::span<std::uint64_t> ticks() const;

 private:
  struct Layout {
    std::size_t capacity = 0;
    unsigned workers = 0;

    static std::size_t posts_at();
    std::size_t puzzles_at() const;
    std::size_t answers_at() const;
    std::size_t ticks_at() const;
    std::size_t size() const;
  };

  struct Header;

  Header& header() const;
  void map(std::size_t size);

  int descriptor_;
  std::byte* memory_ = nullptr;
  std::size_t size_ = 0;
  Layout layout_;  // a copy: the one in the memory may be overwritten
};

}  // namespace sudoku::run
