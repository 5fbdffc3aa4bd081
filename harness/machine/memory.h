// Memory that processes hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace sudoku::machine {

// Whether AddressSanitizer manages this program's memory: it reserves far more than it uses.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kIsSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kIsSanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool kIsSanitized = false;
#endif

// Resident memory without what processes share, in bytes; 0: unknown.
struct ResidentMemory {
  std::uint64_t now = 0;
  std::uint64_t peak = 0;       // highest value since the last reset
  std::uint64_t anonymous = 0;  // of `now`, what is not of files
};

// Resident memory of `process`, a number or "self".
ResidentMemory resident_memory_of(const std::string& process);

// Memory of a process and its descendants.
struct FamilyMemory {
  ResidentMemory process;
  ResidentMemory descendants;         // peak: sum of the peaks of those still alive
  std::vector<pid_t> processes = {};  // the process and its descendants

  bool has_descendants() const { return processes.size() > 1; }

  std::uint64_t now() const { return process.now + descendants.now; }

  std::uint64_t anonymous() const { return process.anonymous + descendants.anonymous; }
};

// Memory of a process and its descendants; nullopt when the descendants' is unknown.
std::optional<FamilyMemory> family_memory_of(pid_t process);

// Bytes of this process that malloc() has handed out; 0 where it cannot tell.
std::uint64_t heap_in_use();

// Resets the kernel's peak of this process's memory to what is resident now (Linux 4.0 and later).
// Returns that, as ResidentMemory::now.
std::uint64_t reset_peak_memory();

}  // namespace sudoku::machine
