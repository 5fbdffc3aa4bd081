#include "harness/dataset/isomorph.h"

#include <algorithm>
#include <bit>
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

constexpr unsigned shift(std::uint64_t word, std::size_t i) {
  return static_cast<unsigned>(word >> 6 * i & 63);
}

// Label of a digit that has none yet; greater than all labels.
constexpr unsigned kNoLabel = 0xF;

// Initial value of Way::labels: only the blank has its label, 0.
constexpr std::uint64_t kNoLabels = 0xFF'FFFF'FFF0;
constexpr unsigned kLabelCount = 10;  // the nibble of Way::labels that counts the labels

// Way::ties has these bits in minirow i if the second column of stack i is tied: it equals the first
// so far; and if the third equals the second.
constexpr std::uint64_t kMinirows = 0x1'001'001;
constexpr std::uint64_t kFirstTie = 0x10 * kMinirows;
constexpr std::uint64_t kSecondTie = 0x20 * kMinirows;

constexpr unsigned kPlaced = 36;
constexpr unsigned kTransposedBit = 45;
constexpr std::uint64_t kTransposed = std::uint64_t{1} << kTransposedBit;

constexpr std::array<std::array<std::uint8_t, 3>, 6> kOrders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

// Initial values of Way::columns: the orders of the stacks, with that of their columns undecided.
constexpr std::array<std::uint64_t, 6> kStackOrders = [] {
  std::array<std::uint64_t, 6> result{};
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t c = 0; c < 9; ++c)
      result[i] |= std::uint64_t{6 * (3U * kOrders[i][c / 3] + c % 3)} << 6 * c;
  }
  return result;
}();

// The least texts of rows whose minirows have given numbers of clues.
struct LeastRows {
  std::uint8_t rank;    // grows with the text, if no digit repeats
  std::uint8_t orders;  // bit i: order i of the stacks gives the text
};

// For clues 16a + 4b + c, where a, b and c are those of the minirows.
constexpr std::array<LeastRows, 64> kLeastRows = [] {
  std::array<LeastRows, 64> result{};
  for (unsigned clues = 0; clues < 64; ++clues) {
    LeastRows& least = result[clues];
    least = {.rank = 64, .orders = 0};
    for (unsigned i = 0; i < 6; ++i) {
      unsigned rank = 0;
      for (const unsigned stack : kOrders[i])
        rank = 4 * rank + (clues >> (4 - 2 * stack) & 3);
      if (rank < least.rank) least = {.rank = static_cast<std::uint8_t>(rank), .orders = 0};
      if (rank == least.rank) least.orders = static_cast<std::uint8_t>(least.orders | 1U << i);
    }
  }
  return result;
}();

LeastRows least_rows(std::uint64_t row) {
  const std::uint64_t clues = (row >> 2 | row >> 3 | row >> 4 | row >> 5) & 0x1041041041041;
  const std::uint64_t sums = clues + (clues >> 6) + (clues >> 12);  // in fields 0, 3 and 6
  return kLeastRows[(sums << 4 & 0x30) | (sums >> 16 & 0xC) | (sums >> 36 & 3)];
}

