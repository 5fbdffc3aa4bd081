#include "harness/dataset/rows.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/fccp.h"
#include "harness/dataset/layout.h"

namespace sudoku::dataset {

namespace {

// Without an early exit, and in bytes, so that compilers vectorise it.
bool all_digits(const Grid& grid) {
  unsigned char others = 0;
  for (const char c : grid.cells)
    others = static_cast<unsigned char>(others | (is_digit(c) ? 0 : 1));
  return others == 0;
}

}  // namespace

void set_fault(Row& row, std::size_t at, std::string fault) {
  row.column = at + 1;
  row.fault = std::move(fault);
}

bool is_cut(Row& row, std::string_view line) {
  if (line.size() < base::kCutLine) return false;
  set_fault(row, 0,
            fmt::format("expected at most {} bytes in a line, found more", base::kCutLine - 1));
  return true;
}

std::string message_of(const Row& row, const std::string& file) {
  return fmt::format("{}:{}:{}: {}", file, row.line, row.column, row.fault);
}

std::string described(char c) {
  const auto code = static_cast<unsigned char>(c);
  if (c == base::kReplacedNul) return "a NUL or SUB byte";
  if (code < ' ' || code >= 0x7F) return fmt::format("byte 0x{:02X}", code);
  return fmt::format("'{}'", c);
}

std::string described(std::string_view text) {
  constexpr std::size_t kMostQuoted = 60;
  const std::string_view quoted = text.substr(0, kMostQuoted);
  const auto* const odd = std::ranges::find_if(quoted, [](char c) { return c < ' ' || c > '~'; });
  if (odd != quoted.end()) return described(*odd);
  return fmt::format("'{}{}'", quoted, text.size() > kMostQuoted ? "..." : "");
}

void take_puzzle(Row& row, const Field& field) {
  const ParsedGrid parsed = parse_grid(field.text);
  if (parsed.ok) [[likely]] {
    row.puzzle = parsed.grid;
  } else if (parsed.at < std::min<std::size_t>(field.text.size(), kCells)) {
    set_fault(row, field.at + parsed.at,
              fmt::format("expected a digit or a blank (one of . 0 * _), found {}",
                          described(field.text[parsed.at])));
  } else {
    set_fault(row, field.at, fmt::format("expected 81 cells, found {}", field.text.size()));
  }
}

void take_solution(Row& row, const Field& field) {
  if (field.text.size() == kCells) [[likely]] {
    std::memcpy(row.solution.cells.data(), field.text.data(), kCells);
    if (all_digits(row.solution)) [[likely]]
      return;
  }
  row.solution = kEmptyGrid;
  if (field.text.empty()) return;
  const std::size_t bad = field.text.find_first_not_of("123456789");
  if (bad != std::string_view::npos) {
    set_fault(
        row, field.at + bad,
        fmt::format("expected a digit of the solution, found {}", described(field.text[bad])));
  } else {
    set_fault(row, field.at,
              fmt::format("expected 81 digits in the solution, found {}", field.text.size()));
  }
}

namespace {

// The 81 characters at `from`, if a word ends behind them; there may be blanks among them.
Field cells_at(std::string_view line, std::size_t from) {
  const std::size_t begin = skip_blanks(line, from);
  const std::size_t end = begin + kCells;
  const bool is_end =
      end == line.size() || (end < line.size() && (line[end] == ' ' || line[end] == '\t'));
  return {line.substr(begin, is_end ? kCells : 0), begin};
}

// Takes the word at `from` and returns it. Nearly always it is a good grid, and its end is known
// without a search.
Field take_puzzle_at(Row& row, std::string_view line, std::size_t from) {
  const Field cells = cells_at(line, from);
  take_puzzle(row, cells);
  if (row.fault.empty()) [[likely]]
    return cells;
  row.fault.clear();
  const Field word = next_word(line, from);
  take_puzzle(row, word);
  return word;
}

// As above; a line without such a word declares no solution.
Field take_solution_at(Row& row, std::string_view line, std::size_t from) {
  const Field cells = cells_at(line, from);
  const Field word = parse_grid(cells.text).ok ? cells : next_word(line, from);
  if (!word.text.empty()) take_solution(row, word);
  return word;
}

// A line that ends before the puzzle's place shows an empty word there.
void take_words(Row& row, const Layout& layout, std::string_view line) {
  const std::size_t last =
      std::max({layout.puzzle, layout.solution.value_or(0), layout.rating.value_or(0)});
  Field word;
  for (std::size_t i = 0; i <= last && row.fault.empty(); ++i) {
    const std::size_t from = word.at + word.text.size();
    if (i == layout.puzzle) {
      word = take_puzzle_at(row, line, from);
    } else if (i == layout.solution) {
      word = take_solution_at(row, line, from);
    } else {
      word = next_word(line, from);
    }
    if (i == layout.rating) row.rating = word.text;
  }
}

}  // namespace

void take_line(Row& row, const Layout& layout, std::string_view line) {
  row.fault.clear();
  row.solution = kEmptyGrid;
  row.rating = {};
  if (!is_cut(row, line)) take_words(row, layout, line);
}

namespace {

// Rows of a file of grids, nine lines each.
class GridRows final : public Rows {
 public:
  GridRows(const Layout& layout, std::string_view head, base::TextSource& text)
      : reader_("", std::make_unique<FccpSource>(std::string(head.substr(layout.body)), text)),
        line_(layout.body_line - 1) {}

