// What a solver adds to a process's memory.
#pragma once

#include <cstdint>
#include <string>

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

// Sets the kernel's high-water mark back to what is resident now (Linux 4.0 and later).
void reset_peak_memory_of(const std::string& process);

}  // namespace sudoku
