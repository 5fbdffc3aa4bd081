// Who keeps the books of a race that is run in parts: by several processes, or in several sittings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/measure/plan.h"
#include "harness/measure/settings.h"
#include "harness/results/result.h"
#include "harness/results/sums.h"

namespace sudoku {

// Is told what is finished, and tells what need not be done. This one keeps nothing: the race is
// run as a whole. Called between timed legs, from the thread that runs the race, with datasets by
// their place in RunResult::datasets.
class Ledger {
 public:
  Ledger() = default;
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;
  virtual ~Ledger() = default;

  // What the race is about, when all inputs have been read and nothing is measured yet: settings,
  // environment and datasets are there. False: there is nothing left to do.
  virtual bool begin(const RaceSettings& /*settings*/, const RunResult& /*race*/) { return true; }

  // The plan of every contender, when it was made elsewhere or earlier; else empty, and it is made
  // by a pilot measurement.
  virtual std::vector<Plan> plans(std::size_t /*dataset*/) { return {}; }

  virtual void planned(std::size_t /*dataset*/, const std::vector<Plan>& /*plans*/) {}

  // What blocks that were finished earlier add up to.
  virtual HeatSums finished_earlier(std::size_t /*dataset*/) { return {}; }

  // Whether the block is to be run here and now. Asked for all blocks in their order.
  virtual bool wants(std::size_t /*dataset*/, std::uint64_t /*block*/) { return true; }

  // A block is finished, and that is what it adds. Not called for one that was broken off.
  virtual void finished(std::size_t /*dataset*/, const HeatSums& /*block*/) {}

  // All blocks of the dataset that were to be run here are; `sums` are what the figures will be
  // made from.
  virtual void summed_up(std::size_t /*dataset*/, HeatSums& /*sums*/) {}
};

}  // namespace sudoku
