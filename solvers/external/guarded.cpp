#include "solvers/external/guarded.h"

#include <array>
#include <atomic>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace sudoku {

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

std::size_t in_whole_pages(std::size_t size) {
  return (size + page_size() - 1) / page_size() * page_size();
}

// Returns the index of the free entry of `guards` that it takes; guards.size() when none is free.
std::size_t enlist(std::uintptr_t begin, std::size_t size, const char* message) {
  for (std::size_t i = 0; i < guards.size(); ++i) {
    std::uintptr_t nobody = 0;
    if (!guards[i].begin.compare_exchange_strong(nobody, begin)) continue;
    guards[i].message = message;
    guards[i].size = size;
    return i;
  }
  return guards.size();
}

// Reserves `size` bytes that cannot be accessed, followed by a guard page.
char* reserve_before_guard(std::size_t size) {
  void* const pages =
      ::mmap(nullptr, size + page_size(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  return static_cast<char*>(pages);
}

void release_with_guard(char* pages, std::size_t size) {
  ::munmap(pages, size + page_size());
}

char* map_before_guard(std::size_t size) {
  char* const pages = reserve_before_guard(size);
  if (::mprotect(pages, size, PROT_READ | PROT_WRITE) == 0) return pages;
  release_with_guard(pages, size);
  throw std::bad_alloc();
}

}  // namespace

GuardedRange::GuardedRange(const void* begin, std::size_t size, const char* message)
    : slot_(enlist(reinterpret_cast<std::uintptr_t>(begin), size, message)) {}

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

GuardedBuffer::GuardedBuffer(std::size_t size, const char* message)
    : size_(size),
      room_(in_whole_pages(size)),
      pages_(map_before_guard(room_)),
      guard_(end(), page_size(), message) {}

GuardedBuffer::~GuardedBuffer() {
  release_with_guard(pages_, room_);
}

// Maps new memory at two addresses. mremap() of 0 bytes maps shared memory once more; a file in
// memory would be subject to a worker's limit on the size of files.
ReadOnlyBuffer::Mapped ReadOnlyBuffer::map_twice(std::size_t size) {
  void* const writable =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (writable == MAP_FAILED) throw std::bad_alloc();
  char* const read_only = reserve_before_guard(size);
  const bool is_mapped =
      ::mremap(writable, 0, size, MREMAP_MAYMOVE | MREMAP_FIXED, read_only) == read_only;
  if (is_mapped && ::mprotect(read_only, size, PROT_READ) == 0)
    return {.writable = static_cast<char*>(writable), .read_only = read_only};
  release_with_guard(read_only, size);
  ::munmap(writable, size);
  throw std::bad_alloc();
}

ReadOnlyBuffer::ReadOnlyBuffer(std::size_t size, const char* written, const char* overread)
    : room_(in_whole_pages(size)),
      mapped_(map_twice(room_)),
      read_only_(mapped_.read_only, room_, written),
      guard_(end(), page_size(), overread) {}

ReadOnlyBuffer::~ReadOnlyBuffer() {
  release_with_guard(mapped_.read_only, room_);
  ::munmap(mapped_.writable, room_);
}

}  // namespace sudoku
