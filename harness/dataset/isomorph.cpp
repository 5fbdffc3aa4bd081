#include "harness/dataset/isomorph.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <span>

namespace sudoku::dataset {

namespace {

using Line = std::array<std::uint8_t, 9>;

std::array<std::uint8_t, 3> random_triple(base::Random& random) {
  std::array<std::uint8_t, 3> triple = {0, 1, 2};
  random.shuffle(std::span<std::uint8_t>(triple));
  return triple;
}

// A random order of the bands and of the rows in each, or of the stacks and their columns.
Line random_line(base::Random& random) {
  Line line{};
  const auto bands = random_triple(random);
  for (std::size_t band = 0; band < 3; ++band) {
    const auto rows = random_triple(random);
    for (std::size_t row = 0; row < 3; ++row)
      line[3 * band + row] = static_cast<std::uint8_t>(3 * bands[band] + rows[row]);
  }
  return line;
}

constexpr unsigned nibble(std::uint64_t word, std::size_t i) {
  return static_cast<unsigned>(word >> 4 * i & 0xF);
}

// Label of a digit that has none yet; greater than all labels.
constexpr unsigned kNoLabel = 0xF;

// Initial value of Way::labels: only the blank has its label, 0.
constexpr std::uint64_t kNoLabels = 0xFF'FFFF'FFF0;
constexpr std::size_t kLabelCount = 10;  // the nibble of Way::labels that counts the labels

// Initial value of Way::columns: the order of the columns of each stack is undecided.
constexpr std::uint64_t kAllTied = std::uint64_t{0b110'110'110} << 36;

constexpr std::uint64_t kTwice = 0xEE'EEEE'EEE0;
constexpr std::array<std::array<unsigned, 3>, 6> kOrders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
unsigned clue_counts(std::uint64_t row) {
  const std::uint64_t clues = (row | row >> 1 | row >> 2 | row >> 3) & 0x1'1111'1111;
  const std::uint64_t sums = clues * 0x111;
  return static_cast<unsigned>((sums >> 8 & 0xF) | (sums >> 16 & 0xF0) | (sums >> 24 & 0xF00));
}
unsigned least_counts(std::uint64_t row) {
  const unsigned n = clue_counts(row);
  const unsigned a = n & 3, b= n >> 4 & 3, c = n >> 8;
  const unsigned lo = std::min({a,b,c}), hi = std::max({a,b,c});
  return lo << 4 | (a+b+c-lo-hi) << 2 | hi;
}

// Orders of the three stacks, as columns in nibbles, all tied.
constexpr std::array<std::uint64_t, 6> kStackOrders = [] {
  std::array<std::uint64_t, 6> result{};
  for (std::size_t i = 0; i < 6; ++i) {
    result[i] = kAllTied;
    for (std::size_t c = 0; c < 9; ++c)
      result[i] |= std::uint64_t{3 * kOrders[i][c / 3] + c % 3} << 4 * c;
  }
  return result;
}();

}  // namespace

Isomorph identity() {
  Isomorph same{};
  for (std::size_t c = 0; c < same.label.size(); ++c)
    same.label[c] = static_cast<char>(c);
  std::iota(same.source.begin(), same.source.end(), std::uint8_t{0});
  return same;
}

Isomorph random_relabelling(base::Random& random) {
  Isomorph relabelling = identity();
  random.shuffle(std::span<char>(&relabelling.label['1'], 9));
  return relabelling;
}

Isomorph random_isomorph(base::Random& random) {
  Isomorph isomorph = random_relabelling(random);
  const Line rows = random_line(random);
  const Line columns = random_line(random);
  const bool transposed = random.below(2) == 1;
  for (int cell = 0; cell < kCells; ++cell) {
    const int r = rows[row_of(cell)];
    const int c = columns[column_of(cell)];
    isomorph.source[cell] = static_cast<std::uint8_t>(transposed ? 9 * c + r : 9 * r + c);
  }
  return isomorph;
}

Grid apply(const Isomorph& isomorph, const Grid& grid) {
  Grid result{};
  for (int cell = 0; cell < kCells; ++cell) {
    const char original = grid.cells[isomorph.source[cell]];
    result.cells[cell] = isomorph.label[static_cast<unsigned char>(original)];
  }
  return result;
}

// Places one row in a partial arrangement (Way): orders columns that are equal so far (tied) so
// that the row's text is least, and labels new digits in order of appearance. If tied columns hold
// several new digits, all their orders give the same text, and each becomes a separate Way.
class Canonicaliser::Placing {
 public:
  Placing(Canonicaliser& owner, Nibbles row) : owner_(owner), row_(row) {}

