#include "harness/runner/command_time.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include <unistd.h>

#include "harness/base/child_process.h"

namespace sudoku::runner {

namespace {

// Least share of a command's CPU time that one thread must have: more than one at work are faster
// on a quiet machine than their CPU time says.
constexpr double kMostlyOneThread = 0.9;

// Longest time that waking up the command and the worker may take in an exchange. Who waits for
// longer, and for a good part of the time, waits for something else.
constexpr Nanoseconds kWakeUp = std::chrono::microseconds(250);
constexpr double kGoodPart = 0.05;

}  // namespace

FamilyUse use_of_descendants() {
  FamilyUse found;
  for (const pid_t process : base::descendants_of(::getpid()).value_or(std::vector<pid_t>{})) {
    std::error_code error;
    const std::string tasks = "/proc/" + std::to_string(process) + "/task";
    for (const auto& thread : std::filesystem::directory_iterator(tasks, error)) {
      std::ifstream file(thread.path() / "schedstat");
      Nanoseconds::rep cpu = 0;
      Nanoseconds::rep ready = 0;
      if (!(file >> cpu >> ready)) continue;
      found[std::stoi(thread.path().filename())] = {.cpu = Nanoseconds(cpu),
                                                    .ready = Nanoseconds(ready)};
    }
  }
  return found;
}

std::optional<Nanoseconds> running_time(const FamilyUse& before, const FamilyUse& after,
                                        const CommandPass& pass) {
  Nanoseconds all{0};
  Nanoseconds most{0};
  Nanoseconds ready{0};
  for (const auto& [thread, use] : after) {
    const auto known = before.find(thread);
    if (known == before.end()) return std::nullopt;
    const Nanoseconds cpu = use.cpu - known->second.cpu;
    all += cpu;
    most = std::max(most, cpu);
    ready += *use.ready - *known->second.ready;
  }
  const bool has_one_at_work =
      static_cast<double>(most.count()) >= kMostlyOneThread * static_cast<double>(all.count());
  if (all.count() == 0 || !has_one_at_work || before.size() != after.size()) return std::nullopt;
  const Nanoseconds idle = pass.wall - (all + ready) - pass.worker;
  const bool waits_by_itself =
      idle > static_cast<Nanoseconds::rep>(pass.exchanges) * kWakeUp &&
      static_cast<double>(idle.count()) > kGoodPart * static_cast<double>(pass.wall.count());
  if (waits_by_itself) return std::nullopt;
  return std::min(all, pass.wall);
}

}  // namespace sudoku::runner
