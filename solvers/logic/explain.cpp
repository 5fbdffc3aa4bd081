#include "solvers/logic/explain.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "solvers/logic/deduction.h"
#include "solvers/logic/names.h"
#include "solvers/propagation.h"

namespace sudoku::logic {

namespace {

// The words as a list: "a", "a and b", "a, b and c".
std::string joined(std::span<const std::string> words, std::string_view last = " and ") {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? last : ", ";
    text += words[i];
  }
  return text;
}

std::string names_of_cells(CellSet cells) {
  std::vector<std::string> names;
  for_each_cell(cells, [&](int cell) { names.push_back(name_of_cell(cell)); });
  return joined(names);
}

std::string names_of_digits(Digits digits, std::string_view last = " and ") {
  std::vector<std::string> names;
  for_each_bit(digits, [&](int digit) { names.push_back(std::to_string(digit + 1)); });
  return joined(names, last);
}

// The name of houses of one kind: "row 3", "rows 3 and 5".
std::string names_of_houses(Houses houses) {
  std::vector<std::string> numbers;
  std::size_t kind = 0;
  for_each_bit(houses, [&](int house) {
    kind = static_cast<std::size_t>(house / 9);
    numbers.push_back(std::to_string(house % 9 + 1));
  });
  return std::string(kHouseKinds[kind]) + (numbers.size() > 1 ? "s " : " ") + joined(numbers);
}

// The reason for a deduction that was made from `board`.
std::string reason_of(const Deduction& d, const OpenCells& board) {
  const std::string digits = names_of_digits(d.digits);
  const std::string cells = names_of_cells(d.cells);
  const std::string others = names_of_cells(d.others);
  switch (d.technique) {
    case Technique::naked_pair:
    case Technique::naked_triple:
    case Technique::naked_quadruple:
      return cells + " in " + names_of_houses(d.houses) + " hold only " + digits;
    case Technique::hidden_pair:
    case Technique::hidden_triple:
    case Technique::hidden_quadruple:
      return digits + " in " + names_of_houses(d.houses) + " lie only in " + cells;
    case Technique::xy_wing:
      return "whether " + cells + " is " +
             names_of_digits(board.candidates[first_of(d.cells)], " or ") + ", one of " + others +
             " is " + digits;
    case Technique::simple_colouring:
      if (d.houses == 0) return digits + " is either in " + cells + " or in " + others;
      return "all or none of " + cells + " are " + digits + ", and two of them are in " +
             names_of_houses(d.houses);
    default:
      return digits + " in " + names_of_houses(d.houses) + " lies only in " +
             names_of_houses(d.covers);
  }
}

// A house in which `cell` is the only place of the digit; boxes first, as the easiest to see.
int house_of_single(CellSet places, int cell) {
  for (const int house : {18 + box_of(cell), row_of(cell)})
    if (count(places & kHouses[house]) == 1) return house;
  return 9 + column_of(cell);
}

class Explainer {
 public:
  template <typename Puzzle>
  Explanation run(const Puzzle& puzzle) {
    explanation_.grid = clues_of(puzzle);
    explanation_.outcome = Outcome::none;
    if (!take_clues(puzzle, places_)) return std::move(explanation_);
    while (!is_dead_end()) {
      if (takes_naked_single() || takes_hidden_single() || takes_elimination()) continue;
      const bool full = places_.filled == kAllCells;
      explanation_.outcome = full ? Outcome::unique : Outcome::incomplete;
      break;
    }
    return std::move(explanation_);
  }

 private:
  bool is_dead_end() const {
    bool dead = !naked_singles(places_);
    for (int digit = 0; digit < 9; ++digit)
      dead = dead || !hidden_singles(places_, digit);
    return dead;
  }

  // The functions below take a step of their technique and return true, or find none to take.

  bool takes_naked_single() {
    const CellSet cells = *naked_singles(places_);
    if (cells.empty()) return false;
    const int cell = first_of(cells);
    int digit = 0;
    while ((places_.of[digit] & set_of(cell)).empty())
      ++digit;
    place(cell, digit, Technique::naked_single, "only candidate left");
    return true;
  }

  bool takes_hidden_single() {
    for (int digit = 0; digit < 9; ++digit) {
      const CellSet cells = *hidden_singles(places_, digit);
      if (cells.empty()) continue;
      const int cell = first_of(cells);
      const Houses house = Houses{1} << house_of_single(places_.of[digit], cell);
      place(cell, digit, Technique::hidden_single,
            "only place for " + std::to_string(digit + 1) + " in " + names_of_houses(house));
      return true;
    }
    return false;
  }

  bool takes_elimination() {
    const OpenCells board(places_);
    const std::optional<Deduction> deduction = easiest_deduction(board);
    if (!deduction) return false;
    std::string removed;
    for (int digit = 0; digit < 9; ++digit) {
      for_each_cell(deduction->removed[digit], [&](int cell) {
        removed += name_of_cell(cell) + "<>" + std::to_string(digit + 1) + ", ";
      });
    }
    apply(*deduction, places_);
    add_step(removed, deduction->technique, reason_of(*deduction, board));
    return true;
  }

  void place(int cell, int digit, Technique technique, const std::string& because) {
    claim(places_, explanation_.grid, set_of(cell), digit);
    add_step(name_of_cell(cell) + "=" + std::to_string(digit + 1) + ", ", technique, because);
  }

  void add_step(const std::string& effect, Technique technique, const std::string& because) {
    explanation_.steps.push_back(effect + std::string(name_of(technique)) + " (" + because + ")");
    explanation_.hardest = std::max(explanation_.hardest, technique);
  }

  Candidates places_;
  Explanation explanation_;
};

}  // namespace

Explanation explain(PuzzleRef puzzle) {
  return puzzle.marks == nullptr ? Explainer().run(puzzle.clues) : Explainer().run(*puzzle.marks);
}

}  // namespace sudoku::logic
