// The target `crew` starts its own program as worker.
#pragma once

namespace sudoku {

// Never returns when the program was started as one: the worker then does what its script says.
void run_if_scripted_worker(int argc, char** argv);

}  // namespace sudoku
