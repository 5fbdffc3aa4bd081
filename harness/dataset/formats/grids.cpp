// Grid formats: nine lines of nine cells, perhaps with bars and rules between the boxes, or a
// matrix of numbers with blanks, commas or semicolons between them. Labels ("Grid 01", "[Puzzle]")
// and blank lines separate grids.
#include <algorithm>
#include <cctype>
#include <iterator>

#include <fmt/format.h>

#include "harness/dataset/formats.h"
#include "harness/dataset/text_blocks.h"

namespace sudoku::dataset {

namespace {

bool is_grid_row(std::string_view text) {
  return text.size() == 9 && std::ranges::all_of(text, is_cell);
}

// Whether the line is nine cells with blanks, bars or commas between them: "53.|.7.|...".
bool is_picture_row(std::string_view line) {
  const auto is_gap = [](char c) {
    return std::string_view(" \t,;|").find(c) != std::string_view::npos;
  };
  const auto gaps = std::ranges::count_if(line, is_gap);
  return gaps > 0 && std::ranges::count_if(line, is_cell) == 9 &&
         line.size() == static_cast<std::size_t>(gaps) + 9;
}

// Whether the line is a rule between boxes or a frame: "---+---+---", "*-----------*".
bool is_rule(std::string_view line) {
  return line.find("---") != std::string_view::npos &&
         line.find_first_not_of(" \t-+|*") == std::string_view::npos;
}

bool is_label(std::string_view text) {
  const char first = next_word(text, 0).text[0];
  return first == '[' || std::isalpha(static_cast<unsigned char>(first)) != 0;
}

bool is_row(std::string_view line) {
  const auto words = split_words(line);
  return (words.size() == 1 && is_grid_row(words[0].text)) || is_picture_row(line);
}

std::optional<InputFormat> detect_rows(const Head& head) {
  auto lines = head.lines;
  const bool is_matrix = count_numbers(lines[0].text) == 9;
  if (lines.size() > 1 && is_label(lines[0].text)) lines = lines.subspan(1);
  while (lines.size() > 1 && is_rule(lines[0].text))
    lines = lines.subspan(1);
  if (!is_matrix && !is_row(lines[0].text)) return std::nullopt;
  return head.with_body({.format = find_format("sdk")});
}

class GridParser final : public BlockParser {
 public:
  explicit GridParser(const InputFormat& format) : line_(format.body_line - 1) {}

  bool next(Row& row) override {
    std::string_view line;
    while (next_line(line)) {
      ++line_;
      if (add(line) ? count_ == 9 && finish(row) : end(row)) return true;
    }
    return false;
  }

  // Ends the current grid, which must have nine rows; no rows at all are no fault.
  bool end(Row& row) override {
    if (count_ == 0) return false;
    if (row_.fault.empty()) set_fault(row_, 0, "expected 9 rows, found {}", count_);
    return finish(row);
  }

 private:
  // Label under which Sudoku programs store a player's entries, which are not another puzzle.
  static constexpr std::string_view kState = "[State]";

  // Whether the line separates grids: blank, or a label such as "Grid 01" or "[Puzzle]".
  static bool is_boundary(std::string_view line) {
    const Field word = next_word(line, 0);
    if (word.text.empty()) return true;
    const char first = word.text[0];
    if (std::isalpha(static_cast<unsigned char>(first)) == 0) return first == '[';
    const Field second = next_word(line, word.at + word.text.size());
    return word.text.size() != 9 || !second.text.empty();
  }

  // Moves the finished grid to `row`, good or bad, and returns true.
  bool finish(Row& row) {
    if (row_.fault.empty()) take_puzzle(row_, {cells_, 0});
    std::swap(row, row_);
    row_.fault.clear();
    row_.solution = kEmptyGrid;
    cells_.clear();
    count_ = 0;
    return true;
  }

