// The same race run in several processes, made one result.
//
// Where memory comes to lie, which addresses collide in a cache and what else runs on the machine
// is drawn anew for every process and holds for all that it measures: rounds and blocks of one
// process cannot show it (T. Mytkowicz et al., "Producing Wrong Data Without Doing Anything
// Obviously Wrong!", ASPLOS 2009).
#pragma once

#include <vector>

#include "harness/results/result.h"

namespace sudoku {

struct CombinedRun {
  RunResult run;
  bool same_answers = true;  // in all processes
};

// `runs` are of whole processes with the same settings, in their order, at least one. Times and
// speed-ups are the medians of the processes' own, with intervals over processes; all else of a row
// is of the first process, or of the first one that voids it. What should be the same in all
// processes and is not becomes a warning of the run.
CombinedRun combine_processes(std::vector<RunResult> runs);

}  // namespace sudoku
