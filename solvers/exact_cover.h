// Exact cover by dancing links: selects choices so that every column is covered exactly once.
//
// Source: D. E. Knuth, "Dancing Links", 2000, arXiv:cs/0011047. A column is a circular doubly
// linked list of the choices that can still cover it. Covering it unlinks these from all other
// columns; undoing relinks them in reverse order. The column with fewest choices is next.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace sudoku {

// Receives a search's results; stops it by returning false. guess() is called before each choice in
// a column with several left, found() with all choices of a cover.
template <typename Visitor>
concept CoverVisitor = requires(Visitor visitor, std::span<const std::uint16_t> chosen) {
  { visitor.guess() } -> std::same_as<bool>;
  { visitor.found(chosen) } -> std::same_as<bool>;
};

// A matrix of Choices rows with at most Width columns each. Differences from the paper:
// - Links are 16-bit indices in one array. The Width nodes of a choice are adjacent, so rows need
//   no links; a shorter choice is padded with kNoColumn.
// - Columns are not linked to each other: the narrowest is the minimum of an array of bytes, a few
//   vector instructions.
// - A column that comes down to one choice or none is queued and handled before any guess; most
//   nodes of a Sudoku's search tree are of this kind.
// - Unlinked nodes are recorded, and undoing replays the record instead of walking columns upwards:
//   one loop whose end the processor can predict instead of Width short ones per choice.
template <std::size_t Columns, std::size_t Choices, std::size_t Width>
class ExactCover {
 public:
  using Index = std::uint16_t;
  using Choice = std::array<Index, Width>;  // the columns that a choice covers, each once

 private:
  using Size = std::uint8_t;
  static constexpr std::size_t kNodes = Choices * Width;
  static constexpr std::size_t kScanned = (Columns / 16 + 1) * 16;
  static constexpr Size kCovered = 0x80;  // added to the size of a covered column
  static constexpr Size kNeverNarrowest = 0xFF;
  static_assert(kNodes + kScanned <= 0xFFFF, "links have 16 bits");

  struct Link {
    Index up;
    Index down;

    bool operator==(const Link&) const = default;
  };

 public:
  static constexpr Index kNoColumn = kScanned;

  // The part of the matrix that a search changes and restores.
  struct Matrix {
    alignas(64) std::array<Link, kNodes + kScanned + 1> links;  // nodes, then column headers
    alignas(64) std::array<Size, kScanned + 1> sizes;

    bool operator==(const Matrix&) const = default;
  };

  // A column can have 127 choices at most.
  explicit ExactCover(std::span<const Choice, Choices> choices) {
    for (std::size_t column = 0; column <= kScanned; ++column) {
      full_.links[header_of(column)] = {header_of(column), header_of(column)};
      full_.sizes[column] = column < Columns ? 0 : kNeverNarrowest;
    }
    for (std::size_t node = 0; node < kNodes; ++node)
      append(static_cast<Index>(node), choices[node / Width][node % Width]);
    matrix_ = full_;
  }

  const Matrix& matrix() const { return matrix_; }

  // Before a search: makes a choice, which must cover some column, part of every cover. Returns
  // false and changes nothing when one of its columns is already covered.
  bool choose(std::size_t choice) {
    for (std::size_t node = choice * Width; node < (choice + 1) * Width; ++node)
      if (column_[node] != kNoColumn && is_covered(column_[node])) return false;
    take(choice);
    return true;
  }

  // Before a search, after all calls of choose(): removes a choice, unless choose() already has.
  void exclude(std::size_t choice) {
    for (std::size_t node = choice * Width; node < (choice + 1) * Width; ++node)
      if (column_[node] != kNoColumn && is_covered(column_[node])) return;
    for (std::size_t node = choice * Width; node < (choice + 1) * Width; ++node) {
      unlink(static_cast<Index>(node));
      if (column_[node] != kNoColumn) --matrix_.sizes[column_[node]];
    }
  }

  // Undoes every choose() and exclude(). Copying costs less than relinking most of the matrix.
  void reset() {
    matrix_ = full_;
    chosen_count_ = 0;
    hidden_count_ = 0;
    narrow_count_ = 0;
  }

  // Visits every cover with the choices made so far. Returns false when the visitor stopped it.
  template <CoverVisitor Visitor>
  bool search(Visitor& visitor) {
    const Mark start = here();
    narrow_count_ = 0;
    for (std::size_t column = 0; column < Columns; ++column)
      if (matrix_.sizes[column] <= 1) narrow_[narrow_count_++] = static_cast<Index>(column);
    const bool go_on = branch(visitor);
    go_back(start);
    return go_on;
  }

