#include "harness/external/guarded.h"

#include <cstdint>
#include <new>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace sudoku::external {

namespace {

// The living buffers.
std::vector<const GuardedBuffer*>& buffers() {
  // Never deleted: foreign code may call exit().
  static auto& all = *new std::vector<const GuardedBuffer*>;
  return all;
}

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
  for (const GuardedBuffer* const buffer : buffers()) {
    const auto begin = reinterpret_cast<std::uintptr_t>(buffer->end());
    if (at >= begin && at - begin < page_size()) return buffer->message();
  }
  return nullptr;
}

GuardedBuffer::GuardedBuffer(std::size_t size, const char* message)
    : size_(size),
      room_((size + page_size() - 1) / page_size() * page_size()),
      begin_(map_pages(room_ + page_size())),
      message_(message) {
  if (::mprotect(end(), page_size(), PROT_NONE) != 0) throw std::bad_alloc();
  buffers().push_back(this);
}

GuardedBuffer::~GuardedBuffer() {
  std::erase(buffers(), this);
  ::munmap(begin_, room_ + page_size());
}

}  // namespace sudoku::external
