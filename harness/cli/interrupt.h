// Ctrl-C as a flag.
#pragma once

#include <atomic>

namespace sudoku {

// Set from now on by the first SIGINT, SIGTERM or SIGHUP, so that the run can end cleanly; a
// second one ends the process at once.
const std::atomic<bool>& watch_for_interrupts();

// As if one had come.
void interrupt();

}  // namespace sudoku
