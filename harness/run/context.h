// What a run works with: its settings, clocks and threads, who watches it, and who keeps its
// blocks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/input_file.h"
#include "harness/base/time.h"
#include "harness/machine/core_meter.h"
#include "harness/machine/environment.h"
#include "harness/machine/hardware_counters.h"
#include "harness/machine/stamp_clock.h"
#include "harness/options/settings.h"
#include "harness/parallel/thread_pool.h"
#include "harness/result/document.h"
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

  virtual void reading(std::string_view dataset, std::uint64_t read, std::uint64_t total) = 0;
  virtual void bad_rows(const result::DatasetRecord& dataset) = 0;

  // The solvers of a dataset are about to be planned and measured.
  virtual void starting(std::string_view /*dataset*/) {}

  virtual void planned(std::string_view dataset, std::string_view solver, const Plan& plan) = 0;
  virtual void running(const RunProgress& progress) = 0;
  virtual void solved(const SolvedBlock& solved) = 0;

  // The run has ended early, because a file that a solver is started from has changed.
  virtual void file_changed(const std::string& /*path*/) {}
};

// Plans for a dataset, and the sums of its blocks that earlier runs finished.
struct DatasetStart {
  std::vector<Plan> plans;  // one per solver
  // Sums of results of blocks measured earlier, each solver's time, and whether it was stopped.
  result::DatasetRows before;
};

// Function that makes the plans of a dataset by pilot measurements.
using PlanMaker = std::function<std::vector<Plan>()>;

// Decides which blocks this process measures and takes their sums, so that a run can be resumed, or
// shared. Called between timed turns by the run's thread; a dataset is its index in the result.
class Journal {
 public:
  virtual ~Journal() = default;

  // Called when all inputs were read and nothing is measured yet: the result has its settings,
  // environment and datasets. Returns false when nothing is left to do.
  virtual bool begin(const options::RunSettings& settings, const result::RunResult& run) = 0;

  // Returns the plans made earlier or by another process, or else those of `make_plans`.
  virtual DatasetStart start(std::size_t dataset, const PlanMaker& make_plans) = 0;

  // Whether this process is to measure the block. Called for all blocks, ascending.
  virtual bool wants(std::size_t dataset, std::uint64_t block) = 0;

  // Receives what a finished block adds to the dataset's sums; not called for a broken-off block.
  virtual void finished(std::size_t dataset, const result::DatasetRows& block) = 0;

  // Progress of the whole run, of which `own` is the part of this process.
  virtual RunProgress progress(const RunProgress& own) { return own; }

  // Called when this process has measured its blocks of the dataset. Adds blocks measured earlier
  // or by other processes to `sums`, or clears it when another process adds up all blocks.
  virtual void add_others(std::size_t /*dataset*/, result::DatasetRows& /*sums*/) {}
};

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
  unsigned futile_waits = 0;  // since a core was last found free
  bool has_said_so = false;   // that it no longer waits

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

}  // namespace sudoku::run
