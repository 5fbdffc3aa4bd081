// The verdict on time as a check among the others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/gate/checks.h"
#include "harness/gate/time_verdict.h"

namespace sudoku {

// What two results say of a row's time.
struct TimedRow {
  std::optional<TimeJudgement> judgement;  // none when the two sides cannot be compared
  CheckRecord check;
};

// One for each pair, judged together; in their order.
std::vector<TimedRow> time_checks(const Matching& matching, const TimeRule& rule);

}  // namespace sudoku