  bool next(Row& row) override {
    row.fault.clear();
    row.solution = kEmptyGrid;
    cells_.clear();
    count_ = 0;
    while (count_ < 9) {
      const char* line = reader_.next_line();
      if (line == nullptr) return end_early(row);
      ++line_;
      if (add(row, line) == Added::boundary && end_early(row)) return true;
    }
    if (row.fault.empty()) take_puzzle(row, {cells_, 0});
    return true;
  }

 private:
  // Label under which Sudoku programs keep what a player has filled in: not another puzzle.
  static constexpr std::string_view kState = "[State]";

  enum class Added { row, comment, boundary };

  // Whether the line stands between grids: blank, or a label such as "Grid 01" or "[Puzzle]".
  static bool is_boundary(std::string_view line) {
    const auto words = split_words(line);
    if (words.empty()) return true;
    const char first = words[0].text[0];
    const bool text = std::isalpha(static_cast<unsigned char>(first)) != 0;
    return first == '[' || (text && (words.size() > 1 || words[0].text.size() != 9));
  }

  Added add(Row& row, std::string_view line) {
    if (line.starts_with('#') || is_rule(line)) return Added::comment;
    if (is_boundary(line)) {
      if (line.starts_with('[')) in_state_ = line.starts_with(kState);
      return Added::boundary;
    }
    if (in_state_) return Added::comment;
    if (count_++ == 0) row.line = line_;
    if (row.fault.empty()) check(row, line);
    return Added::row;
  }

  void check(Row& row, std::string_view line) {
    if (is_cut(row, line)) {
      row.line = line_;
      return;
    }
    const auto word = next_word(line, 0);
    if (is_grid_row(word.text)) {
      cells_ += word.text;
    } else if (is_picture_row(line)) {
      std::ranges::copy_if(line, std::back_inserter(cells_), is_cell);
    } else {
      row.line = line_;
      refuse(row, line, word);
    }
  }

  static void refuse(Row& row, std::string_view line, const Field& word) {
    if (line.find('|') != std::string_view::npos) return refuse_picture(row, line);
    const auto values = split_values(line);
    if (values.size() > 1) return refuse_matrix(row, values);
    const std::size_t bad = parse_grid(word.text).at;
    if (bad < std::min<std::size_t>(word.text.size(), 9)) {
      take_puzzle(row, word);  // for its message, which names the character
    } else {
      set_fault(row, word.at, fmt::format("expected 9 cells in a row, found {}", word.text.size()));
    }
  }

