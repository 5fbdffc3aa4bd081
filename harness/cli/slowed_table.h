// The puzzles that slowed between two results, as a file that `run` reads.
#pragma once

#include <string>
#include <vector>

#include "harness/gate/gate.h"

namespace sudoku {

struct SlowedTable {
  std::string text;                  // CSV: puzzle,solver,dataset,line,before_ns,now_ns,at_least
  std::vector<std::string> solvers;  // that it has puzzles of, each once
};

SlowedTable slowed_table(const Comparison& comparison);

}  // namespace sudoku
