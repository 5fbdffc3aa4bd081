#include "harness/base/table.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "harness/base/text.h"
#include "harness/base/units.h"

namespace sudoku::base {

namespace {

// Terminal escapes, in the order of Tone.
constexpr std::array<const char*, 4> kColours = {"", "\033[32m", "\033[1;31m", "\033[2m"};

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

std::string Table::text(bool colour) const {
  std::vector<std::size_t> width;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    width.push_back(width_of(columns_[i].title));
    for (const auto& row : rows_)
      width[i] = std::max(width[i], width_of(row[i].text));
  }
  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i > 0) text += "  ";
      text += padded(cell_of(i), columns_[i].align, width[i], colour);
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
