// What a solver adds to a process's memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <sys/types.h>

namespace sudoku {

// Bytes handed out by the allocator. 0 where it cannot tell.
std::uint64_t heap_in_use();

// Resident memory, without what is shared between processes, now and at its peak; bytes, 0 when
// not known.
struct ResidentMemory {
  std::uint64_t now = 0;
  std::uint64_t peak = 0;  // since the last reset
};

// `process` is a number or "self".
ResidentMemory resident_memory_of(const std::string& process);

// A process with all that it has started.
struct FamilyMemory {
  ResidentMemory process;
  ResidentMemory descendants;  // the peak: the sum of those of the ones that live
  bool has_descendants = false;

  std::uint64_t now() const { return process.now + descendants.now; }
};

// Nothing when it is not known what the process has started.
std::optional<FamilyMemory> family_memory_of(pid_t process);

// Sets the kernel's high-water mark back to what is resident now (Linux 4.0 and later).
void reset_peak_memory_of(const std::string& process);

}  // namespace sudoku
