#include "harness/entrants/clock.h"

#include <algorithm>
#include <limits>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace sudoku {

namespace {

using SteadyClock = std::chrono::steady_clock;

#if defined(__x86_64__)
bool has_invariant_counter() {
  constexpr unsigned kInvariantTsc = 1U << 8;  // leaf 0x80000007, edx
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & kInvariantTsc) != 0;
}
#else
bool has_invariant_counter() {
  return false;
}
#endif

struct Reading {
  std::uint64_t ticks;
  SteadyClock::time_point time;
};

// Both clocks at one moment: the closest of a few tries, so that an interrupt between the two
// readings does not enter the calibration.
Reading read_both(const StampClock& clock) {
  Reading best{};
  auto closest = SteadyClock::duration::max();
  for (int i = 0; i < 16; ++i) {
    const auto before = SteadyClock::now();
    const std::uint64_t ticks = clock.now();
    const auto after = SteadyClock::now();
    if (after - before < closest) {
      closest = after - before;
      best = {.ticks = ticks, .time = before + (after - before) / 2};
    }
  }
  return best;
}

}  // namespace

StampCounter::StampCounter() : counter_(has_invariant_counter()) {}

StampClock::StampClock() {
  if (!uses_counter()) return;
  const Reading start = read_both(*this);
  while (SteadyClock::now() - start.time < std::chrono::milliseconds(20)) {
  }
  const Reading stop = read_both(*this);
  const std::chrono::duration<double, std::nano> elapsed = stop.time - start.time;
  ns_per_tick_ = elapsed.count() / static_cast<double>(stop.ticks - start.ticks);
}

double StampClock::cost_ns() const {
  constexpr int kStamps = 1000;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (int run = 0; run < 20; ++run) {
    const std::uint64_t start = now();
    std::uint64_t stop = start;
    for (int i = 0; i < kStamps; ++i)
      stop = now();
    least = std::min(least, stop - start);
  }
  return static_cast<double>(least) * ns_per_tick_ / kStamps;
}

}  // namespace sudoku
