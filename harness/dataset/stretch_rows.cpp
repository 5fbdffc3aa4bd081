#include "harness/dataset/stretch_rows.h"

#include <algorithm>

#include "harness/dataset/plain_fields.h"
#include "harness/dataset/puzzle_text.h"

namespace sudoku {

namespace {

// What a parser finds behind the text that it is given.
TextSource& nothing() {
  class NoBytes final : public ByteSource {
   public:
    std::size_t read(std::span<char> /*buffer*/) override { return 0; }
  };

  thread_local NoBytes bytes;
  thread_local TextSource text(bytes);
  return text;
}

std::string_view without_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

void StretchRows::begin(const Stretch& stretch) {
  stretch_ = &stretch;
  next_row_ = 0;
  rest_ = stretch.text();
  lines_ = 0;
  parser_.reset();
}

bool StretchRows::next(Row& row) {
  if (stretch_->rows.empty()) return next_of_text(row);
  if (next_row_ == stretch_->rows.size()) return false;
  row = stretch_->rows[next_row_++];
  return true;
}

bool StretchRows::next_of_text(Row& row) {
  while (!parser_ && !rest_.empty()) {
    const std::size_t end = rest_.find('\n');
    const std::string_view line = without_return(rest_.substr(0, end));
    const bool is_row = !is_filler(line);
    if (is_row && !take(row, line)) {
      leave_rest_to_parser();
      break;
    }
    rest_.remove_prefix(end + 1);
    ++lines_;
    if (is_row) return true;
  }
  return parser_ && parser_->next(row);
}

// False when it takes the layout's own parser to tell.
bool StretchRows::take(Row& row, std::string_view line) {
  row.line = lines_ + 1;
  if (layout_.kind == Layout::Kind::csv) return take_plain_fields(layout_, line, row);
  take_line(row, layout_, line);
  return true;
}

// Not only this row, for making such a parser takes as long as some hundred rows.
void StretchRows::leave_rest_to_parser() {
  Layout layout = layout_;
  layout.body = 0;
  layout.body_line = lines_ + 1;
  parser_ = make_rows(layout, rest_, nothing());
  lines_ += static_cast<std::uint64_t>(std::ranges::count(rest_, '\n'));
  rest_ = {};
}

}  // namespace sudoku
