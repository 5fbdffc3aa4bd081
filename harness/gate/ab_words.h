// What an A/B test says of the time of a row.
#pragma once

#include <optional>

#include "harness/gate/checks.h"
#include "harness/gate/matching.h"
#include "harness/gate/time_verdict.h"

namespace sudoku {

struct AbJudgement {
  TimeJudgement first;
  std::optional<TimeJudgement> second;  // of a row that looked slower in the first series
  std::optional<Estimate> drift;        // of the control, when it did not take the same time
};

// Says why as well, from what both rows counted when they solved everything.
CheckRecord time_check_of(const AbJudgement& judged, const RowPair& rows);

}  // namespace sudoku
