// Time stamps cheap enough to put around a puzzle that takes 200 ns.
#pragma once

#include <chrono>
#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace sudoku {

// Counts ticks of the processor's invariant time stamp counter, or, where there is none,
// nanoseconds of steady_clock. Ticks of different cores agree (that is what invariant means), and
// so do those of different processes.
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

}  // namespace sudoku
