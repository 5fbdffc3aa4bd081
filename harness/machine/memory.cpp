#include "harness/machine/memory.h"

#include <fstream>

#include "harness/base/child_process.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace sudoku::machine {

ResidentMemory resident_memory_of(const std::string& process) {
  std::uint64_t resident = 0;
  std::uint64_t peak = 0;
  std::uint64_t shared = 0;
  std::uint64_t anonymous = 0;
  std::ifstream status("/proc/" + process + "/status");
  std::string word;
  while (status >> word) {
    if (word == "VmHWM:") status >> peak;
    if (word == "VmRSS:") status >> resident;
    if (word == "RssAnon:") status >> anonymous;
    if (word == "RssShmem:") status >> shared;
  }
  const auto own_bytes = [shared](std::uint64_t kib) {
    return kib > shared ? (kib - shared) * 1024 : 0;
  };
  return {.now = own_bytes(resident), .peak = own_bytes(peak), .anonymous = anonymous * 1024};
}

std::optional<FamilyMemory> family_memory_of(pid_t process) {
  const auto descendants = base::descendants_of(process);
  if (!descendants) return std::nullopt;
  FamilyMemory family{.process = resident_memory_of(std::to_string(process)),
                      .descendants = {},
                      .processes = {process}};
  for (const pid_t one : *descendants) {
    const ResidentMemory memory = resident_memory_of(std::to_string(one));
    family.descendants.now += memory.now;
    family.descendants.peak += memory.peak;
    family.descendants.anonymous += memory.anonymous;
    family.processes.push_back(one);
  }
  return family;
}

std::uint64_t heap_in_use() {
#if defined(__GLIBC__)
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

std::uint64_t reset_peak_memory() {
  std::ofstream("/proc/self/clear_refs") << 5;
  return resident_memory_of("self").now;
}

}  // namespace sudoku::machine
