// A file of puzzles cut into stretches of whole rows, so that several threads can parse it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/dataset/layout.h"
#include "harness/dataset/reader.h"
#include "harness/dataset/rows.h"

namespace sudoku::dataset {

// Its buffers are used again and again.
struct Stretch {
  std::string_view text() const { return {buffer.data(), size}; }

  std::vector<char> buffer;
  std::size_t size = 0;        // of the text: whole lines
  std::vector<Row> rows;       // instead of the text where a row is more than a line
  std::uint64_t consumed = 0;  // bytes of the file read by then, as stored
};

struct StretchOptions {
  // Bytes at first, so that a short file is enough for several threads; 256 KiB later on.
  std::size_t least = std::size_t{64} << 10;
  bool hashed = false;   // see StoredFile
  bool ratings = false;  // rows have theirs; looking for them takes time
};

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
  std::string ahead_;           // read, but in no stretch yet
  std::size_t taken_ = 0;       // of it
  std::uint64_t given_ = 0;
};

// The rows of a stretch, in every thread its own.

class StretchRows {
 public:
  explicit StretchRows(const Layout& layout) : layout_(layout) {}

  // Goes over `stretch`, which has to stay as it is until the next one.
  void begin(const Stretch& stretch);

  // The next row, good or bad; false at the end. In a text, its line is 1-based in the stretch.
  bool next(Row& row);

  // Of the stretch's text, once next() returned false.
  std::uint64_t lines() const { return lines_; }

 private:
  bool next_of_text(Row& row);
  bool take(Row& row, std::string_view line);
  void leave_rest_to_parser();

  Layout layout_;
  const Stretch* stretch_ = nullptr;
  std::size_t next_row_ = 0;  // of the stretch's rows
  std::string_view rest_;     // of its text
  std::uint64_t lines_ = 0;
  std::unique_ptr<Rows> parser_;  // of what is left of a CSV text once a row was not plain
};

}  // namespace sudoku::dataset
