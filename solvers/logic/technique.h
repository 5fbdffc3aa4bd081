// The ways of human solvers that this project knows, from the easiest to the hardest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sudoku {

// The order is the rating: a puzzle is as hard as the hardest technique that it needs when the
// easiest one that leads on is always taken.
enum class Technique : std::uint8_t {
  none,  // no step was needed
  naked_single,
  hidden_single,
  locked_candidate,
  naked_pair,
  hidden_pair,
  naked_triple,
  hidden_triple,
  naked_quadruple,
  hidden_quadruple,
  x_wing,
  swordfish,
  xy_wing,
  simple_colouring,
};

inline constexpr std::size_t kTechniques = 14;

// "naked single", "x-wing", ...
std::string_view name_of(Technique technique);

}  // namespace sudoku
