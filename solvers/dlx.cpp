// The solver `dlx`: Sudoku as exact cover, by dancing links: selects choices so that every
// constraint is satisfied exactly once.
//
// Source: D. E. Knuth, "Dancing Links", 2000, arXiv:cs/0011047. A column of the matrix (for each
// constraint in constraints.h) is a circular doubly linked list of the choices that can still cover
// it. Covering it unlinks these from all other columns; undoing relinks them in reverse order. The
// column with fewest choices is next.
//
// The matrix (2,916 nodes, 13 KB) is built once per instance; clues are chosen before the search.
// Differences from the paper:
// - Links are 16-bit indices in one array. The four nodes of a choice are adjacent, so rows need no
//   links.
// - Columns are not linked to each other: the narrowest is the minimum of an array of bytes, a few
//   vector instructions.
// - A column that comes down to one choice or none is queued and handled before any guess; most
//   nodes of a Sudoku's search tree are of this kind.
// - Unlinked nodes are recorded, and undoing replays the record instead of walking columns upwards:
//   one loop whose end the processor can predict instead of four short ones per choice.
//
// Effect of these changes (microseconds per puzzle, solution limit 2, g++ 12, Zen 4 core):
//                                                           34 clues   17 clues   magictour
//   the paper's algorithm, 16-bit links in one array             8.2       21.5         100
//   narrowest column = minimum of an array of bytes              8.8       13.8          63
//   columns with one choice queued, undo by a list               8.0       11.3          50
//   clues uncovered by copying the full matrix back              6.5       10.3          49
//
// Ties between columns of equal size go to the first column. Columns of cells precede those of
// houses: in the opposite order, magictour takes 27 % more guesses. Rejected: breaking ties by the
// sizes of the columns that the choices touch, which saves up to a third of them, but no time.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "solvers/constraints.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

using Index = std::uint16_t;
using Size = std::uint8_t;

constexpr std::size_t kWidth = 4;  // columns that a choice covers
constexpr std::size_t kNodes = kChoices * kWidth;
// The sizes are scanned 16 at a time.
constexpr std::size_t kScanned = (kConstraints / 16 + 1) * 16;
constexpr Size kCovered = 0x80;  // added to the size of a covered column
constexpr Size kNeverNarrowest = 0xFF;
static_assert(kNodes + kConstraints <= 0xFFFF, "links have 16 bits");

// Columns of the nodes; those of a choice are adjacent.
constexpr std::array<Index, kNodes> kColumnOf = [] {
  std::array<Index, kNodes> columns{};
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 1; digit <= 9; ++digit) {
      std::ranges::transform(constraints_of(cell, digit),
                             columns.begin() + choice_of(cell, digit) * kWidth,
                             [](int which) { return static_cast<Index>(which); });
    }
  }
  return columns;
}();

constexpr Index header_of(std::size_t column) { return static_cast<Index>(kNodes + column); }

struct Link {
  Index up;
  Index down;
};

// The part of the matrix that a search changes and restores.
struct Matrix {
  alignas(64) std::array<Link, kNodes + kConstraints> links;  // nodes, then column headers
  alignas(64) std::array<Size, kScanned> sizes;
};

constexpr Matrix kFull = [] {
  Matrix full{};
  full.sizes.fill(kNeverNarrowest);
  for (std::size_t column = 0; column < kConstraints; ++column) {
    full.links[header_of(column)] = {header_of(column), header_of(column)};
    full.sizes[column] = 0;
  }
  for (Index node = 0; node < kNodes; ++node) {
    const Index header = header_of(kColumnOf[node]);
    const Index last = full.links[header].up;
    full.links[node] = {last, header};
    full.links[last].down = full.links[header].up = node;
    ++full.sizes[kColumnOf[node]];
  }
  return full;
}();

class DancingLinks {
 public:
  void run(const Grid& puzzle, const Budget& budget, Answer& answer) {
    // Copying the matrix costs less than relinking most of it.
    matrix_ = kFull;
    chosen_count_ = hidden_count_ = narrow_count_ = 0;
    bool clues_fit = true;
    for_each_clue(puzzle, [&](int cell, int digit) {
      clues_fit = clues_fit && choose(choice_of(cell, digit));
    });
    Search search{Meter(budget), budget.solution_limit, answer};
    if (clues_fit) start(search);
    conclude(search.meter, budget, answer);
  }

 private:
  struct Search {
    Meter meter;
    std::uint64_t solution_limit;
    Answer& answer;
  };

  struct Mark {
    std::size_t chosen;
    std::size_t hidden;
  };

  // Reads 16 bits, not a whole Link: a 32-bit load would wait for the 16-bit stores just before.
  Index above(Index node) const { return matrix_.links[node].up; }

  Index below(Index node) const { return matrix_.links[node].down; }

  bool is_covered(std::size_t column) const { return matrix_.sizes[column] >= kCovered; }

  // Makes a choice that is part of every cover. Returns false and changes nothing when one of its
  // columns is already covered.
  bool choose(std::size_t choice) {
    const auto columns = std::span(kColumnOf).subspan(choice * kWidth, kWidth);
    if (std::ranges::any_of(columns, [this](Index column) { return is_covered(column); }))
      return false;
    take(choice);
    return true;
  }