constexpr std::array<std::uint8_t, 256> kFourTimesDigit = [] {
  std::array<std::uint8_t, 256> result{};
  for (unsigned digit = 1; digit <= 9; ++digit)
    result['0' + digit] = static_cast<std::uint8_t>(4 * digit);
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
  Placing(Canonicaliser& owner, Shifts row, Nibbles rows)
      : owner_(owner), row_(row), rows_(rows) {}

  // Places the columns from stack `kStack` on; `text` is that of the stacks before it.
  template <unsigned kStack>
  void place(Shifts columns, Minirows ties, Nibbles labels, Minirows text) const {
    if constexpr (kStack == 3) {
      offer(columns, ties, labels, text);
    } else {
      Cells cells = {cell(labels, shift(columns, 3 * kStack)),
                     cell(labels, shift(columns, 3 * kStack + 1)),
                     cell(labels, shift(columns, 3 * kStack + 2))};
      const auto tied = static_cast<unsigned>(ties >> kTie<kStack> & 3);
      if (tied != 0) {
        if ((tied & 1) != 0) sort(cells[0], cells[1]);
        if ((tied & 2) != 0) sort(cells[1], cells[2]);
        if (tied == 3) sort(cells[0], cells[1]);
      }
      if (is_new(cells[0]) || is_new(cells[1]) || is_new(cells[2]))
        return place_new<kStack>(columns, ties, labels, text, cells, tied);
      text = text << 12 | label_of(cells[0]) << 8 | label_of(cells[1]) << 4 | label_of(cells[2]);
      if (text > owner_.least_ >> (24 - 12 * kStack)) return;
      if (tied != 0) {
        std::uint64_t untied = 0;
        if (label_of(cells[0]) != label_of(cells[1])) untied |= 1;
        if (label_of(cells[1]) != label_of(cells[2])) untied |= 2;
        columns = ordered<kStack>(columns, cells);
        ties &= ~(untied << kTie<kStack>);
      }
      place<kStack + 1>(columns, ties, labels, text);
    }
  }

 private:
  template <unsigned kStack>
  static constexpr unsigned kTie = 28 - 12 * kStack;  // the first bit of Way::ties for a stack

  // A cell of the row: six times its column in bits 0 to 5 and its label above.
  using Cell = std::uint32_t;
  using Cells = std::array<Cell, 3>;

  Cell cell(Nibbles labels, unsigned column) const {
    return static_cast<Cell>(labels >> (row_ >> column & 63) & 0xF) << 6 | column;
  }

  static std::uint64_t label_of(Cell cell) { return cell >> 6; }

  static bool is_new(Cell cell) { return label_of(cell) == kNoLabel; }

  static void sort(Cell& a, Cell& b) {
    const Cell lesser = std::min(a, b);
    b = std::max(a, b);
    a = lesser;
  }

  template <unsigned kStack>
  static Shifts ordered(Shifts columns, const Cells& cells) {
    const std::uint64_t order =
        (cells[0] & 63) | (cells[1] & 63) << 6 | (cells[2] & 63) << 12;
    columns &= ~(std::uint64_t{0x3'FFFF} << 18 * kStack);
    return columns | order << 18 * kStack;
  }

  template <unsigned kStack>
  void place_new(Shifts columns, Minirows ties, Nibbles labels, Minirows text, const Cells& cells,
                 unsigned tied) const {
    const auto [a, b, c] = cells;
    const unsigned swaps = tied & ((is_new(a) ? 1U : 0U) | (is_new(b) ? 2U : 0U));
    put<kStack>(columns, ties, labels, text, cells);
    if (swaps == 0) return;
    if (swaps == 1) return put<kStack>(columns, ties, labels, text, {b, a, c});
    put<kStack>(columns, ties, labels, text, {a, c, b});
    if (swaps == 2) return;
    for (const Cells& order : {Cells{b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}})
      put<kStack>(columns, ties, labels, text, order);
  }

  // Places the stack's columns in the given order, then the next stacks.
  template <unsigned kStack>
  void put(Shifts columns, Minirows ties, Nibbles labels, Minirows text, const Cells& cells) const {
    const std::uint64_t a = label(labels, cells[0]);
    const std::uint64_t b = label(labels, cells[1]);
    const std::uint64_t c = label(labels, cells[2]);
    text = text << 12 | a << 8 | b << 4 | c;
    if (text > owner_.least_ >> (24 - 12 * kStack)) return;
    // Cells with different labels, and new digits, are not tied any longer.
    std::uint64_t untied = 0;
    if (a != b || is_new(cells[0])) untied |= 1;
    if (b != c || is_new(cells[1])) untied |= 2;
    place<kStack + 1>(ordered<kStack>(columns, cells), ties & ~(untied << kTie<kStack>), labels, text);
  }

  // Label of a cell's digit; new digits get the next one. A contradictory row may repeat a digit.
  std::uint64_t label(Nibbles& labels, Cell cell) const {
    if (!is_new(cell)) return label_of(cell);
    const unsigned digit = row_ >> (cell & 63) & 63;
    if (const unsigned known = labels >> digit & 0xF; known != kNoLabel) return known;
    labels += std::uint64_t{1} << 4 * kLabelCount;
    const std::uint64_t next = nibble(labels, kLabelCount);
    labels ^= (kNoLabel ^ next) << digit;
    return next;
  }

  void offer(Shifts columns, Minirows ties, Nibbles labels, Minirows text) const {
    if (text < owner_.least_) {
      owner_.next_.clear();
      owner_.least_ = text;
    }
    owner_.next_.push_back({.columns = columns, .ties = ties, .labels = labels, .rows = rows_});
  }

  Canonicaliser& owner_;
  Shifts row_;
  Nibbles rows_;
};

Isomorph Canonicaliser::isomorph(const Grid& puzzle) {
  start(puzzle);
  place_first_row();
  for (unsigned place = 1; place < 9; ++place)
    place_next_row(place);
  return isomorph_of(ways_.front());
}

void Canonicaliser::start(const Grid& puzzle) {
  std::array<std::uint64_t, 9> columns{};
  std::array<std::uint64_t, 9> column_counts{};  // in nibble d, number of cells with digit d
  std::uint64_t counts = 0;
  for (std::size_t r = 0; r < 9; ++r) {
    std::uint64_t row = 0;
    std::uint64_t row_counts = 0;
    for (std::size_t c = 0; c < 9; ++c) {
      const auto content = static_cast<unsigned char>(puzzle.cells[9 * r + c]);
      const std::uint64_t digit = kFourTimesDigit[content];
      const std::uint64_t one = std::uint64_t{1} << digit;
      row |= digit << 6 * c;
      row_counts += one;
      columns[c] |= digit << 6 * r;
      column_counts[c] += one;
    }
    boards_[0].rows[r] = row;
    counts |= row_counts;
  }
  for (std::size_t c = 0; c < 9; ++c)
    counts |= column_counts[c];
  boards_[1].rows = columns;
  has_repeats_ = (counts & 0xEE'EEEE'EEE0) != 0;
  for (Board& board : boards_) {
    for (std::size_t r = 0; r < 9; r += 3) {
      const auto& rows = board.rows;
      const auto bit = static_cast<std::uint16_t>(1U << r);
      board.twins[r] = 0;
      board.twins[r + 1] = rows[r] == rows[r + 1] ? bit : std::uint16_t{0};
      board.twins[r + 2] = static_cast<std::uint16_t>((rows[r] == rows[r + 2] ? bit : 0) |
                                                      (rows[r + 1] == rows[r + 2] ? 2 * bit : 0));
    }
  }
}

void Canonicaliser::place_first_row() {
  next_.clear();
  least_ = ~std::uint64_t{0};
  std::array<LeastRows, 18> rows{};
  unsigned least_rank = 64;
  for (unsigned i = 0; i < 18; ++i) {
    rows[i] = has_repeats_ ? LeastRows{.rank = 0, .orders = 0x3F} : least_rows(boards_[i / 9].rows[i % 9]);
    least_rank = std::min<unsigned>(least_rank, rows[i].rank);
  }
  for (unsigned i = 0; i < 18; ++i) {
    if (rows[i].rank != least_rank || boards_[i / 9].twins[i % 9] != 0) continue;
    for (std::size_t order = 0; order < 6; ++order) {
      if ((rows[i].orders >> order & 1) == 0) continue;
      const Way way = {.columns = kStackOrders[order], .ties = kFirstTie | kSecondTie, .labels = kNoLabels, .rows = i < 9 ? 0 : kTransposed};
      try_row(way, 0, i % 9);
    }
  }
  std::swap(ways_, next_);
}

void Canonicaliser::place_next_row(unsigned place) {
  candidates_.clear();
  least_rank_ = ~Minirows{0};
  for (const Way& way : ways_)
    find_candidates(way, place);
  next_.clear();
  least_ = ~std::uint64_t{0};
  for (const Candidate& c : candidates_)
    try_row(*c.way, place, c.row);
  std::swap(ways_, next_);
}

// Finds unplaced rows that may come next: of a begun band or, if none, of any unused band.
// A row that equals an earlier unplaced row of its band is left out.
void Canonicaliser::find_candidates(const Way& way, unsigned place) {
  unsigned free = ~static_cast<unsigned>(way.rows >> kPlaced) & 0x1FFU;
  if (place % 3 != 0) free &= 7U << nibble(way.rows, place - 1) / 3 * 3;
  const Board& board = boards_[way.rows >> kTransposedBit];
  for (unsigned left = free; left != 0; left &= left - 1) {
    const auto r = static_cast<unsigned>(std::countr_zero(left));
    if ((board.twins[r] & free) != 0) continue;
    const Minirows rank = has_repeats_ ? 0 : this->rank(way, board.rows[r]);
    if (rank > least_rank_) continue;
    if (rank < least_rank_) candidates_.clear();
    least_rank_ = rank;
    candidates_.push_back({&way, r});
  }
}

// Text of a row, with kNoLabel for new digits. As long as no digit repeats in a row, the least rank
// gives the least text.
Canonicaliser::Minirows Canonicaliser::rank(const Way& way, Shifts row) const {
  const auto label = [&](unsigned place) {
    return way.labels >> (row >> shift(way.columns, place) & 63) & 0xF;
  };
  Minirows a = label(0) << 24 | label(3) << 12 | label(6);
  Minirows b = label(1) << 24 | label(4) << 12 | label(7);
  Minirows c = label(2) << 24 | label(5) << 12 | label(8);
  if (way.ties != 0) {
    const auto sort = [](Minirows& first, Minirows& second, Minirows ties) {
      const Minirows greater = ((first | kFirstTie) - second - kMinirows) & ties & kFirstTie;
      const Minirows swap = (first ^ second) & (greater - (greater >> 4));
      first ^= swap;
      second ^= swap;
    };
    sort(a, b, way.ties);
    sort(b, c, way.ties >> 1);
    sort(a, b, way.ties);
  }
  return a << 8 | b << 4 | c;
}

void Canonicaliser::try_row(const Way& way, unsigned place, unsigned r) {
  Placing(*this, boards_[way.rows >> kTransposedBit].rows[r], way.rows | Nibbles{r} << 4 * place | std::uint64_t{1} << (kPlaced + r))
      .place<0>(way.columns, way.ties, way.labels, 0);
}

Isomorph Canonicaliser::isomorph_of(const Way& way) {
  static const Isomorph kIdentity = identity();
  Isomorph isomorph = kIdentity;
  const bool transposed = way.rows >= kTransposed;
  std::array<std::uint8_t, 9> columns{};
  for (unsigned i = 0; i < 9; ++i) {
    const unsigned c = shift(way.columns, i) / 6;
    columns[i] = static_cast<std::uint8_t>(transposed ? 9 * c : c);
  }
  for (unsigned i = 0; i < 9; ++i) {
    const unsigned r = nibble(way.rows, i) * (transposed ? 1 : 9);
    for (unsigned k = 0; k < 9; ++k)
      isomorph.source[9 * i + k] = static_cast<std::uint8_t>(r + columns[k]);
  }
  unsigned labels = nibble(way.labels, kLabelCount);
  for (unsigned d = 1; d <= 9; ++d) {
    const unsigned known = nibble(way.labels, d);
    isomorph.label['0' + d] = static_cast<char>('0' + (known == kNoLabel ? ++labels : known));
  }
  return isomorph;
}

}  // namespace sudoku::dataset
