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

constexpr std::uint8_t kNoLabel = 0xFF;  // digit without a new label yet; greater than all labels

constexpr std::array<std::array<std::uint8_t, 3>, 6> kOrders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

// Initial value of Way::tied: the order of the columns of each stack is undecided.
constexpr std::uint16_t kAllTied = 0b110'110'110;

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
  Placing(Canonicaliser& owner, const Row& row) : owner_(owner), row_(row) {}

  // Places the row's columns from `begin` on, where a run of so far equal columns begins.
  void place(Way& way, std::size_t begin) {
    if (begin == 9) return owner_.offer(way, text_);
    const std::size_t end = end_of_ties(way, begin);
    sort_by_label(way, begin, end);
    std::size_t at = begin;
    while (at < end && label_at(way, at) != kNoLabel)
      put(way, at++);
    untie(way, begin, at);
    if (end - at > 1) return place_every_order(way, at, end);
    if (at < end) put_new(way, at);
    go_on(way, end);
  }

 private:
  static std::size_t end_of_ties(const Way& way, std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < 9 && (way.tied >> end & 1U) != 0)
      ++end;
    return end;
  }

  std::uint8_t digit_at(const Way& way, std::size_t at) const { return row_[way.columns[at]]; }

  // New label of the row's digit at place `at`: 0 for a blank, kNoLabel for a digit without one.
  std::uint8_t label_at(const Way& way, std::size_t at) const {
    const std::uint8_t digit = digit_at(way, at);
    if (digit == 0) return 0;
    return way.label[digit] == 0 ? kNoLabel : way.label[digit];
  }

  // Bubble sort, as there are at most three columns.
  void sort_by_label(Way& way, std::size_t begin, std::size_t end) const {
    for (std::size_t last = end; last > begin + 1; --last) {
      for (std::size_t at = begin + 1; at < last; ++at) {
        if (label_at(way, at) < label_at(way, at - 1)) {
          std::swap(way.columns[at], way.columns[at - 1]);
        }
      }
    }
  }

  void put(const Way& way, std::size_t at) { text_[at] = label_at(way, at); }

  // Clears Way::tied for column `end` and for those whose label differs from the column before.
  void untie(Way& way, std::size_t begin, std::size_t end) const {
    for (std::size_t at = begin + 1; at < end; ++at) {
      if (text_[at] != text_[at - 1]) untie(way, at);
    }
    if (end > begin && end < 9) untie(way, end);
  }

  static void untie(Way& way, std::size_t at) {
    way.tied = static_cast<std::uint16_t>(way.tied & ~(1U << at));
  }

  void put_new(Way& way, std::size_t at) {
    std::uint8_t& label = way.label[digit_at(way, at)];
    if (label == 0) label = ++way.labels;  // a contradictory row may repeat a new digit
    text_[at] = label;
  }

  void place_every_order(const Way& way, std::size_t begin, std::size_t end) {
    Way ordered = way;
    for (std::size_t at = begin + 1; at < end; ++at)
      untie(ordered, at);
    const auto columns = std::span(ordered.columns).subspan(begin, end - begin);
    std::ranges::sort(columns);
    do {
      Way labelled = ordered;
      for (std::size_t at = begin; at < end; ++at)
        put_new(labelled, at);
      go_on(labelled, end);
    } while (std::next_permutation(columns.begin(), columns.end()));
  }

  void go_on(Way& way, std::size_t end) {
    const bool is_bound = !owner_.next_.empty();
    if (is_bound && std::memcmp(text_.data(), owner_.least_.data(), end) > 0) return;
    place(way, end);
  }

  Canonicaliser& owner_;
  const Row& row_;
  Row text_{};
};

Isomorph Canonicaliser::isomorph(const Grid& puzzle) {
  start(puzzle);
  for (int place = 0; place < 9; ++place)
    place_next_row();
  return isomorph_of(ways_.front());
}

void Canonicaliser::start(const Grid& puzzle) {
  for (int cell = 0; cell < kCells; ++cell) {
    const char c = puzzle.cells[cell];
    const auto digit = static_cast<std::uint8_t>(c == kBlank ? 0 : c - '0');
    rows_[0][row_of(cell)][column_of(cell)] = digit;
    rows_[1][column_of(cell)][row_of(cell)] = digit;
  }
  ways_.clear();
  for (const bool transposed : {false, true}) {
    for (const auto& order : kOrders) {
      Way way;
      way.transposed = transposed;
      way.tied = kAllTied;
      for (std::size_t c = 0; c < 9; ++c) {
        const std::size_t stack = order[c / 3];
        way.columns[c] = static_cast<std::uint8_t>(3 * stack + c % 3);
      }
      ways_.push_back(way);
    }
  }
}

void Canonicaliser::place_next_row() {
  next_.clear();
  for (const Way& way : ways_)
    try_rows(way);
  std::swap(ways_, next_);
}

// Tries each unplaced row that may come next: of a begun band or, if none, of any unused band.
void Canonicaliser::try_rows(const Way& way) {
  const auto& rows = rows_[way.transposed ? 1 : 0];
  const std::size_t place = way.placed;
  const std::size_t band = place % 3 == 0 ? 9 : way.rows[place - 1] / 3U;
  for (std::size_t r = 0; r < 9; ++r) {
    const bool fits = band == 9 ? (way.used >> (r / 3 * 3) & 7U) == 0 : r / 3 == band;
    if (!fits || (way.used >> r & 1U) != 0 || has_twin_before(rows, way, r)) continue;
    Way tried = way;
    tried.rows[place] = static_cast<std::uint8_t>(r);
    tried.used = static_cast<std::uint16_t>(tried.used | 1U << r);
    ++tried.placed;
    Placing(*this, rows[r]).place(tried, 0);
  }
}

// Whether an earlier unplaced row of the band equals row r, so that trying both is useless.
bool Canonicaliser::has_twin_before(const std::array<Row, 9>& rows, const Way& way, std::size_t r) {
  for (std::size_t other = r / 3 * 3; other < r; ++other) {
    if ((way.used >> other & 1U) == 0 && rows[other] == rows[r]) return true;
  }
  return false;
}

void Canonicaliser::offer(const Way& way, const Row& text) {
  if (next_.empty() || text < least_) {
    next_.clear();
    least_ = text;
  }
  if (text == least_) next_.push_back(way);
}

Isomorph Canonicaliser::isomorph_of(const Way& way) {
  Isomorph isomorph = identity();
  for (int cell = 0; cell < kCells; ++cell) {
    const int r = way.rows[row_of(cell)];
    const int c = way.columns[column_of(cell)];
    isomorph.source[cell] = static_cast<std::uint8_t>(way.transposed ? 9 * c + r : 9 * r + c);
  }
  int labels = way.labels;
  for (std::size_t d = 1; d <= 9; ++d) {
    const int label = way.label[d] == 0 ? ++labels : way.label[d];
    isomorph.label['0' + d] = static_cast<char>('0' + label);
  }
  return isomorph;
}

}  // namespace sudoku::dataset
