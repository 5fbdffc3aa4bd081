#include "harness/dataset/plain_fields.h"

#include "harness/dataset/text_source.h"

namespace sudoku {

namespace {

// False when it is not plain.
bool take_field(const Layout& layout, std::size_t column, const Field& field, Row& row) {
  const bool is_grid = field.text.size() == kCells;
  if (column == layout.puzzle) {
    if (!is_grid) return false;
    take_puzzle(row, field);
  }
  if (column == layout.solution) {
    if (!is_grid && !field.text.empty()) return false;
    take_solution(row, field);
  }
  return row.fault.empty();
}

}  // namespace

bool take_plain_fields(const Layout& layout, std::string_view line, Row& row) {
  if (line.size() >= kCutLine || line.find('"') != std::string_view::npos) return false;
  row.fault.clear();
  row.solution = kEmptyGrid;
  std::size_t begin = 0;
  for (std::size_t column = 0; column < layout.columns; ++column) {
    const std::size_t end = line.find(layout.separator, begin);
    const bool is_last = column + 1 == layout.columns;
    if (is_last != (end == std::string_view::npos)) return false;
    if (!take_field(layout, column, {line.substr(begin, end - begin), begin}, row)) return false;
    begin = end + 1;
  }
  return true;
}

}  // namespace sudoku