  // Places the row's columns from stack `stack` on; `text` is that of the stacks before it.
  void place(const Way& way, unsigned stack, std::uint64_t text) const {
    Cells cells = {cell(way, 3 * stack), cell(way, 3 * stack + 1), cell(way, 3 * stack + 2)};
    const auto tied = static_cast<unsigned>(way.columns >> (36 + 3 * stack) & 7);
    if ((tied & 2) != 0) sort(cells[0], cells[1]);
    if ((tied & 4) != 0) sort(cells[1], cells[2]);
    if (tied == 6) sort(cells[0], cells[1]);
    const bool swaps01 = (tied & 2) != 0 && is_new(cells[0]);
    const bool swaps12 = (tied & 4) != 0 && is_new(cells[1]);
    put(way, stack, text, cells);
    if (!swaps01 && !swaps12) return;
    const auto [a, b, c] = cells;
    if (!swaps12) return put(way, stack, text, {b, a, c});
    put(way, stack, text, {a, c, b});
    if (!swaps01) return;
    for (const Cells& order : {Cells{b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}})
      put(way, stack, text, order);
  }

 private:
  // A cell of the row: its label, digit and column, in four bits each, which sorts by label.
  using Cell = std::uint32_t;
  using Cells = std::array<Cell, 3>;

  Cell cell(const Way& way, unsigned place) const {
    const unsigned column = nibble(way.columns, place);
    const unsigned digit = nibble(row_, column);
    return nibble(way.labels, digit) << 8 | digit << 4 | column;
  }

  static bool is_new(Cell cell) { return cell >> 8 == kNoLabel; }

  static void sort(Cell& a, Cell& b) {
    const Cell lesser = std::min(a, b);
    b = std::max(a, b);
    a = lesser;
  }

  // Places the stack's columns in the given order, then the next stacks.
  void put(Way way, unsigned stack, std::uint64_t text, const Cells& cells) const {
    text = text << 12;
    std::uint64_t order = 0;
    for (unsigned i = 0; i < 3; ++i) {
      text |= std::uint64_t{label(way, cells[i])} << (8 - 4 * i);
      order |= std::uint64_t{cells[i] & 0xF} << 4 * i;
    }
    if (text > owner_.least_ >> (24 - 12 * stack)) return;
    // Cells with different labels, and new digits, are not tied any longer.
    std::uint64_t untied = 0;
    if (cells[0] >> 8 != cells[1] >> 8 || is_new(cells[0])) untied |= 2;
    if (cells[1] >> 8 != cells[2] >> 8 || is_new(cells[1])) untied |= 4;
    way.columns &= ~(untied << (36 + 3 * stack) | std::uint64_t{0xFFF} << 12 * stack);
    way.columns |= order << 12 * stack;
    if (stack == 2) return owner_.offer(way, text);
    place(way, stack + 1, text);
  }

  // Label of a cell's digit; new digits get the next one. A contradictory row may repeat a digit.
  static unsigned label(Way& way, Cell cell) {
    if (!is_new(cell)) return cell >> 8;
    const unsigned digit = cell >> 4 & 0xF;
    if (const unsigned known = nibble(way.labels, digit); known != kNoLabel) return known;
    way.labels += std::uint64_t{1} << 4 * kLabelCount;
    const unsigned next = nibble(way.labels, kLabelCount);
    way.labels ^= std::uint64_t{kNoLabel ^ next} << 4 * digit;
    return next;
  }

