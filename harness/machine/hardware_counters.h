// Hardware counters of the processor: instructions, a cost that hardly depends on other load, with
// cycles and branch misses, which say more about a change of it.
//
// Many machines, above all virtual ones, have or grant no counters. Their counts are then empty,
// not zero, and absence() says why.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "harness/base/descriptor.h"
#include "harness/result/row.h"

namespace sudoku::machine {

// State of a hardware counter, as the kernel reports it.
struct CounterReading {
  std::uint64_t count = 0;
  std::uint64_t enabled_ns = 0;  // time for which the counter should have run
  std::uint64_t running_ns = 0;  // time for which the counter did run
};

// A counter's value; none unless it ran all the time: extrapolating would hide small differences.
std::optional<std::uint64_t> whole_count(const CounterReading& reading);

// Counts of the events of result::kCountedEvents, in their order; none: not counted.
using HardwareCounts = std::array<std::optional<std::uint64_t>, result::kCountedEvents.size()>;

// Events counted from one reading to a later one.
HardwareCounts counts_between(const HardwareCounts& before, const HardwareCounts& after);

// Opens a counter of an event PERF_COUNT_HW_… of user mode, for the calling thread and for threads
// and processes started by it later. It starts at once, and counts only while all counters of the
// group led by descriptor `leader` (-1: a group of its own) can. Returns its descriptor, which
// yields a CounterReading at each read, or -1 with errno.
using CounterOpener = int (*)(std::uint64_t event, int leader);
int open_counter(std::uint64_t event, int leader);

class HardwareCounters {
 public:
  // Starts to count; a null `opener` leaves counting off.
  explicit HardwareCounters(CounterOpener opener = open_counter);

  // Counts since this object was made. The counters share the processor's registers as one group,
  // so that all of them are from the same time.
  HardwareCounts read() const;

  // Why no instructions are counted, where that was wanted and the kernel refused it.
  const std::optional<std::string>& absence() const { return absence_; }

 private:
  std::array<base::Descriptor, result::kCountedEvents.size()> counters_;
  std::optional<std::string> absence_;
};

}  // namespace sudoku::machine
