#include "solvers/logic/explain.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "solvers/logic/reason.h"
#include "solvers/propagation.h"

namespace sudoku {

namespace {

Step single(Technique technique, int cell, int digit, std::string because) {
  return {.technique = technique,
          .placed = {{.cell = cell, .digit = digit + 1}},
          .because = std::move(because)};
}

int only_candidate(const Places& places, int cell) {
  int digit = 0;
  while ((places.of[digit] & set_of(cell)).empty())
    ++digit;
  return digit;
}

// The house in which `cell` is the only place; boxes are the easiest to see.
int house_of_single(CellSet places, int cell) {
  for (const int house : {18 + box_of(cell), row_of(cell)})
    if (count(places & kHouses[house]) == 1) return house;
  return 9 + column_of(cell);
}

class Explainer {
 public:
  explicit Explainer(const Grid& puzzle) { explanation_.grid = puzzle; }

  Explanation run() {
    explanation_.outcome = Outcome::none;
    if (!take_clues(explanation_.grid, places_)) return std::move(explanation_);
    while (!is_dead_end()) {
      std::optional<Step> step = next_step();
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

  std::optional<Step> next_step() const {
    if (auto step = naked_single()) return step;
    if (auto step = hidden_single()) return step;
    return elimination();
  }

  std::optional<Step> naked_single() const {
    const CellSet cells = *naked_singles(places_);
    if (cells.empty()) return std::nullopt;
    const int cell = first_of(cells);
    return single(Technique::naked_single, cell, only_candidate(places_, cell),
                  "only candidate left");
  }

  std::optional<Step> hidden_single() const {
    for (int digit = 0; digit < 9; ++digit) {
      const CellSet cells = *hidden_singles(places_, digit);
      if (cells.empty()) continue;
      const int cell = first_of(cells);
      const int house = house_of_single(places_.of[digit], cell);
      return single(Technique::hidden_single, cell, digit,
                    "only place for " + std::to_string(digit + 1) + " in " + name_of_house(house));
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

  Places places_;
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
  return Explainer(puzzle).run();
}

std::string notation_of(const Step& step) {
  return listed(step.placed, "=") + listed(step.removed, "<>") +
         std::string(name_of(step.technique)) + " (" + step.because + ")";
}

}  // namespace sudoku
