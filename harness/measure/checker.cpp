#include "harness/measure/checker.h"

#include <array>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sudoku {

namespace {

bool count_fits(const Answer& answer, std::uint64_t limit, const SolverInfo& info) {
  switch (answer.outcome) {
    case Outcome::unique:
      return limit > 1 && answer.solutions == 1;
    case Outcome::multiple:
      return answer.solutions > 1 && answer.solutions <= limit;
    case Outcome::first:
      return (limit == 1 || !info.proves_uniqueness) && answer.solutions == 1;
    case Outcome::none:
    case Outcome::incomplete:
      return answer.solutions == 0;
    default:
      return true;
  }
}

// Whether the filled cells of one grid hold the same in the other.
bool fits(const Grid& part, const Grid& whole) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (part.cells[cell] != kBlank && part.cells[cell] != whole.cells[cell]) return false;
  }
  return true;
}

// Whether it keeps the clues and no house holds a digit twice. A solver that got stuck need not
// show what it filled.
bool is_part_of_a_solution(const Grid& puzzle, const Grid& filled) {
  if (filled == kEmptyGrid) return true;
  if (!fits(puzzle, filled)) return false;
  std::array<unsigned, 27> seen{};
  for (int cell = 0; cell < kCells; ++cell) {
    if (filled.cells[cell] == kBlank) continue;
    if (filled.cells[cell] < '1' || filled.cells[cell] > '9') return false;
    const unsigned digit = 1U << (filled.cells[cell] - '1');
    for (const int house : {row_of(cell), 9 + column_of(cell), 18 + box_of(cell)}) {
      if ((seen[house] & digit) != 0) return false;
      seen[house] |= digit;
    }
  }
  return true;
}

bool has_solution(Outcome outcome) {
  return outcome == Outcome::unique || outcome == Outcome::multiple || outcome == Outcome::first;
}

bool is_a_solvers(Outcome outcome) {
  return is_decided(outcome) || outcome == Outcome::incomplete || outcome == Outcome::timeout ||
         outcome == Outcome::unsupported || outcome == Outcome::crashed;
}

// Why the answer cannot be right when `declared` is a solution; empty when it can.
std::string_view contradiction(const Answer& answer, const Grid& declared) {
  if (answer.outcome == Outcome::none) return "says none, but the declared solution fits";
  const bool is_another = answer.solution != kEmptyGrid && answer.solution != declared;
  if (answer.outcome == Outcome::unique && is_another) {
    return "says unique, but the declared solution fits as well";
  }
  if (shows_part(answer) && !fits(answer.solution, declared)) {
    return "what it filled contradicts the declared solution";
  }
  return {};
}

}  // namespace

bool shows_part(const Answer& answer) {
  return answer.outcome == Outcome::incomplete && answer.solution != kEmptyGrid;
}

bool is_decided(Outcome outcome) {
  return has_solution(outcome) || outcome == Outcome::none;
}

bool agree(const Answer& a, const Answer& b) {
  // What logic alone fills is the same in every solution.
  if (shows_part(a)) {
    return !has_solution(b.outcome) || b.solution == kEmptyGrid || fits(a.solution, b.solution);
  }
  if (shows_part(b)) return agree(b, a);
  if (!is_decided(a.outcome) || !is_decided(b.outcome)) return true;
  if (!has_solution(a.outcome) || !has_solution(b.outcome)) return a.outcome == b.outcome;
  const bool both_counted = a.outcome != Outcome::first && b.outcome != Outcome::first;
  if (both_counted && a.solutions != b.solutions) return false;
  const bool is_only = a.outcome == Outcome::unique || b.outcome == Outcome::unique;
  const bool both_shown = a.solution != kEmptyGrid && b.solution != kEmptyGrid;
  return !is_only || !both_shown || a.solution == b.solution;
}

std::string_view fault_of(const Grid& puzzle, const Answer& answer, std::uint64_t solution_limit,
                          const SolverInfo& info) {
  if (answer.outcome == Outcome::unanswered) return "no answer was written";
  if (!is_a_solvers(answer.outcome)) return "the outcome is not one of a solver's";
  if (!count_fits(answer, solution_limit, info)) {
    return "the number of solutions does not fit the outcome and the limit";
  }
  const bool may_hide = !info.shows_solution && solution_limit > 1;
  if (may_hide && answer.solution == kEmptyGrid) return {};
  if (has_solution(answer.outcome) && !is_solution(puzzle, answer.solution)) {
    return "the solution breaks a clue or a house";
  }
  if (answer.outcome == Outcome::incomplete && !is_part_of_a_solution(puzzle, answer.solution)) {
    return "what it filled breaks a clue or a house";
  }
  return {};
}

std::string_view fault_against_declared(const Grid& puzzle, const Grid& declared,
                                        const Answer& answer) {
  // Most rows of most datasets declare nothing, most answers are right: cheapest test first.
  if (declared.cells[0] == kBlank) return {};
  const std::string_view reason = contradiction(answer, declared);
  return reason.empty() || !is_solution(puzzle, declared) ? std::string_view() : reason;
}

std::uint64_t answer_hash(const Grid& puzzle, const Answer& answer) {
  if (!is_decided(answer.outcome)) return 0;
  constexpr std::size_t kSize = kCells + 1 + kCells;
  std::array<char, kSize> text{};
  std::memcpy(text.data(), puzzle.cells.data(), kCells);
  text[kCells] = static_cast<char>(answer.outcome);
  if (answer.outcome == Outcome::unique) {
    std::memcpy(text.data() + kCells + 1, answer.solution.cells.data(), kCells);
  }
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace sudoku
