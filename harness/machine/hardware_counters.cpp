#include "harness/machine/hardware_counters.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fmt/format.h>

namespace sudoku::machine {

namespace {

// The kernel's numbers of result::kCountedEvents, in their order. Instructions come first: they
// lead the group, and a machine that cannot count the others still counts them.
constexpr std::array<std::uint64_t, result::kCountedEvents.size()> kEvents = {
    PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_BRANCH_MISSES};

// Why the kernel opened no counter: "perf_event_open: Permission denied, perf_event_paranoid is 4".
std::string reason_for(int error) {
  std::string reason = fmt::format("perf_event_open: {}", std::strerror(error));
  std::string level;
  std::ifstream("/proc/sys/kernel/perf_event_paranoid") >> level;
  const bool is_refused = error == EACCES || error == EPERM;
  if (is_refused && !level.empty()) reason += fmt::format(", perf_event_paranoid is {}", level);
  return reason;
}

std::optional<std::uint64_t> count_of(const base::Descriptor& counter) {
  CounterReading reading;
  static_assert(sizeof(reading) == 3 * sizeof(std::uint64_t));  // the layout that the kernel writes
  if (::read(counter.number(), &reading, sizeof(reading)) != sizeof(reading)) return std::nullopt;
  return whole_count(reading);
}

}  // namespace

std::optional<std::uint64_t> whole_count(const CounterReading& reading) {
  if (reading.running_ns == 0 || reading.running_ns < reading.enabled_ns) return std::nullopt;
  return reading.count;
}

HardwareCounts counts_between(const HardwareCounts& before, const HardwareCounts& after) {
  HardwareCounts counts;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (before[i] && after[i]) counts[i] = *after[i] - *before[i];
  return counts;
}

// PERF_FORMAT_GROUP would read a group at once, but older kernels refuse it for counters that
// children inherit, so each counter is read by itself. The C library has no function for the call.
int open_counter(std::uint64_t event, int leader) {
  perf_event_attr wanted = {};
  wanted.size = sizeof(wanted);
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = event;
  wanted.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  wanted.inherit = 1;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  constexpr pid_t kThisThread = 0;
  constexpr int kAnyCpu = -1;
  return static_cast<int>(
      ::syscall(SYS_perf_event_open, &wanted, kThisThread, kAnyCpu, leader, PERF_FLAG_FD_CLOEXEC));
}

HardwareCounters::HardwareCounters(CounterOpener opener) {
  if (opener == nullptr) return;
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    // The first counter leads the group: before it is opened, front() has the number -1.
    counters_[i] = base::Descriptor(opener(kEvents[i], counters_.front().number()));
    if (counters_.front().number() >= 0) continue;
    absence_ = reason_for(errno);
    return;
  }
}

HardwareCounts HardwareCounters::read() const {
  HardwareCounts counts;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counters_[i].number() >= 0) counts[i] = count_of(counters_[i]);
  return counts;
}

}  // namespace sudoku::machine
