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
      return answer.solutions == 0;
    default:
      return true;
  }
}

bool has_solution(Outcome outcome) {
  return outcome == Outcome::unique || outcome == Outcome::multiple || outcome == Outcome::first;
}

bool is_a_solvers(Outcome outcome) {
  return is_decided(outcome) || outcome == Outcome::incomplete || outcome == Outcome::timeout ||
         outcome == Outcome::unsupported || outcome == Outcome::crashed;
}

}  // namespace

bool is_decided(Outcome outcome) {
  return has_solution(outcome) || outcome == Outcome::none;
}

bool agree(const Answer& a, const Answer& b) {
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
  return {};
}

std::string_view fault_against_declared(const Grid& puzzle, const Grid& declared,
                                        const Answer& answer) {
  // Seldom needed, and most rows of most datasets declare nothing: cheapest test first.
  const bool contradicts = answer.outcome == Outcome::none ||
                           (answer.outcome == Outcome::unique && answer.solution != declared &&
                            answer.solution != kEmptyGrid);
  if (declared.cells[0] == kBlank || !contradicts || !is_solution(puzzle, declared)) return {};
  return answer.outcome == Outcome::none ? "says none, but the declared solution fits"
                                         : "says unique, but the declared solution fits as well";
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
