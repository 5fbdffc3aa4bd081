// A file of puzzles, opened: its text, and how they lie in it.
#pragma once

#include <memory>
#include <string>

#include "harness/dataset/byte_source.h"
#include "harness/dataset/layout.h"
#include "harness/dataset/rows.h"
#include "harness/dataset/text_source.h"

namespace sudoku {

class PuzzleText {
 public:
  // Opens `path`, called `name` in messages. Throws InputError.
  PuzzleText(const std::string& path, const std::string& name, bool hashed);
  PuzzleText(const PuzzleText&) = delete;
  PuzzleText& operator=(const PuzzleText&) = delete;

  const StoredFile& file() const { return file_; }

  const Layout& layout() const { return layout_; }

  // What was read to find the layout out; text() goes on behind it.
  const std::string& head() const { return head_; }

  TextSource& text() { return text_; }

 private:
  StoredFile file_;
  std::unique_ptr<ByteSource> decoder_;  // null: stored plain
  TextSource text_;
  std::string head_;
  Layout layout_;
};

// The parser that `layout` needs, for `head` and then what is left of `text`, which must outlive
// it.
std::unique_ptr<Rows> make_rows(const Layout& layout, std::string_view head, TextSource& text);

}  // namespace sudoku
