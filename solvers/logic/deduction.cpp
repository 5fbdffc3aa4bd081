#include "solvers/logic/deduction.h"

#include <algorithm>
#include <span>

namespace sudoku::logic {

namespace {

// Numbers of the first row, of the first column and of the first box in kHouses.
constexpr int kRows = 0;
constexpr int kColumns = 9;
constexpr int kBoxes = 18;

// Locked candidates: when a digit's places in a box (or line) all lie in the three cells shared
// with a line (or box), the digit is ruled out in the other cells of that line (or box).

std::optional<Deduction> locked_in(const OpenCells& board, int digit, int box, int line) {
  const CellSet in_box = board.places[digit] & kHouses[box];
  const CellSet in_line = board.places[digit] & kHouses[line];
  const CellSet shared = in_box & in_line;
  const bool all_of_box = shared == in_box;
  const bool all_of_line = shared == in_line;
  if (shared.empty() || all_of_box == all_of_line) return std::nullopt;

  Deduction deduction{.digits = static_cast<Digits>(1U << digit), .cells = shared};
  deduction.removed[digit] = (in_box | in_line).without(shared);
  deduction.houses = Houses{1} << (all_of_box ? box : line);
  deduction.covers = Houses{1} << (all_of_box ? line : box);
  return deduction;
}

std::optional<Deduction> locked_candidate(const OpenCells& board) {
  for (int digit = 0; digit < 9; ++digit) {
    for (int box = 0; box < 9; ++box) {
      const int row = box / 3 * 3;
      const int column = kColumns + box % 3 * 3;
      for (const int line : {row, row + 1, row + 2, column, column + 1, column + 2})
        if (auto deduction = locked_in(board, digit, kBoxes + box, line)) return deduction;
    }
  }
  return std::nullopt;
}

// Naked subset: n cells of a house have n candidates between them; its other cells lose these.
// Hidden subset: n digits have n places in a house between them; these lose all other digits.
// X-wing (n = 2), swordfish (3): n rows have a digit only in n columns; other rows lose it there;
// the same with rows and columns exchanged.
//
// In each of them `size` of nine sets have `size` elements between them:
//   naked subset    sets: cells of a house         elements: digits
//   hidden subset   sets: digits                   elements: places in a house
//   fish            sets: rows (or columns)        elements: columns (or rows) of a digit's places

// Sizes of all sets of nine things; std::popcount() calls a function on x86-64 without SSE4.2.
constexpr std::array<std::uint8_t, 512> kSizes = [] {
  std::array<std::uint8_t, 512> table{};
  for (unsigned bits = 0; bits < 512; ++bits)
    table[bits] = static_cast<std::uint8_t>(std::popcount(bits));
  return table;
}();

constexpr int kLargestChoice = 4;

struct Choices {
  std::array<NineBits, 126> masks{};
  std::size_t count = 0;
};

// All ways to choose n of nine things, as element n.
constexpr std::array<Choices, kLargestChoice + 1> kChoices = [] {
  std::array<Choices, kLargestChoice + 1> by_size{};
  for (unsigned mask = 0; mask < 512; ++mask) {
    const auto size = static_cast<std::size_t>(std::popcount(mask));
    if (size >= by_size.size()) continue;
    Choices& choices = by_size[size];
    choices.masks[choices.count++] = static_cast<NineBits>(mask);
  }
  return by_size;
}();

// The first deduction that `visit` makes of `size` sets whose union has `size` elements.
template <typename Visit>
std::optional<Deduction> first_closed(const std::array<NineBits, 9>& sets, int size, Visit visit) {
  unsigned excluded = 0;  // sets that are empty or too large
  for (unsigned i = 0; i < 9; ++i)
    if (sets[i] == 0 || kSizes[sets[i]] > size) excluded |= 1U << i;
  if (9 - kSizes[excluded] < size) return std::nullopt;
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

// Lets `deduction` remove the digits `lost` from `losers`; nothing if none of them is a candidate.
std::optional<Deduction> close(const OpenCells& board, Deduction deduction, CellSet losers,
                               NineBits lost) {
  bool leads_on = false;
  for_each_bit(lost, [&](int digit) {
    deduction.removed[digit] = board.places[digit] & losers;
    leads_on = leads_on || !deduction.removed[digit].empty();
  });
  return leads_on ? std::optional(deduction) : std::nullopt;
}

CellSet cells_of(int kind, NineBits lines) {
  CellSet cells;
  for_each_bit(lines, [&](int i) { cells |= kHouses[kind + i]; });
  return cells;
}

std::optional<Deduction> fish_of(const OpenCells& board, int digit, int base, int size) {
  const int cover = kColumns - base;
  std::array<NineBits, 9> places{};
  for (int line = 0; line < 9; ++line)
    places[line] = board.places_in(base + line, digit);

  const auto lost = static_cast<Digits>(1U << digit);
  return first_closed(places, size, [&](NineBits lines, NineBits crossing) {
    return close(
        board,
        {.digits = lost, .houses = Houses{lines} << base, .covers = Houses{crossing} << cover},
        cells_of(cover, crossing).without(cells_of(base, lines)), lost);
  });
}

template <int kSize>
std::optional<Deduction> naked_subset(const OpenCells& board) {
  for (int house = 0; house < 27; ++house) {
    std::array<Digits, 9> candidates{};
    for (int i = 0; i < 9; ++i)
      candidates[i] = board.candidates[kHouseCells[house][i]];
    const auto naked = [&](NineBits chosen, NineBits digits) {
      const CellSet cells = cells_at(house, chosen);
      return close(board, {.digits = digits, .cells = cells, .houses = Houses{1} << house},
                   kHouses[house].without(cells), digits);
    };
    if (auto deduction = first_closed(candidates, kSize, naked)) return deduction;
  }
  return std::nullopt;
}

template <int kSize>
std::optional<Deduction> hidden_subset(const OpenCells& board) {
  for (int house = 0; house < 27; ++house) {
    std::array<NineBits, 9> places{};
    for (int digit = 0; digit < 9; ++digit)
      places[digit] = board.places_in(house, digit);
    const auto hidden = [&](NineBits digits, NineBits chosen) {
      const CellSet cells = cells_at(house, chosen);
      return close(board, {.digits = digits, .cells = cells, .houses = Houses{1} << house}, cells,
                   static_cast<NineBits>(0x1FF & ~digits));
    };
    if (auto deduction = first_closed(places, kSize, hidden)) return deduction;
  }
  return std::nullopt;
}

template <int kSize>
std::optional<Deduction> fish(const OpenCells& board) {
  for (int digit = 0; digit < 9; ++digit) {
    for (const int base : {kRows, kColumns})
      if (auto deduction = fish_of(board, digit, base, kSize)) return deduction;
  }
  return std::nullopt;
}

// XY-wing: a pivot with candidates x, y sees pincers with candidates x, z and y, z. Whichever the
// pivot is, one of the pincers is z, so every cell that sees both pincers loses z.

std::optional<Deduction> wing_of(const OpenCells& board, int pivot, int one, int other) {
  const Digits xy = board.candidates[pivot];
  const Digits xz = board.candidates[one];
  const Digits yz = board.candidates[other];
  // Pivot and pincers must have three different pairs of candidates, of three digits in all.
  if (std::popcount(static_cast<Digits>(xy | xz | yz)) != 3 || xz == yz) return std::nullopt;
  if (xz == xy || yz == xy) return std::nullopt;

  const auto z = static_cast<Digits>(xz & yz);
  return close(board, {.digits = z, .cells = set_of(pivot), .others = set_of(one) | set_of(other)},
               kPeers[one] & kPeers[other], z);
}

std::optional<Deduction> xy_wing(const OpenCells& board) {
  std::optional<Deduction> found;
  CellSet pairs;  // cells with two candidates
  for_each_cell(board.blanks, [&](int cell) {
    if (std::popcount(board.candidates[cell]) == 2) pairs |= set_of(cell);
  });
  for_each_cell(pairs, [&](int pivot) {
    for_each_cell(pairs & kPeers[pivot], [&](int one) {
      for_each_cell(pairs & kPeers[pivot], [&](int other) {
        if (one < other && !found) found = wing_of(board, pivot, one, other);
      });
    });
  });
  return found;
}

// Simple colouring: when a digit has two places in a house, it is in one of them. Chains of such
// pairs get alternating colours, of which exactly one holds the digit. When two cells of a colour
// see each other, that colour is wrong; another cell that sees both colours cannot hold the digit.

// The cells of `places` that hold a digit if and only if `cell` does not.
CellSet partners_of(int cell, CellSet places) {
  CellSet partners;
  for (const int house : {row_of(cell), 9 + column_of(cell), 18 + box_of(cell)}) {
    const CellSet in_house = places & kHouses[house];
    if (count(in_house) == 2) partners |= in_house.without(set_of(cell));
  }
  return partners;
}

using Colours = std::array<CellSet, 2>;  // the cells of each colour

Colours colour_from(int start, CellSet places) {
  Colours colours = {{set_of(start), {}}};
  CellSet fresh = set_of(start);
  for (int colour = 1; !fresh.empty(); colour = 1 - colour) {
    CellSet partners;
    for_each_cell(fresh, [&](int cell) { partners |= partners_of(cell, places); });
    fresh = partners.without(colours[colour]);
    colours[colour] |= fresh;
  }
  return colours;
}

std::optional<Deduction> from_colours(const OpenCells& board, int digit, const Colours& colours) {
  Deduction deduction{.digits = static_cast<Digits>(1U << digit)};
  CellSet losers = board.places[digit].without(colours[0] | colours[1]);
  for (const int colour : {0, 1}) {
    deduction.cells = colours[colour];
    deduction.others = colours[1 - colour];
    CellSet seen;
    for_each_cell(deduction.cells, [&](int cell) { seen |= kPeers[cell]; });
    if (!(seen & deduction.cells).empty()) {
      int house = 0;
      while (count(deduction.cells & kHouses[house]) < 2)
        ++house;
      deduction.houses = Houses{1} << house;
      deduction.removed[digit] = deduction.cells;
      return deduction;
    }
    losers = losers & seen;
  }
  deduction.removed[digit] = losers;
  return losers.empty() ? std::nullopt : std::optional(deduction);
}

std::optional<Deduction> simple_colouring(const OpenCells& board) {
  for (int digit = 0; digit < 9; ++digit) {
    CellSet left = board.places[digit];
    while (!left.empty()) {
      const Colours colours = colour_from(first_of(left), board.places[digit]);
      left = left.without(colours[0] | colours[1]);
      if (colours[1].empty()) continue;  // no chain begins at this cell
      if (auto deduction = from_colours(board, digit, colours)) return deduction;
    }
  }
  return std::nullopt;
}

// A technique and the function that finds its first deduction.
struct Way {
  Technique technique;
  std::optional<Deduction> (*find)(const OpenCells& board);
};

constexpr std::array kWays = {
    Way{Technique::locked_candidate, locked_candidate},
    Way{Technique::naked_pair, naked_subset<2>},
    Way{Technique::x_wing, fish<2>},
    Way{Technique::hidden_pair, hidden_subset<2>},
    Way{Technique::naked_triple, naked_subset<3>},
    Way{Technique::swordfish, fish<3>},
    Way{Technique::hidden_triple, hidden_subset<3>},
    Way{Technique::xy_wing, xy_wing},
    Way{Technique::naked_quadruple, naked_subset<4>},
    Way{Technique::hidden_quadruple, hidden_subset<4>},
    Way{Technique::simple_colouring, simple_colouring},
};
static_assert(std::ranges::is_sorted(kWays, {}, &Way::technique), "easiest first");

}  // namespace

std::optional<Deduction> easiest_deduction(const OpenCells& board) {
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
