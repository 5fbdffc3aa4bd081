#include "solvers/external/guarded.h"

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace sudoku {

namespace {

// A guard page that a signal handler can look up: without locks, and never deallocated.
struct Guard {
  std::atomic<std::uintptr_t> page = 0;  // the page's address; 0: this Guard is free
  std::atomic<const char*> offence = nullptr;
};

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);
static_assert(std::atomic<const char*>::is_always_lock_free);

constinit std::array<Guard, 64> guards;

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

// Takes a free entry of `guards` and returns its index; guards.size() when none is free.
std::size_t enlist(std::uintptr_t page, const char* offence) {
  for (std::size_t i = 0; i < guards.size(); ++i) {
    std::uintptr_t nobody = 0;
    if (!guards[i].page.compare_exchange_strong(nobody, page)) continue;
    guards[i].offence = offence;
    return i;
  }
  return guards.size();
}

}  // namespace

GuardedBuffer::GuardedBuffer(std::size_t size, const char* offence) {
  const std::size_t page = page_size();
  assert(size <= page);
  void* const pages =
      ::mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  pages_ = static_cast<char*>(pages);
  if (::mprotect(pages_ + page, page, PROT_NONE) != 0) {
    ::munmap(pages_, 2 * page);
    throw std::bad_alloc();
  }
  data_ = pages_ + page - size;
  slot_ = enlist(reinterpret_cast<std::uintptr_t>(pages_ + page), offence);
}

GuardedBuffer::~GuardedBuffer() {
  if (slot_ < guards.size()) {
    guards[slot_].offence = nullptr;
    guards[slot_].page = 0;
  }
  ::munmap(pages_, 2 * page_size());
}

const char* guard_name(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const Guard& guard : guards) {
    const std::uintptr_t page = guard.page;
    if (page != 0 && at >= page && at - page < page_size()) return guard.offence;
  }
  return nullptr;
}

}  // namespace sudoku