  // Visits the covers with the choices made so far, up to the limits.
  void start(Search& search) {
    narrow_count_ = 0;
    for (std::size_t column = 0; column < kConstraints; ++column)
      if (matrix_.sizes[column] <= 1) narrow_[narrow_count_++] = static_cast<Index>(column);
    branch(search);
  }

  // Visits the covers that the choices made so far leave. Returns false at a limit.
  bool branch(Search& search) {
    if (!take_forced()) return true;
    const std::size_t column = narrowest();
    if (is_covered(column)) return note(search);

    const Mark start = {.chosen = chosen_count_, .hidden = hidden_count_};
    const Index header = header_of(column);
    for (Index node = below(header); node != header; node = below(node)) {
      if (!search.meter.guess()) return false;
      take(node / kWidth);
      if (!branch(search)) return false;
      go_back(start);
    }
    return true;
  }

  bool note(Search& search) const {
    if (search.answer.solutions == 0) {
      for (const Index choice : std::span(chosen_).first(chosen_count_))
        search.answer.solution.cells[choice / 9] = static_cast<char>('1' + choice % 9);
    }
    return ++search.answer.solutions < search.solution_limit;
  }

  // Makes every choice that is the last one of its column. Returns false when a column has none.
  bool take_forced() {
    while (narrow_count_ > 0) {
      const std::size_t column = narrow_[--narrow_count_];
      if (is_covered(column)) continue;
      if (matrix_.sizes[column] == 0) return false;
      take(below(header_of(column)) / kWidth);
    }
    return true;
  }

  // The first column with the fewest choices; a covered column when all are covered.
  std::size_t narrowest() const {
    const Size* const sizes = matrix_.sizes.data();
    Size fewest = kNeverNarrowest;
    for (std::size_t column = 0; column < kScanned; ++column)
      fewest = std::min(fewest, sizes[column]);
    return static_cast<const Size*>(std::memchr(sizes, fewest, kScanned)) - sizes;
  }

  void take(std::size_t choice) {
    chosen_[chosen_count_++] = static_cast<Index>(choice);
    const Index* const columns = &kColumnOf[choice * kWidth];
    // First flag all columns of the choice as covered: unflagged, an empty one is a dead end.
    for (std::size_t i = 0; i < kWidth; ++i)
      matrix_.sizes[columns[i]] += kCovered;

    // Counters are kept in locals: a byte store may alias any member, which would then be reloaded.
    std::size_t hidden = hidden_count_;
    std::size_t narrow = narrow_count_;
    for (std::size_t i = 0; i < kWidth; ++i) {
      const Index header = header_of(columns[i]);
      for (Index node = below(header); node != header; node = below(node)) {
        hidden_[hidden++] = node;
        narrow = hide(node, narrow);
      }
    }
    hidden_count_ = hidden;
    narrow_count_ = narrow;
  }

  void unlink(Index node) {
    const Index up = above(node);
    const Index down = below(node);
    matrix_.links[up].down = down;
    matrix_.links[down].up = up;
  }

  // Unlinks the other nodes of the choice of `node`. Returns the new length of narrow_.
  std::size_t hide(Index node, std::size_t narrow) {
    for (std::size_t i = 1; i < kWidth; ++i) {
      const Index other = beside(node, i);
      unlink(other);
      // Avoids a mispredicted branch: always stores the column, keeps it if narrow.
      const Index column = kColumnOf[other];
      narrow_[narrow] = column;
      narrow += --matrix_.sizes[column] <= 1 ? 1 : 0;
    }
    return narrow;
  }

  void unhide(Index node) {
    for (std::size_t i = kWidth - 1; i > 0; --i) {
      const Index other = beside(node, i);
      matrix_.links[above(other)].down = other;
      matrix_.links[below(other)].up = other;
      ++matrix_.sizes[kColumnOf[other]];
    }
  }

  static Index beside(Index node, std::size_t i) {
    return static_cast<Index>(node / kWidth * kWidth + (node + i) % kWidth);
  }

  void go_back(Mark mark) {
    while (chosen_count_ > mark.chosen) {
      const Index* const columns = &kColumnOf[chosen_[--chosen_count_] * kWidth];
      for (std::size_t i = 0; i < kWidth; ++i)
        matrix_.sizes[columns[i]] -= kCovered;
    }
    for (std::size_t i = hidden_count_; i > mark.hidden; --i)
      unhide(hidden_[i - 1]);
    hidden_count_ = mark.hidden;
    narrow_count_ = 0;
  }

  Matrix matrix_;
  std::size_t chosen_count_ = 0;
  std::size_t hidden_count_ = 0;
  std::size_t narrow_count_ = 0;
  std::array<Index, kConstraints> chosen_;
  std::array<Index, kChoices> hidden_;  // one node of each choice that was unlinked, in that order
  // Columns that came down to one choice or none since the last guess or undo. A node is unlinked
  // at most once in that time, so the array has room for all.
  std::array<Index, kConstraints + kNodes + 1> narrow_;
};

constexpr std::array<SolverEntry, 1> kEntries = {{{
    .info = {.name = "dlx",
             .about = "exact cover by dancing links, column with the fewest choices first",
             .source = "D. E. Knuth, Dancing Links, 2000, arXiv:cs/0011047",
             .guess = "a choice tried in a column with several choices left"},
    .create = one_at_a_time<DancingLinks>,
}}};

}  // namespace

std::span<const SolverEntry> dlx_entries() { return kEntries; }

}  // namespace sudoku
