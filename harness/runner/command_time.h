// Running time of a command: the CPU time of its processes.
//
// The clock on the wall also says how long the command and its worker waited for each other and for
// CPUs. On a busy machine that may be a hundred times as long.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include <sys/types.h>

#include "harness/base/time.h"
#include "harness/parallel/thread_time.h"
#include "harness/runner/runner.h"

namespace sudoku::runner {

// What the threads of this process's descendants have used so far, by their numbers; `pauses` are
// not counted. Empty where the kernel does not tell.
using FamilyUse = std::map<pid_t, parallel::ThreadUse>;

FamilyUse use_of_descendants();

// What a pass of a command took.
struct CommandPass {
  Nanoseconds wall{0};
  std::uint64_t exchanges = 0;  // how often the worker waited for answers
  Nanoseconds worker{0};        // time for which the worker ran, or could have run
};

// CPU time of the command's processes between two readings, at most the time on the clock. Unknown
// where it would not be its time alone: when a process began in the pass, when several threads
// shared the work, or when the command waited by itself, for longer than pipes take.
std::optional<Nanoseconds> running_time(const FamilyUse& before, const FamilyUse& after,
                                        const CommandPass& pass);

}  // namespace sudoku::runner
