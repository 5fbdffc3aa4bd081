// A run: every solver solves every block of every dataset, in a new random order per round, and the
// measurements become a result document.
//
// Randomised complete block design: the stream is read once and all solvers see the same puzzles
// within the same seconds, so drift of the machine cancels, comparisons are paired by block, and
// memory does not depend on the size of the dataset.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "harness/options/settings.h"
#include "harness/result/document.h"
#include "harness/run/context.h"

namespace sudoku::run {

// Runs all solvers on `files`, resuming from `journal`, and fills the result except `tool` and
// `command`; no rows if nothing was left to do. `cancelled` may be set at any time by any thread:
// finished work is kept, the result marked incomplete. Throws InputError for unusable input,
// base::LoadError for a solver that cannot be started.
result::RunResult run_datasets(const std::vector<std::string>& files,
                               const options::RunSettings& settings,
                               const std::atomic<bool>& cancelled, RunObserver& observer,
                               Journal& journal);

// Warning in the result of some shards of a run: "contains only shard 2 of 7 of the run".
std::string part_warning(const result::ShardsRecord& shards);

}  // namespace sudoku::run
