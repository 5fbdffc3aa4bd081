// The techniques of human solvers that this project knows, from the easiest to the hardest.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sudoku {

// Techniques are ordered by rating: a puzzle is as hard as the hardest technique that it needs when
// the easiest one that makes progress is always taken. Naked singles are first, as propagation
// starts with them. From locked candidates on, the order is that of Sudoku Explainer's difficulties
// (2.6 to 6.5; colouring counts as its X-cycles), see
// https://github.com/SudokuMonster/SukakuExplainer/wiki/Difficulty-ratings-in-Sudoku-Explainer-v1.2.1.
enum class Technique : std::uint8_t {
  none,  // no step was needed
  naked_single,
  hidden_single,
  locked_candidate,
  naked_pair,
  x_wing,
  hidden_pair,
  naked_triple,
  swordfish,
  hidden_triple,
  xy_wing,
  naked_quadruple,
  hidden_quadruple,
  simple_colouring,
};

inline constexpr std::size_t kTechniques = 14;

inline constexpr std::array<std::string_view, kTechniques> kTechniqueNames = {
    "none",    "naked single",    "hidden single",    "locked candidate", "naked pair",
    "x-wing",  "hidden pair",     "naked triple",     "swordfish",        "hidden triple",
    "xy-wing", "naked quadruple", "hidden quadruple", "simple colouring"};

constexpr std::string_view name_of(Technique technique) {
  return kTechniqueNames[static_cast<std::size_t>(technique)];
}

}  // namespace sudoku
