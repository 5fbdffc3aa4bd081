// The measurement of one solver on its sample of one block: warm-up, throughput rounds, latency
// rounds, every answer checked. Made round by round, so that all solvers of a block can take turns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "harness/base/random.h"
#include "harness/dataset/reader.h"
#include "harness/dataset/sample.h"
#include "harness/machine/core_meter.h"
#include "harness/machine/hardware_counters.h"
#include "harness/result/document.h"
#include "harness/run/measured_block.h"
#include "harness/run/plan.h"
#include "harness/runner/runner.h"
#include "harness/stats/histogram.h"

namespace sudoku::run {

struct MeasureOptions {
  const Plan& plan;
  const options::RunSettings& settings;
  Budget budget;
  // Rounds beyond the first are dropped once the measurement took this long; 0: never.
  Nanoseconds allowance{0};
  std::uint64_t latency_rounds = 0;  // passes that time every puzzle, besides the throughput rounds
  machine::CoreMeter* meter = nullptr;  // of the solver's threads; null: they are not bound to CPUs
};

// Most relabelled puzzles in a pass: too many for branch predictors to learn, few enough for the
// caches.
inline constexpr std::size_t kMostCopied = 16384;

// Buffers and counters that all measurements of a dataset share.
struct MeasureScratch {
  const machine::StampClock& clock;
  const machine::HardwareCounters& counters;
  std::vector<Grid> puzzles = {};
  std::vector<Answer> answers = {};
  std::vector<std::uint64_t> ticks = {};
};

class BlockMeasurement {
 public:
  // All but `options` must outlive the measurement. `sample` is not empty.
  BlockMeasurement(runner::Runner& runner, const dataset::Sample& sample,
                   const MeasureOptions& options, MeasureScratch& scratch);

  // Whether round `number` (from 0) is to be made. Only the last rounds are ever dropped, so that
  // rounds of two solvers with the same number were made in the same turn.
  bool wants(std::uint64_t number) const;

  // Plans throughput round `number` too, which is the one after the last.
  void plan_round(std::uint64_t number) { rounds_ = std::max(rounds_, number + 1); }

  // The measurement so far.
  const result::BlockRecord& so_far() const { return record_.block; }

  // Warms up, then makes throughput round `number` and latency round `number`.
  void take_round(std::uint64_t number);

  // Whether other work used the CPU or the core in the throughput round of the last turn, if it had
  // one.
  bool is_disturbed() const;

  // Whether other work used the core in that round.
  bool lacked_core() const;

  // Warms up, and makes the last throughput round again in place of the one before. The time budget
  // does not pay for it.
  void repeat_round();

  // Asks a solver that only counts to show solutions; returns the measurement. To be called last.
  MeasuredBlock finish();

 private:
  using Incidents = std::map<std::size_t, runner::Incident>;  // by position

  void warm_up();
  void throughput_round();
  void round();
  void note_waiting(const runner::PassResult& all, double passes);
  runner::PassResult pass_as_given(bool stamped);
  runner::PassResult checked_pass(const runner::Work& work, bool stamped);
  void note_faults(const runner::Work& work, const Incidents& incidents);
  runner::Work relabelled(std::size_t copies);
  runner::Work work_on(std::span<const Grid> puzzles, std::size_t copies = 1);
  runner::PassResult timed(const runner::Work& work, bool stamped);
  std::size_t part_size(const runner::Work& work) const;
  bool is_watched() const;
  runner::PassResult timed_first(const runner::Work& work, bool stamped);
  void check(const runner::Work& work, const Incidents& incidents);
  std::string_view fault_at(const runner::Work& work, std::size_t i) const;
  void keep_first_pass();
  void compare_guesses();
  void keep_ticks();
  void note_wrong(std::size_t position, std::string_view reason);
  void ask_for_solutions();
  std::vector<std::size_t> unshown() const;
  std::vector<std::size_t> to_ask(std::vector<std::size_t> positions) const;
  std::size_t copies_for(Nanoseconds last_pass) const;
  bool is_over() const;
  bool may_repeat() const;

  runner::Runner& runner_;
  const dataset::Sample& sample_;
  MeasureOptions options_;
  MeasureScratch& scratch_;
  MeasuredBlock record_;
  std::uint64_t rounds_;  // throughput rounds that are planned
  base::Random random_;
  std::set<std::size_t> unsteady_;  // positions of puzzles whose guesses changed
  // The first decided answer to each puzzle, by position in the sample; empty: there was none yet.
  std::vector<Answer> known_;
  bool first_pass_done_ = false;
  unsigned passes_weighed_ = 0;      // passes of which the memory was looked at
  bool is_throughput_turn_ = false;  // the last one
  std::vector<double> core_shares_;  // readings in the current round; empty: none are to be made
  Nanoseconds unread_{0};            // time solved since the last reading
  // Time of all passes and warm-ups, on the clock and off it, but for repeated rounds.
  Nanoseconds taken_{0};
};

}  // namespace sudoku::run
