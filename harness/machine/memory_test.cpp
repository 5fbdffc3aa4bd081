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
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    for (;;)
      ::pause();
  }
  const std::optional<FamilyMemory> family = family_memory_of(::getpid());
  const ResidentMemory of_child = resident_memory_of(std::to_string(child));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ASSERT_TRUE(family);
  EXPECT_EQ(family->processes, (std::vector<pid_t>{::getpid(), child}));
  EXPECT_GT(of_child.now, 0U);
  EXPECT_GT(family->descendants.now, 0U);
  EXPECT_GT(family->descendants.peak, 0U);
  EXPECT_GT(family->descendants.anonymous, 0U);
  EXPECT_GT(family->process.now, 0U);
}

TEST(FamilyMemory, AddsUpTheProcesses) {
  const FamilyMemory family{.process = {.now = 1, .peak = 2, .anonymous = 4},
                            .descendants = {.now = 10, .peak = 20, .anonymous = 40},
                            .processes = {7, 8}};
  EXPECT_EQ(family.now(), 11U);
  EXPECT_EQ(family.anonymous(), 44U);
  EXPECT_TRUE(family.has_descendants());
}

}  // namespace

}  // namespace sudoku::machine
