// One dataset's part of a run: every solver on every number of threads, block after block.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/dataset/reader.h"
#include "harness/run/context.h"

namespace sudoku::run {

// A dataset of the run, and what a first reading of its file has found.
struct SurveyedDataset {
  std::size_t number = 0;  // index of the dataset in the run
  base::InputFile file;
  result::DatasetRecord record;
  PuzzleList pilots;
};

// Isolation options for solvers in worker processes, as the run's settings imply.
runner::IsolationOptions isolation_of(const RunContext& context);

// What a solver did in a turn if it hardly used its CPU; empty if it did. `own`: its CPU time.
std::string remark_on_pause(Seconds took, Seconds own);

// A solver's turns on a dataset, and what other processes did in them.
struct TurnsOfSolver {
  std::string_view solver;
  Seconds turns{0};   // time of the turns
  Seconds others{0};  // CPU time of other processes during them
};

// Names the solvers whose turns were long enough to tell that others used CPUs; empty: none.
std::string remark_on_others(std::span<const TurnsOfSolver> solvers);

// Plans the dataset, unless the journal has plans, reads its file again and measures all blocks
// of the shard that are not finished. Adds the rows (by solver, then threads) and the puzzle
// comparisons to the result. Throws InputError as the reader does, and when the file has changed.
void run_dataset(RunContext& context, const SurveyedDataset& dataset, result::RunResult& result);

}  // namespace sudoku::run
