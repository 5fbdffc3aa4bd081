// The solver `logic`: applies the easiest technique that makes progress, and never guesses.
//
// Source: the techniques and their names are those of the players' literature, as collected by
// A. Stuart, "Sudoku strategy families", https://www.sudokuwiki.org/Strategy_Families.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "solvers/propagation.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

// A set of nine things, bit i for thing i: digits (bit d-1 for digit d), places in a house.
using NineBits = std::uint16_t;
using Digits = NineBits;

constexpr Digits digits_of(int digit) { return static_cast<Digits>(1U << digit); }

template <typename Visit>
void for_each_bit(unsigned bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1)
    visit(std::countr_zero(bits));
}

// The cells of each house in reading order; houses are numbered as in kHouses.
constexpr std::array<std::array<int, 9>, 27> kHouseCells = [] {
  std::array<std::array<int, 9>, 27> cells{};
  for (int house = 0; house < 27; ++house) {
    int i = 0;
    for (int cell = 0; cell < kCells; ++cell)
      if (in_house(cell, house)) cells[house][i++] = cell;
  }
  return cells;
}();

// The blanks of a puzzle and their candidates, by digit and by cell, until one technique removes
// some of them.
struct OpenCells {
  Candidates& open;  // of the whole puzzle
  CellSet blanks;
  std::array<CellSet, 9> places{};          // places[d - 1]: the blanks that can hold digit d
  std::array<Digits, kCells> candidates{};  // by cell; empty for filled cells

  explicit OpenCells(Candidates& of_puzzle)
      : open(of_puzzle), blanks(kAllCells.without(of_puzzle.filled)) {
    for (int digit = 0; digit < 9; ++digit) {
      places[digit] = open.of[digit] & blanks;
      for_each_cell(places[digit], [&](int cell) {
        candidates[cell] = static_cast<Digits>(candidates[cell] | digits_of(digit));
      });
    }
  }

  // The places of `digit` (0..8) in a house, as positions in kHouseCells[house].
  NineBits places_in(int house, int digit) const {
    unsigned mask = 0;
    for (int i = 0; i < 9; ++i)
      mask |= (candidates[kHouseCells[house][i]] >> digit & 1U) << i;
    return static_cast<NineBits>(mask);
  }

  // Rules digits out in cells of the puzzle. Returns whether any of them was a candidate there.
  bool rule_out(Digits digits, CellSet cells) const {
    bool makes_progress = false;
    for_each_bit(digits, [&](int digit) {
      const CellSet losers = places[digit] & cells;
      open.of[digit] = open.of[digit].without(losers);
      makes_progress = makes_progress || !losers.empty();
    });
    return makes_progress;
  }
};

// A technique is a function that rules out candidates for the first reason of its kind that it
// finds, and returns whether it found one.

// Numbers of the first row, of the first column and of the first box in kHouses.
constexpr int kRows = 0;
constexpr int kColumns = 9;
constexpr int kBoxes = 18;

// Locked candidates: when a digit's places in a box (or line) all lie in the three cells shared
// with a line (or box), the digit is ruled out in the other cells of that line (or box).

bool locked_in(const OpenCells& board, int digit, int box, int line) {
  const CellSet in_box = board.places[digit] & kHouses[box];
  const CellSet in_line = board.places[digit] & kHouses[line];
  const CellSet shared = in_box & in_line;
  const bool is_locked = !shared.empty() && (shared == in_box || shared == in_line);
  return is_locked && board.rule_out(digits_of(digit), (in_box | in_line).without(shared));
}

