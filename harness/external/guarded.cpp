#include "harness/external/guarded.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace sudoku::external {

namespace {

// A guard page that a signal handler can look up: without locks, and never deallocated.
struct Guard {
  std::atomic<std::uintptr_t> begin = 0;  // address; 0: the slot is free
  std::atomic<const char*> message = nullptr;
};

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);
static_assert(std::atomic<const char*>::is_always_lock_free);

constinit std::array<Guard, 64> guards;

// Also called in a signal handler, so never for the first time there: a buffer was made before.
std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

char* map_pages(std::size_t size) {
  void* const pages =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  return static_cast<char*>(pages);
}

}  // namespace

const char* guard_name(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const Guard& guard : guards) {
    const std::uintptr_t begin = guard.begin;
    if (begin != 0 && at >= begin && at - begin < page_size()) return guard.message;
  }
  return nullptr;
}

GuardedBuffer::GuardedBuffer(std::size_t size, const char* message)
    : size_(size),
      room_((size + page_size() - 1) / page_size() * page_size()),
      begin_(map_pages(room_ + page_size())) {
  if (::mprotect(end(), page_size(), PROT_NONE) != 0) throw std::bad_alloc();
  for (; slot_ < guards.size(); ++slot_) {
    std::uintptr_t nobody = 0;
    const auto page = reinterpret_cast<std::uintptr_t>(end());
    if (!guards[slot_].begin.compare_exchange_strong(nobody, page)) continue;
    guards[slot_].message = message;
    return;
  }
}

GuardedBuffer::~GuardedBuffer() {
  if (slot_ < guards.size()) {
    guards[slot_].message = nullptr;
    guards[slot_].begin = 0;
  }
  ::munmap(begin_, room_ + page_size());
}

}  // namespace sudoku::external
