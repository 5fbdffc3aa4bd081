// Instructions that a solver retires, as the processor counts them: a cost that hardly moves with
// the mood of the machine.
#pragma once

#include <cstdint>
#include <optional>

#include "solvers/external/descriptor.h"

namespace sudoku {

// What the system tells of a counter.
struct CounterReading {
  std::uint64_t count = 0;
  std::uint64_t enabled_ns = 0;  // it was wanted for so long,
  std::uint64_t running_ns = 0;  // and could count for so long
};

// None when it had to leave the processor's counters to others for a while, or never ran: an
// extrapolated number would hide what it is for.
std::optional<std::uint64_t> whole_count(const CounterReading& reading);

// The only door to perf_event_open(2). Many machines, virtual ones above all, have no counter, or
// do not let us use it; nothing is known then, which is not the same as zero.
class InstructionCounter {
 public:
  // Counts in user mode, from now on: this thread, and threads and processes started later.
  InstructionCounter();

  // Since it was made.
  std::optional<std::uint64_t> count() const;

 private:
  Descriptor counter_;
};

}  // namespace sudoku
