#include "harness/dataset/isomorph.h"

#include <cstddef>
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

}  // namespace sudoku::dataset
