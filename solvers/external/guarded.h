// Memory for foreign code, with guard pages that catch accesses that it must not make.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sudoku {

// A range of addresses whose accesses a signal handler can explain, while the object lives.
class GuardedRange {
 public:
  // `message` says what an access to the range means and outlives it.
  GuardedRange(const void* begin, std::size_t size, const char* message);
  ~GuardedRange();
  GuardedRange(const GuardedRange&) = delete;
  GuardedRange& operator=(const GuardedRange&) = delete;

 private:
  std::size_t slot_;
};

// Returns the message of the guarded range that contains the address, or null; ranges beyond the
// first 64 are not found. Safe to call in a signal handler.
const char* guard_name(const void* address);

// A writable buffer right before a guard page that can be neither read nor written.
class GuardedBuffer {
 public:
  // `message` says what an access to the guard page means and outlives the buffer. Throws
  // std::bad_alloc.
  GuardedBuffer(std::size_t size, const char* message);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  char* data() const { return end() - size_; }

  // End of the buffer, where the guard page begins.
  char* end() const { return pages_ + room_; }

 private:
  std::size_t size_;
  std::size_t room_;  // bytes, rounded up to whole pages
  char* pages_;
  GuardedRange guard_;
};

// A buffer with two addresses: one to write to it, and one for foreign code that can only read it,
// right before a guard page.
class ReadOnlyBuffer {
 public:
  // The texts name a write to the read-only address and an access to the guard page; they outlive
  // the buffer. Throws std::bad_alloc.
  ReadOnlyBuffer(std::size_t size, const char* written, const char* overread);
  ~ReadOnlyBuffer();
  ReadOnlyBuffer(const ReadOnlyBuffer&) = delete;
  ReadOnlyBuffer& operator=(const ReadOnlyBuffer&) = delete;

  // Ends of the buffer at its two addresses.
  char* writable_end() const { return mapped_.writable + room_; }

  const char* end() const { return mapped_.read_only + room_; }

 private:
  struct Mapped {
    char* writable;
    char* read_only;  // followed by a guard page
  };

  static Mapped map_twice(std::size_t size);

  std::size_t room_;  // bytes, rounded up to whole pages
  Mapped mapped_;
  GuardedRange read_only_;
  GuardedRange guard_;
};

}  // namespace sudoku
