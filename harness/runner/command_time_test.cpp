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

TEST(CommandTime, IsNotKnownWhereAProcessBeganOrEnded) {
  const CommandPass pass{.wall = milliseconds(6)};
  FamilyUse after = later(milliseconds(6), {});
  after[9] = use(milliseconds(1), {});
  EXPECT_EQ(running_time(kBefore, after, pass), std::nullopt);
  EXPECT_EQ(running_time(after, later(milliseconds(6), {}), pass), std::nullopt);
  EXPECT_EQ(running_time({}, {}, pass), std::nullopt);
}

// What a pass costs, and whether its running time is known.
void expect_known(bool is_known, const CommandPass& pass, Nanoseconds cpu, Nanoseconds ready,
                  Nanoseconds of_helper = {}) {
  const auto known = running_time(kBefore, later(cpu, ready, of_helper), pass);
  EXPECT_EQ(known, is_known ? std::optional(cpu + of_helper) : std::nullopt);
}

TEST(CommandTime, IsTheCpuTimeOfItsProcesses) {
  expect_known(true, {.wall = milliseconds(20), .exchanges = 1, .worker = milliseconds(2)},
               milliseconds(6), milliseconds(12), microseconds(60));
  EXPECT_EQ(running_time(kBefore, later(milliseconds(6), {}), {.wall = milliseconds(5)}),
            milliseconds(5))
      << "at most the time on the clock";
}

// Threads that share the work are faster than their CPU time says, on CPUs of their own.
TEST(CommandTime, IsNotKnownOfSeveralThreads) {
  const CommandPass pass{.wall = milliseconds(10)};
  expect_known(true, pass, milliseconds(9), {}, milliseconds(1));
  expect_known(false, pass, milliseconds(9), {}, microseconds(1010));
  expect_known(true, {.wall = milliseconds(6)}, {}, {}, milliseconds(6));
}

// Pipes keep a command waiting in every exchange, for a quarter of a millisecond at most; a server
// or a device may, too, but for longer. A twentieth of the time does not matter.
TEST(CommandTime, IsNotKnownOfACommandThatWaitsForSomethingElse) {
  const auto pass = [](unsigned exchanges) {
    return CommandPass{.wall = milliseconds(30), .exchanges = exchanges};
  };
  expect_known(true, pass(92), milliseconds(6), milliseconds(1));
  expect_known(false, pass(91), milliseconds(6), milliseconds(1));
  expect_known(true, {.wall = milliseconds(20)}, milliseconds(9), milliseconds(10));
  expect_known(false, {.wall = milliseconds(20)}, milliseconds(9), milliseconds(9));
  expect_known(true, {.wall = milliseconds(20), .worker = milliseconds(1)}, milliseconds(9),
               milliseconds(9));
}

TEST(CommandTime, IsNotKnownOfACommandThatDidNothing) {
  expect_known(false, {.wall = milliseconds(1), .exchanges = 9}, {}, {});
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
