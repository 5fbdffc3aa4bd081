// Memory for foreign code, with guard pages that catch accesses that it must not make.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sudoku::external {

// A range of addresses whose accesses a signal handler can explain, while the object lives.
class GuardedRange {
 public:
  // `message` says what an access to the range means and outlives it.
  GuardedRange(const void* begin, std::size_t size, const char* message);
  ~GuardedRange();
  GuardedRange(const GuardedRange&) = delete;
  GuardedRange& operator=(const GuardedRange&) = delete;

 private:
  std::size_t slot_ = 0;  // index of the list's entry for the range; its size: none was free
};

// Returns the message of the guarded range that contains the address, or null; ranges beyond the
// first 64 are not found. Safe to call in a signal handler.
const char* guard_name(const void* address);

// A writable buffer right before a guard page that can be neither read nor written.
class GuardedBuffer {
 public:
  // `message` says what an access to the guard page means; not owned. Throws std::bad_alloc.
  GuardedBuffer(std::size_t size, const char* message);
  ~GuardedBuffer();

  // End of the buffer, where the guard page begins.
  char* end() const { return begin_ + room_; }

  char* data() const { return end() - size_; }

 private:
  std::size_t size_;
  std::size_t room_;  // bytes, rounded up to whole pages
  char* begin_;
  GuardedRange guard_;
};

}  // namespace sudoku::external
