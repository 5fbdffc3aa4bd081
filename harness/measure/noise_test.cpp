#include "harness/measure/noise.h"

#include <algorithm>

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
