#include "harness/dataset/canonical.h"

#include <algorithm>
#include <bit>

namespace sudoku::dataset {

namespace {

constexpr unsigned nibble(std::uint64_t nibbles, unsigned i) {
  return static_cast<unsigned>(nibbles >> 4 * i & 0xF);
}

constexpr unsigned shift(std::uint64_t shifts, unsigned i) {
  return static_cast<unsigned>(shifts >> 6 * i & 63);
}

// Label of a digit that has none yet; greater than all labels.
constexpr unsigned kNoLabel = 0xF;

// Initial value of Way::labels: only the blank has its label, 0.
constexpr std::uint64_t kNoLabels = 0xFF'FFFF'FFF0;
constexpr unsigned kLabelCount = 10;  // nibble of Way::labels that counts the digits with a label

// Way::rows has bit kPlaced + r set when row r is placed, and bit kTransposed, its highest, when
// the puzzle is transposed.
constexpr unsigned kPlaced = 36;
constexpr unsigned kTransposed = 45;

// Way::ties has these bits set in the minirows where the second column is tied to the first, and
// where the third is tied to the second.
constexpr std::uint64_t kMinirows = 0x1'001'001;  // the lowest bit of each minirow of a Text
constexpr std::uint64_t kSecondTied = 0x10 * kMinirows;
constexpr std::uint64_t kThirdTied = 0x20 * kMinirows;

constexpr std::array<std::array<std::uint8_t, 3>, 6> kStackOrders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

// Initial values of Way::columns, one for each order of the stacks.
constexpr std::array<std::uint64_t, 6> kColumnOrders = [] {
  std::array<std::uint64_t, 6> columns{};
  for (unsigned i = 0; i < 6; ++i) {
    for (unsigned c = 0; c < 9; ++c)
      columns[i] |= std::uint64_t{6} * (3U * kStackOrders[i][c / 3] + c % 3) << 6 * c;
  }
  return columns;
}();

// How a row comes first, by the numbers of clues in its minirows.
struct FirstRow {
  std::uint8_t rank;    // the numbers of clues, the least first, as digits to base 4
  std::uint8_t orders;  // bit i: with kStackOrders[i], the text of the row is least
};

// For rows with a, b and c clues in their minirows, at index 16a + 4b + c.
constexpr std::array<FirstRow, 64> kFirstRows = [] {
  std::array<FirstRow, 64> rows{};
  for (unsigned clues = 0; clues < 64; ++clues) {
    rows[clues].rank = 64;
    for (unsigned i = 0; i < 6; ++i) {
      unsigned rank = 0;
      for (const unsigned stack : kStackOrders[i])
        rank = 4 * rank + (clues >> (4 - 2 * stack) & 3);
      if (rank < rows[clues].rank) rows[clues] = {static_cast<std::uint8_t>(rank), 0};
      if (rank == rows[clues].rank)
        rows[clues].orders = static_cast<std::uint8_t>(rows[clues].orders | 1U << i);
    }
  }
  return rows;
}();

// `row` holds four times the digit of each cell, in six bits.
FirstRow as_first_row(std::uint64_t row) {
  const std::uint64_t clues =
      (row >> 2 | row >> 3 | row >> 4 | row >> 5) & 0x1'041'041'041'041;  // bits 6i
  const std::uint64_t sums = clues + (clues >> 6) + (clues >> 12);
  return kFirstRows[(sums << 4 & 0x30) | (sums >> 16 & 0xC) | (sums >> 36 & 3)];
}

// For each character of a puzzle; 0 for a blank.
constexpr std::array<std::uint8_t, 256> kFourTimesDigit = [] {
  std::array<std::uint8_t, 256> result{};
  for (unsigned digit = 1; digit <= 9; ++digit)
    result['0' + digit] = static_cast<std::uint8_t>(4 * digit);
  return result;
}();

}  // namespace

// Places one row in a partial arrangement (Way): orders columns that are equal so far (tied) so
// that the row's text is least, and labels new digits in order of appearance. If tied columns hold
// several new digits, all their orders give the same text, and each becomes a separate Way.
class Canonicaliser::Placing {
 public:
  Placing(Canonicaliser& owner, Shifts row) : owner_(owner), row_(row) {}

