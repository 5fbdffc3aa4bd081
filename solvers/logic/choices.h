// Choices among nine sets: what naked subsets, hidden subsets and fish have in common.
//
// In each, `size` sets together have just `size` elements, which are therefore used up by them:
//   naked subset    sets: cells of a house         elements: digits
//   hidden subset   sets: digits                   elements: places in a house
//   fish            sets: rows (or columns)        elements: columns (or rows) of a digit's places
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>

#include "solvers/logic/deduction.h"

namespace sudoku::logic {

constexpr std::array<std::uint8_t, 512> sizes() {
  std::array<std::uint8_t, 512> table{};
  for (unsigned bits = 0; bits < table.size(); ++bits)
    table[bits] = static_cast<std::uint8_t>(std::popcount(bits));
  return table;
}

// A table, because counting takes a call on x86-64 without SSE4.2.
inline constexpr std::array<std::uint8_t, 512> kSizes = sizes();

inline constexpr int kLargestChoice = 4;

struct Choices {
  std::array<NineBits, 126> masks{};
  std::size_t count = 0;
};

// All choices of n of nine, by n.
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

template <typename Visit>
void for_each_bit(unsigned bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1)
    visit(std::countr_zero(bits));
}

// The sets that could be among `size` sets with `size` elements: neither empty nor too large.
inline NineBits eligible(const std::array<NineBits, 9>& sets, int size) {
  unsigned mask = 0;
  for (unsigned i = 0; i < 9; ++i)
    if (sets[i] != 0 && kSizes[sets[i]] <= size) mask |= 1U << i;
  return static_cast<NineBits>(mask);
}

// The first deduction that `visit(chosen, united)` makes of `size` sets with `size` elements.
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

}  // namespace sudoku::logic
