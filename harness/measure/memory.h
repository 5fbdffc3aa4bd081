// What a solver adds to the process's memory.
#pragma once

#include <cstdint>

namespace sudoku {

// Bytes handed out by the allocator. 0 where it cannot tell.
std::uint64_t heap_in_use();

// Resident memory now, and the most since the last reset_peak_memory(); bytes, 0 when not known.
struct ResidentMemory {
  std::uint64_t now = 0;
  std::uint64_t peak = 0;
};

ResidentMemory resident_memory();

// Sets the kernel's high-water mark back to what is resident now (Linux 4.0 and later).
void reset_peak_memory();

}  // namespace sudoku
