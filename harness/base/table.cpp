#include "harness/base/table.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "harness/base/text.h"
#include "harness/base/units.h"

namespace sudoku::base {

namespace {

// Terminal escapes, in the order of Tone.
constexpr std::array<const char*, 4> kColours = {"", "\033[32m", "\033[1;31m", "\033[2m"};

constexpr std::string_view kGap = "  ";  // between two columns
constexpr std::size_t kNarrowest = 8;    // width of a column whose texts are cut

// Width of a table with some of the columns.
std::size_t width_together(const std::vector<std::size_t>& shown,
                           const std::vector<std::size_t>& widths) {
  std::size_t width = kGap.size() * (shown.size() - 1);
  for (const std::size_t i : shown)
    width += widths[i];
  return width;
}

// Pads a table cell to the width of its bare text: colour codes take no columns.
std::string padded(const Cell& cell, Align align, std::size_t width, bool colour) {
  const std::string space(width - width_of(cell.text), ' ');
  std::string text = cell.text;
  if (colour && cell.tone != Tone::plain && !text.empty())
    text = kColours[static_cast<std::size_t>(cell.tone)] + text + "\033[0m";
  return align == Align::right ? space + text : text + space;
}

}  // namespace

Cell count_cell(std::uint64_t count, Tone tone) {
  return {count_text(count), tone, static_cast<double>(count)};
}

Cell number_cell(double value) { return {number_text(value), Tone::plain, value}; }

Cell duration_cell(double nanoseconds) {
  return {duration_text(nanoseconds), Tone::plain, nanoseconds};
}

Cell percent_cell(double share) { return {percent_text(share), Tone::plain, share}; }

Cell bytes_cell(std::uint64_t bytes) {
  return {bytes_text(bytes), Tone::plain, bytes == 0 ? kUnknown : static_cast<double>(bytes)};
}

Cell rate_cell(const Estimate& per_second) {
  return {rate_with_interval(per_second), Tone::plain, per_second.median};
}

std::size_t width_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

std::string cut_to(std::string_view text, std::size_t width) {
  if (width_of(text) <= width) return std::string(text);
  std::size_t end = 0;
  for (std::size_t characters = 0; end < text.size(); ++end) {
    if (!continues_character(text[end]) && ++characters == width) break;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string lines;
  std::size_t used = 0;
  const auto end_line = [&] {
    lines += "\n" + std::string(indent, ' ');
    used = indent;
  };
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const bool is_first = at == 0;
    if (!is_first && used + 1 + width_of(word) > width) {
      end_line();
    } else if (!is_first) {
      lines += ' ';
      ++used;
    }
    for (const char c : word) {
      const bool is_new = !continues_character(c);
      if (is_new && used >= std::max(width, indent + 1)) end_line();
      used += is_new ? 1 : 0;
      lines += c;
    }
    at = end + 1;
  }
  return lines;
}

std::string escape_markdown(std::string_view text, std::size_t most) {
  return escaped(printable(text, most), "\\|*<[`~");
}

std::string markdown_code(std::string_view text) {
  std::string code = printable(text, kLongestCell);
  std::string fence = "`";
  while (code.find(fence) != std::string::npos)
    fence += '`';
  // Markdown removes one space at either end, which keeps backticks apart from the fence.
  const bool is_bare = fence.size() == 1 && !code.empty() && code.front() != ' ';
  if (!is_bare) code = " " + code + " ";
  return fence + code + fence;
}

Table::Table(std::vector<Heading> columns) : columns_(std::move(columns)) {
  for (Heading& column : columns_)
    column.title = printable(column.title);
}

void Table::add_row(std::vector<Cell> cells) {
  assert(cells.size() <= columns_.size());
  for (Cell& cell : cells)
    cell.text = printable(cell.text);
  cells.resize(columns_.size(), "");
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(width_of(columns_[i].title));
    for (const auto& row : rows_)
      widths[i] = std::max(widths[i], width_of(row[i].text));
  }
  return widths;
}

// Columns that are shown on a screen.
std::vector<std::size_t> Table::columns_within(std::size_t width,
                                               const std::vector<std::size_t>& widths) const {
  std::vector<std::size_t> shown(columns_.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  const auto rank = [this](std::size_t i) { return columns_[i].left_out; };
  while (width_together(shown, widths) > width) {
    const auto next = std::ranges::max_element(shown, {}, rank);
    if (rank(*next) == 0) break;
    shown.erase(next);
  }
  return shown;
}

std::vector<std::string> Table::titles_on(const Screen& screen) const {
  std::vector<std::string> titles;
  for (const std::size_t i : columns_within(screen.width, widths()))
    titles.push_back(columns_[i].title);
  return titles;
}

// Makes the widest column of texts so much narrower that the table fits, as far as that is
// possible.
void Table::cut_widest(const std::vector<std::size_t>& shown, std::size_t width,
                       std::vector<std::size_t>& widths) const {
  const std::size_t together = width_together(shown, widths);
  if (together <= width) return;
  const auto room = [&](std::size_t i) {
    return columns_[i].align == Align::left ? widths[i] : std::size_t{0};
  };
  std::size_t& widest = widths[*std::ranges::max_element(shown, {}, room)];
  widest = std::max(std::min(widest, kNarrowest), widest - std::min(widest, together - width));
}

std::string Table::text(const Screen& screen) const {
  std::vector<std::size_t> width = widths();
  const std::vector<std::size_t> shown = columns_within(screen.width, width);
  cut_widest(shown, screen.width, width);
  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    for (const std::size_t i : shown) {
      if (i != shown.front()) text += kGap;
      Cell cell = cell_of(i);
      cell.text = cut_to(cell.text, width[i]);
      text += padded(cell, columns_[i].align, width[i], screen.colour);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  };
  add_line([this](std::size_t i) { return Cell{columns_[i].title}; });
  add_line([&width](std::size_t i) {
    return Cell{fmt::format("{:─<{}}", "", width[i]), Tone::quiet};
  });
  for (const auto& row : rows_)
    add_line([&row](std::size_t i) { return row[i]; });
  return text;
}

std::string Table::markdown() const {
  std::string text = "|";
  for (const Heading& column : columns_)
    text += " " + escape_markdown(column.title) + " |";
  text += "\n|";
  for (const Heading& column : columns_)
    text += column.align == Align::right ? "---:|" : "---|";
  text += "\n";
  for (const auto& row : rows_) {
    text += "|";
    for (const Cell& cell : row)
      text += " " + escape_markdown(cell.text) + " |";
    text += "\n";
  }
  return text;
}

}  // namespace sudoku::base
