#include "harness/external/guarded.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace sudoku::external {

namespace {

// A range that a signal handler can look up: without locks, and never deallocated.
struct Guard {
  std::atomic<std::uintptr_t> begin = 0;  // address; 0: the slot is free
  std::atomic<std::size_t> size = 0;      // bytes; 0: not yet or no longer known
  std::atomic<const char*> message = nullptr;
};

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);
static_assert(std::atomic<const char*>::is_always_lock_free);

constinit std::array<Guard, 64> guards;

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

char* map_pages(std::size_t size, int protection, int sharing) {
  void* const pages = ::mmap(nullptr, size, protection, sharing | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  return static_cast<char*>(pages);
}

}  // namespace

GuardedRange::GuardedRange(const void* begin, std::size_t size, const char* message) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  for (; slot_ < guards.size(); ++slot_) {
    std::uintptr_t nobody = 0;
    if (!guards[slot_].begin.compare_exchange_strong(nobody, address)) continue;
    guards[slot_].message = message;
    guards[slot_].size = size;
    return;
  }
}

GuardedRange::~GuardedRange() {
  if (slot_ == guards.size()) return;
  guards[slot_].size = 0;
  guards[slot_].message = nullptr;
  guards[slot_].begin = 0;
}

const char* guard_name(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const Guard& guard : guards) {
    const std::uintptr_t begin = guard.begin;
    if (begin != 0 && at >= begin && at - begin < guard.size) return guard.message;
  }
  return nullptr;
}

GuardedPages::GuardedPages(std::size_t size, const char* message)
    : room_((size + page_size() - 1) / page_size() * page_size()),
      begin_(map_pages(room_ + page_size(), PROT_NONE, MAP_PRIVATE)),
      guard_(end(), page_size(), message) {}

GuardedPages::~GuardedPages() { ::munmap(begin_, room_ + page_size()); }

GuardedBuffer::GuardedBuffer(std::size_t size, const char* message)
    : GuardedPages(size, message), size_(size) {
  if (::mprotect(begin_, room_, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
}

// Maps new memory at two addresses. mremap() of 0 bytes maps shared memory once more; a file in
// memory would be subject to a worker's limit on the size of files. Where it is refused, as under
// valgrind, both addresses are one, and writes are not noticed.
ReadOnlyBuffer::ReadOnlyBuffer(std::size_t size, const char* written, const char* overread)
    : GuardedPages(size, overread),
      writable_(map_pages(room_, PROT_READ | PROT_WRITE, MAP_SHARED)),
      read_only_(begin_, room_, written) {
  const bool is_mapped =
      ::mremap(writable_, 0, room_, MREMAP_MAYMOVE | MREMAP_FIXED, begin_) == begin_;
  if (is_mapped && ::mprotect(begin_, room_, PROT_READ) == 0) return;
  const bool is_refused = !is_mapped && errno == EINVAL;
  ::munmap(writable_, room_);
  writable_ = begin_;
  if (!is_refused || ::mprotect(begin_, room_, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
}

ReadOnlyBuffer::~ReadOnlyBuffer() {
  if (writable_ != begin_) ::munmap(writable_, room_);
}

}  // namespace sudoku::external
