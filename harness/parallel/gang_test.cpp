#include "harness/parallel/gang.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include <sched.h>

#include <gtest/gtest.h>

namespace sudoku::parallel {

namespace {

int cpus_of_this_thread() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  sched_getaffinity(0, sizeof mask, &mask);
  return CPU_COUNT(&mask);
}

TEST(Gang, TakesEachChunkOnce) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    Gang gang(threads, false);
    std::vector<std::atomic<int>> taken(1000);
    gang.timed_for_each(taken.size(), [&](std::size_t chunk, unsigned slot) {
      ASSERT_LT(slot, threads);
      ++taken[chunk];
    });
    EXPECT_TRUE(std::ranges::all_of(taken, [](const auto& count) { return count == 1; }));
  }
}

TEST(Gang, NoSlotIsUsedByTwoThreadsAtOnce) {
  constexpr unsigned kThreads = 4;
  Gang gang(kThreads, false);
  std::vector<std::atomic<int>> inside(kThreads);
  std::atomic<bool> shared{false};
  gang.for_each(2000, [&](std::size_t, unsigned slot) {
    if (++inside[slot] != 1) shared = true;
    std::this_thread::yield();
    --inside[slot];
  });
  EXPECT_FALSE(shared);
}

TEST(Gang, BringsMoreThreadsThanCpusToWork) {
  constexpr unsigned kThreads = 4;
  Gang gang(kThreads, true);
  std::atomic<unsigned> arrived{0};
  // Each chunk waits for all others, so the loop ends only if four threads run.
  gang.for_each(kThreads, [&](std::size_t, unsigned) {
    ++arrived;
    while (arrived < kThreads)
      std::this_thread::yield();
  });
  EXPECT_EQ(arrived, kThreads);
}

TEST(Gang, NoChunksIsNoWork) {
  Gang gang(2, false);
  bool called = false;
  gang.timed_for_each(0, [&](std::size_t, unsigned) { called = true; });
  EXPECT_FALSE(called);
}

TEST(Gang, PinsEachSlotToOneCpuAndRestoresTheMask) {
  const int before = cpus_of_this_thread();
  Gang gang(2, true);
  std::atomic<bool> pinned{true};
  gang.for_each(64, [&](std::size_t, unsigned) {
    if (cpus_of_this_thread() != 1) pinned = false;
  });
  EXPECT_TRUE(pinned);
  EXPECT_EQ(cpus_of_this_thread(), before);
}

TEST(Gang, KnowsWhenItsThreadsWereMoved) {
  const std::vector<int> cpus = usable_cpus();
  if (cpus.size() < 2) GTEST_SKIP() << "no thread can be moved: this machine has one CPU";
  cpu_set_t before;
  sched_getaffinity(0, sizeof before, &before);
  for (const unsigned threads : {1U, 2U}) {
    Gang gang(threads, true);
    gang.timed_for_each(64, [](std::size_t, unsigned) {});
    EXPECT_FALSE(gang.was_moved());
    gang.timed_for_each(64, [&](std::size_t, unsigned) {
      cpu_set_t elsewhere;
      CPU_ZERO(&elsewhere);
      CPU_SET(cpus[1], &elsewhere);
      sched_setaffinity(0, sizeof elsewhere, &elsewhere);
    });
    gang.timed_for_each(64, [](std::size_t, unsigned) {});
    EXPECT_TRUE(gang.was_moved());
    sched_setaffinity(0, sizeof before, &before);
  }
}

TEST(UsableCpus, AreThoseOfTheAffinityMask) {
  const std::vector<int> cpus = usable_cpus();
  EXPECT_EQ(std::set<int>(cpus.begin(), cpus.end()).size(), cpus.size());
  EXPECT_EQ(static_cast<int>(cpus.size()), cpus_of_this_thread());
}

}  // namespace

}  // namespace sudoku::parallel