  static void refuse_matrix(Row& row, const std::vector<Field>& values) {
    const auto bad = std::ranges::find_if(
        values, [](const Field& f) { return f.text.size() != 1 || !is_cell(f.text[0]); });
    if (values.size() != 9 || bad == values.end()) {
      set_fault(row, values[0].at,
                fmt::format("expected 9 cells in a row, found {}", values.size()));
    } else {
      set_fault(row, bad->at,
                fmt::format("expected a whole number from 0 to 9, found {}", described(bad->text)));
    }
  }

  static void refuse_picture(Row& row, std::string_view line) {
    const auto* const bad = std::ranges::find_if(
        line, [](char c) { return !is_cell(c) && c != ' ' && c != '\t' && c != '|'; });
    if (bad != line.end()) {
      const auto at = static_cast<std::size_t>(bad - line.begin());
      take_puzzle(row, {line.substr(at), at});  // for its message, which names the character
    } else {
      set_fault(
          row, skip_blanks(line, 0),
          fmt::format("expected 9 cells in a row, found {}", std::ranges::count_if(line, is_cell)));
    }
  }

  // The grid's rows stop here; false when it has none yet, which is no fault.
  bool end_early(Row& row) const {
    if (count_ == 0) return false;
    if (row.fault.empty()) set_fault(row, 0, fmt::format("expected 9 rows, found {}", count_));
    return true;
  }

  io::LineReader reader_;
  std::uint64_t line_;
  std::string cells_;  // cells of the unfinished grid
  int count_ = 0;      // rows of the unfinished grid
  bool in_state_ = false;
};

constexpr std::array<const char*, 3> kParts = {"a row", "a column", "a digit"};

bool is_one_to_nine(const Field& field) {
  return field.text.size() == 1 && is_digit(field.text[0]);
}

// The row of a list of clues: row, column and digit of each, all of one puzzle.
class TripleRows final : public Rows {
 public:
  TripleRows(const Layout& layout, std::string_view head, base::TextSource& text)
      : reader_("", std::make_unique<FccpSource>(std::string(head.substr(layout.body)), text)),
        line_(layout.body_line - 1) {}

  // The whole file is one row. A file that has only a header is a puzzle without clues.
  bool next(Row& row) override {
    if (done_) return false;
    done_ = true;
    row = {};
    row.line = line_ + 1;
    while (const char* line = reader_.next_line()) {
      ++line_;
      if (row.fault.empty() && !is_filler(line)) take_clue(row, line);
    }
    return true;
  }

 private:
  void take_clue(Row& row, std::string_view line) const {
    if (!is_cut(row, line)) check(row, split_values(line));
    if (!row.fault.empty()) row.line = line_;
  }

  static void check(Row& row, const std::vector<Field>& values) {
    if (values.size() != kParts.size()) {
      set_fault(
          row, 0,
          fmt::format("expected a row, a column and a digit, found {} values", values.size()));
      return;
    }
    for (std::size_t i = 0; i < kParts.size(); ++i) {
      if (is_one_to_nine(values[i])) continue;
      set_fault(row, values[i].at,
                fmt::format("expected {}, a whole number from 1 to 9, found {}", kParts[i],
                            described(values[i].text)));
      return;
    }
    put(row, values);
  }

  static void put(Row& row, const std::vector<Field>& values) {
    const int r = values[0].text[0] - '1';
    const int c = values[1].text[0] - '1';
    char& cell = row.puzzle.cells[9 * r + c];
    if (cell == kBlank) {
      cell = values[2].text[0];
    } else {
      set_fault(
          row, 0,
          fmt::format("expected one digit for a cell, found a second one for row {}, column {}",
                      r + 1, c + 1));
    }
  }

  io::LineReader reader_;
  std::uint64_t line_;
  bool done_ = false;
};

}  // namespace

std::unique_ptr<Rows> make_rows(const Layout& layout, std::string_view head,
                                base::TextSource& text) {
  if (layout.kind == Layout::Kind::csv) return make_csv_rows(layout, head, text);
  if (layout.kind == Layout::Kind::grids) return std::make_unique<GridRows>(layout, head, text);
  assert(layout.kind == Layout::Kind::triples);
  return std::make_unique<TripleRows>(layout, head, text);
}

}  // namespace sudoku::dataset
