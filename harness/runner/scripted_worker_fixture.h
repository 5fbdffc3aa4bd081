// A worker that follows a script, for tests of what a solver can write to the memory that its
// worker shares with the harness.
#pragma once

#include <csignal>
#include <limits>
#include <string_view>

#include <unistd.h>

#include "harness/runner/worker.h"

namespace sudoku::runner {

// Library of a plugin whose worker does what its symbol says.
inline constexpr const char* kScripted = "scripted";

// Serves as such a worker: answers "none" to the puzzles of each pass, and then lies.
inline int serve_scripted(std::string_view script) {
  const SharedMemory memory(kMemoryDescriptor);
  WorkerSlot& slot = memory.slots[0];
  const auto say = [](char word) { return ::write(kLineDescriptor, &word, 1) == 1; };
  char heard = kReady;
  for (bool is_heard = say(kReady); is_heard && ::read(kLineDescriptor, &heard, 1) == 1;) {
    slot.started = slot.finished = SteadyClock::now();
    slot.taken = 1;
    memory.answers[0] = {.outcome = Outcome::none};
    if (script == "started before the pass") slot.started = SteadyClock::time_point{};
    if (script == "finished before it started") slot.finished -= Nanoseconds(1);
    if (script == "will finish later") slot.finished += std::chrono::hours(1);
    if (script == "copied for less than no time") slot.copying = Nanoseconds(-1);
    if (script == "copied for longer than the pass") slot.copying = Nanoseconds(1);
    if (script == "solved a puzzle for ages")
      memory.ticks[0] = std::numeric_limits<std::uint64_t>::max();
    if (script == "dies where no puzzle is") slot.first = slot.size = 1'000'000;
    if (script.starts_with("dies")) raise(SIGKILL);
    if (script == "gives up") slot.gives_up = true;
    if (script == "has printed") slot.printed = {"printed"};
    if (script == "has made nonsense of its answer")
      memory.answers[0].outcome = static_cast<Outcome>(kOutcomes);
    if (script == "reports more than there is room for") slot.reports = 1'000'000;
    if (script == "reports nonsense") {
      slot.reports = 2;
      slot.report[0] = {.position = 1, .reason = {"of no puzzle"}};
      slot.report[1] = {.outcome = static_cast<Outcome>(kOutcomes), .reason = {"no outcome"}};
    }
    is_heard = say(kDone);
  }
  return 0;
}

}  // namespace sudoku::runner
