#include "harness/runner/command_time.h"

#include <csignal>
#include <optional>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace sudoku::runner {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr pid_t kMain = 7;
constexpr pid_t kHelper = 8;

parallel::ThreadUse use(Nanoseconds cpu, Nanoseconds ready) { return {.cpu = cpu, .ready = ready}; }

const FamilyUse kBefore = {{kMain, use(milliseconds(10), milliseconds(1))},
                           {kHelper, use(milliseconds(5), milliseconds(0))}};

FamilyUse later(Nanoseconds cpu, Nanoseconds ready, Nanoseconds of_helper = {}) {
  FamilyUse after = kBefore;
  after[kMain].cpu += cpu;
  *after[kMain].ready += ready;
  after[kHelper].cpu += of_helper;
  return after;
}

TEST(CommandTime, IsTheCpuTimeOfItsProcesses) {
  EXPECT_EQ(running_time(kBefore, later(milliseconds(6), milliseconds(12), microseconds(60)),
                         {.wall = milliseconds(20), .exchanges = 1, .worker = milliseconds(2)}),
            microseconds(6060));
}

TEST(CommandTime, IsAtMostTheTimeOnTheClock) {
  EXPECT_EQ(running_time(kBefore, later(milliseconds(6), {}), {.wall = milliseconds(5)}),
            milliseconds(5));
}

// Threads that share the work are faster than their CPU time says, on CPUs of their own.
TEST(CommandTime, IsNotKnownOfSeveralThreads) {
  EXPECT_EQ(
      running_time(kBefore, later(milliseconds(6), {}, milliseconds(1)), {.wall = milliseconds(7)}),
      std::nullopt);
}

TEST(CommandTime, IsNotKnownWhereAProcessBeganOrEnded) {
  const CommandPass pass{.wall = milliseconds(7)};
  FamilyUse after = later(milliseconds(6), {});
  after[9] = use(milliseconds(1), {});
  EXPECT_EQ(running_time(kBefore, after, pass), std::nullopt);
  EXPECT_EQ(running_time(after, later(milliseconds(6), {}), pass), std::nullopt);
  EXPECT_EQ(running_time({}, {}, pass), std::nullopt);
}

// Pipes keep a command waiting in every exchange; a server or a device may, too, but for longer.
TEST(CommandTime, IsNotKnownOfACommandThatWaitsForSomethingElse) {
  const FamilyUse after = later(milliseconds(6), milliseconds(1));
  const CommandPass pipes{.wall = milliseconds(30), .exchanges = 100};
  EXPECT_EQ(running_time(kBefore, after, pipes), milliseconds(6));
  const CommandPass server{.wall = milliseconds(30), .exchanges = 10};
  EXPECT_EQ(running_time(kBefore, after, server), std::nullopt);
}

struct WaitingCase {
  const char* name;
  Nanoseconds cpu;
  Nanoseconds ready;
  Nanoseconds of_helper;
  CommandPass pass;
  bool is_known;
};

TEST(CommandTime, IsKnownUpToTheLimitsOfWhatPipesExplain) {
  using std::chrono::microseconds;
  const WaitingCase cases[] = {
      {"a helper with a tenth",
       milliseconds(9),
       {},
       milliseconds(1),
       {.wall = milliseconds(10)},
       true},
      {"a helper with more",
       milliseconds(9),
       {},
       microseconds(1010),
       {.wall = milliseconds(10)},
       false},
      {"a helper alone", {}, {}, milliseconds(6), {.wall = milliseconds(6)}, true},
      {"a quarter of a millisecond per exchange",
       milliseconds(6),
       milliseconds(1),
       {},
       {.wall = milliseconds(30), .exchanges = 92},
       true},
      {"more than that",
       milliseconds(6),
       milliseconds(1),
       {},
       {.wall = milliseconds(30), .exchanges = 91},
       false},
      {"a twentieth of the time",
       milliseconds(9),
       milliseconds(10),
       {},
       {.wall = milliseconds(20)},
       true},
      {"more than that", milliseconds(9), milliseconds(9), {}, {.wall = milliseconds(20)}, false},
      {"while its worker works",
       milliseconds(9),
       milliseconds(9),
       {},
       {.wall = milliseconds(20), .worker = milliseconds(1)},
       true},
  };
  for (const WaitingCase& c : cases) {
    SCOPED_TRACE(c.name);
    const auto known = running_time(kBefore, later(c.cpu, c.ready, c.of_helper), c.pass);
    EXPECT_EQ(known, c.is_known ? std::optional(c.cpu + c.of_helper) : std::nullopt);
  }
}

TEST(CommandTime, IsNotKnownOfACommandThatDidNothing) {
  EXPECT_EQ(running_time(kBefore, kBefore, {.wall = milliseconds(1), .exchanges = 9}),
            std::nullopt);
}

TEST(FamilyUse, HasTheThreadsOfAllDescendants) {
  if (::access("/proc/self/schedstat", R_OK) != 0) GTEST_SKIP() << "this kernel does not tell";
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    for (;;)
      ::pause();
  }
  const FamilyUse use = use_of_descendants();
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ASSERT_EQ(use.count(child), 1U);
  EXPECT_GE(use.at(child).cpu, Nanoseconds(0));
  EXPECT_TRUE(use.at(child).ready.has_value());
  EXPECT_EQ(use.count(::getpid()), 0U) << "it is no descendant of its own";
}

}  // namespace

}  // namespace sudoku::runner