bool locked_candidate(const OpenCells& board) {
  for (int digit = 0; digit < 9; ++digit) {
    for (int box = 0; box < 9; ++box) {
      const int row = box / 3 * 3;
      const int column = kColumns + box % 3 * 3;
      for (const int line : {row, row + 1, row + 2, column, column + 1, column + 2})
        if (locked_in(board, digit, kBoxes + box, line)) return true;
    }
  }
  return false;
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

// Calls rule_out(sets, elements) for `size` sets whose union has `size` elements, until it
// succeeds.
template <typename RuleOut>
bool first_closed(const std::array<NineBits, 9>& sets, int size, RuleOut rule_out) {
  unsigned excluded = 0;  // sets that are empty or too large
  for (unsigned i = 0; i < 9; ++i)
    if (sets[i] == 0 || kSizes[sets[i]] > size) excluded |= 1U << i;
  if (9 - kSizes[excluded] < size) return false;
  for (const NineBits chosen : std::span(kChoices[size].masks).first(kChoices[size].count)) {
    if ((chosen & excluded) != 0) continue;
    unsigned united = 0;
    for_each_bit(chosen, [&](int i) { united |= sets[i]; });
    if (kSizes[united] == size && rule_out(chosen, static_cast<NineBits>(united))) return true;
  }
  return false;
}

CellSet cells_at(int house, NineBits chosen) {
  CellSet cells;
  for_each_bit(chosen, [&](int i) { cells |= set_of(kHouseCells[house][i]); });
  return cells;
}

CellSet cells_of(int kind, NineBits lines) {
  CellSet cells;
  for_each_bit(lines, [&](int i) { cells |= kHouses[kind + i]; });
  return cells;
}

template <int kSize>
bool naked_subset(const OpenCells& board) {
  for (int house = 0; house < 27; ++house) {
    std::array<Digits, 9> candidates{};
    for (int i = 0; i < 9; ++i)
      candidates[i] = board.candidates[kHouseCells[house][i]];
    const auto naked = [&](NineBits chosen, NineBits digits) {
      return board.rule_out(digits, kHouses[house].without(cells_at(house, chosen)));
    };
    if (first_closed(candidates, kSize, naked)) return true;
  }
  return false;
}

template <int kSize>
bool hidden_subset(const OpenCells& board) {
  for (int house = 0; house < 27; ++house) {
    std::array<NineBits, 9> places{};
    for (int digit = 0; digit < 9; ++digit)
      places[digit] = board.places_in(house, digit);
    const auto hidden = [&](NineBits digits, NineBits chosen) {
      return board.rule_out(static_cast<Digits>(0x1FF & ~digits), cells_at(house, chosen));
    };
    if (first_closed(places, kSize, hidden)) return true;
  }
  return false;
}

template <int kSize>
bool fish(const OpenCells& board) {
  for (int digit = 0; digit < 9; ++digit) {
    for (const int base : {kRows, kColumns}) {
      std::array<NineBits, 9> places{};
      for (int line = 0; line < 9; ++line)
        places[line] = board.places_in(base + line, digit);
      const auto crossed = [&](NineBits lines, NineBits crossing) {
        return board.rule_out(digits_of(digit),
                              cells_of(kColumns - base, crossing).without(cells_of(base, lines)));
      };
      if (first_closed(places, kSize, crossed)) return true;
    }
  }
  return false;
}

// XY-wing: a pivot with candidates x, y sees pincers with candidates x, z and y, z. Whichever the
// pivot is, one of the pincers is z, so every cell that sees both pincers loses z.

bool wing_of(const OpenCells& board, int pivot, int one, int other) {
  const Digits xy = board.candidates[pivot];
  const Digits xz = board.candidates[one];
  const Digits yz = board.candidates[other];
  // Pivot and pincers must have three different pairs of candidates, of three digits in all.
  if (std::popcount(static_cast<Digits>(xy | xz | yz)) != 3 || xz == yz) return false;
  if (xz == xy || yz == xy) return false;
  return board.rule_out(static_cast<Digits>(xz & yz), kPeers[one] & kPeers[other]);
}

bool xy_wing(const OpenCells& board) {
  bool is_found = false;
  CellSet pairs;  // cells with two candidates
  for_each_cell(board.blanks, [&](int cell) {
    if (std::popcount(board.candidates[cell]) == 2) pairs |= set_of(cell);
  });
  for_each_cell(pairs, [&](int pivot) {
    for_each_cell(pairs & kPeers[pivot], [&](int one) {
      for_each_cell(pairs & kPeers[pivot], [&](int other) {
        is_found = is_found || (one < other && wing_of(board, pivot, one, other));
      });
    });
  });
  return is_found;
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

bool exclude_by_colours(const OpenCells& board, int digit, const Colours& colours) {
  CellSet see_both = board.places[digit].without(colours[0] | colours[1]);
  for (const CellSet cells : colours) {
    CellSet seen;
    for_each_cell(cells, [&](int cell) { seen |= kPeers[cell]; });
    if (!(seen & cells).empty()) return board.rule_out(digits_of(digit), cells);
    see_both = see_both & seen;
  }
  return board.rule_out(digits_of(digit), see_both);
}

bool simple_colouring(const OpenCells& board) {
  for (int digit = 0; digit < 9; ++digit) {
    CellSet left = board.places[digit];
    while (!left.empty()) {
      const Colours colours = colour_from(first_of(left), board.places[digit]);
      left = left.without(colours[0] | colours[1]);
      if (colours[1].empty()) continue;  // no chain begins at this cell
      if (exclude_by_colours(board, digit, colours)) return true;
    }
  }
  return false;
}

struct Way {
  Technique technique;
  bool (*apply)(const OpenCells& board);
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

class Human {
 public:
  void run(const Grid& puzzle, const Budget& budget, Answer& answer) {
    places_ = {};
    hardest_ = Technique::none;
    answer.solution = puzzle;
    const bool is_possible = take_clues(puzzle, places_) && go_on(answer.solution);
    conclude_logic(is_possible, places_.filled == kAllCells, budget, answer);
    if (answer.solutions == 1) answer.hardest = hardest_;
  }

 private:
  // Applies techniques until none makes progress. Returns false at a contradiction.
  bool go_on(Grid& grid) {
    for (;;) {
      if (!fill<false>(Technique::naked_single, grid)) return false;
      if (!fill<true>(Technique::hidden_single, grid)) return false;
      if (places_.filled == kAllCells) return true;
      const OpenCells board(places_);
      const auto* const easiest =
          std::ranges::find_if(kWays, [&](const Way& way) { return way.apply(board); });
      if (easiest == kWays.end()) return true;
      hardest_ = std::max(hardest_, easiest->technique);
    }
  }

  template <bool kHidden>
  bool fill(Technique technique, Grid& grid) {
    const CellSet before = places_.filled;
    if (!settle<kHidden>(places_, grid)) return false;
    if (places_.filled != before) hardest_ = std::max(hardest_, technique);
    return true;
  }

  Candidates places_;
  Technique hardest_ = Technique::none;
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "logic",
             .about = "the techniques of human solvers up to simple colouring; no search",
             .source = "Stuart, Sudoku strategy families, sudokuwiki.org",
             .guess = "none: it does not guess",
             .searches = false,
             .rates = true},
    .create = one_at_a_time<Human>,
}}};

}  // namespace

std::span<const SolverEntry> logic_entries() { return kEntries; }

}  // namespace sudoku
