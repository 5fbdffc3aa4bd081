// The puzzles that slowed between two results, as a file that `run` reads.
#pragma once

#include <string>
#include <vector>

#include "harness/gate/gate.h"

namespace sudoku {

struct SlowedTable {
  std::string text;           // CSV: puzzle,solver,dataset,line,before_ns,now_ns,at_least
  std::vector<RowPair> rows;  // that it has puzzles of, one of each solver
};

SlowedTable slowed_table(const Comparison& comparison);

}  // namespace sudoku
