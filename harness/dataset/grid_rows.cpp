// Grids of nine lines.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "harness/dataset/fccp.h"
#include "harness/dataset/rows.h"

namespace sudoku {

namespace {

class GridRows final : public Rows {
 public:
  GridRows(const Layout& layout, std::string_view head, TextSource& text)
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
  // Sudoku programs keep under this label what a player has filled in: not another puzzle.
  static constexpr std::string_view kState = "[State]";

  enum class Added { row, comment, boundary };

  // A line that stands between grids: blank or a label such as "Grid 01" or "[Puzzle]".
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
      take_puzzle(row, word);  // says which character
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
      take_puzzle(row, {line.substr(at), at});  // says which character
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
  std::string cells_;  // of the grid that is being read
  int count_ = 0;      // its rows so far
  bool in_state_ = false;
};

}  // namespace

std::unique_ptr<Rows> make_grid_rows(const Layout& layout, std::string_view head,
                                     TextSource& text) {
  return std::make_unique<GridRows>(layout, head, text);
}

}  // namespace sudoku
