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
  enum class Added { row, comment, boundary };

  // A line that stands between grids: blank or a label such as "Grid 01".
  static bool is_boundary(std::string_view line) {
    const auto words = split_words(line);
    if (words.empty()) return true;
    const bool text = std::isalpha(static_cast<unsigned char>(words[0].text[0])) != 0;
    return text && (words.size() > 1 || words[0].text.size() != 9);
  }

  Added add(Row& row, std::string_view line) {
    if (line.starts_with('#')) return Added::comment;
    if (is_boundary(line)) return Added::boundary;
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
    cells_ += word.text;
    if (is_grid_row(word.text)) return;

    row.line = line_;
    const std::size_t bad = parse_grid(word.text).at;
    if (bad < std::min<std::size_t>(word.text.size(), 9)) {
      take_puzzle(row, word);  // says which character
    } else {
      set_fault(row, word.at, fmt::format("expected 9 cells in a row, found {}", word.text.size()));
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
};

}  // namespace

std::unique_ptr<Rows> make_grid_rows(const Layout& layout, std::string_view head,
                                     TextSource& text) {
  return std::make_unique<GridRows>(layout, head, text);
}

}  // namespace sudoku
