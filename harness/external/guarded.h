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

// Pages that cannot be accessed, right before a guard page. Only pages that are made writable count
// against a worker's memory limit.
class GuardedPages {
 public:
  // `message` says what an access to the guard page means; not owned. Throws std::bad_alloc.
  GuardedPages(std::size_t size, const char* message);
  ~GuardedPages();

  // End of the pages, where the guard page begins.
  char* end() const { return begin_ + room_; }

 protected:
  std::size_t room_;  // bytes, rounded up to whole pages
  char* begin_;

 private:
  GuardedRange guard_;
};

// A writable buffer right before a guard page that can be neither read nor written.
class GuardedBuffer : public GuardedPages {
 public:
  GuardedBuffer(std::size_t size, const char* message);

  char* data() const { return end() - size_; }

 private:
  std::size_t size_;
};

// A buffer with two addresses: one to write to, and one for foreign code that can only read it.
class ReadOnlyBuffer : public GuardedPages {
 public:
  // The texts, not owned, name a write to the read-only address and an access to the guard page.
  ReadOnlyBuffer(std::size_t size, const char* written, const char* overread);
  ~ReadOnlyBuffer();

  // End of the buffer at its writable address.
  char* writable_end() const { return writable_ + room_; }

 private:
  char* writable_;
  GuardedRange read_only_;
};

}  // namespace sudoku::external
