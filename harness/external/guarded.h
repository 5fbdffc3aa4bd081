// Memory for foreign code, with guard pages that catch accesses that it must not make.
#pragma once

#include <cstddef>

namespace sudoku::external {

// Returns the message of the living GuardedBuffer whose guard page contains the address, or null;
// of more than 64 buffers, some are not found. Safe to call in a signal handler.
const char* guard_name(const void* address);

// A writable buffer right before a guard page that can be neither read nor written.
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

 private:
  std::size_t size_;
  std::size_t room_;  // bytes, rounded up to whole pages
  char* begin_;
  std::size_t slot_ = 0;  // index of the guard page in the list of them; its size: none was free
};

}  // namespace sudoku::external
