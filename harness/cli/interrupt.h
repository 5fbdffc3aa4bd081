// Ctrl-C as a flag.
#pragma once

#include <atomic>

namespace sudoku {

// From now on SIGINT, SIGTERM and SIGHUP end the process at once with exit code 130, and leave no
// temporary file behind: for all that does not watch for them.
void end_on_signals();

// Set from now on by the first SIGINT, SIGTERM or SIGHUP, so that the command can end cleanly
// (see interruption()); a second one ends the process at once, as above.
const std::atomic<bool>& watch_for_interrupts();

// Gives the watched signals their default action again, for a child between fork and exec.
void stop_watching();

}  // namespace sudoku
