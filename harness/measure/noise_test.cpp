#include "harness/measure/noise.h"

#include <algorithm>
#include <atomic>
#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace sudoku {

namespace {

struct TickCase {
  const char* name;
  const char* text;
  std::uint64_t total;
  std::uint64_t stolen;
  std::uint64_t busy;
};

TEST(Noise, ReadsTheTicksOfAllCpus) {
  const TickCase cases[] = {
      {"all columns", "cpu  1872 0 1593 153356 1006 0 28 90 7 8\ncpu0 1 2 3\n", 157945, 90, 3493},
      {"a kernel without steal", "cpu  10 0 10 80\n", 100, 0, 20},
      {"nothing", "", 0, 0, 0},
      {"one CPU only", "cpu0 1 2 3 4 5 6 7 8\n", 0, 0, 0},
      {"junk", "cpu x y\n", 0, 0, 0}};
  for (const TickCase& c : cases) {
    const CpuTicks ticks = parse_cpu_ticks(c.text);
    EXPECT_EQ(ticks.total, c.total) << c.name;
    EXPECT_EQ(ticks.stolen, c.stolen) << c.name;
    EXPECT_EQ(ticks.busy, c.busy) << c.name;
  }
}

TEST(Noise, ReadsHowManyWantACpu) {
  EXPECT_EQ(parse_runnable("0.52 0.10 0.05 3/87 4383\n"), 3U);
  EXPECT_EQ(parse_runnable("0.52 0.10 0.05\n"), 0U);
  EXPECT_EQ(parse_runnable("junk\n"), 0U);
  EXPECT_EQ(parse_runnable(""), 0U);
}

TEST(Noise, WarnsOfOthersFromHalfACpuOn) {
  EXPECT_EQ(warning_of_others(0.49), "");
  EXPECT_EQ(warning_of_others(1.26), "other processes used 1.3 CPUs just before the run");
}

// How much it gets depends on who else is there: of a CPU, all of them together use most.
TEST(Noise, SeesAProcessThatIsAtWork) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  while (child == 0)
    std::atomic_signal_fence(std::memory_order_seq_cst);
  double cpus = 0;
  for (int i = 0; i < 50 && cpus < 0.25; ++i)
    cpus = cpus_of_others();
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_GE(cpus, 0.25);
}

TEST(Noise, StartsSilent) {
  const NoiseMeter meter;
  EXPECT_EQ(meter.steal_share(), 0);
  EXPECT_EQ(meter.involuntary_switches(), 0U);
}

TEST(Noise, StaysWithinBounds) {
  NoiseMeter meter;
  for (int i = 0; i < 10; ++i) {
    meter.start();
    meter.stop();
  }
  EXPECT_GE(meter.steal_share(), 0);
  EXPECT_LE(meter.steal_share(), 1);
}

TEST(Noise, ReportsEachWarningOnce) {
  NoiseMeter meter;
  meter.warn("it rained");
  meter.warn("it rained");
  EnvironmentRecord environment;
  environment.warnings = {"found before"};
  environment.governor = "powersave";
  meter.report(environment);

  EXPECT_EQ(environment.warnings.front(), "found before");
  EXPECT_EQ(std::ranges::count(environment.warnings, "it rained"), 1);
  EXPECT_EQ(std::ranges::count(environment.warnings,
                               "the governor is powersave: frequencies will wander"),
            1);
}

}  // namespace

}  // namespace sudoku
