// Fuzz target `crew`, which starts its own program as the worker.
#pragma once

namespace sudoku {

// Follows the script and exits if the program was started as a worker.
void run_if_scripted_worker(int argc, char** argv);

}  // namespace sudoku
