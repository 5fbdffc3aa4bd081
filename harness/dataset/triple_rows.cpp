// A list of clues: row, column and digit of each, all of one puzzle.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "harness/dataset/fccp.h"
#include "harness/dataset/rows.h"

namespace sudoku {

namespace {

constexpr std::array<const char*, 3> kParts = {"a row", "a column", "a digit"};

bool is_one_to_nine(const Field& field) {
  return field.text.size() == 1 && field.text[0] >= '1' && field.text[0] <= '9';
}

class TripleRows final : public Rows {
 public:
  TripleRows(const Layout& layout, std::string_view head, TextSource& text)
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

std::unique_ptr<Rows> make_triple_rows(const Layout& layout, std::string_view head,
                                       TextSource& text) {
  return std::make_unique<TripleRows>(layout, head, text);
}

}  // namespace sudoku
