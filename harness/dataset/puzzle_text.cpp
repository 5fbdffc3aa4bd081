#include "harness/dataset/puzzle_text.h"

#include <string_view>

namespace sudoku {

namespace {

// Enough to see the layout, past a long introduction in comments.
constexpr std::size_t kHead = std::size_t{256} << 10;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string read_head(TextSource& text) {
  std::string head(kHead, '\0');
  head.resize(text.read(head));
  if (head.starts_with(kByteOrderMark)) head.erase(0, kByteOrderMark.size());
  return head;
}

}  // namespace

PuzzleText::PuzzleText(const std::string& path, const std::string& name, bool hashed)
    : file_(path, name, hashed),
      decoder_(make_decoder(file_)),
      text_(decoder_ ? *decoder_ : file_),
      head_(read_head(text_)),
      layout_(detect_layout(head_, name)) {}

std::unique_ptr<Rows> make_rows(const Layout& layout, std::string_view head, TextSource& text) {
  switch (layout.kind) {
    case Layout::Kind::csv:
      return make_csv_rows(layout, head, text);
    case Layout::Kind::grids:
      return make_grid_rows(layout, head, text);
    case Layout::Kind::triples:
      return make_triple_rows(layout, head, text);
    case Layout::Kind::lines:
      break;
  }
  return make_line_rows(layout, head, text);
}

}  // namespace sudoku
