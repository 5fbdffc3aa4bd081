#include "harness/entrants/arena.h"

#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>
#include <type_traits>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sudoku {

static_assert(std::is_trivially_copyable_v<Grid> && std::is_trivially_copyable_v<Answer>);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

namespace {

constexpr std::size_t kLine = 64;

constexpr std::size_t padded(std::size_t size) {
  return (size + kLine - 1) / kLine * kLine;
}

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

std::string text_of(const Reason& reason) {
  return {reason.data(), strnlen(reason.data(), reason.size())};
}

bool is_outcome(Outcome outcome) {
  return static_cast<std::size_t>(outcome) < kOutcomes;
}

struct alignas(kLine) Arena::Header {
  Layout layout;
  Order order;
};

std::size_t Arena::Layout::posts_at() {
  return padded(sizeof(Header));
}

std::size_t Arena::Layout::puzzles_at() const {
  return posts_at() + padded(workers * sizeof(Post));
}

std::size_t Arena::Layout::answers_at() const {
  return puzzles_at() + padded(capacity * sizeof(Grid));
}

std::size_t Arena::Layout::ticks_at() const {
  return answers_at() + padded(capacity * sizeof(Answer));
}

std::size_t Arena::Layout::size() const {
  return ticks_at() + padded(capacity * sizeof(std::uint64_t));
}

Arena::Arena(std::size_t capacity, unsigned workers)
    : descriptor_(memfd_create("sudoku-bench", MFD_CLOEXEC | MFD_ALLOW_SEALING)),
      layout_{.capacity = capacity, .workers = workers} {
  if (descriptor_ < 0 || ftruncate(descriptor_, static_cast<off_t>(layout_.size())) != 0) {
    fail("shared memory for worker processes");
  }
  // Whoever touches memory that a solver has cut off would die of it, the harness first.
  if (fcntl(descriptor_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    fail("seals for the memory shared with worker processes");
  }
  map(layout_.size());
  auto* header = new (memory_) Header;
  header->layout = layout_;
  for (unsigned worker = 0; worker < workers; ++worker)
    new (memory_ + Layout::posts_at() + worker * sizeof(Post)) Post;
}

Arena::Arena(int descriptor) : descriptor_(descriptor) {
  struct stat status {};

  if (fstat(descriptor, &status) != 0) fail("the worker's shared memory");
  map(static_cast<std::size_t>(status.st_size));
  layout_ = header().layout;
}

Arena::~Arena() {
  if (memory_ != nullptr) munmap(memory_, size_);
  close(descriptor_);
}

void Arena::map(std::size_t size) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (memory == MAP_FAILED) fail("shared memory for worker processes");
  memory_ = static_cast<std::byte*>(memory);
  size_ = size;
}

Arena::Header& Arena::header() const {
  return *std::launder(reinterpret_cast<Header*>(memory_));
}

Order& Arena::order() const {
  return header().order;
}

Post& Arena::post(unsigned worker) const {
  return reinterpret_cast<Post*>(memory_ + Layout::posts_at())[worker];
}

std::span<Grid> Arena::puzzles() const {
  return {reinterpret_cast<Grid*>(memory_ + layout_.puzzles_at()), layout_.capacity};
}

std::span<Answer> Arena::answers() const {
  return {reinterpret_cast<Answer*>(memory_ + layout_.answers_at()), layout_.capacity};
}

std::span<std::uint64_t> Arena::ticks() const {
  return {reinterpret_cast<std::uint64_t*>(memory_ + layout_.ticks_at()), layout_.capacity};
}

}  // namespace sudoku
