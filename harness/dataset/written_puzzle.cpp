#include "harness/dataset/written_puzzle.h"

#include <algorithm>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "harness/dataset/fields.h"
#include "harness/dataset/input_error.h"

namespace sudoku {

namespace {

constexpr std::string_view kBetween = " \t\r\n|/,;+-[]()";
// The name of a file may consist of a few digits.
constexpr std::size_t kSurelyAPuzzle = 60;

}  // namespace

std::optional<Grid> parse_written_puzzle(std::string_view text) {
  std::string cells;
  std::ranges::copy_if(text, std::back_inserter(cells),
                       [](char c) { return kBetween.find(c) == std::string_view::npos; });
  if (!std::ranges::all_of(cells, is_cell)) return std::nullopt;
  const ParsedGrid parsed = parse_grid(cells);
  if (parsed.ok) return parsed.grid;
  if (cells.size() < kSurelyAPuzzle) return std::nullopt;
  throw InputError(
      fmt::format("the puzzle on the command line: expected 81 cells, found {}", cells.size()));
}

}  // namespace sudoku