  // Places the columns from stack `kStack` on; `text` is that of the stacks before it.
  template <unsigned kStack>
  void place(Way way, Text text) const {
    Cell a = cell(shift(way.columns, 3 * kStack), way.labels);
    Cell b = cell(shift(way.columns, 3 * kStack + 1), way.labels);
    Cell c = cell(shift(way.columns, 3 * kStack + 2), way.labels);
    const bool ab = (way.ties & kAB<kStack>) != 0;
    const bool bc = (way.ties & kBC<kStack>) != 0;
    if (ab) sort(a, b);
    if (bc) sort(b, c);
    if (ab && bc) sort(a, b);
    if (!is_new(a) && !is_new(b) && !is_new(c)) {
      text = text << 12 | label_of(a) << 8 | label_of(b) << 4 | label_of(c);
      return arrange<kStack>(way, text, {a, b, c});
    }
    put<kStack>(way, text, {a, b, c});
    if (bc && is_new(b)) put<kStack>(way, text, {a, c, b});
    if (!ab || !is_new(a)) return;
    put<kStack>(way, text, {b, a, c});
    if (!bc) return;
    for (const Cells& order : {Cells{b, c, a}, {c, a, b}, {c, b, a}})
      put<kStack>(way, text, order);
  }

 private:
  // A cell of the row: its label, and in bits 0 to 5 six times its column.
  using Cell = std::uint32_t;
  using Cells = std::array<Cell, 3>;

  template <unsigned kStack>
  static constexpr unsigned kLast = 24 - 12 * kStack;  // position of the stack's minirow in a Text
  template <unsigned kStack>
  static constexpr Text kAB = Text{0x10} << kLast<kStack>;  // the stack's bit of kSecondTied
  template <unsigned kStack>
  static constexpr Text kBC = Text{0x20} << kLast<kStack>;  // the stack's bit of kThirdTied

  Cell cell(unsigned column, Nibbles labels) const {
    return static_cast<Cell>(labels >> (row_ >> column & 63) & 0xF) << 6 | column;
  }

  static Text label_of(Cell cell) { return cell >> 6; }

  static bool is_new(Cell cell) { return label_of(cell) == kNoLabel; }

  static void sort(Cell& a, Cell& b) {
    const Cell lesser = std::min(a, b);
    b = std::max(a, b);
    a = lesser;
  }

  // Places the cells of a stack in the given order, then the next stacks.
  template <unsigned kStack>
  void put(Way way, Text text, const Cells& cells) const {
    for (const Cell cell : cells)
      text = text << 4 | label(way.labels, cell);
    arrange<kStack>(way, text, cells);
  }

  // Label of a cell's digit; new digits get the next one. A contradictory row may repeat a digit.
  Text label(Nibbles& labels, Cell cell) const {
    if (!is_new(cell)) return label_of(cell);
    const unsigned digit = row_ >> (cell & 63) & 63;
    if (const Text known = labels >> digit & 0xF; known != kNoLabel) return known;
    labels += Nibbles{1} << 4 * kLabelCount;
    const Text next = nibble(labels, kLabelCount);
    labels ^= (kNoLabel ^ next) << digit;
    return next;
  }

