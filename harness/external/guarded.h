// Memory for foreign code, with guard pages that catch accesses that it must not make.
#pragma once

#include <cstddef>

namespace sudoku::external {

// A writable buffer right before a guard page that can be neither read nor written. Buffers are
// made and deleted by one thread, between calls of foreign code.
class GuardedBuffer {
 public:
  // `message` says what an access to the guard page means; not owned. Throws std::bad_alloc.
  GuardedBuffer(std::size_t size, const char* message);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  // End of the buffer, where the guard page begins.
  char* end() const { return begin_ + room_; }

  char* data() const { return end() - size_; }

  const char* message() const { return message_; }

 private:
  std::size_t size_;
  std::size_t room_;  // bytes, rounded up to whole pages
  char* begin_;
  const char* message_;
};

// Returns the message of the living GuardedBuffer whose guard page contains the address, or null.
// Safe to call in the signal handler of foreign code, in which no buffer is made.
const char* guard_name(const void* address);

}  // namespace sudoku::external
