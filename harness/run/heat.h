// One dataset's part of a run: every solver on every number of threads, block after block.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "harness/dataset/reader.h"
#include "harness/run/check.h"
#include "harness/run/contest.h"
#include "harness/run/environment.h"
#include "harness/run/leg.h"
#include "harness/run/plan.h"
#include "harness/run/race.h"
#include "harness/run/recorder.h"
#include "harness/run/runner.h"

namespace sudoku::run {

// Context of a run that is common to all its datasets.
struct Track {
  const RaceSettings& settings;
  const StampClock& clock;
  const InstructionCounter& instructions;
  const std::atomic<bool>& cancelled;
  RaceObserver& observer;
  Checkpoint& checkpoint;
  const std::vector<std::unique_ptr<parallel::Gang>>& gangs;  // fewest threads first
  NoiseMeter& noise;
};

// The dataset that a DatasetRun measures.
struct HeatField {
  std::size_t number = 0;  // index of the dataset in the run
  const result::DatasetRecord& dataset;
  const std::vector<Grid>& pilots;
};

class Heat {
 public:
  // Makes the solvers' instances and, unless the checkpoint has them, plans from pilot
  // measurements. Takes over what the checkpoint says was finished earlier.
  Heat(const Track& track, const HeatField& field);

  // Reads the surveyed file again and measures all blocks that the checkpoint and the settings
  // want. Throws InputError as the reader does, and when the file has changed.
  void run(const dataset::InputFile& file);

  // Options that the settings imply for solvers in worker processes.
  static IsolationTerms isolation(const RaceSettings& settings);

  // Adds the dataset's rows (solver by solver, threads ascending) and contests to the result.
  void finish(result::RunResult& result);

 private:
  // A solver on one number of threads; its row in sums_ has the same index.
  struct Runner {
    std::unique_ptr<Entrant> entrant;
    Plan plan;
    Recorder recorder;
    std::chrono::nanoseconds spent{0};
    bool stopped = false;  // far over its time budget, or disqualified
    // Total time of the solver's turns, and the CPU time that other processes used during them.
    std::chrono::duration<double> turns{0};
    std::chrono::duration<double> others{0};
  };

  // A solver with one of its samples of the current block.
  struct Turn {
    Runner* runner;
    const Drawn* drawn;
    bool own;  // its own sample, not a smaller one of a slower solver
    std::unique_ptr<Leg> rounds;
    LegRecord leg;
  };

  // Solvers on one number of threads that have a time for each puzzle.
  struct Meeting {
    std::vector<const Runner*> runners;
    Contest contest;
  };

  std::vector<Plan> plans_by_pilot() const;
  void report_plans(const std::vector<Plan>& plans) const;
  void add_runner(const Contender& contender, const Plan& plan, parallel::Gang& gang);
  void convene();
  void take_over(const result::DatasetRows& finished);
  bool is_wanted(const dataset::Block& block) const;
  void run_block(const dataset::Block& block, Referee& referee);
  void sum_up(const dataset::Block& block, std::uint64_t undecided);
  void require_whole(const dataset::InputFile& file, std::uint64_t puzzles) const;
  void draw_samples(const dataset::Block& block);
  std::vector<Turn> turns();
  void take_turns(const dataset::Block& block, std::vector<Turn>& turns);
  void take(Turn& turn, std::uint64_t round);
  void report_progress(const dataset::Block& block, const Turn& turn, double share);
  void finish(Turn& turn);
  void warn_of_others() const;
  // Warns of puzzles that were given up because one alone took the time budget.
  void warn_of_limit() const;
  LegTerms terms_of(const Turn& turn) const;
  static void share_faults(const std::vector<Turn>& turns, Turn& own);
  void keep(const dataset::Block& block, const Turn& turn);
  void meet(const dataset::Block& block, const std::vector<Turn>& turns);
  PuzzleTimes times_of(const dataset::Block& block, const Turn& turn) const;
  // Warns of implausible guesses of an external solver.
  void doubt_guesses(const result::Row& row);
  void warn_of_movement(const std::vector<result::Row>& rows) const;
  Budget budget() const;
  std::chrono::nanoseconds allowance(const Turn& turn) const;

  const Track& track_;
  const HeatField& field_;
  const result::DatasetRecord& dataset_;
  dataset::Sampling sampling_;
  std::vector<std::unique_ptr<Runner>> runners_;  // solver by solver, threads ascending
  std::vector<Meeting> meetings_;                 // one per thread count
  std::vector<Drawn> samples_;  // samples of the current block, one per distinct rate
  LegTools tools_;
  result::DatasetRows sums_;
  std::uint64_t puzzles_solved_ = 0;
};

}  // namespace sudoku::run
