#include "harness/run/unrecorded_faults.h"

#include <algorithm>

#include <fmt/format.h>

namespace sudoku::run {

void UnrecordedFaults::add(const char* when, const runner::PassResult& pass,
                           const PuzzleSpan& puzzles) {
  for (const auto& [position, incident] : pass.incidents) {
    if (incident.outcome != Outcome::timeout)
      add({when, incident.outcome, incident.reason, puzzles[position].text()});
  }
}

void UnrecordedFaults::add_wrong(const char* when, std::string_view reason, PuzzleRef puzzle) {
  if (!reason.empty()) add({when, Outcome::wrong, std::string(reason), puzzle.text()});
}

void UnrecordedFaults::add_crash(const char* when, const std::string& reason) {
  if (!reason.empty()) add({when, Outcome::crashed, reason, ""});
}

void UnrecordedFaults::add(const Fault& fault) {
  const auto known = std::ranges::find(worst_, std::string_view(fault.when), &Fault::when);
  if (known == worst_.end()) {
    worst_.push_back(fault);
  } else if (known->outcome != Outcome::wrong && fault.outcome == Outcome::wrong) {
    *known = fault;
  }
}

void UnrecordedFaults::charge(result::RowSums& row) const {
  for (const Fault& fault : worst_) {
    const std::string reason = fmt::format("{} ({})", fault.reason, fault.when);
    if (fault.outcome == Outcome::wrong) {
      const result::WrongAnswer wrong{
          .puzzle = fault.puzzle, .line = result::kNoLine, .reason = reason};
      result::kOfFaults(row.wrong_answers, std::vector{wrong});
    } else {
      const result::IncidentRecord incident{.puzzle = fault.puzzle,
                                            .line = result::kNoLine,
                                            .outcome = fault.outcome,
                                            .reason = reason};
      result::kOfFaults(row.incidents, std::vector{incident});
    }
  }
}

}  // namespace sudoku::run
