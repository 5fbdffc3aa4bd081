// Faults of a solver, as a row lists them, and those where no answer is recorded: they count as any
// other.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/result/row.h"
#include "harness/runner/runner.h"
#include "solvers/solver.h"

namespace sudoku::run {

// Lists a wrong answer, or an incident, in a row.
void list_fault(result::RowSums& row, const result::IncidentRecord& fault);

// The moments of faults where no answer is recorded, as their reasons name them.
inline constexpr const char* kInStart = "while it was started";
inline constexpr const char* kInPilot = "in the pilot measurement";
inline constexpr const char* kInAudit = "in the audit";
inline constexpr const char* kTimedAgain = "when it was timed again";

// What a solver did wrong where no answer is recorded: the worst fault of each moment, of equally
// bad ones the first. The parts of a run that is split or resumed note the same.
class UnrecordedFaults {
 public:
  // Notes the incidents of a pass over `puzzles`, but for timeouts. `when` is one of the moments
  // above.
  void add(const char* when, const runner::PassResult& pass, std::span<const Grid> puzzles);

  // Notes a wrong answer; without a reason it is right.
  void add_wrong(const char* when, std::string_view reason, const Grid& puzzle);

  // Notes a crash, a forbidden change or a disqualification of no certain puzzle; without a reason
  // there is none.
  void add_crash(const char* when, const std::string& reason);

  // Lists the faults in a row, without a line (result::kNoLine). Changes nothing when it is called
  // again.
  void charge(result::RowSums& row) const;

 private:
  void add(const char* when, const result::IncidentRecord& fault);

  std::vector<std::pair<std::string_view, result::IncidentRecord>> worst_;  // one of each moment
};

}  // namespace sudoku::run
