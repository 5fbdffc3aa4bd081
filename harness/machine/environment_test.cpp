#include "harness/machine/environment.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace sudoku::machine {

namespace {

using Sentences = std::vector<std::string>;

TEST(Environment, ReadsTheTextsOfAServer) {
  const result::EnvironmentRecord environment = environment_of(
      {.cpuinfo =
           "processor\t: 0\nmodel\t\t: 7\nmodel name\t: Example CPU 9000\n\nprocessor\t: 1\n",
       .governor = "powersave",
       .boost = "1",
       .cpu_quota = "max 100000",
       .siblings = {"0,4", "1,5"}});
  EXPECT_EQ(environment.cpu, "Example CPU 9000");
  EXPECT_EQ(environment.governor, "powersave");
  EXPECT_EQ(environment.boost, "on");
  EXPECT_EQ(environment.cores, 2);
  EXPECT_FALSE(environment.smt_siblings);
  EXPECT_EQ(environment.warnings, Sentences{});
}

TEST(Environment, LeavesEmptyWhatIsNotKnown) {
  const result::EnvironmentRecord environment = environment_of({});
  EXPECT_EQ(environment.cpu + environment.governor + environment.boost, "");
  EXPECT_EQ(warnings_of(environment), Sentences{});
}

TEST(Environment, NamesArmProcessorsByTheirNumbers) {
  EXPECT_EQ(
      environment_of({.cpuinfo = "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"})
          .cpu,
      "implementer 0x41, part 0xd0c");
}

TEST(Environment, SeesSiblingsAmongItsOwnCpus) {
  EXPECT_TRUE(environment_of({.siblings = {"0-1", "0-1"}}).smt_siblings);
  EXPECT_TRUE(environment_of({.siblings = {"0,4", "1,5", "0,4"}}).smt_siblings);
  EXPECT_FALSE(environment_of({.siblings = {"0", "1"}}).smt_siblings);
  EXPECT_FALSE(environment_of({.siblings = {"", ""}}).smt_siblings) << "the system does not tell";
}

TEST(Environment, KnowsBothSwitchesOfBoost) {
  EXPECT_EQ(environment_of({.no_turbo = "0"}).boost, "on");
  EXPECT_EQ(environment_of({.no_turbo = "1"}).boost, "off");
  EXPECT_EQ(environment_of({.boost = "0", .no_turbo = "0"}).boost, "off");
  EXPECT_EQ(environment_of({.boost = "1", .no_turbo = "1"}).boost, "on");
}

TEST(Environment, WarnsOfAQuota) {
  const auto warnings_at = [](const char* quota) {
    return environment_of({.cpu_quota = quota, .siblings = {"0", "1"}}).warnings;
  };
  for (const char* const harmless : {"", "max 100000", "200000 100000", "junk", "1 0"})
    EXPECT_EQ(warnings_at(harmless), Sentences{}) << harmless;
  EXPECT_EQ(warnings_at("199000 100000").size(), 1U) << "less than two";
  EXPECT_EQ(warnings_at("150000 100000"),
            Sentences{"the control group grants 1.5 of 2 CPUs: long rounds will be throttled"});
}

TEST(Environment, WarnsOfWhatDisturbs) {
  result::EnvironmentRecord environment;
  environment.cores = 2;
  environment.steal = 0.004;
  environment.governor = "performance";
  EXPECT_EQ(warnings_of(environment), Sentences{});

  environment.steal = 0.0049;
  EXPECT_EQ(warnings_of(environment), Sentences{});
  environment.steal = 0.005;
  EXPECT_EQ(warnings_of(environment).size(), 1U);

  environment.steal = 0.012;
  environment.governor = "powersave";
  environment.smt_siblings = true;
  EXPECT_EQ(
      warnings_of(environment),
      (Sentences{
          "the governor is powersave: frequencies will wander",
          "some CPUs share a physical core (SMT siblings): more threads than cores slow each other",
          "steal time took 1.2 % of the run: other machines share the processor"}));
}

TEST(Environment, ProbesThisMachine) {
  const result::EnvironmentRecord environment = probe_environment();
  EXPECT_FALSE(std::isnan(environment.load));
  EXPECT_GE(environment.cores, 1);
  EXPECT_GT(environment.memory_bytes, 0U);
  ASSERT_FALSE(environment.isa_available.empty());
  EXPECT_EQ(environment.isa_available.front(), "baseline");
  EXPECT_TRUE(environment.kernel.starts_with("Linux ")) << environment.kernel;
}

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

TEST(Noise, StaysWithinBounds) {
  NoiseMeter meter;
  for (int i = 0; i < 10; ++i) {
    meter.start();
    meter.stop();
  }
  result::EnvironmentRecord environment;
  meter.report(environment);
  EXPECT_GE(environment.steal, 0);
  EXPECT_LE(environment.steal, 1);
}

Sentences warnings_after(const std::vector<Turn>& turns) {
  NoiseMeter meter;
  for (const Turn& turn : turns)
    meter.add(turn);
  result::EnvironmentRecord environment;
  meter.report(environment);
  std::erase(environment.warnings, "this is a debug build: its figures mean nothing");
  return environment.warnings;
}

// A turn of a solver that took so many seconds, in which it and others used CPUs.
Turn turn_of(std::string_view solver, double took, double own, double others) {
  return {
      .solver = solver, .took = Seconds(took), .own = Seconds(own), .busy = Seconds(own + others)};
}

TEST(Noise, WarnsOnceOfOthersInTheTurnsOfAllSolvers) {
  const std::string used = "other processes used up to ";
  EXPECT_EQ(warnings_after({turn_of("mrv", 2, 2, 0.49)}), Sentences());
  EXPECT_EQ(warnings_after({turn_of("mrv", 1, 1, 0.25), turn_of("mrv", 1, 1, 0.25)}),
            Sentences({used + "0.2 CPUs during the turns of mrv"}));
  EXPECT_EQ(warnings_after({turn_of("mrv", 0.49, 0.49, 0.49)}), Sentences()) << "too short to tell";
  EXPECT_EQ(warnings_after({turn_of("mrv", 0.5, 0.5, 0.5)}).size(), 1U);
  EXPECT_EQ(warnings_after({turn_of("dlx", 1, 1, 1.5), turn_of("mrv", 1, 1, 0.1),
                            turn_of("naive", 1, 1, 0.5)}),
            Sentences({used + "1.5 CPUs during the turns of dlx, naive"}));
  EXPECT_EQ(warnings_after({turn_of("dlx", 1, 1, 1.5), turn_of("mrv", 1, 1, 1)}),
            Sentences({used + "1.5 CPUs during the turns of all solvers"}));
}

TEST(Noise, ReportsEachWarningOnce) {
  NoiseMeter meter;
  meter.warn("it rained");
  meter.warn("it rained");
  result::EnvironmentRecord environment;
  environment.warnings = {"found before"};
  environment.governor = "powersave";
  meter.report(environment);

  EXPECT_EQ(environment.warnings.front(), "found before");
  EXPECT_EQ(std::ranges::count(environment.warnings, "it rained"), 1);
  EXPECT_EQ(std::ranges::count(environment.warnings,
                               "the governor is powersave: frequencies will wander"),
            1);
}

constexpr ClockState kThen = {.steady_s = 500, .stamps_s = 7, .cpus = 4};

struct ChangeCase {
  const char* name;
  ClockState now;
  std::vector<std::string> changes;
};

const ChangeCase kChangeCases[] = {
    {"all as it was", {600, 107, 4}, {}},
    {"more CPUs", {600, 107, 8}, {}},
    {"a hundredth off", {600, 107.99, 4}, {}},
    {"more than a hundredth",
     {600, 108.1, 4},
     {"the processor's counter differed from the clock by +1.1 % during the run: latencies are not "
      "reliable"}},
    {"a counter off for a moment", {500.09, 7.2, 4}, {}},
    {"one CPU less",
     {600, 107, 3},
     {"the run started with 4 CPUs and later had 3: threads had to share them"}},
    {"a counter never calibrated",
     {600, std::numeric_limits<double>::infinity(), 4},
     {"the processor's counter differed from the clock by +inf % during the run: latencies are not "
      "reliable"}},
};

TEST(ClockState, ChangesAreNamed) {
  for (const ChangeCase& c : kChangeCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(changes_between(kThen, c.now), c.changes);
  }
}

TEST(ClockState, OfThisMachineStay) {
  const StampClock clock;
  const ClockState then = clock_state(clock);
  EXPECT_GT(then.cpus, 0U);
  const auto stamp_ns = static_cast<double>(clock.now()) * clock.ns_per_tick();
  EXPECT_NEAR(then.stamps_s, stamp_ns / 1e9, 10);
  EXPECT_EQ(changes_between(then, clock_state(clock)), std::vector<std::string>());
}

}  // namespace

}  // namespace sudoku::machine
