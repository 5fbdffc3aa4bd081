// Memory for foreign code, with a guard page that catches accesses past its end.
#pragma once

#include <cstddef>

namespace sudoku {

// Bytes at the very end of a page; the page after it can be neither read nor written.
class GuardedBuffer {
 public:
  // `offence` says what somebody did who touches the page behind; it must outlive the buffer.
  // At most a page. Throws std::bad_alloc.
  GuardedBuffer(std::size_t size, const char* offence);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  char* data() const { return data_; }

 private:
  char* pages_;
  char* data_;
  std::size_t slot_;
};

// The offence of touching the address, when it is in the guard page of one of the first 64 buffers
// alive; otherwise null. Safe to call in a signal handler.
const char* guard_name(const void* address);

}  // namespace sudoku