 private:
  struct Mark {
    std::size_t chosen;
    std::size_t hidden;
  };

  static constexpr Index header_of(std::size_t column) {
    return static_cast<Index>(kNodes + column);
  }

  // Reads 16 bits, not a whole Link: a 32-bit load would wait for the 16-bit stores just before.
  Index above(Index node) const { return matrix_.links[node].up; }

  Index below(Index node) const { return matrix_.links[node].down; }

  bool is_covered(std::size_t column) const { return matrix_.sizes[column] >= kCovered; }

  Mark here() const { return {.chosen = chosen_count_, .hidden = hidden_count_}; }

  void append(Index node, Index column) {
    column_[node] = column;
    full_.links[node] = {node, node};  // a node without a column stays its own neighbour
    if (column == kNoColumn) return;
    Link& header = full_.links[header_of(column)];
    full_.links[node] = {header.up, header_of(column)};
    full_.links[header.up].down = node;
    header.up = node;
    ++full_.sizes[column];
    assert(full_.sizes[column] < kCovered);
  }

  template <CoverVisitor Visitor>
  bool branch(Visitor& visitor) {
    if (!take_forced()) return true;
    const std::size_t column = narrowest();
    if (is_covered(column)) return visitor.found(std::span(chosen_).first(chosen_count_));

    const Mark start = here();
    const Index header = header_of(column);
    for (Index node = below(header); node != header; node = below(node)) {
      if (!visitor.guess()) return false;
      take(node / Width);
      const bool go_on = branch(visitor);
      go_back(start);
      if (!go_on) return false;
    }
    return true;
  }

  // Makes every choice that is the last one of its column. Returns false when a column has none.
  bool take_forced() {
    while (narrow_count_ > 0) {
      const std::size_t column = narrow_[--narrow_count_];
      if (column == kNoColumn || is_covered(column)) continue;
      if (matrix_.sizes[column] == 0) return false;
      take(below(header_of(column)) / Width);
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
    const Index* const columns = &column_[choice * Width];
    // First flag all columns of the choice as covered: unflagged, an empty one is a dead end.
    for (std::size_t i = 0; i < Width; ++i)
      matrix_.sizes[columns[i]] += kCovered;

    // Counters are kept in locals: a byte store may alias any member, which would then be reloaded.
    std::size_t hidden = hidden_count_;
    std::size_t narrow = narrow_count_;
    for (std::size_t i = 0; i < Width; ++i) {
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
    for (std::size_t i = 1; i < Width; ++i) {
      const Index other = beside(node, i);
      unlink(other);
      // Avoids a mispredicted branch: always stores the column, keeps it if narrow.
      const Index column = column_[other];
      narrow_[narrow] = column;
      narrow += --matrix_.sizes[column] <= 1 ? 1 : 0;
    }
    return narrow;
  }

  void unhide(Index node) {
    for (std::size_t i = Width - 1; i > 0; --i) {
      const Index other = beside(node, i);
      matrix_.links[above(other)].down = other;
      matrix_.links[below(other)].up = other;
      ++matrix_.sizes[column_[other]];
    }
  }

  static Index beside(Index node, std::size_t i) {
    return static_cast<Index>(node / Width * Width + (node + i) % Width);
  }

  void go_back(Mark mark) {
    while (chosen_count_ > mark.chosen) {
      const Index* const columns = &column_[chosen_[--chosen_count_] * Width];
      for (std::size_t i = 0; i < Width; ++i)
        matrix_.sizes[columns[i]] -= kCovered;
    }
    for (std::size_t i = hidden_count_; i > mark.hidden; --i)
      unhide(hidden_[i - 1]);
    hidden_count_ = mark.hidden;
    narrow_count_ = 0;
  }

  Matrix matrix_;
  Matrix full_;
  std::size_t chosen_count_ = 0;
  std::size_t hidden_count_ = 0;
  std::size_t narrow_count_ = 0;
  std::array<Index, kNodes> column_;
  std::array<Index, Columns> chosen_;
  std::array<Index, Choices> hidden_;  // one node of each choice that was unlinked, in that order
  // Columns that came down to one choice or none since the last guess or undo. A node is unlinked
  // at most once in that time, so the array has room for all.
  std::array<Index, Columns + kNodes + 1> narrow_;
};

}  // namespace sudoku
