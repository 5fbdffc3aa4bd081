// What follows from the candidates besides singles: candidates that can go.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "solvers/logic/board.h"
#include "solvers/logic/technique.h"

namespace sudoku {

using Houses = std::uint32_t;  // a set of houses, bit h for house h

struct Deduction {
  Technique technique = Technique::none;
  std::array<CellSet, 9> removed{};  // removed[d - 1]: the cells that lose digit d

  // What it rests on, for the explanation; each technique uses its share of it.
  Digits digits = 0;
  CellSet cells = {};
  CellSet others = {};
  Houses houses = 0;
  Houses covers = 0;

  bool leads_on() const {
    return std::ranges::any_of(removed,
                               [](CellSet cells_of_digit) { return !cells_of_digit.empty(); });
  }
};

// The first one found, in a fixed order, or nothing. `size` is that of the subset or fish.
std::optional<Deduction> locked_candidate(const Board& board);
std::optional<Deduction> naked_subset(const Board& board, int size);
std::optional<Deduction> hidden_subset(const Board& board, int size);
std::optional<Deduction> fish(const Board& board, int size);
std::optional<Deduction> xy_wing(const Board& board);
std::optional<Deduction> simple_colouring(const Board& board);

// The one by the easiest technique; nothing when only search would help.
std::optional<Deduction> easiest_deduction(const Board& board);

// Removes the candidates.
void apply(const Deduction& deduction, Places& places);

}  // namespace sudoku
