#include "harness/machine/core_meter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <thread>

#include <sched.h>
#include <unistd.h>

#include "harness/base/estimate.h"
#include "harness/base/random.h"
#include "harness/result/rates.h"

namespace sudoku::machine {

namespace {

// A slice of all loops takes a few microseconds, short enough to fall into a neighbour's pauses.
constexpr std::size_t kSlices = 15;
constexpr int kRepeats = 100;  // of a chain, or of a row
// The slice, from the fastest on, that is taken for what the core can do. Time stamps may slip, so
// the fastest ones of millions are too fast.
constexpr std::size_t kBestSlice = 2;
constexpr std::chrono::milliseconds kSearch{20};

constexpr std::chrono::milliseconds kPause{100};

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

// Cores of a pool that are read: one after the other, so that many would take long.
constexpr std::size_t kMostCores = 8;
constexpr long kLargestCache = 256 << 10;
constexpr std::size_t kWordsPerLine = 64 / sizeof(std::uint32_t);
constexpr CoreMeter::Speed kUnknownSpeed = {.usual = base::kUnknown, .best = base::kUnknown};

// Cache lines that fill seven eighths of the first-level cache; of 32 KiB where it is not known.
std::size_t lines_to_load() {
  long bytes = 0;
#if defined(_SC_LEVEL1_DCACHE_SIZE)
  bytes = ::sysconf(_SC_LEVEL1_DCACHE_SIZE);
#endif
  if (bytes <= 0 || bytes > kLargestCache) bytes = 32 << 10;
  return static_cast<std::size_t>(bytes) / 64 * 7 / 8;
}

// Ticks per addition of a chain, or of rows, which kAdd makes.
template <auto kAdd, typename Sums>
double ticks_of(const StampCounter& counter) {
  Sums sums{};
  const std::uint64_t start = counter.now();
  for (int i = 0; i < kRepeats; ++i)
    kAdd(sums, 1);
  return static_cast<double>(counter.now() - start) / (kRepeats * kAdditions);
}

}  // namespace

CoreMeter::CoreMeter(parallel::ThreadPool& pool, const StampCounter& counter)
    : pool_(pool), counter_(counter), next_(lines_to_load() * kWordsPerLine) {
  std::vector<std::uint32_t> order(lines_to_load());
  std::iota(order.begin(), order.end(), 0U);
  base::Random(1).shuffle(std::span(order));
  for (std::size_t i = 0; i < order.size(); ++i)
    next_[order[i] * kWordsPerLine] = order[(i + 1) % order.size()] * kWordsPerLine;
  const std::vector<int> cpus = parallel::usable_cpus();
  const std::size_t threads = std::min<std::size_t>(pool.threads(), cpus.size());
  const std::size_t step = (threads + kMostCores - 1) / kMostCores;
  for (std::size_t slot = 0; slot < threads; slot += step)
    cores_.push_back({.cpu = cpus[slot]});
  const auto end = SteadyClock::now() + kSearch * static_cast<int>(cores_.size());
  while (SteadyClock::now() < end)
    share();
}

// Ticks per load of a second walk through the lines; the first one brings them into the cache.
double CoreMeter::ticks_of_loads() const {
  const std::size_t lines = next_.size() / kWordsPerLine;
  std::uint32_t at = 0;
  for (std::size_t i = 0; i < lines; ++i)
    at = next_[at];
  const std::uint64_t start = counter_.now();
  for (std::size_t i = 0; i < lines; ++i)
    at = next_[at];
  __asm__ volatile("" : : "r"(at));
  return static_cast<double>(counter_.now() - start) / static_cast<double>(lines);
}

CoreMeter::Reading CoreMeter::read() const {
  std::uint64_t sum = 0;
  if (!add_chain(sum, 1)) return {.additions = kUnknownSpeed, .loads = kUnknownSpeed};
  std::array<double, kSlices> chain{};
  std::array<double, kSlices> rows{};
  std::array<double, kSlices> loads{};
  for (std::size_t i = 0; i < kSlices; ++i) {
    chain[i] = ticks_of<add_chain, std::uint64_t>(counter_);
    rows[i] = ticks_of<add_row, std::array<std::uint64_t, 8>>(counter_);
    loads[i] = ticks_of_loads();
  }
  std::ranges::sort(chain);
  const auto speed = [&chain](std::span<double> ticks) {
    std::ranges::sort(ticks);
    // By the shortest cycle: were it too long, because the neighbour delayed the chain or the clock
    // rose, this moment would pass for the best one for the rest of the run.
    return Speed{.usual = chain[kSlices / 2] / ticks[kSlices / 2],
                 .best = chain.front() / ticks[kBestSlice]};
  };
  return {.additions = speed(rows), .loads = speed(loads)};
}

// Measures a CPU on a thread of its own: a loop of the pool may leave out some of its threads.
CoreMeter::Reading CoreMeter::read_on(int cpu) const {
  Reading reading = {.additions = kUnknownSpeed, .loads = kUnknownSpeed};
  std::thread reader([&] {
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(cpu, &only);
    if (sched_setaffinity(0, sizeof only, &only) == 0) reading = read();
  });
  reader.join();
  return reading;
}

double CoreMeter::share() {
  if (pool_.threads() == 1) {
    Reading reading;
    pool_.for_each(1, [&](std::size_t, unsigned) { reading = read(); });
    return share_of(reading);
  }
  double least = 1;
  for (std::size_t core = 0; core < cores_.size(); ++core) {
    const double share = share_of(read_on(cores_[core].cpu), core);
    if (std::isnan(share)) return share;
    least = std::min(least, share);
  }
  return least;
}

bool CoreMeter::wait(Nanoseconds patience, const std::atomic<bool>& cancelled) {
  const auto end = SteadyClock::now() + patience;
  while (share() < result::kWholeCore) {
    if (cancelled || SteadyClock::now() >= end) return false;
    std::this_thread::sleep_for(kPause);
  }
  return true;
}

double CoreMeter::share_of(const Reading& reading, std::size_t core) {
  Best& best = cores_[core];
  best.additions = std::max(best.additions, reading.additions.best);
  best.loads = std::max(best.loads, reading.loads.best);
  const double share =
      std::min(reading.additions.usual / best.additions, reading.loads.usual / best.loads);
  return std::min(share, 1.0);
}

}  // namespace sudoku::machine
