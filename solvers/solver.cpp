#include "solvers/solver.h"

#include <array>

namespace sudoku {

std::string_view name_of(Outcome outcome) {
  static constexpr std::array<std::string_view, kOutcomes> kNames = {
      "unique",  "multiple",    "none",    "first", "incomplete",
      "timeout", "unsupported", "crashed", "wrong", "unanswered"};
  return kNames[static_cast<std::size_t>(outcome)];
}

}  // namespace sudoku
