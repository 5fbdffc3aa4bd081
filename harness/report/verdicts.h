// What a run came to, in sentences.
#pragma once

#include <string>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

// Who won on each dataset, then what speaks against believing it: wrong answers, crashes,
// disqualifications, an interruption.
std::vector<std::string> verdicts(const RunResult& run);

}  // namespace sudoku
