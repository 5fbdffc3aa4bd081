// Fuzz target `isolated_runner`, which starts its own program as the worker.
#pragma once

namespace sudoku {

// If the program was started as a fuzzed worker, follows the fuzzer's script and exits.
void run_if_scripted_worker(int argc, char** argv);

}  // namespace sudoku
