// One dataset's part of a run: every solver on every number of threads, block after block.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "harness/dataset/reader.h"
#include "harness/run/block_measurement.h"
#include "harness/run/check.h"
#include "harness/run/environment.h"
#include "harness/run/plan.h"
#include "harness/run/puzzle_comparison.h"
#include "harness/run/recorder.h"
#include "harness/run/run.h"
#include "harness/run/runner.h"

namespace sudoku::run {

// Context of a run that is common to all its datasets.
struct RunContext {
  const RunSettings& settings;
  const StampClock& clock;
  const HardwareCounters& counters;
  const std::atomic<bool>& cancelled;
  RunObserver& observer;
  Checkpoint& checkpoint;
  const std::vector<std::unique_ptr<parallel::ThreadPool>>& pools;  // by number of threads
  NoiseMeter& noise;
  CoreMeter* core;                          // null: no pool has just one thread, bound to a CPU
  std::chrono::nanoseconds& core_patience;  // how long the run may still wait for its core
};

// The dataset that a DatasetRun measures.
struct DatasetInfo {
  std::size_t number = 0;  // index of the dataset in the run
  const result::DatasetRecord& dataset;
  const PuzzleList& pilots;
};

class DatasetRun {
 public:
  // Makes the solvers' instances and, unless the checkpoint has them, plans from pilot
  // measurements. Takes over what the checkpoint says was finished earlier.
  DatasetRun(const RunContext& context, const DatasetInfo& info);

  // Reads the surveyed file again and measures all blocks that the checkpoint and the settings
  // want. Throws InputError as the reader does, and when the file has changed.
  void run(const dataset::InputFile& file);

  // Isolation options for solvers in worker processes, as the run's settings imply.
  static IsolationOptions isolation(const RunSettings& settings);

  // Adds the dataset's rows (by solver, then threads) and its puzzle comparisons to the result.
  void finish(result::RunResult& result);

 private:
  // A solver run on one number of threads; its result row has the same index in sums_.
  struct SolverState {
    std::unique_ptr<Runner> runner;
    Plan plan;
    Recorder recorder;
    std::chrono::nanoseconds spent{0};
    bool stopped = false;  // far over its time budget, or disqualified
    // Total time of the solver's turns, and the CPU time that other processes used during them.
    std::chrono::duration<double> turn_time{0};
    std::chrono::duration<double> others{0};
  };

  // A solver with one of its samples of the current block.
  struct ScheduledSolver {
    SolverState* solver;
    const Sample* sample;
    bool own;  // the solver's own sample, not that of a slower solver
    std::unique_ptr<BlockMeasurement> rounds;
    MeasuredBlock measured;
  };

  // Solvers, run on one number of threads, whose times are compared puzzle by puzzle.
  struct ComparisonGroup {
    std::vector<const SolverState*> solvers;
    PuzzleComparison comparison;
  };

  std::vector<Plan> plans_by_pilot() const;
  void report_plans(const std::vector<Plan>& plans) const;
  void add_solver(const SolverSpec& solver_spec, const Plan& plan, parallel::ThreadPool& pool);
  void set_up_comparisons();
  void take_over(const result::DatasetRows& finished);
  bool is_wanted(const dataset::Block& block) const;
  void run_block(const dataset::Block& block, Referee& referee);
  void sum_up(const dataset::Block& block, std::uint64_t undecided);
  void require_whole(const dataset::InputFile& file, std::uint64_t puzzles) const;
  void take_samples(const dataset::Block& block);
  std::vector<ScheduledSolver> schedule();
  void run_rounds(const dataset::Block& block, std::vector<ScheduledSolver>& schedule);
  void run_round(ScheduledSolver& scheduled, std::uint64_t round);
  void report_progress(const dataset::Block& block, const ScheduledSolver& scheduled, double share);
  void finish(ScheduledSolver& scheduled);
  void warn_of_others() const;
  // Warns of puzzles that were given up because one alone took the time budget.
  void warn_of_limit() const;
  MeasureOptions options_of(const ScheduledSolver& scheduled) const;
  static void share_faults(const std::vector<ScheduledSolver>& schedule, ScheduledSolver& own);
  void keep(const dataset::Block& block, const ScheduledSolver& scheduled);
  void compare_times(const dataset::Block& block, const std::vector<ScheduledSolver>& schedule);
  PuzzleTimes times_of(const dataset::Block& block, const ScheduledSolver& scheduled) const;
  void warn_of_guesses(const result::Row& row);
  void warn_of_movement(const std::vector<result::Row>& rows) const;
  Budget budget() const;
  std::chrono::nanoseconds allowance(const ScheduledSolver& scheduled) const;

  const RunContext& context_;
  const DatasetInfo& info_;
  const result::DatasetRecord& dataset_;
  dataset::Sampling sampling_;
  std::vector<std::unique_ptr<SolverState>> solvers_;  // solver by solver, threads ascending
  std::vector<ComparisonGroup> groups_;                // one per thread count
  std::vector<Sample> samples_;  // samples of the current block, one per distinct rate
  MeasureScratch scratch_;
  result::DatasetRows sums_;
  std::uint64_t puzzles_solved_ = 0;
};

}  // namespace sudoku::run
