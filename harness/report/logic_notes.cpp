#include "harness/report/logic_notes.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/report/units.h"

namespace sudoku {

namespace {

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  return percent_text(static_cast<double>(part) / static_cast<double>(whole));
}

std::uint64_t decided(const ResultRecord& row) {
  return count_of(row, Outcome::unique) + count_of(row, Outcome::multiple) +
         count_of(row, Outcome::none) + count_of(row, Outcome::first);
}

void note_part(const View& view, const ResultRecord& row, std::vector<std::string>& notes) {
  if (is_void(row) || !is_partial(row)) return;
  std::string note = fmt::format(
      "‡ {} got stuck on {} of {} puzzles; its speed is not comparable: it counts the time until "
      "then",
      label_of(view, row), count_text(count_of(row, Outcome::incomplete)), count_text(row.puzzles));
  if (row.logic && row.logic->blanks > 0) {
    note += fmt::format("; there it filled {} of the blanks",
                        share_text(row.logic->filled, row.logic->blanks));
  }
  notes.push_back(note);
}

// Of one row per solver: the number of threads changes nothing.
void note_techniques(const View& view, const ResultRecord& row, std::vector<std::string>& notes) {
  const bool repeated = &row != *std::ranges::find(view.rows, row.solver, &ResultRecord::solver);
  if (is_void(row) || !row.logic || repeated) return;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < kTechniques; ++i) {
    const std::uint64_t puzzles = row.logic->hardest[i];
    if (puzzles == 0) continue;
    parts.push_back(fmt::format("{} {}", name_of(static_cast<Technique>(i)), count_text(puzzles)));
  }
  if (parts.empty()) return;
  notes.push_back(
      fmt::format("hardest technique that {} needed: {}", row.solver, fmt::join(parts, ", ")));
}

}  // namespace

std::string solved_text(const ResultRecord& row) {
  const std::uint64_t solved = decided(row);
  return solved == row.puzzles ? "all" : share_text(solved, row.puzzles);
}

void note_logic(const View& view, std::vector<std::string>& notes) {
  for (const ResultRecord* row : view.rows)
    note_part(view, *row, notes);
  for (const ResultRecord* row : view.rows)
    note_techniques(view, *row, notes);
}

}  // namespace sudoku
