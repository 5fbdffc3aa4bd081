#include "harness/machine/stamp_clock.h"

#include <algorithm>
#include <array>
#include <limits>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace sudoku::machine {

namespace {

bool has_invariant_counter() {
#if defined(__x86_64__)
  constexpr unsigned kInvariantTsc = 1U << 8;  // of edx in CPUID leaf 0x80000007
  std::array<unsigned, 4> leaf{};              // eax, ebx, ecx, edx
  return __get_cpuid(0x80000007, leaf.data(), &leaf[1], &leaf[2], &leaf[3]) != 0 &&
         (leaf[3] & kInvariantTsc) != 0;
#else
  return false;
#endif
}

struct Reading {
  std::uint64_t ticks;
  SteadyClock::time_point time;
};

// Reads the stamp counter and steady_clock together: the closest of 16 tries excludes interrupts.
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
  if (!has_invariant_counter()) return;
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

}  // namespace sudoku::machine
