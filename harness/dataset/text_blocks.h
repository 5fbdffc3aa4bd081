// Cuts a file of puzzles into blocks of whole rows, so that several threads can parse them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/input.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/row.h"

namespace sudoku::dataset {

// Consecutive rows of a file. Its buffers are reused.
struct TextBlock {
  std::string_view text() const { return {buffer.data(), size}; }

  std::vector<char> buffer;
  std::size_t size = 0;        // bytes of the text, which is whole lines
  std::vector<Row> rows;       // instead of the text where a row is more than a line
  std::uint64_t consumed = 0;  // bytes of the stored file that were read up to its end
};

// Parses the rows of blocks, one block after the other. One per thread.
class BlockParser {
 public:
  BlockParser() = default;
  BlockParser(const BlockParser&) = delete;
  BlockParser& operator=(const BlockParser&) = delete;
  virtual ~BlockParser() = default;

  // Turns to `block`, which must not change while its rows are read.
  virtual void begin(const TextBlock& block);

  // The next row, good or bad; false at the end of the block. Row::line counts from the first line
  // of the block or, where a row is more than a line, of the file.
  virtual bool next(Row& row) = 0;

  // The row that ends with the file, where a row is more than a line; false when there is none.
  virtual bool end(Row& /*row*/) { return false; }

  // Lines of the block's text. Valid once next() returned false.
  std::uint64_t lines() const { return lines_; }

 protected:
  // The next line of the block, without its end; false when there is none.
  bool next_line(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    rest_.remove_prefix(end + 1);
    ++lines_;
    return true;
  }

  // Text of the block behind the last line, and number of lines before it.
  std::string_view rest_ = {};
  std::uint64_t lines_ = 0;
};

// For Format::make_parser.
template <typename Parser>
std::unique_ptr<BlockParser> make_parser(const InputFormat& format) {
  return std::make_unique<Parser>(format);
}

struct TextBlockOptions {
  // Bytes of the first blocks, so that a short file is enough for several threads; later ones have
  // up to 256 KiB.
  std::size_t least = std::size_t{64} << 10;
  bool hashed = false;   // see StoredFile
  bool ratings = false;  // Row::rating is wanted; looking for it takes time
};

// One per file.
class TextBlockReader {
 public:
  // Opens `path`, called `name` in messages; "-" is standard input, and nothing is read twice.
  // Where blocks are cut depends on the text alone. Throws InputError.
  TextBlockReader(const std::string& path, const std::string& name,
                  const TextBlockOptions& options);

  // The next block; false at the end. Throws InputError when the bytes cannot be read.
  bool read(TextBlock& block);

  // A parser of these blocks, in any order.
  std::unique_ptr<BlockParser> make_parser() const;

  // Without the place of ratings that are not wanted.
  const InputFormat& format() const { return format_; }

  // Whether the file has ratings, asked for or not.
  bool has_ratings() const { return has_ratings_; }

  // Lines of the file before the first block's; 0 when blocks hold rows, which know theirs.
  std::uint64_t lines_before() const { return rows_ ? 0 : format_.body_line - 1; }

  const base::StoredFile& file() const { return file_; }

 private:
  bool read_text(TextBlock& block);
  bool read_rows(TextBlock& block);
  std::size_t fill(TextBlock& block, std::size_t wanted);
  void cut(TextBlock& block, std::size_t end);
  std::size_t wanted() const;

  base::StoredFile file_;
  std::unique_ptr<base::ByteSource> decoder_;  // null for a file that is not compressed
  base::TextSource text_;
  std::string ahead_;  // text that was read beyond the last block
  InputFormat format_;
  bool has_ratings_;
  std::unique_ptr<BlockParser> rows_;  // null: rows are lines
  bool is_ended_ = false;              // rows_ was asked for its last row
  std::size_t least_;                  // bytes
  std::size_t taken_ = 0;              // bytes of ahead_ that are in the next block already
  std::uint64_t given_ = 0;            // bytes in all blocks so far
};

}  // namespace sudoku::dataset
