#include "harness/run/unrecorded_faults.h"

#include <utility>

#include <fmt/format.h>

namespace sudoku::run {

void UnrecordedFaults::add(std::string_view when, const Runner& runner, const PuzzleSpan& puzzles) {
  for (const auto& [position, incident] : runner.incidents()) {
    if (incident.outcome == Outcome::timeout) continue;
    add(incident.outcome,
        fmt::format("{} ({}, on {})", incident.reason, when, puzzles[position].text()));
  }
  if (!runner.disqualified().empty())
    add(Outcome::crashed, fmt::format("{} ({})", runner.disqualified(), when));
}

void UnrecordedFaults::add_wrong(std::string_view when, std::string_view reason, PuzzleRef puzzle) {
  add(Outcome::wrong, fmt::format("{} ({}, on {})", reason, when, puzzle.text()));
}

void UnrecordedFaults::add(Outcome outcome, const std::string& reason) {
  const bool is_worse = worst_.outcome != Outcome::wrong && outcome == Outcome::wrong;
  if (count_ == 0 || is_worse) worst_ = {.outcome = outcome, .reason = reason};
  ++count_;
}

std::optional<Incident> UnrecordedFaults::take() {
  if (count_ == 0) return std::nullopt;
  Incident worst = std::exchange(worst_, {});
  const std::uint64_t others = std::exchange(count_, 0) - 1;
  if (others > 0) worst.reason += fmt::format("; {} more", others);
  return worst;
}

}  // namespace sudoku::run