  // Adds a line to the current grid. Returns false when the line separates it from the next.
  bool add(std::string_view line) {
    if (line.starts_with('#') || is_rule(line)) return true;
    if (is_boundary(line)) {
      if (line.starts_with('[')) in_state_ = line.starts_with(kState);
      return false;
    }
    if (in_state_) return true;
    if (count_++ == 0) row_.line = line_;
    if (!row_.fault.empty()) return true;
    if (!is_cut(row_, line)) take_cells(line);
    if (!row_.fault.empty()) row_.line = line_;
    return true;
  }

  void take_cells(std::string_view line) {
    const Field word = next_word(line, 0);
    if (is_grid_row(word.text)) {
      cells_ += word.text;
    } else if (is_picture_row(line)) {
      std::ranges::copy_if(line, std::back_inserter(cells_), is_cell);
    } else {
      refuse(row_, line, word);
    }
  }

  static void refuse(Row& row, std::string_view line, const Field& word) {
    const bool is_picture = line.find('|') != std::string_view::npos;
    const auto values = split_values(line);
    if (!is_picture && values.size() > 1) return refuse_matrix(row, values);
    const std::string_view text = is_picture ? line.substr(word.at) : word.text.substr(0, 9);
    const auto* const bad = std::ranges::find_if(
        text, [](char c) { return !is_cell(c) && c != ' ' && c != '\t' && c != '|'; });
    if (bad != text.end()) {
      const auto at = static_cast<std::size_t>(bad - text.begin());
      take_puzzle(row, {text.substr(at), word.at + at});  // sets a fault that names the character
    } else {
      set_fault(row, word.at, "expected 9 cells in a row, found {}",
                is_picture ? std::ranges::count_if(text, is_cell) : std::ssize(word.text));
    }
  }

  static void refuse_matrix(Row& row, const std::vector<Field>& values) {
    const auto bad = std::ranges::find_if(
        values, [](const Field& f) { return f.text.size() != 1 || !is_cell(f.text[0]); });
    if (values.size() != 9 || bad == values.end()) {
      set_fault(row, values[0].at, "expected 9 cells in a row, found {}", values.size());
    } else {
      set_fault(row, bad->at, "expected a whole number from 0 to 9, found {}",
                described(bad->text));
    }
  }

  std::uint64_t line_;  // 1-based line of the file
  Row row_;             // parsed record of the unfinished grid
  std::string cells_;   // cells of the unfinished grid
  int count_ = 0;       // rows of the unfinished grid
  bool in_state_ = false;
};

void write_nine_lines(std::string& text, const OutputRow& row) {
  for (std::size_t r = 0; r < 9; ++r)
    text.append(row.text.substr(9 * r, 9)).append("\n");
}

void write_sdk(std::string& text, const OutputRow& row) {
  if (row.number > 1) text += '\n';
  write_nine_lines(text, row);
}

void write_ss(std::string& text, const OutputRow& row) {
  if (row.number > 1) text += '\n';
  for (std::size_t r = 0; r < 9; ++r) {
    if (r == 3 || r == 6) text += "---+---+---\n";
    const std::string_view cells = row.text.substr(9 * r, 9);
    fmt::format_to(std::back_inserter(text), "{}|{}|{}\n", cells.substr(0, 3), cells.substr(3, 3),
                   cells.substr(6));
  }
}

void write_block(std::string& text, const OutputRow& row) {
  fmt::format_to(std::back_inserter(text), "Grid {:02}\n", row.number);
  write_nine_lines(text, row);
}

constexpr Format kGridFormats[] = {{.name = "sdk",
                                    .ending = ".sdk",
                                    .help = "nine lines of nine characters",
                                    .detect = detect_rows,
                                    .make_parser = make_parser<GridParser>,
                                    .rows_are_lines = false,
                                    .write = write_sdk},
                                   {.name = "ss",
                                    .ending = ".ss",
                                    .help = "nine lines with bars and rules between the boxes",
                                    .write = write_ss},
                                   {.name = "blocks",
                                    .help = "a heading 'Grid 01' and nine lines, with 0 for blanks",
                                    .blank = '0',
                                    .write = write_block}};

}  // namespace

const std::span<const Format> grids_formats = kGridFormats;

}  // namespace sudoku::dataset
