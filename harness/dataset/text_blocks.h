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
  std::size_t size = 0;         // bytes of the text, always whole lines
  std::vector<ParsedRow> rows;  // used instead of the text when rows span several lines
  std::uint64_t consumed = 0;   // bytes of the stored file read up to the end of the block
};

// Parses the rows of one block after the other. Use one parser per thread.
class BlockParser {
 public:
  BlockParser() = default;
  BlockParser(const BlockParser&) = delete;
  BlockParser& operator=(const BlockParser&) = delete;
  virtual ~BlockParser() = default;

  // Starts parsing `block`, which must not change while its rows are read.
  virtual void begin(const TextBlock& block);

  // Reads the next row, good or bad; returns false at the end of the block. Row::line counts from
  // the first line of the block or, when rows span several lines, of the file.
  virtual bool next(ParsedRow& row) = 0;

  // Notes that the file has ended. When rows span several lines, next() then reads those that end
  // with the file.
  virtual void end_file() {}

  // Number of lines in the block's text. Valid once next() returned false.
  std::uint64_t lines() const { return lines_; }

 protected:
  // Reads the next line of the block, without the line end; returns false when there is none.
  bool next_line(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    while (line.ends_with('\r'))
      line.remove_suffix(1);
    rest_.remove_prefix(end + 1);
    ++lines_;
    return true;
  }

  // Text of the block that is not read yet, and number of lines before it.
  std::string_view rest_ = {};
  std::uint64_t lines_ = 0;
};

template <typename Parser>
std::unique_ptr<BlockParser> make_parser(const InputFormat& format) {
  return std::make_unique<Parser>(format);
}

// Parses each line that is neither blank nor a comment as a row: take_line(row, line, format) sets
// what the row has, or its fault.
template <auto take_line>
class EachLine final : public BlockParser {
 public:
  explicit EachLine(const InputFormat& format) : format_(format) {}

  bool next(ParsedRow& row) override {
    std::string_view line;
    while (next_line(line)) {
      if (is_filler(line)) continue;
      row.line = lines_;
      row.fault.clear();
      row.solution = kEmptyGrid;
      if (!is_cut(row, line)) take_line(row, line, format_);
      return true;
    }
    return false;
  }

 private:
  InputFormat format_;
};

// Holds each puzzle back until the grid behind it is known: a full grid that completes the puzzle
// before it is its declared solution.
class PairedRows {
 public:
  // Adds a row, good or bad.
  void add(const ParsedRow& row);

  // Notes that no row follows those added.
  void finish() { is_held_ = false; }

  // The puzzle that waits for the next grid; null: none does.
  ParsedRow* held() { return is_held_ ? &rows_.back() : nullptr; }

  // Moves the next row, in the order of the file, to `row`; returns false when none is known yet.
  bool take(ParsedRow& row);

 private:
  std::vector<ParsedRow> rows_;
  std::size_t taken_ = 0;  // rows that take() has moved out of rows_
  bool is_held_ = false;   // whether the last of rows_ waits for the next grid
};

// Parses rows that span several lines, of which a full grid may be the solution of the one before.
class LinesParser : public BlockParser {
 public:
  explicit LinesParser(const InputFormat& format) : line_(format.body_line - 1) {}

  bool next(ParsedRow& row) final;

  void end_file() final {
    close();
    rows_.finish();
  }

 protected:
  // Takes a line of the file, the number of which is line_, and adds the rows that are known then.
  virtual void take(std::string_view line) = 0;

  // Adds the row that ends with the file.
  virtual void close() {}

  std::uint64_t line_;
  PairedRows rows_;
};

// Numbers of rows of a text.
struct RowCounts {
  std::uint64_t bad = 0;
  std::uint64_t numbers = 0;    // grids that are rather lists of numbers of nine digits
  std::uint64_t puzzles = 0;    // other good rows
  std::uint64_t unsolved = 0;   // puzzles with a blank
  std::uint64_t solutions = 0;  // puzzles with a declared solution
};

// Parses a text from its first row on. It may end within a row.
RowCounts count_rows(const InputFormat& format, std::string_view text);

// Like count_rows() of the first bytes of the text, or of all of it if they hold no puzzle:
// detecting a format must not take as long as reading the file.
RowCounts count_first_rows(const InputFormat& format, std::string_view text,
                           std::size_t bytes = std::size_t{2} << 10);

struct TextBlockOptions {
  // Size of the first blocks in bytes, small so that short files occupy several threads.
  std::size_t least = std::size_t{64} << 10;
  bool hashed = false;  // compute the file's SHA-256: see StoredFile
  ColumnChoice columns = {};
};

// Reads one file as text blocks.
class TextBlockReader {
 public:
  // Opens `path`, called `name` in messages; "-" is standard input. Nothing is read twice, and
  // block boundaries depend only on the text. Throws InputError.
  TextBlockReader(const std::string& path, const std::string& name,
                  const TextBlockOptions& options);

  // Reads the next block; returns false at the end. Throws InputError when the file cannot be read.
  bool read(TextBlock& block);

  // A parser for blocks of this reader, which it may get in any order.
  std::unique_ptr<BlockParser> make_parser() const;

  const InputFormat& format() const { return format_; }

  // Number of lines before the first block; 0 when blocks hold rows, which have line numbers.
  std::uint64_t lines_before() const { return rows_ ? 0 : format_.body_line - 1; }

  const base::StoredFile& file() const { return file_; }

 private:
  bool read_text(TextBlock& block);
  bool read_rows(TextBlock& block);
  std::size_t fill(TextBlock& block, std::size_t wanted);

  base::StoredFile file_;
  std::unique_ptr<base::ByteSource> decoder_;  // null: not compressed
  base::TextSource text_;
  std::string ahead_;  // text read beyond the last block
  InputFormat format_;
  std::unique_ptr<BlockParser> rows_;  // parser of rows that span several lines, else null
  bool is_ended_ = false;              // rows_->end_file() was called
  std::size_t least_;                  // bytes of the first blocks
  std::size_t taken_ = 0;              // bytes of ahead_ copied into the next block
  std::uint64_t given_ = 0;            // bytes in all blocks so far
};

}  // namespace sudoku::dataset
