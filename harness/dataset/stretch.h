// Cuts a file of puzzles into stretches of whole rows, so that several threads can parse them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/input.h"
#include "harness/dataset/layout.h"
#include "harness/dataset/rows.h"

namespace sudoku::dataset {

// Consecutive rows of a file. Its buffers are reused.
struct Stretch {
  std::string_view text() const { return {buffer.data(), size}; }

  std::vector<char> buffer;
  std::size_t size = 0;        // bytes of the text, which is whole lines
  std::vector<Row> rows;       // instead of the text where a row is more than a line
  std::uint64_t consumed = 0;  // bytes of the stored file that were read up to its end
};

// An open file of puzzles: its text and its layout.
class PuzzleText {
 public:
  // Opens `path`, called `name` in messages. Throws InputError.
  PuzzleText(const std::string& path, const std::string& name, bool hashed);
  PuzzleText(const PuzzleText&) = delete;
  PuzzleText& operator=(const PuzzleText&) = delete;

  const base::StoredFile& file() const { return file_; }

  const Layout& layout() const { return layout_; }

  // The beginning of the text, read to find out the layout; text() goes on after it.
  const std::string& head() const { return head_; }

  base::TextSource& text() { return text_; }

 private:
  base::StoredFile file_;
  std::unique_ptr<base::ByteSource> decoder_;  // null for a file that is not compressed
  base::TextSource text_;
  std::string head_;
  Layout layout_;
};

struct StretchOptions {
  // Bytes of the first stretches, so that a short file is enough for several threads; later ones
  // have up to 256 KiB.
  std::size_t least = std::size_t{64} << 10;
  bool hashed = false;   // see StoredFile
  bool ratings = false;  // Row::rating is wanted; looking for it takes time
};

// One per file.
class StretchReader {
 public:
  // Opens `path`, called `name` in messages; "-" is standard input, and nothing is read twice.
  // Where stretches are cut depends on the text alone. Throws InputError.
  StretchReader(const std::string& path, const std::string& name, const StretchOptions& options);

  // The next stretch; false at the end. Throws InputError when the bytes cannot be read.
  bool read(Stretch& stretch);

  const Layout& layout() const { return layout_; }

  // Whether the file has ratings, asked for or not.
  bool has_ratings() const { return source_.layout().rating.has_value(); }

  // Lines of the file before the first stretch's; 0 when stretches hold rows, which know theirs.
  std::uint64_t lines_before() const { return rows_ ? 0 : layout().body_line - 1; }

  const base::StoredFile& file() const { return source_.file(); }

 private:
  bool read_text(Stretch& stretch);
  bool read_rows(Stretch& stretch);
  std::size_t fill(Stretch& stretch, std::size_t wanted);
  void cut(Stretch& stretch, std::size_t end);
  std::size_t wanted() const;

  PuzzleText source_;
  Layout layout_;
  std::unique_ptr<Rows> rows_;  // null: rows are lines
  std::size_t least_;           // bytes
  std::string ahead_;           // text that was read beyond the last stretch
  std::size_t taken_ = 0;       // bytes of ahead_ that are in the next stretch already
  std::uint64_t given_ = 0;     // bytes in all stretches so far
};

// Parses the rows of a stretch. One per thread.
class StretchRows {
 public:
  explicit StretchRows(const Layout& layout) : layout_(layout) {}

  // Turns to `stretch`, which must not change while its rows are read.
  void begin(const Stretch& stretch);

  // The next row, good or bad; false at the end. Row::line counts from the stretch's first line
  // when the stretch holds text.
  bool next(Row& row);

  // Lines of the stretch's text. Valid once next() returned false.
  std::uint64_t lines() const { return lines_; }

 private:
  bool next_of_text(Row& row);
  bool take(Row& row, std::string_view line);
  void leave_rest_to_parser();

  Layout layout_;
  const Stretch* stretch_ = nullptr;
  std::size_t next_row_ = 0;      // index in the stretch's rows
  std::string_view rest_;         // unparsed text of the stretch
  std::uint64_t lines_ = 0;       // parsed lines of the text
  std::unique_ptr<Rows> parser_;  // parses the rest of a CSV text once a row was not plain
};

}  // namespace sudoku::dataset
