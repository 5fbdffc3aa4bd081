// What a solver did on its sample of a block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "harness/base/time.h"
#include "harness/dataset/sample.h"
#include "harness/result/document.h"
#include "harness/runner/runner.h"

namespace sudoku::run {

// One solver's measurement on its sample of a block.
struct MeasuredBlock {
  const dataset::Sample* sample = nullptr;
  const SolverInfo* solver = nullptr;
  result::BlockRecord block;
  // What else adds to the row: unsteady puzzles, solutions asked for, memory, counted events.
  result::RowSums row;
  std::vector<Answer> answers;       // answers of the first pass
  std::vector<std::uint64_t> ticks;  // shortest time of each puzzle; empty if none was timed
  std::uint64_t limit_in_ticks = 0;  // time limit of a puzzle; 0: none
  std::map<std::size_t, runner::Incident>
      faults;                         // by position in the sample; wrong answers, crashes, …
  result::ConfirmedRecord confirmed;  // numbers of answers confirmed, by kind of proof
  // Time of passes and warm-ups, on the clock and off it, but for repeated rounds, and for waiting
  // where that is known: a solver does not give up blocks because others have its CPU.
  Nanoseconds spent{0};
  bool complete = false;  // false: cancelled or disqualified, only the faults count

  // Outcome of a puzzle over all passes: a fault outweighs the answer of the first pass.
  Outcome outcome_at(std::size_t position) const {
    const auto fault = faults.find(position);
    return fault == faults.end() ? answers[position].outcome : fault->second.outcome;
  }

  // Shortest time of a puzzle; at least the limit if a pass gave it up, though others were quick.
  std::uint64_t ticks_at(std::size_t position) const {
    const bool is_censored = outcome_at(position) == Outcome::timeout;
    return std::max(ticks[position], is_censored ? limit_in_ticks : 0);
  }
};

}  // namespace sudoku::run