  Canonicaliser& owner_;
  Nibbles row_;
};

Isomorph Canonicaliser::isomorph(const Grid& puzzle) {
  start(puzzle);
  place_first_row();
  for (unsigned place = 1; place < 9; ++place)
    place_next_row(place);
  return isomorph_of(ways_.front());
}

void Canonicaliser::start(const Grid& puzzle) {
  rows_ = {};
  digits_ = {};
  for (unsigned cell = 0; cell < kCells; ++cell) {
    const char c = puzzle.cells[cell];
    const auto digit = static_cast<Nibbles>(c == kBlank ? 0 : c - '0');
    const unsigned row = cell / 9;
    const unsigned column = cell % 9;
    rows_[0][row] |= digit << 4 * column;
    rows_[1][column] |= digit << 4 * row;
    const auto one = std::uint64_t{1} << 4 * digit;
    digits_[0][row] += one;
    digits_[1][column] += one;
  }
}

void Canonicaliser::place_first_row() {
  next_.clear();
  least_ = ~std::uint64_t{0};
  std::array<std::array<unsigned, 9>, 2> keys{};
  unsigned least_key = ~0U;
  bool repeats = false;
  for (unsigned t = 0; t < 2; ++t) {
    for (unsigned r = 0; r < 9; ++r) {
      keys[t][r] = least_counts(rows_[t][r]);
      least_key = std::min(least_key, keys[t][r]);
      repeats |= (digits_[t][r] & kTwice) != 0;
    }
  }
  for (unsigned t = 0; t < 2; ++t) {
    for (unsigned r = 0; r < 9; ++r) {
      if (!repeats && keys[t][r] > least_key) continue;
      for (std::size_t order = 0; order < 6; ++order) {
        const unsigned counts = clue_counts(rows_[t][r]);
        const auto& o = kOrders[order];
        const unsigned key = (counts >> 4*o[0] & 3) << 4 | (counts >> 4*o[1] & 3) << 2 | (counts >> 4*o[2] & 3);
        if (!repeats && key > least_key) continue;
        Way way;
        way.transposed = t == 1;
        way.columns = kStackOrders[order];
        way.labels = kNoLabels;
        try_row(way, 0, r);
      }
    }
  }
  std::swap(ways_, next_);
}

void Canonicaliser::place_next_row(unsigned place) {
  next_.clear();
  least_ = ~std::uint64_t{0};
  for (const Way& way : ways_)
    try_rows(way, place);
  std::swap(ways_, next_);
}

// Tries each unplaced row that may come next: of a begun band or, if none, of any unused band.
// A row that equals an earlier unplaced row of its band is left out.
void Canonicaliser::try_rows(const Way& way, unsigned place) {
  const auto& rows = rows_[way.transposed ? 1 : 0];
  const unsigned begun = place % 3 == 0 ? 9 : nibble(way.rows, place - 1) / 3;
  for (unsigned band = 0; band < 3; ++band) {
    const unsigned used = way.used >> 3 * band & 7U;
    if (begun == 9 ? used != 0 : band != begun) continue;
    for (unsigned i = 0; i < 3; ++i) {
      if ((used >> i & 1U) != 0) continue;
      const unsigned r = 3 * band + i;
      const bool has_twin = (i > 0 && (used & 1U) == 0 && rows[r] == rows[3 * band]) ||
                            (i > 1 && (used & 2U) == 0 && rows[r] == rows[3 * band + 1]);
      if (!has_twin) try_row(way, place, r);
    }
  }
}

void Canonicaliser::try_row(Way way, unsigned place, unsigned r) {
  way.rows |= Nibbles{r} << 4 * place;
  way.used = static_cast<std::uint16_t>(way.used | 1U << r);
  Placing(*this, rows_[way.transposed ? 1 : 0][r]).place(way, 0, 0);
}

void Canonicaliser::offer(const Way& way, std::uint64_t text) {
  if (text < least_) {
    next_.clear();
    least_ = text;
  }
  next_.push_back(way);
}

Isomorph Canonicaliser::isomorph_of(const Way& way) {
  Isomorph isomorph = identity();
  for (unsigned cell = 0; cell < kCells; ++cell) {
    const unsigned r = nibble(way.rows, cell / 9);
    const unsigned c = nibble(way.columns, cell % 9);
    isomorph.source[cell] = static_cast<std::uint8_t>(way.transposed ? 9 * c + r : 9 * r + c);
  }
  unsigned labels = nibble(way.labels, kLabelCount);
  for (unsigned d = 1; d <= 9; ++d) {
    const unsigned known = nibble(way.labels, d);
    isomorph.label['0' + d] = static_cast<char>('0' + (known == kNoLabel ? ++labels : known));
  }
  return isomorph;
}

}  // namespace sudoku::dataset
