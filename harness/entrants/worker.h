// A process that hosts one solver.
//
// The program is the harness itself, started again: a fork without that would take over the locks
// of threads that are no more. It holds /dev/null, two files for what the solver prints, a line to
// the harness and the shared memory; no other descriptor, and one thread.
#pragma once

#include <string>
#include <vector>

namespace sudoku {

// Descriptors beside the standard ones.
inline constexpr int kLineDescriptor = 3;
inline constexpr int kArenaDescriptor = 4;

// What is said over the line, one character each.
inline constexpr char kGo = 'g';     // to the worker: there is an order
inline constexpr char kReady = 'r';  // from the worker: the solver is made
inline constexpr char kDone = 'd';   // from the worker: the pass is over

// Exit status of a worker that cannot go on; Post::last_sign says why.
inline constexpr int kCannotGoOn = 120;

// Serves until the line is closed; `words` are those of worker_words(). Returns the exit status.
int serve_as_worker(const std::vector<std::string>& words);

}  // namespace sudoku
