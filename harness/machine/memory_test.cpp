#include "harness/machine/memory.h"

#include <csignal>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace sudoku::machine {

namespace {

TEST(ResidentMemory, OfThisProcessIsKnown) {
  const ResidentMemory self = resident_memory_of("self");
  EXPECT_GT(self.now, 1'000'000U);
  EXPECT_GE(self.peak, self.now);
  EXPECT_GT(self.anonymous, 0U);
  const ResidentMemory nobody = resident_memory_of("no such process");
  EXPECT_EQ(nobody.now + nobody.peak + nobody.anonymous, 0U);
  const std::optional<FamilyMemory> family = family_memory_of(getpid());
  ASSERT_TRUE(family);
  EXPECT_EQ(family->processes, std::vector<pid_t>{getpid()});
  EXPECT_FALSE(family->has_descendants());
  EXPECT_FALSE(family_memory_of(std::numeric_limits<pid_t>::max())) << "there is no such process";
}

// Pages of a new mapping that are all written.
class WrittenPages {
 public:
  static constexpr std::size_t kSize = std::size_t{16} << 20;

  explicit WrittenPages(int sharing)
      : pages_(::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS, -1, 0)) {
    std::memset(pages_, 1, kSize);
  }

  WrittenPages(const WrittenPages&) = delete;
  WrittenPages& operator=(const WrittenPages&) = delete;

  ~WrittenPages() { ::munmap(pages_, kSize); }

 private:
  void* pages_;
};

// The memory that a worker shares with the harness is not the solver's.
TEST(ResidentMemory, CountsWhatIsNotShared) {
  constexpr std::uint64_t kMost = WrittenPages::kSize / 2;
  const std::uint64_t before = reset_peak_memory();
  EXPECT_GT(before, 0U);
  {
    const WrittenPages shared(MAP_SHARED);
    EXPECT_LT(resident_memory_of("self").now, before + kMost);
  }
  const std::uint64_t anonymous = resident_memory_of("self").anonymous;
  {
    const WrittenPages own(MAP_PRIVATE);
    EXPECT_GT(resident_memory_of("self").now, before + kMost);
    EXPECT_GT(resident_memory_of("self").anonymous, anonymous + kMost);
  }
  const ResidentMemory after = resident_memory_of("self");
  EXPECT_LT(after.now, before + kMost);
  EXPECT_GT(after.peak, before + kMost);
  reset_peak_memory();
  EXPECT_LT(resident_memory_of("self").peak, before + kMost);
}

TEST(FamilyMemory, OfAProcessHasThatOfItsChildren) {
  std::vector<pid_t> family = {::getpid()};
  for (int i = 0; i < 2; ++i) {
    family.push_back(::fork());
    ASSERT_GE(family.back(), 0);
    if (family.back() == 0) {
      for (;;)
        ::pause();
    }
  }
  std::optional<FamilyMemory> seen;
  ResidentMemory of_children;
  // Children that have not paused yet may still take memory.
  for (int i = 0; i < 1000 && (!seen || seen->descendants.now != of_children.now); ++i) {
    seen = family_memory_of(::getpid());
    const ResidentMemory one = resident_memory_of(std::to_string(family[1]));
    const ResidentMemory other = resident_memory_of(std::to_string(family[2]));
    of_children = {.now = one.now + other.now,
                   .peak = one.peak + other.peak,
                   .anonymous = one.anonymous + other.anonymous};
  }
  for (const pid_t child : {family[1], family[2]}) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->processes, family);
  EXPECT_GT(of_children.anonymous, 0U);
  EXPECT_EQ(seen->descendants.now, of_children.now);
  EXPECT_EQ(seen->descendants.peak, of_children.peak);
  EXPECT_EQ(seen->descendants.anonymous, of_children.anonymous);
  EXPECT_GT(seen->process.now, 0U);
}

TEST(HeapInUse, HoldsSmallAndLargePieces) {
  if (kIsSanitized) GTEST_SKIP() << "the sanitizer's malloc() does not tell";
  const std::uint64_t before = heap_in_use();
  for (const std::size_t size : {std::size_t{1000}, std::size_t{10'000'000}}) {
    const std::vector<char> piece(size);
    EXPECT_GE(heap_in_use(), before + size);
    EXPECT_LT(heap_in_use(), before + 2 * size);
  }
}

}  // namespace

}  // namespace sudoku::machine
