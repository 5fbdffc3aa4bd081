// Rows of words between blanks.
#include <algorithm>

#include "harness/dataset/fccp.h"
#include "harness/dataset/rows.h"

namespace sudoku {

namespace {

// The 81 characters at `from`, if a word ends behind them; there may be blanks among them.
Field cells_at(std::string_view line, std::size_t from) {
  const std::size_t begin = skip_blanks(line, from);
  const std::size_t end = begin + kCells;
  const bool is_end =
      end == line.size() || (end < line.size() && (line[end] == ' ' || line[end] == '\t'));
  return {line.substr(begin, is_end ? kCells : 0), begin};
}

// These take the word at `from` and return it. Nearly always it is a good grid, and its end is
// known without a search.

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

class LineRows final : public Rows {
 public:
  LineRows(const Layout& layout, std::string_view head, TextSource& text)
      : reader_("", std::make_unique<FccpSource>(std::string(head.substr(layout.body)), text)),
        layout_(layout),
        line_(layout.body_line - 1) {}

  bool next(Row& row) override {
    const char* line = nullptr;
    do {
      line = reader_.next_line();
      if (line == nullptr) return false;
      ++line_;
    } while (is_filler(line));
    row.line = line_;
    take_line(row, layout_, line);
    return true;
  }

 private:
  io::LineReader reader_;
  Layout layout_;
  std::uint64_t line_;
};

}  // namespace

void take_line(Row& row, const Layout& layout, std::string_view line) {
  row.fault.clear();
  row.solution = kEmptyGrid;
  row.rating = {};
  if (!is_cut(row, line)) take_words(row, layout, line);
}

std::unique_ptr<Rows> make_line_rows(const Layout& layout, std::string_view head,
                                     TextSource& text) {
  return std::make_unique<LineRows>(layout, head, text);
}

}  // namespace sudoku
