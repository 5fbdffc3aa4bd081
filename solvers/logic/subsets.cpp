// Naked subset: n cells of a house have n candidates between them; its other cells lose these.
// Hidden subset: n digits have n places in a house between them; these lose all other digits.
// X-wing (n = 2), swordfish (3): n rows have a digit only in n columns; other rows lose it there;
// the same with rows and columns exchanged.
//
// In each of them `size` of nine sets have `size` elements between them:
//   naked subset    sets: cells of a house         elements: digits
//   hidden subset   sets: digits                   elements: places in a house
//   fish            sets: rows (or columns)        elements: columns (or rows) of a digit's places
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>

#include "solvers/logic/deduction.h"

namespace sudoku::logic {

namespace {

constexpr std::array<std::uint8_t, 512> sizes() {
  std::array<std::uint8_t, 512> table{};
  for (unsigned bits = 0; bits < table.size(); ++bits)
    table[bits] = static_cast<std::uint8_t>(std::popcount(bits));
  return table;
}

// Sizes of all sets of nine things; std::popcount() calls a function on x86-64 without SSE4.2.
inline constexpr std::array<std::uint8_t, 512> kSizes = sizes();

inline constexpr int kLargestChoice = 4;

struct Choices {
  std::array<NineBits, 126> masks{};
  std::size_t count = 0;
};

// All ways to choose n of nine things, as element n.
constexpr std::array<Choices, kLargestChoice + 1> choices_by_size() {
  std::array<Choices, kLargestChoice + 1> by_size{};
  for (unsigned mask = 0; mask < 512; ++mask) {
    const auto size = static_cast<std::size_t>(std::popcount(mask));
    if (size >= by_size.size()) continue;
    Choices& choices = by_size[size];
    choices.masks[choices.count++] = static_cast<NineBits>(mask);
  }
  return by_size;
}

inline constexpr std::array<Choices, kLargestChoice + 1> kChoices = choices_by_size();

// The sets that can belong to a subset or fish of `size`: neither empty nor too large.
NineBits eligible(const std::array<NineBits, 9>& sets, int size) {
  unsigned mask = 0;
  for (unsigned i = 0; i < 9; ++i)
    if (sets[i] != 0 && kSizes[sets[i]] <= size) mask |= 1U << i;
  return static_cast<NineBits>(mask);
}

// The first deduction that `visit` makes of `size` sets whose union has `size` elements.
template <typename Visit>
std::optional<Deduction> first_closed(const std::array<NineBits, 9>& sets, int size, Visit visit) {
  const NineBits candidates = eligible(sets, size);
  if (kSizes[candidates] < size) return std::nullopt;
  const unsigned excluded = 0x1FFU & ~unsigned{candidates};
  for (const NineBits chosen : std::span(kChoices[size].masks).first(kChoices[size].count)) {
    if ((chosen & excluded) != 0) continue;
    unsigned united = 0;
    for_each_bit(chosen, [&](int i) { united |= sets[i]; });
    if (kSizes[united] != size) continue;
    if (auto deduction = visit(chosen, static_cast<NineBits>(united))) return deduction;
  }
  return std::nullopt;
}

CellSet cells_at(int house, NineBits chosen) {
  CellSet cells;
  for_each_bit(chosen, [&](int i) { cells |= set_of(kHouseCells[house][i]); });
  return cells;
}

std::array<NineBits, 9> digits_of(const Board& board, int house) {
  std::array<NineBits, 9> places{};
  for (int digit = 0; digit < 9; ++digit)
    places[digit] = board.places_in(house, digit);
  return places;
}

// Lets `deduction` remove the digits `lost` from `losers`; nothing if none of them is a candidate.
std::optional<Deduction> close(const Board& board, Deduction deduction, CellSet losers,
                               NineBits lost) {
  for_each_bit(lost, [&](int digit) { deduction.removed[digit] = board.places[digit] & losers; });
  if (!deduction.leads_on()) return std::nullopt;
  return deduction;
}

constexpr int kRows = 0;  // number of the first row and of the first column in kHouses
constexpr int kColumns = 9;

CellSet cells_of(int kind, NineBits lines) {
  CellSet cells;
  for_each_bit(lines, [&](int i) { cells |= kHouses[kind + i]; });
  return cells;
}

std::optional<Deduction> fish_of(const Board& board, int digit, int base, int size) {
  const int cover = kColumns - base;
  std::array<NineBits, 9> places{};
  for (int line = 0; line < 9; ++line)
    places[line] = board.places_in(base + line, digit);

  return first_closed(places, size, [&](NineBits lines, NineBits crossing) {
    Deduction deduction{.digits = static_cast<Digits>(1U << digit),
                        .houses = Houses{lines} << base,
                        .covers = Houses{crossing} << cover};
    deduction.removed[digit] =
        board.places[digit] & cells_of(cover, crossing).without(cells_of(base, lines));
    return deduction.leads_on() ? std::optional(deduction) : std::nullopt;
  });
}

}  // namespace

std::optional<Deduction> naked_subset(const Board& board, int size) {
  for (int house = 0; house < 27; ++house) {
    const auto naked = [&](NineBits chosen, NineBits digits) {
      const CellSet cells = cells_at(house, chosen);
      return close(board, {.digits = digits, .cells = cells, .houses = Houses{1} << house},
                   kHouses[house].without(cells), digits);
    };
    if (auto deduction = first_closed(board.cells_of(house), size, naked)) return deduction;
  }
  return std::nullopt;
}

std::optional<Deduction> hidden_subset(const Board& board, int size) {
  for (int house = 0; house < 27; ++house) {
    const auto hidden = [&](NineBits digits, NineBits chosen) {
      const CellSet cells = cells_at(house, chosen);
      return close(board, {.digits = digits, .cells = cells, .houses = Houses{1} << house}, cells,
                   static_cast<NineBits>(0x1FF & ~digits));
    };
    if (auto deduction = first_closed(digits_of(board, house), size, hidden)) return deduction;
  }
  return std::nullopt;
}

std::optional<Deduction> fish(const Board& board, int size) {
  for (int digit = 0; digit < 9; ++digit) {
    for (const int base : {kRows, kColumns})
      if (auto deduction = fish_of(board, digit, base, size)) return deduction;
  }
  return std::nullopt;
}

}  // namespace sudoku::logic
