// A run: every solver solves every block of every dataset, in a new random order per round, and the
// measurements become a result document.
//
// Randomised complete block design: the stream is read once and all solvers see the same puzzles
// within the same seconds, so drift of the machine cancels, comparisons are paired by block, and
// memory does not depend on the size of the dataset.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/input_file.h"
#include "harness/base/time.h"
#include "harness/dataset/reader.h"
#include "harness/machine/core_meter.h"
#include "harness/machine/environment.h"
#include "harness/machine/hardware_counters.h"
#include "harness/machine/stamp_clock.h"
#include "harness/options/settings.h"
#include "harness/parallel/thread_pool.h"
#include "harness/result/document.h"
#include "harness/run/journal.h"
#include "harness/run/measured_block.h"
#include "harness/run/plan.h"
#include "harness/runner/provenance.h"

namespace sudoku::run {

// The checked first pass of one solver over its sample of a block.
struct SolvedBlock {
  const result::DatasetRecord& dataset;
  const dataset::Block& block;
  unsigned threads;
  const MeasuredBlock& measured;
  double ns_per_tick;
};

// Progress of a run.
struct RunProgress {
  std::string_view dataset;
  std::string_view solver;  // about to run
  double per_second = 0;    // puzzles that it solved in its last turn, or in its pilot
  double share = 0;         // part of the dataset that is done, 0 to 1
};

// Receives the events of a run; called between timed turns, never during them.
class RunObserver {
 public:
  virtual ~RunObserver() = default;

  virtual void reading(std::string_view /*dataset*/, std::uint64_t /*read*/,
                       std::uint64_t /*total*/) {}

  virtual void bad_rows(const result::DatasetRecord& /*dataset*/) {}

  // The solvers of a dataset are about to be planned and measured.
  virtual void starting(std::string_view /*dataset*/) {}

  // A solver is about to be tried, the `number`-th of so many, to plan its samples.
  virtual void trying(std::string_view /*dataset*/, std::size_t /*number*/, std::size_t /*of*/) {}

  virtual void planned(std::string_view /*dataset*/, std::string_view /*solver*/,
                       const Plan& /*plan*/) {}

  virtual void running(const RunProgress& /*progress*/) {}

  virtual void solved(const SolvedBlock& /*solved*/) {}

  // The run has ended early, because a file that a solver is started from has changed.
  virtual void file_changed(const std::string& /*path*/) {}
};

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

// What all datasets of a run have in common.
struct RunContext {
  const options::RunSettings& settings;
  const std::atomic<bool>& cancelled;
  RunObserver& observer;
  Journal& journal;
  machine::StampClock clock = {};
  machine::HardwareCounters counters;  // made before the pools, to count their threads too
  std::vector<std::unique_ptr<parallel::ThreadPool>> pools = {};  // by number of threads
  machine::NoiseMeter noise = {};
  std::vector<std::unique_ptr<machine::CoreMeter>> meters = {};  // of pools bound to CPUs
  Nanoseconds core_patience =  // left for waits and repeated turns
      settings.wait_for_core.value_or(Nanoseconds(0));
  Nanoseconds futile_wait{0};  // since a core was last found free
  bool has_said_so = false;    // that it no longer waits

  base::WatchedFiles files{runner::files_of(settings.solver_specs)};

  // Whether the run is to end early. What a block has measured until then may be of other files
  // than those that the result names.
  bool is_over() { return cancelled || !files.changed().empty(); }

  // The meter of the pool's cores; null: its threads are not bound to CPUs.
  machine::CoreMeter* meter_of(const parallel::ThreadPool& pool) const {
    const auto found =
        std::ranges::find_if(meters, [&pool](const auto& meter) { return meter->measures(pool); });
    return found == meters.end() ? nullptr : found->get();
  }
};

// A dataset of the run, and what a first reading of its file has found.
struct SurveyedDataset {
  std::size_t number = 0;  // index of the dataset in the run
  base::InputFile file;
  result::DatasetRecord record;
  std::vector<Grid> pilots;
};

// Isolation options for solvers in worker processes, as the run's settings imply.
runner::IsolationOptions isolation_of(const RunContext& context);

// Plans the dataset, by pilot times of the journal if it has them, reads its file again and
// measures all blocks of the shard that are not finished. Adds the rows (by solver, then threads)
// and the puzzle comparisons to the result. Throws InputError as the reader does, and when the file
// has changed.
void run_dataset(RunContext& context, const SurveyedDataset& dataset, result::RunResult& result);

}  // namespace sudoku::run
