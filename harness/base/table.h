// Text tables for a terminal or Markdown, and the cells of all tables.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/estimate.h"

namespace sudoku::base {

enum class Align { left, right };

struct Heading {
  std::string title;
  Align align = Align::right;
  // Columns are left out of a table that is wider than the screen, the greatest number first; 0:
  // never.
  unsigned left_out = 0;
};

// What a text is printed on.
struct Screen {
  bool colour = false;
  std::size_t width = SIZE_MAX;  // in characters
};

inline Heading left(std::string title) { return {std::move(title), Align::left}; }

inline Heading right(std::string title) { return {std::move(title), Align::right}; }

// The meaning of a cell, shown as a colour. The text alone must convey it too.
enum class Tone { plain, good, bad, quiet };

struct Cell {
  // Converts texts, because most cells are nothing more.
  template <std::convertible_to<std::string_view> Text>
  // NOLINTNEXTLINE(google-explicit-constructor,bugprone-forwarding-reference-overload)
  Cell(Text&& its_text, Tone its_tone = Tone::plain, std::optional<double> its_key = std::nullopt)
      : text(std::forward<Text>(its_text)), tone(its_tone), key(its_key) {}

  std::string text;
  Tone tone = Tone::plain;
  // What sortable tables sort this cell by: a number (NaN: unknown) or, without one, `text`.
  std::optional<double> key = std::nullopt;
};

// Cells with figures formatted by units.h, sorted by value.
Cell count_cell(std::uint64_t count, Tone tone = Tone::plain);
Cell number_cell(double value);
Cell duration_cell(double nanoseconds);
Cell percent_cell(double share);
Cell bytes_cell(std::uint64_t bytes);
Cell rate_cell(const Estimate& per_second);

class Table {
 public:
  // Column titles and cells of a table pass through printable().
  explicit Table(std::vector<Heading> columns);

  // Adds a row of at most as many cells as there are columns; missing cells stay empty.
  void add_row(std::vector<Cell> cells);

  // The table with two spaces between columns and a ruled header. Lines have no trailing spaces. If
  // the columns that stay are still too wide, the widest column of texts is cut.
  std::string text(const Screen& screen = {}) const;

  // Titles of the columns that a screen has room for.
  std::vector<std::string> titles_on(const Screen& screen) const;

  // The table in GitHub's Markdown.
  std::string markdown() const;

 private:
  std::vector<std::size_t> widths() const;
  std::vector<std::size_t> columns_within(std::size_t width,
                                          const std::vector<std::size_t>& widths) const;
  void cut_widest(const std::vector<std::size_t>& shown, std::size_t width,
                  std::vector<std::size_t>& widths) const;

  std::vector<Heading> columns_;
  std::vector<std::vector<Cell>> rows_;
};

// Number of UTF-8 code points, which is the display width for the scripts that we print.
std::size_t width_of(std::string_view text);

// The first `width` characters of the text, the last of which is "…" if it has more.
std::string cut_to(std::string_view text, std::size_t width);

// The text in lines of at most `width` characters, broken at spaces and in words that are longer
// than a line; lines after the first start with `indent` spaces.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

// Longest text in a cell, in bytes.
inline constexpr std::size_t kLongestCell = 300;

// Escapes Markdown markup in `text`, after cutting it at `most` bytes.
std::string escape_markdown(std::string_view text, std::size_t most = kLongestCell);

// `text` as code in a line of Markdown, after cutting it at kLongestCell bytes. The
// fence of backticks is longer than any in the text.
std::string markdown_code(std::string_view text);

}  // namespace sudoku::base
