// A small text table, for a terminal or as Markdown, and the cells of all tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/estimate.h"

namespace sudoku::base {

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::right;
};

// What colour says, where there is colour; the text alone must say it too.
enum class Tone { plain, good, bad, quiet };

struct Cell {
  std::string text;
  Tone tone = Tone::plain;
  // What a table that can be sorted sorts by: a number, NaN for an unknown one, else the text.
  std::optional<double> key = std::nullopt;
};

// Figures as units.h writes them, sorted by their value.
Cell count_cell(std::uint64_t count, Tone tone = Tone::plain);
Cell number_cell(double value);
Cell duration_cell(double nanoseconds);
Cell percent_cell(double share);
Cell bytes_cell(std::uint64_t bytes);
Cell rate_cell(const Estimate& per_second);

class Table {
 public:
  // Texts of titles and cells are made safe for a terminal.
  explicit Table(std::vector<Column> columns);

  // As many cells as columns, or fewer: the rest is empty.
  void add_row(std::vector<Cell> cells);

  const std::vector<Column>& columns() const { return columns_; }

  // Columns two spaces apart, under a ruled header; every line ends in '\n', none in a space.
  std::string text(bool colour) const;

  // GitHub's flavour.
  std::string markdown() const;

 private:
  std::vector<std::size_t> widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

// Characters (code points) of UTF-8 text: the columns it fills, for the scripts we print.
std::size_t width_of(std::string_view text);

// `text` with what Markdown would take for markup escaped; cut when it is longer than anybody
// reads.
std::string escape_markdown(std::string_view text);

}  // namespace sudoku::base
