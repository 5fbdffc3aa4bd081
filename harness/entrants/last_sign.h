// A process that dies of a signal leaves word of what it saw.
#pragma once

#include "harness/entrants/arena.h"

namespace sudoku {

// From now on SIGSEGV, SIGBUS, SIGILL and SIGFPE write what they are about into `place`, which must
// outlive the process's other troubles (shared memory does), and then kill as usual.
void watch_for_deadly_signals(Reason& place);

}  // namespace sudoku
