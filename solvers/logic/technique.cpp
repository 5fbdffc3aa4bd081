#include "solvers/logic/technique.h"

#include <array>

namespace sudoku {

std::string_view name_of(Technique technique) {
  static constexpr std::array<std::string_view, kTechniques> kNames = {
      "none",    "naked single",    "hidden single",    "locked candidate", "naked pair",
      "x-wing",  "hidden pair",     "naked triple",     "swordfish",        "hidden triple",
      "xy-wing", "naked quadruple", "hidden quadruple", "simple colouring"};
  return kNames[static_cast<std::size_t>(technique)];
}

}  // namespace sudoku
