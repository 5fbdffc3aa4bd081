// Rows of words between blanks.
#include <algorithm>
#include <optional>

#include "harness/dataset/fccp.h"
#include "harness/dataset/rows.h"

namespace sudoku {

namespace {

class LineRows final : public Rows {
 public:
  LineRows(const Layout& layout, std::string_view head, TextSource& text)
      : reader_("", std::make_unique<FccpSource>(std::string(head.substr(layout.body)), text)),
        puzzle_(layout.puzzle),
        solution_(layout.solution),
        rating_(layout.rating),
        last_(std::max({puzzle_, solution_.value_or(0), rating_.value_or(0)})),
        line_(layout.body_line - 1) {}

  bool next(Row& row) override {
    const char* line = nullptr;
    do {
      line = reader_.next_line();
      if (line == nullptr) return false;
      ++line_;
    } while (is_filler(line));
    row.line = line_;
    row.fault.clear();
    if (!is_cut(row, line)) take_words(row, line);
    return true;
  }

 private:
  void take_words(Row& row, std::string_view line) const {
    row.solution = kEmptyGrid;
    row.rating = {};
    Field word;
    for (std::size_t i = 0; i <= last_ && row.fault.empty(); ++i) {
      word = next_word(line, word.at + word.text.size());
      // A line that ends before the puzzle's place shows an empty word there.
      if (i == puzzle_) take_puzzle(row, word);
      if (i == solution_ && !word.text.empty()) take_solution(row, word);
      if (i == rating_) row.rating = word.text;
    }
  }

  io::LineReader reader_;
  std::size_t puzzle_;
  std::optional<std::size_t> solution_;
  std::optional<std::size_t> rating_;
  std::size_t last_;  // word that is looked at
  std::uint64_t line_;
};

}  // namespace

std::unique_ptr<Rows> make_line_rows(const Layout& layout, std::string_view head,
                                     TextSource& text) {
  return std::make_unique<LineRows>(layout, head, text);
}

}  // namespace sudoku
