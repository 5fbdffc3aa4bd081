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

// Plans the dataset, unless the journal has plans, reads its file again and measures all blocks
// of the shard that are not finished. Adds the rows (by solver, then threads) and the puzzle
// comparisons to the result. Throws InputError as the reader does, and when the file has changed.
void run_dataset(RunContext& context, const SurveyedDataset& dataset, result::RunResult& result);

}  // namespace sudoku::run
