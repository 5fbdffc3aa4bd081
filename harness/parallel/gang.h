// A fixed number of threads, pinned if wanted, that work through numbered chunks together or run a
// pipeline of three stages. The only user of oneTBB.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace sudoku::parallel {

// The CPUs this process may run on, one of each physical core before any sibling of it.
std::vector<int> usable_cpus();

// A fixed number of threads.
class Gang {
 public:
  static constexpr unsigned kMaxThreads = 1024;

  // Called with a chunk's number and the slot of the thread that took it, 0 <= slot < threads().
  // No two calls with the same slot run at the same time.
  using Body = std::function<void(std::size_t chunk, unsigned slot)>;

  // Pinning gives slot i the i-th of usable_cpus() while it works, wrapping around when there are
  // more threads than CPUs; the affinity that a thread had before is restored when it leaves.
  Gang(unsigned threads, bool pin);
  ~Gang();
  Gang(const Gang&) = delete;
  Gang& operator=(const Gang&) = delete;

  unsigned threads() const { return threads_; }

  // Runs body once for each chunk in [0, chunks), in any order, and waits.
  void for_each(std::size_t chunks, const Body& body);

  // Runs `work` on the calling thread as one of the gang: what it starts with TBB runs on these
  // threads.
  void enter(const std::function<void()>& work);

  // Whether somebody else has changed the affinity of a pinned thread while it worked. Such a
  // thread keeps what it was given.
  bool was_moved() const;

  // for_each on the clock: all threads are awake before it starts, so that starting them does not
  // show.
  std::chrono::nanoseconds timed_for_each(std::size_t chunks, const Body& body);

 private:
  class Pinning;
  class Arena;

  unsigned threads_;
  std::unique_ptr<Arena> arena_;
};

// Three stages that overlap: what is read in order is worked on by all threads at once and written
// in the same order. An item is a place for data, used again and again; no two stages have the same
// one at a time.
struct Stages {
  std::function<bool(std::size_t item)> read;                 // one at a time; false: no more
  std::function<void(std::size_t item, unsigned slot)> work;  // slot: as in Gang::Body
  std::function<void(std::size_t item)> write;                // one at a time, as read
};

// Runs until there is no more to read and everything is written, on the threads of the gang and in
// the items [0, items): memory depends on them alone. What a stage throws ends the others and is
// thrown here.
void run_pipeline(Gang& gang, std::size_t items, const Stages& stages);

}  // namespace sudoku::parallel
