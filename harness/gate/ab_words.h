// What an A/B test says of the time of a row, or of all rows of a solver.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "harness/gate/gate.h"

namespace sudoku {

struct AbJudgement {
  TimeJudgement first;
  std::optional<TimeJudgement> second;  // of what looked slower in the first series
  std::optional<Estimate> drift;        // of the control, when it did not take the same time
  // The time for the whole test that would have been enough, when it ran out before one of the
  // series had the blocks that a verdict needs; 0: no block tells how long they take.
  std::optional<std::chrono::nanoseconds> needed;
};

// Says why as well, from what both rows counted when they solved everything.
CheckRecord time_check_of(const AbJudgement& judged, const RowPair& rows);

// All rows of a solver, in the second series of the solver: `parts` are the rows one by one.
SolverVerdict solver_verdict_of(const AbJudgement& judged, const std::vector<RowPair>& rows,
                                const std::vector<TimeJudgement>& parts);

// A row of a solver that is slower over all its rows.
CheckRecord part_check_of(const TimeJudgement& part, const RowPair& rows);

// The latest series that has enough blocks for a figure; none when no series has.
std::optional<TimeJudgement> figure_of(const AbJudgement& judged);

}  // namespace sudoku
