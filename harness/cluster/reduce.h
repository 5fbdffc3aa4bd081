// What all ranks measured, added up by MPI.
#pragma once

#include "harness/cluster/ranks.h"
#include "harness/results/sums.h"

namespace sudoku {

// The leader gets the sum of everybody's, exactly, whatever the order in which MPI adds them; the
// others keep their own. All ranks have to come at once, as for Ranks::broadcast().
void reduce(const Ranks& ranks, HeatSums& sums);

}  // namespace sudoku
