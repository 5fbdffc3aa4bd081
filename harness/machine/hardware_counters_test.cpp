#include "harness/machine/hardware_counters.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include <linux/perf_event.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "harness/base/test_files.h"

namespace sudoku::machine {

namespace {

// Counters that yield one CounterReading after another, in place of the kernel's.
struct FakeCounters {
  // Event that the machine cannot count, or none.
  std::optional<std::uint64_t> missing;
  int error = ENOENT;
  std::vector<CounterReading> readings;
  std::vector<std::uint64_t> opened = {};  // events asked for
  std::vector<int> leaders = {};
};

FakeCounters& fake() {
  static FakeCounters counters;
  return counters;
}

// Returns the end of a pipe that holds the readings; each is its event's number higher than said.
int open_fake(std::uint64_t event, int leader) {
  fake().opened.push_back(event);
  fake().leaders.push_back(leader);
  if (event == fake().missing) {
    errno = fake().error;
    return -1;
  }
  int ends[2] = {-1, -1};
  if (pipe(ends) != 0) return -1;
  for (CounterReading reading : fake().readings) {
    reading.count += event;
    EXPECT_EQ(write(ends[1], &reading, sizeof reading), static_cast<ssize_t>(sizeof reading));
  }
  close(ends[1]);
  return ends[0];
}

constexpr CounterReading reading(std::uint64_t count) {
  return {.count = count, .enabled_ns = 100, .running_ns = 100};
}

TEST(HardwareCounters, ThatSharedTheProcessorAreNotKnown) {
  EXPECT_EQ(whole_count({.count = 7, .enabled_ns = 100, .running_ns = 100}), 7U);
  EXPECT_EQ(whole_count({.count = 0, .enabled_ns = 100, .running_ns = 100}), 0U);
  EXPECT_EQ(whole_count({.count = 7, .enabled_ns = 100, .running_ns = 99}), std::nullopt);
  EXPECT_EQ(whole_count({.count = 0, .enabled_ns = 100, .running_ns = 0}), std::nullopt);
  EXPECT_EQ(whole_count({}), std::nullopt);
}

TEST(HardwareCounters, AreOneGroupLedByInstructions) {
  fake() = {.missing = {}, .readings = {reading(1000), reading(1700)}};
  const HardwareCounters counters(open_fake);
  EXPECT_EQ(fake().opened,
            (std::vector<std::uint64_t>{PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_CPU_CYCLES,
                                        PERF_COUNT_HW_BRANCH_MISSES}));
  EXPECT_EQ(fake().leaders[0], -1);
  EXPECT_GE(fake().leaders[1], 0);
  EXPECT_EQ(fake().leaders[2], fake().leaders[1]);
  EXPECT_FALSE(counters.absence());
  const HardwareCounts before = counters.read();
  EXPECT_EQ(before[0], 1000U + PERF_COUNT_HW_INSTRUCTIONS);
  EXPECT_EQ(before[2], 1000U + PERF_COUNT_HW_BRANCH_MISSES);
  EXPECT_EQ(counts_between(before, counters.read()), (HardwareCounts{700U, 700U, 700U}));
  EXPECT_EQ(counters.read(), HardwareCounts());
}

TEST(HardwareCounters, AreNotKnownFromAReadingThatIsScaled) {
  fake() = {.missing = {},
            .readings = {reading(1000), {.count = 1700, .enabled_ns = 200, .running_ns = 150}}};
  const HardwareCounters counters(open_fake);
  const HardwareCounts before = counters.read();
  EXPECT_EQ(counts_between(before, counters.read()), HardwareCounts());
}

TEST(HardwareCounters, CountInstructionsWhereBranchMissesAreNotCounted) {
  fake() = {.missing = PERF_COUNT_HW_BRANCH_MISSES, .readings = {reading(5), reading(8)}};
  const HardwareCounters counters(open_fake);
  EXPECT_FALSE(counters.absence());
  const HardwareCounts before = counters.read();
  EXPECT_EQ(counts_between(before, counters.read()), (HardwareCounts{3U, 3U, std::nullopt}));
}

TEST(HardwareCounters, SayWhyTheyAreAbsent) {
  fake() = {.missing = PERF_COUNT_HW_INSTRUCTIONS, .readings = {}};
  const HardwareCounters absent(open_fake);
  EXPECT_EQ(absent.absence(), "perf_event_open: No such file or directory");
  EXPECT_EQ(fake().opened.size(), 1U);
  EXPECT_EQ(absent.read(), HardwareCounts());
  std::string level = base::content_of("/proc/sys/kernel/perf_event_paranoid");
  if (!level.empty()) level = ", perf_event_paranoid is " + level.substr(0, level.find('\n'));
  for (const int error : {EACCES, EPERM}) {
    fake() = {.missing = PERF_COUNT_HW_INSTRUCTIONS, .error = error, .readings = {}};
    EXPECT_EQ(HardwareCounters(open_fake).absence(),
              std::string("perf_event_open: ") + std::strerror(error) + level);
  }
}

TEST(HardwareCounters, ThatAreOffAreNeitherOpenedNorMissed) {
  const HardwareCounters counters(nullptr);
  EXPECT_FALSE(counters.absence());
  EXPECT_EQ(counters.read(), HardwareCounts());
}

TEST(HardwareCounters, CountALoopWhereTheMachineLetsThem) {
  const HardwareCounters counters;
  const HardwareCounts before = counters.read();
  if (!before[0]) {
    GTEST_SKIP() << "no instructions are counted here: "
                 << counters.absence().value_or("others use the counters");
  }
  volatile int turns = 100'000;
  int left = turns;
  while (left > 0) {
    turns = --left;
  }
  const HardwareCounts counts = counts_between(before, counters.read());
  ASSERT_TRUE(counts[0]);
  EXPECT_GT(*counts[0], 200'000U);
  EXPECT_LT(*counts[0], 3'000'000U);
}

}  // namespace

}  // namespace sudoku::machine
