#include "solvers/logic/explain.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "solvers/logic/deduction.h"
#include "solvers/propagation.h"

namespace sudoku::logic {

namespace {

constexpr std::array<std::string_view, 3> kKinds = {"row", "column", "box"};

// The words as a list: "a", "a and b", "a, b and c".
std::string joined(std::span<const std::string> words, std::string_view last = " and ") {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? last : ", ";
    text += words[i];
  }
  return text;
}

// The players' name of a cell, such as "r1c1".
std::string name_of_cell(int cell) {
  return "r" + std::to_string(row_of(cell) + 1) + "c" + std::to_string(column_of(cell) + 1);
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
  return std::string(kKinds[kind]) + (numbers.size() > 1 ? "s " : " ") + joined(numbers);
}

// The reason for a deduction that was made from `board`.
std::string reason_of(const Deduction& d, const Board& board) {
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

Step single(Technique technique, int cell, int digit, std::string because) {
  return {.technique = technique,
          .placed = {{.cell = cell, .digit = digit + 1}},
          .because = std::move(because)};
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
      std::optional<Step> step = naked_single();
      if (!step) step = hidden_single();
      if (!step) step = elimination();
      if (!step) {
        const bool full = places_.filled == kAllCells;
        explanation_.outcome = full ? Outcome::unique : Outcome::incomplete;
        break;
      }
      take(std::move(*step));
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

  std::optional<Step> naked_single() const {
    const CellSet cells = *naked_singles(places_);
    if (cells.empty()) return std::nullopt;
    const int cell = first_of(cells);
    int digit = 0;
    while ((places_.of[digit] & set_of(cell)).empty())
      ++digit;
    return single(Technique::naked_single, cell, digit, "only candidate left");
  }

  std::optional<Step> hidden_single() const {
    for (int digit = 0; digit < 9; ++digit) {
      const CellSet cells = *hidden_singles(places_, digit);
      if (cells.empty()) continue;
      const int cell = first_of(cells);
      const Houses house = Houses{1} << house_of_single(places_.of[digit], cell);
      return single(
          Technique::hidden_single, cell, digit,
          "only place for " + std::to_string(digit + 1) + " in " + names_of_houses(house));
    }
    return std::nullopt;
  }

  std::optional<Step> elimination() const {
    const Board board(places_);
    const std::optional<Deduction> deduction = easiest_deduction(board);
    if (!deduction) return std::nullopt;
    Step step{.technique = deduction->technique, .because = reason_of(*deduction, board)};
    for (int digit = 0; digit < 9; ++digit) {
      for_each_cell(deduction->removed[digit],
                    [&](int cell) { step.removed.push_back({.cell = cell, .digit = digit + 1}); });
    }
    return step;
  }

  void take(Step step) {
    for (const auto& [cell, digit] : step.placed)
      claim(places_, explanation_.grid, set_of(cell), digit - 1);
    for (const auto& [cell, digit] : step.removed)
      places_.of[digit - 1] = places_.of[digit - 1].without(set_of(cell));
    explanation_.hardest = std::max(explanation_.hardest, step.technique);
    explanation_.steps.push_back(std::move(step));
  }

  Candidates places_;
  Explanation explanation_;
};

std::string listed(const std::vector<Candidate>& candidates, const char* relation) {
  std::string text;
  for (const auto& [cell, digit] : candidates)
    text += name_of_cell(cell) + relation + std::to_string(digit) + ", ";
  return text;
}

}  // namespace

Explanation explain(const Grid& puzzle) {
  return Explainer().run(puzzle);
}

Explanation explain(const Pencilmarks& puzzle) {
  return Explainer().run(puzzle);
}

std::string notation_of(const Step& step) {
  return listed(step.placed, "=") + listed(step.removed, "<>") +
         std::string(name_of(step.technique)) + " (" + step.because + ")";
}

}  // namespace sudoku::logic
