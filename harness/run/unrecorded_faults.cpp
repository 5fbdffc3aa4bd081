#include "harness/run/unrecorded_faults.h"

#include <algorithm>

#include <fmt/format.h>

namespace sudoku::run {

void list_fault(result::RowSums& row, const result::IncidentRecord& fault) {
  if (fault.outcome != Outcome::wrong) return result::kOfFaults(row.incidents, std::vector{fault});
  const result::WrongAnswer wrong{
      .puzzle = fault.puzzle, .line = fault.line, .reason = fault.reason};
  result::kOfFaults(row.wrong_answers, std::vector{wrong});
}

void UnrecordedFaults::add(const char* when, const runner::PassResult& pass,
                           std::span<const Grid> puzzles) {
  for (const auto& [position, incident] : pass.incidents) {
    if (incident.outcome == Outcome::timeout) continue;
    add(when, {.puzzle = std::string(puzzles[position].text()),
               .outcome = incident.outcome,
               .reason = incident.reason});
  }
}

void UnrecordedFaults::add_wrong(const char* when, std::string_view reason, const Grid& puzzle) {
  if (reason.empty()) return;
  add(when, {.puzzle = std::string(puzzle.text()),
             .outcome = Outcome::wrong,
             .reason = std::string(reason)});
}

void UnrecordedFaults::add_crash(const char* when, const std::string& reason) {
  if (!reason.empty()) add(when, {.puzzle = "", .reason = reason});
}

void UnrecordedFaults::add(const char* when, const result::IncidentRecord& fault) {
  const auto known = std::ranges::find(worst_, std::string_view(when),
                                       [](const auto& noted) { return noted.first; });
  if (known == worst_.end()) {
    worst_.emplace_back(when, fault);
  } else if (known->second.outcome != Outcome::wrong && fault.outcome == Outcome::wrong) {
    known->second = fault;
  }
}

void UnrecordedFaults::charge(result::RowSums& row) const {
  for (auto [when, fault] : worst_) {
    fault.reason = fmt::format("{} ({})", fault.reason, when);
    list_fault(row, fault);
  }
}

}  // namespace sudoku::run
