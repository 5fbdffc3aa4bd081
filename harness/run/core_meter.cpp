#include "harness/run/core_meter.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>

#include "harness/base/estimate.h"
#include "harness/stats/quantile.h"

namespace sudoku::run {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kPilotTries = 20;
constexpr int kPilotRounds = 15'000;  // half a millisecond at 3 GHz

// A slice of both loops takes a few microseconds, short enough to fall into a neighbour's pauses.
constexpr std::size_t kSlices = 15;
constexpr int kChains = 50;
constexpr int kRows = 200;
constexpr std::chrono::milliseconds kSearch{20};

constexpr int kAdditions = 96;  // of one chain, and of one row

// Additions that each need the result before. They add a register, because some processors execute
// additions of constants ahead of time. Returns false where no such chain is implemented.
bool add_chain([[maybe_unused]] std::uint64_t& sum, [[maybe_unused]] std::uint64_t step) {
#if defined(__x86_64__)
  __asm__ volatile(".rept 96\n\tadd %1, %0\n\t.endr" : "+r"(sum) : "r"(step) : "cc");
  return true;
#elif defined(__aarch64__)
  __asm__ volatile(".rept 96\n\tadd %0, %0, %1\n\t.endr" : "+r"(sum) : "r"(step));
  return true;
#else
  return false;
#endif
}

// As many additions, to eight sums that do not need each other.
void add_row([[maybe_unused]] std::array<std::uint64_t, 8>& sums,
             [[maybe_unused]] std::uint64_t step) {
  auto& [a, b, c, d, e, f, g, h] = sums;
#if defined(__x86_64__)
  __asm__ volatile(
      ".rept 12\n\tadd %8, %0\n\tadd %8, %1\n\tadd %8, %2\n\tadd %8, %3\n\t"
      "add %8, %4\n\tadd %8, %5\n\tadd %8, %6\n\tadd %8, %7\n\t.endr"
      : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h)
      : "r"(step)
      : "cc");
#elif defined(__aarch64__)
  __asm__ volatile(
      ".rept 12\n\tadd %0, %0, %8\n\tadd %1, %1, %8\n\tadd %2, %2, %8\n\tadd %3, %3, %8\n\t"
      "add %4, %4, %8\n\tadd %5, %5, %8\n\tadd %6, %6, %8\n\tadd %7, %7, %8\n\t.endr"
      : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h)
      : "r"(step));
#endif
}

// Ticks per addition of a chain, or of rows.
double ticks_of_chain(const StampCounter& counter) {
  std::uint64_t sum = 0;
  const std::uint64_t start = counter.now();
  for (int i = 0; i < kChains; ++i)
    add_chain(sum, 1);
  return static_cast<double>(counter.now() - start) / (kChains * kAdditions);
}

double ticks_of_rows(const StampCounter& counter) {
  std::array<std::uint64_t, 8> sums{};
  const std::uint64_t start = counter.now();
  for (int i = 0; i < kRows; ++i)
    add_row(sums, 1);
  return static_cast<double>(counter.now() - start) / (kRows * kAdditions);
}

}  // namespace

double measure_pilot_ghz() {
  double best_ns = std::numeric_limits<double>::infinity();
  std::uint64_t sum = 0;
  for (int i = 0; i < kPilotTries; ++i) {
    const auto start = SteadyClock::now();
    for (int round = 0; round < kPilotRounds; ++round) {
      if (!add_chain(sum, 1)) return 0;
    }
    const std::chrono::duration<double, std::nano> took = SteadyClock::now() - start;
    best_ns = std::min(best_ns, took.count());
  }
  return kPilotRounds * double{kAdditions} / best_ns;
}

CoreMeter::Width CoreMeter::measure(const StampCounter& counter) {
  std::uint64_t sum = 0;
  if (!add_chain(sum, 1)) return {.usual = base::kUnknown, .best = base::kUnknown};
  std::array<double, kSlices> chain{};
  std::array<double, kSlices> rows{};
  for (std::size_t i = 0; i < kSlices; ++i) {
    chain[i] = ticks_of_chain(counter);
    rows[i] = ticks_of_rows(counter);
  }
  // Interrupts only ever add time, so the least one is that of the cycles themselves.
  const double cycle = *std::ranges::min_element(chain);
  const double best = *std::ranges::min_element(rows);
  return {.usual = cycle / stats::median_in_place(rows), .best = cycle / best};
}

CoreMeter::CoreMeter(const StampCounter& counter) : counter_(counter) {
  const auto end = SteadyClock::now() + kSearch;
  while (SteadyClock::now() < end)
    share();
}

double CoreMeter::share() {
  return share_of(measure(counter_));
}

double CoreMeter::share_of(const Width& width) {
  best_ = std::max(best_, width.best);
  return std::min(width.usual / best_, 1.0);
}

}  // namespace sudoku::run
