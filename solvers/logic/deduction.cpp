#include "solvers/logic/deduction.h"

namespace sudoku::logic {

namespace {

// A technique and the function that finds its first deduction.
struct Way {
  Technique technique;
  std::optional<Deduction> (*find)(const Board& board);
};

template <int kSize>
constexpr auto kNaked = [](const Board& board) { return naked_subset(board, kSize); };

template <int kSize>
constexpr auto kHidden = [](const Board& board) { return hidden_subset(board, kSize); };

template <int kSize>
constexpr auto kFish = [](const Board& board) { return fish(board, kSize); };

constexpr std::array kWays = {
    Way{Technique::locked_candidate, locked_candidate},
    Way{Technique::naked_pair, kNaked<2>},
    Way{Technique::x_wing, kFish<2>},
    Way{Technique::hidden_pair, kHidden<2>},
    Way{Technique::naked_triple, kNaked<3>},
    Way{Technique::swordfish, kFish<3>},
    Way{Technique::hidden_triple, kHidden<3>},
    Way{Technique::xy_wing, xy_wing},
    Way{Technique::naked_quadruple, kNaked<4>},
    Way{Technique::hidden_quadruple, kHidden<4>},
    Way{Technique::simple_colouring, simple_colouring},
};
static_assert(std::ranges::is_sorted(kWays, {}, &Way::technique), "easiest first");

}  // namespace

std::optional<Deduction> easiest_deduction(const Board& board) {
  for (const Way& way : kWays) {
    std::optional<Deduction> deduction = way.find(board);
    if (!deduction) continue;
    deduction->technique = way.technique;
    return deduction;
  }
  return std::nullopt;
}

void apply(const Deduction& deduction, Candidates& places) {
  for (int digit = 0; digit < 9; ++digit)
    places.of[digit] = places.of[digit].without(deduction.removed[digit]);
}

}  // namespace sudoku::logic
