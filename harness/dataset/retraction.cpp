#include "harness/dataset/retraction.h"

#include "harness/dataset/box_lines.h"

namespace sudoku {

namespace {

// Which digits stand in each row, column and box.
class Digits {
 public:
  explicit Digits(const Grid& puzzle) : puzzle_(puzzle) {
    for (int cell = 0; cell < kCells; ++cell) {
      if (puzzle_.cells[cell] != kBlank) toggle(cell, set_of(puzzle_.cells[cell]));
    }
  }

  // Takes the clue away, unless it would not be a hidden single.
  void take(int cell) {
    const DigitSet digit = set_of(puzzle_.cells[cell]);
    toggle(cell, digit);
    if (is_alone(cell, digit)) {
      puzzle_.cells[cell] = kBlank;
    } else {
      toggle(cell, digit);
    }
  }

  const Grid& puzzle() const { return puzzle_; }

 private:
  void toggle(int cell, DigitSet digit) {
    rows_[row_of(cell)] ^= digit;
    columns_[column_of(cell)] ^= digit;
    boxes_[box_of(cell)] ^= digit;
  }

  bool is_place(int cell, DigitSet digit) const {
    const unsigned seen = rows_[row_of(cell)] | columns_[column_of(cell)] | boxes_[box_of(cell)];
    return puzzle_.cells[cell] == kBlank && (seen & digit) == 0;
  }

  // The cell holds the digit still, and so is no place for it.
  bool is_alone(int cell, DigitSet digit) const {
    const int corner = kBoxCorners[box_of(cell)];
    bool row = true;
    bool column = true;
    bool box = true;
    for (int i = 0; i < 9; ++i) {
      row = row && !is_place(9 * row_of(cell) + i, digit);
      column = column && !is_place(9 * i + column_of(cell), digit);
      box = box && !is_place(corner + 9 * (i / 3) + i % 3, digit);
    }
    return row || column || box;
  }

  Grid puzzle_;
  std::array<unsigned, 9> rows_{};
  std::array<unsigned, 9> columns_{};
  std::array<unsigned, 9> boxes_{};
};

}  // namespace

Grid retracted(const Grid& full, const CellOrder& order) {
  Digits digits(full);
  for (const int cell : order)
    digits.take(cell);
  return digits.puzzle();
}

}  // namespace sudoku