  // Goes on to the next stack if the text may still be least. `cells` are those of the stack.
  template <unsigned kStack>
  void arrange(Way way, Text text, const Cells& cells) const {
    if (text > owner_.least_ >> kLast<kStack>) return;
    if ((way.ties & (kAB<kStack> | kBC<kStack>)) != 0) {
      const auto [a, b, c] = cells;
      const Shifts order = (a & 63) | (b & 63) << 6 | (c & 63) << 12;
      way.columns = (way.columns & ~(Shifts{0x3'FFFF} << 18 * kStack)) | order << 18 * kStack;
      if (label_of(a) != label_of(b) || is_new(a)) way.ties &= ~kAB<kStack>;
      if (label_of(b) != label_of(c) || is_new(b)) way.ties &= ~kBC<kStack>;
    }
    if constexpr (kStack < 2) {
      place<kStack + 1>(way, text);
    } else {
      owner_.offer(way, text);
    }
  }

  Canonicaliser& owner_;
  Shifts row_;
};

Isomorph Canonicaliser::isomorph(const Grid& puzzle) {
  read(puzzle);
  place_first_row();
  for (unsigned place = 1; place < 9; ++place)
    place_next_row(place);

  static const Isomorph kIdentity = identity();
  Isomorph isomorph = kIdentity;
  const Way& way = ways_.front();
  const bool transposed = way.rows >> kTransposed != 0;
  std::array<std::uint8_t, 9> columns{};
  for (unsigned i = 0; i < 9; ++i)
    columns[i] = static_cast<std::uint8_t>(shift(way.columns, i) / 6 * (transposed ? 9 : 1));
  for (unsigned r = 0; r < 9; ++r) {
    const unsigned row = nibble(way.rows, r) * (transposed ? 1 : 9);
    for (unsigned c = 0; c < 9; ++c)
      isomorph.source[9 * r + c] = static_cast<std::uint8_t>(row + columns[c]);
  }
  unsigned labels = nibble(way.labels, kLabelCount);
  for (unsigned d = 1; d <= 9; ++d) {
    const unsigned known = nibble(way.labels, d);
    isomorph.label['0' + d] = static_cast<char>('0' + (known == kNoLabel ? ++labels : known));
  }
  return isomorph;
}

void Canonicaliser::read(const Grid& puzzle) {
  std::array<Shifts, 9> columns{};
  std::array<Nibbles, 9> column_counts{};  // how often each digit is in each column
  Nibbles counts = 0;                      // union of the counts of all rows and columns
  for (unsigned r = 0; r < 9; ++r) {
    Shifts row = 0;
    Nibbles row_counts = 0;
    for (unsigned c = 0; c < 9; ++c) {
      const std::uint64_t digit =
          kFourTimesDigit[static_cast<unsigned char>(puzzle.cells[9 * r + c])];
      row |= digit << 6 * c;
      columns[c] |= digit << 6 * r;
      row_counts += Nibbles{1} << digit;
      column_counts[c] += Nibbles{1} << digit;
    }
    boards_[0].rows[r] = row;
    counts |= row_counts;
  }
  for (const Nibbles column : column_counts)
    counts |= column;
  boards_[1].rows = columns;
  has_repeats_ = (counts & 0xEE'EEEE'EEE0) != 0;  // some digit is there more than once
  for (Orientation& board : boards_)
    find_twins(board);
}

void Canonicaliser::find_twins(Orientation& board) {
  for (unsigned r = 0; r < 9; ++r) {
    board.twins[r] = 0;
    for (unsigned other = r / 3 * 3; other < r; ++other) {
      if (board.rows[other] == board.rows[r])
        board.twins[r] = static_cast<std::uint16_t>(board.twins[r] | 1U << other);
    }
  }
}

// Places the rows that may come first, in all orders of the stacks that give the least text. If
// digits repeat, clue counts do not decide, and all rows are tried in all orders.
void Canonicaliser::place_first_row() {
  std::array<FirstRow, 18> rows{};
  unsigned least_rank = 64;
  for (unsigned i = 0; i < 18; ++i) {
    rows[i] = has_repeats_ ? FirstRow{.rank = 0, .orders = 0x3F}
                           : as_first_row(boards_[i / 9].rows[i % 9]);
    least_rank = std::min<unsigned>(least_rank, rows[i].rank);
  }
  begin_row();
  for (unsigned i = 0; i < 18; ++i) {
    if (rows[i].rank != least_rank || boards_[i / 9].twins[i % 9] != 0) continue;
    for (unsigned orders = rows[i].orders; orders != 0; orders &= orders - 1) {
      const Way way = {.columns = kColumnOrders[static_cast<unsigned>(std::countr_zero(orders))],
                       .ties = kSecondTied | kThirdTied,
                       .labels = kNoLabels,
                       .rows = Nibbles{i / 9} << kTransposed};
      place_row(way, 0, i % 9);
    }
  }
  std::swap(ways_, next_);
}

void Canonicaliser::place_next_row(unsigned place) {
  candidates_.clear();
  least_rank_ = ~Text{0};
  for (const Way& way : ways_)
    find_candidates(way, place);
  begin_row();
  for (const Candidate& c : candidates_)
    place_row(*c.way, place, c.row);
  std::swap(ways_, next_);
}

// Finds unplaced rows that may come next: of a begun band or, if none, of any unused band. A row
// that equals an earlier unplaced row of its band is left out.
void Canonicaliser::find_candidates(const Way& way, unsigned place) {
  unsigned free = ~static_cast<unsigned>(way.rows >> kPlaced) & 0x1FFU;
  if (place % 3 != 0) free &= 7U << nibble(way.rows, place - 1) / 3 * 3;
  const Orientation& board = boards_[way.rows >> kTransposed];
  for (unsigned left = free; left != 0; left &= left - 1) {
    const auto r = static_cast<unsigned>(std::countr_zero(left));
    if ((board.twins[r] & free) != 0) continue;
    const Text rank = has_repeats_ ? 0 : rank_of(way, board.rows[r]);
    if (rank > least_rank_) continue;
    if (rank < least_rank_) candidates_.clear();
    least_rank_ = rank;
    candidates_.push_back({&way, r});
  }
}

// Text of a row, with kNoLabel for new digits. All ways have given the same labels, so that new
// digits get the same ones, too, and rows of least rank have the least text. Only a row that
// repeats a new digit would break this rule.
Canonicaliser::Text Canonicaliser::rank_of(const Way& way, Shifts row) {
  const auto label = [&](unsigned place) {
    return way.labels >> (row >> shift(way.columns, place) & 63) & 0xF;
  };
  // Labels of the first, second and third cells of the minirows.
  Text a = label(0) << 24 | label(3) << 12 | label(6);
  Text b = label(1) << 24 | label(4) << 12 | label(7);
  Text c = label(2) << 24 | label(5) << 12 | label(8);
  if (way.ties != 0) {
    // Sorts two labels in each minirow where they are tied. The subtraction leaves the bit above
    // the label, that of kSecondTied, in the minirows where `first` is greater.
    const auto sort = [](Text& first, Text& second, Text ties) {
      const Text greater = ((first | kSecondTied) - second - kMinirows) & ties & kSecondTied;
      const Text swap = (first ^ second) & (greater - (greater >> 4));
      first ^= swap;
      second ^= swap;
    };
    sort(a, b, way.ties);
    sort(b, c, way.ties >> 1);
    sort(a, b, way.ties);
  }
  return a << 8 | b << 4 | c;
}

void Canonicaliser::place_row(const Way& way, unsigned place, unsigned row) {
  Way placed = way;
  placed.rows |= Nibbles{row} << 4 * place | Nibbles{1} << (kPlaced + row);
  Placing(*this, boards_[way.rows >> kTransposed].rows[row]).place<0>(placed, 0);
}

void Canonicaliser::begin_row() {
  next_.clear();
  least_ = ~Text{0};
}

void Canonicaliser::offer(const Way& way, Text text) {
  if (text < least_) {
    next_.clear();
    least_ = text;
  }
  next_.push_back(way);
}

}  // namespace sudoku::dataset
