#include "harness/parallel/thread_time.h"

#include <thread>

#include <gtest/gtest.h>

#include "harness/parallel/busy_cpu_fixture.h"
#include "harness/parallel/thread_pool.h"

namespace sudoku::parallel {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// The time spent ready is read off the clock, and may hold more than the time on the clock does.
TEST(RunningTime, HoldsPausesButNotWhatOthersTook) {
  const auto ms = [](int count) { return nanoseconds(milliseconds(count)); };

  const struct {
    const char* name;
    ThreadUse before;
    ThreadUse after;
    std::optional<nanoseconds> time;  // of 20 ms on the clock
  } cases[] = {
      {"never paused", {ms(5), 3, ms(1)}, {ms(9), 3, ms(2)}, ms(4)},
      {"never paused, on a kernel that does not tell why it waited", {}, {ms(4)}, ms(4)},
      {"paused", {ms(5), 3, ms(1)}, {ms(9), 4, ms(8)}, ms(13)},
      {"ready for longer than the clock ran", {{}, 0, ms(0)}, {ms(4), 1, ms(70)}, ms(4)},
      {"never ready", {{}, 0, ms(0)}, {ms(4), 1, ms(0)}, ms(20)},
      {"on a CPU for longer than the clock ran", {}, {ms(21)}, ms(20)},
      {"paused, on a kernel that does not tell why it waited", {}, {ms(4), 1}, std::nullopt},
  };

  for (const auto& c : cases)
    EXPECT_EQ(running_time(c.before, c.after, ms(20)), c.time) << c.name;
}

TEST(ThreadWatch, CountsASleep) {
  ThreadWatch watch;
  watch.start();
  std::this_thread::sleep_for(milliseconds(2));
  watch.stop();
  if (!use_of_this_thread().ready) GTEST_SKIP() << "this kernel does not tell why threads wait";
  EXPECT_GT(watch.running(), nanoseconds(0));
  EXPECT_LE(watch.running(), watch.stopped() - watch.started());
}

TEST(ThreadWatch, AddsUpItsStretches) {
  ThreadWatch watch;
  watch.start();
  while (cpu_time_of(CLOCK_THREAD_CPUTIME_ID) < milliseconds(1) ||
         ThreadWatch::Clock::now() - watch.started() < milliseconds(1)) {
  }
  watch.stop();
  const auto first = watch.running();
  if (!first) GTEST_SKIP() << "this kernel does not tell why threads wait";
  EXPECT_GT(*first, nanoseconds(0));
  watch.start();
  watch.stop();
  EXPECT_GE(watch.running(), first);
}

TEST(CpuTimeOf, AClockThatIsNoneIsZero) { EXPECT_EQ(cpu_time_of(1 << 20), nanoseconds(0)); }

nanoseconds time_on_clock(const ThreadWatch& watch) { return watch.stopped() - watch.started(); }

// A running time that held the waiting would hang the test.
TEST(ThreadWatch, LeavesOutTheTimeForWhichAnotherProcessHasTheCpu) {
  const BusyCpu busy;
  ThreadWatch watch;
  do {
    watch = {};
    watch.start();
    while (ThreadWatch::Clock::now() - watch.started() < milliseconds(20)) {
    }
    watch.stop();
    ASSERT_TRUE(watch.running().has_value());
    ASSERT_LE(*watch.running(), time_on_clock(watch));
  } while (*watch.running() > time_on_clock(watch) * 9 / 10);
}

TEST(ThreadPool, TimesALoopWithoutWhatOthersTook) {
  for (const unsigned threads : {1U, 3U}) {
    ThreadPool pool(threads, true);
    const auto start = ThreadWatch::Clock::now();
    const LoopTime time = pool.timed_for_each(30, [](std::size_t, unsigned) {
      const auto end = ThreadWatch::Clock::now() + std::chrono::microseconds(100);
      while (ThreadWatch::Clock::now() < end) {
      }
    });
    EXPECT_LE(time.wall, ThreadWatch::Clock::now() - start);
    EXPECT_GT(time.wall, milliseconds(3) / threads - milliseconds(1));
    ASSERT_TRUE(time.running.has_value());
    EXPECT_GT(*time.running, nanoseconds(0));
    EXPECT_LE(*time.running, time.wall);
  }
}

}  // namespace

}  // namespace sudoku::parallel
