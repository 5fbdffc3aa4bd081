#include "harness/entrants/memory.h"

#include <fstream>
#include <string>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "solvers/external/child_process.h"

namespace sudoku {

std::uint64_t heap_in_use() {
#if defined(__GLIBC__)
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

ResidentMemory resident_memory_of(const std::string& process) {
  std::uint64_t resident = 0;
  std::uint64_t peak = 0;
  std::uint64_t shared = 0;
  std::ifstream status("/proc/" + process + "/status");
  std::string word;
  while (status >> word) {
    if (word == "VmHWM:") status >> peak;
    if (word == "VmRSS:") status >> resident;
    if (word == "RssShmem:") status >> shared;
  }
  const auto own_bytes = [shared](std::uint64_t kib) {
    return kib > shared ? (kib - shared) * 1024 : 0;
  };
  return {.now = own_bytes(resident), .peak = own_bytes(peak)};
}

std::optional<FamilyMemory> family_memory_of(pid_t process) {
  const auto descendants = descendants_of(process);
  if (!descendants) return std::nullopt;
  FamilyMemory family{.process = resident_memory_of(std::to_string(process)),
                      .descendants = {},
                      .has_descendants = !descendants->empty()};
  for (const pid_t one : *descendants) {
    const ResidentMemory memory = resident_memory_of(std::to_string(one));
    family.descendants.now += memory.now;
    family.descendants.peak += memory.peak;
  }
  return family;
}

void reset_peak_memory_of(const std::string& process) {
  std::ofstream("/proc/" + process + "/clear_refs") << 5;
}

}  // namespace sudoku
