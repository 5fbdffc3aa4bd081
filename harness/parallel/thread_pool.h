// A pool of threads, optionally pinned, that process numbered chunks, and a three-stage pipeline.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sudoku::parallel {

// CPUs that this process may run on: one of each physical core first, then the cores' other CPUs.
std::vector<int> usable_cpus();

// Times of a loop over chunks.
struct LoopTime {
  // From when all threads are awake until the last one ends.
  std::chrono::nanoseconds wall{0};
  // Running time of a thread, the mean over the threads (thread_time.h): at most `wall`. Of several
  // threads it does not hold that some had run out of chunks before others.
  std::optional<std::chrono::nanoseconds> running = std::nullopt;
};

class ThreadPool {
 public:
  static constexpr unsigned kMaxThreads = 1024;

  // Function called with the number of a chunk and the slot of the calling thread, 0 <= slot <
  // threads(). Calls with the same slot never overlap.
  using Body = std::function<void(std::size_t chunk, unsigned slot)>;

  // If `pin`, the thread in slot i runs on the i-th of usable_cpus(), modulo their number. The
  // calling thread gets its previous affinity back when it leaves the pool.
  ThreadPool(unsigned threads, bool pin);
  ~ThreadPool();

  unsigned threads() const { return threads_; }

  // Calls `body` once for each chunk in [0, chunks), in any order, and waits for all calls.
  void for_each(std::size_t chunks, const Body& body);

  // Whether the affinity of a pinned thread was changed while it worked. The change is not undone.
  bool affinity_changed() const;

  // Calls for_each(), and times it.
  LoopTime timed_for_each(std::size_t chunks, const Body& body);

  // Calls `turn` with the calling thread in the pool, so that the loops in it begin without binding
  // the thread to its CPU anew: on a busy machine it may have to wait for that CPU each time.
  void stay_in(const std::function<void()>& turn);

 private:
  struct Arena;

  unsigned threads_;
  std::unique_ptr<Arena> arena_;
};

// A pipeline of three overlapping stages: items are read in order, worked on by all threads at
// once, and written in that order. An item is the index of a buffer, used by one stage at a time.
struct Stages {
  std::function<bool(std::size_t item)> read;                 // serial; false ends the pipeline
  std::function<void(std::size_t item, unsigned slot)> work;  // slot of the calling thread
  std::function<void(std::size_t item)> write;                // serial, in the order read
};

// Runs a pipeline until read() returns false and all items are written. Memory depends on `items`
// alone, the number of buffers; one thread uses the first only. An exception in one stage stops the
// others and is rethrown.
void run_pipeline(unsigned threads, std::size_t items, const Stages& stages);

}  // namespace sudoku::parallel
