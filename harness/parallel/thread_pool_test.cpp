#include "harness/parallel/thread_pool.h"

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

TEST(ThreadPool, TakesEachChunkOnce) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    ThreadPool pool(threads, false);
    std::vector<std::atomic<int>> taken(1000);
    pool.timed_for_each(taken.size(), [&](std::size_t chunk, unsigned slot) {
      ASSERT_LT(slot, threads);
      ++taken[chunk];
    });
    EXPECT_TRUE(std::ranges::all_of(taken, [](const auto& count) { return count == 1; }));
  }
}

TEST(ThreadPool, NoSlotIsUsedByTwoThreadsAtOnce) {
  constexpr unsigned kThreads = 4;
  ThreadPool pool(kThreads, false);
  std::vector<std::atomic<int>> inside(kThreads);
  std::atomic<bool> shared{false};
  pool.for_each(2000, [&](std::size_t, unsigned slot) {
    if (++inside[slot] != 1) shared = true;
    std::this_thread::yield();
    --inside[slot];
  });
  EXPECT_FALSE(shared);
}

TEST(ThreadPool, BringsMoreThreadsThanCpusToWork) {
  constexpr unsigned kThreads = 4;
  ThreadPool pool(kThreads, true);
  std::atomic<unsigned> arrived{0};
  // Each chunk waits for all others, so the loop ends only if four threads run.
  pool.for_each(kThreads, [&](std::size_t, unsigned) {
    ++arrived;
    while (arrived < kThreads)
      std::this_thread::yield();
  });
  EXPECT_EQ(arrived, kThreads);
}

TEST(ThreadPool, NoChunksIsNoWork) {
  ThreadPool pool(2, false);
  bool called = false;
  pool.timed_for_each(0, [&](std::size_t, unsigned) { called = true; });
  EXPECT_FALSE(called);
}

TEST(ThreadPool, PinsEachSlotToOneCpuAndRestoresTheMask) {
  const int before = cpus_of_this_thread();
  ThreadPool pool(2, true);
  std::atomic<bool> pinned{true};
  pool.for_each(64, [&](std::size_t, unsigned) {
    if (cpus_of_this_thread() != 1) pinned = false;
  });
  EXPECT_TRUE(pinned);
  EXPECT_EQ(cpus_of_this_thread(), before);
}

// Binding a thread again for every loop made it wait for its CPU each time, on a busy machine.
TEST(ThreadPool, BindsAThreadThatStaysInItOnlyOnce) {
  ThreadPool pool(1, true);
  const std::vector<int> cpus = usable_cpus();
  cpu_set_t before;
  sched_getaffinity(0, sizeof before, &before);
  pool.stay_in([&] {
    EXPECT_EQ(cpus_of_this_thread(), 1);
    sched_setaffinity(0, sizeof before, &before);
    pool.timed_for_each(1, [&](std::size_t, unsigned) {
      EXPECT_EQ(cpus_of_this_thread(), static_cast<int>(cpus.size())) << "it was bound again";
    });
  });
  sched_setaffinity(0, sizeof before, &before);
}

TEST(ThreadPool, ReleasesTheCallingThreadInTheEnd) {
  const int before = cpus_of_this_thread();
  ThreadPool pool(1, true);
  pool.stay_in([&] { pool.for_each(3, [](std::size_t, unsigned) {}); });
  EXPECT_EQ(cpus_of_this_thread(), before);
}

TEST(ThreadPool, ThatDoesNotPinFreesThreadsOfOneThatDoes) {
  const int before = cpus_of_this_thread();
  {
    ThreadPool pinned(2, true);
    pinned.timed_for_each(64, [](std::size_t, unsigned) {});
  }
  ThreadPool free(2, false);
  std::atomic<bool> bound{false};
  free.timed_for_each(64, [&](std::size_t, unsigned) {
    if (cpus_of_this_thread() != before) bound = true;
  });
  EXPECT_FALSE(bound);
}

TEST(ThreadPool, KnowsWhenItsThreadsWereMoved) {
  const std::vector<int> cpus = usable_cpus();
  if (cpus.size() < 2) GTEST_SKIP() << "no thread can be moved: this machine has one CPU";
  cpu_set_t before;
  sched_getaffinity(0, sizeof before, &before);
  for (const unsigned threads : {1U, 2U}) {
    ThreadPool pool(threads, true);
    pool.timed_for_each(64, [](std::size_t, unsigned) {});
    EXPECT_FALSE(pool.affinity_changed());
    pool.timed_for_each(64, [&](std::size_t, unsigned) {
      cpu_set_t elsewhere;
      CPU_ZERO(&elsewhere);
      CPU_SET(cpus[1], &elsewhere);
      sched_setaffinity(0, sizeof elsewhere, &elsewhere);
    });
    pool.timed_for_each(64, [](std::size_t, unsigned) {});
    EXPECT_TRUE(pool.affinity_changed());
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
