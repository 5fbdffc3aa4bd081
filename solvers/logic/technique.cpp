#include "solvers/logic/technique.h"

#include <array>

namespace sudoku {

std::string_view name_of(Technique technique) {
  static constexpr std::array<std::string_view, kTechniques> kNames = {
      "none",        "naked single", "hidden single", "locked candidate", "naked pair",
      "hidden pair", "naked triple", "hidden triple", "naked quadruple",  "hidden quadruple",
      "x-wing",      "swordfish",    "xy-wing",       "simple colouring"};
  return kNames[static_cast<std::size_t>(technique)];
}

}  // namespace sudoku
