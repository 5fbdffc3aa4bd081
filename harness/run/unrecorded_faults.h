// Faults of a solver in passes that only prepare its measurement: they count as any other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/run/runner.h"
#include "solvers/solver.h"

namespace sudoku::run {

// What a solver did wrong in passes of which no answer is recorded: the pilot measurement and the
// audit. It is charged to a puzzle of the first block whose answers are recorded.
class UnrecordedFaults {
 public:
  // Notes the incidents of the runner's last pass, over `puzzles`, but for timeouts, and why the
  // solver was disqualified. `when` names the pass, as in "in the audit".
  void add(std::string_view when, const Runner& runner, const PuzzleSpan& puzzles);

  void add_wrong(std::string_view when, std::string_view reason, PuzzleRef puzzle);

  // Returns the worst fault, a wrong answer before all others, and how many there were; nullopt:
  // there was none. None is left afterwards.
  std::optional<Incident> take();

 private:
  void add(Outcome outcome, const std::string& reason);

  Incident worst_;  // if there is one
  std::uint64_t count_ = 0;
};

}  // namespace sudoku::run
