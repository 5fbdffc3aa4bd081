// Time stamps of single puzzles.
#pragma once

#include <cstdint>

#include "harness/base/time.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace sudoku::machine {

// Time stamps cheap enough for puzzles that take 200 ns: ticks of the processor's invariant time
// stamp counter or, without one, nanoseconds of steady_clock. Ticks of different cores agree (that
// is what invariant means), and so do those of different processes.
class StampCounter {
 public:
  StampCounter();

  std::uint64_t now() const {
#if defined(__x86_64__)
    // No fence, which would double the cost of a time stamp. A stamp may slip by tens of ns, which
    // moves time between neighbouring puzzles, never out of their sum.
    if (counter_) [[likely]]
      return __rdtsc();
#endif
    return static_cast<std::uint64_t>(SteadyClock::now().time_since_epoch() / Nanoseconds(1));
  }

 private:
  bool counter_;
};

class StampClock : public StampCounter {
 public:
  // Calibrates the time stamp counter against steady_clock, which takes 20 ms.
  StampClock();

  double ns_per_tick() const { return ns_per_tick_; }

  std::uint64_t picoseconds(std::uint64_t ticks) const {
    return static_cast<std::uint64_t>(static_cast<double>(ticks) * ns_per_tick_ * 1000);
  }

  std::uint64_t ticks(Nanoseconds time) const {
    return static_cast<std::uint64_t>(static_cast<double>(time.count()) / ns_per_tick_);
  }

  // Cost of a time stamp in ns: the smallest mean of several series of back-to-back stamps.
  double cost_ns() const;

 private:
  double ns_per_tick_ = 1;
};

}  // namespace sudoku::machine
