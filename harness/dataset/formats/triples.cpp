// Triples format: one puzzle, with row, column and digit of each clue on a line, perhaps a header.
#include <algorithm>

#include "harness/base/errors.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/text_blocks.h"

namespace sudoku::dataset {

namespace {

constexpr std::array<std::string_view, 3> kRowNames = {"row", "r", "i"};
constexpr std::array<std::string_view, 4> kColumnNames = {"column", "col", "c", "j"};
constexpr std::array<std::string_view, 6> kDigitNames = {"digit", "value", "number",
                                                         "val",   "v",     "k"};

bool names_triples(std::string_view line) {
  const auto values = split_values(line);
  return values.size() == 3 && find_name(values, kRowNames) == 0U &&
         find_name(values, kColumnNames) == 1U && find_name(values, kDigitNames) == 2U;
}

std::optional<InputFormat> detect_triples(const Head& head) {
  const std::string_view first = head.first().text;
  const bool has_header = names_triples(first);
  // Numbers of several digits are the row of a grid with spaces for blanks.
  const bool are_digits = std::ranges::all_of(split_values(first), [](const TextField& value) {
    return value.text.size() == 1 || value.text.find('.') != std::string_view::npos;
  });
  if (!has_header && (count_numbers(first) != 3 || !are_digits)) return std::nullopt;
  return head.with_body({.format = find_format("triples")}, has_header);
}

// Throws InputError for a list of numbers.
void refuse_numbers(const Head& head) {
  const HeadLine& first = head.first();
  const bool only_numbers = std::ranges::all_of(
      head.lines, [](const HeadLine& line) { return count_numbers(line.text) > 0; });
  if (!only_numbers) return;
  throw base::InputError(
      "{}:{}:1: expected 3 numbers (row, column, digit) or 9 (a row of the grid), found {}",
      head.name, first.number, count_numbers(first.text));
}

constexpr std::array<const char*, 3> kParts = {"a row", "a column", "a digit"};

class TripleParser final : public LinesParser {
 public:
  explicit TripleParser(const InputFormat& format) : LinesParser(format) {
    row_.line = format.body_line;
  }

 private:
  void take(std::string_view line) override {
    if (!row_.fault.empty() || is_filler(line)) return;
    if (!is_cut(row_, line)) take_clue(row_, split_values(line));
    if (!row_.fault.empty()) row_.line = line_;
  }

  // The whole file is one puzzle.
  void close() override { rows_.add(row_); }

  static void take_clue(ParsedRow& row, const std::vector<TextField>& values) {
    if (values.size() != kParts.size()) {
      set_fault(row, 0, "expected a row, a column and a digit, found {} values", values.size());
      return;
    }
    for (std::size_t i = 0; i < kParts.size(); ++i) {
      const auto [text, at] = values[i];
      if (text.size() == 1 && is_digit(text[0])) continue;
      set_fault(row, at, "expected {}, a whole number from 1 to 9, found {}", kParts[i],
                described(text));
      return;
    }
    const int r = values[0].text[0] - '1';
    const int c = values[1].text[0] - '1';
    char& cell = row.puzzle.cells[9 * r + c];
    if (cell == kBlank) {
      cell = values[2].text[0];
    } else {
      set_fault(row, 0, "expected one digit for a cell, found a second one for row {}, column {}",
                r + 1, c + 1);
    }
  }

  ParsedRow row_;
};

constexpr Format kTripleFormats[] = {{.name = "triples",
                                      .help = "row,column,digit of each clue, one puzzle per file",
                                      .extent = Extent::lines,
                                      .evidence = Evidence::numbers,
                                      .detect = detect_triples,
                                      .refuse = refuse_numbers,
                                      .make_parser = make_parser<TripleParser>}};

}  // namespace

const std::span<const Format> triples_formats = kTripleFormats;

}  // namespace sudoku::dataset
