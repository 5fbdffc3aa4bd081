#include "harness/dataset/matrix.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "harness/dataset/fields.h"

namespace sudoku {

namespace {

using Names = std::span<const std::string_view>;

// The three columns of a list of clues.
constexpr std::array<std::string_view, 3> kRowNames = {"row", "r", "i"};
constexpr std::array<std::string_view, 4> kColumnNames = {"column", "col", "c", "j"};
constexpr std::array<std::string_view, 6> kDigitNames = {"digit", "value", "number",
                                                         "val",   "v",     "k"};

bool is_among(const Field& field, Names names) {
  return std::ranges::find(names, lower_case(field.text)) != names.end();
}

bool names_triples(std::span<const Field> values) {
  return values.size() == 3 && is_among(values[0], kRowNames) &&
         is_among(values[1], kColumnNames) && is_among(values[2], kDigitNames);
}

// Nine digits would be the row of a grid.
bool is_entry(const Field& field) {
  return field.text.size() < 9 && is_number(field.text);
}

bool are_entries(std::span<const Field> values) {
  return values.size() > 1 && std::ranges::all_of(values, is_entry);
}

}  // namespace

std::optional<Matrix> as_matrix(std::string_view line) {
  const auto values = split_values(line);
  if (names_triples(values)) return Matrix{Layout::Kind::triples, true};
  if (!are_entries(values)) return std::nullopt;
  if (values.size() == 3) return Matrix{Layout::Kind::triples, false};
  if (values.size() == 9) return Matrix{Layout::Kind::grids, false};
  return std::nullopt;
}

std::size_t matrix_width(std::string_view line) {
  const auto values = split_values(line);
  return are_entries(values) ? values.size() : 0;
}

}  // namespace sudoku
