// Memory for foreign code, with a guard page that catches accesses past its end.
#pragma once

#include <cstddef>

namespace sudoku {

// A buffer of at most a page, right before a guard page that can be neither read nor written.
class GuardedBuffer {
 public:
  // `offence` names an access to the guard page; it must outlive this. Throws std::bad_alloc.
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

// The offence of the buffer whose guard page has the address, or null. Knows the first 64 buffers
// alive. Safe to call in a signal handler.
const char* guard_name(const void* address);

}  // namespace sudoku
