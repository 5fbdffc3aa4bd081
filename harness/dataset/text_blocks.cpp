#include "harness/dataset/text_blocks.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace sudoku::dataset {

namespace {

// Bytes in which the format is detected, and most bytes if they are an introduction.
constexpr std::size_t kHead = std::size_t{64} << 10;
constexpr std::size_t kMostHead = std::size_t{256} << 10;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Whether the whole lines of the text are blank or comments.
bool is_introduction(std::string_view text) {
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    std::string_view line = text.substr(0, end);
    while (line.ends_with('\r'))
      line.remove_suffix(1);
    if (!is_filler(line)) return false;
    text.remove_prefix(end + 1);
  }
  return true;
}

std::string read_head(base::TextSource& text) {
  std::string head;
  std::size_t got = kHead;
  while (got == kHead && head.size() < kMostHead && is_introduction(head)) {
    const std::size_t before = head.size();
    head.resize(before + kHead);
    got = text.read(std::span(head).subspan(before));
    head.resize(before + got);
  }
  if (head.starts_with(kByteOrderMark)) head.erase(0, kByteOrderMark.size());
  return head;
}

// Maximum bytes of a block, unless a single line is longer.
constexpr std::size_t kMost = std::size_t{256} << 10;
// A block is at most 1/32 of the text before it; otherwise the last block would keep one thread
// busy when the others are idle.
constexpr std::uint64_t kShare = 32;

// Parser of blocks that hold rows instead of text.
class ParsedRows final : public BlockParser {
 public:
  void begin(const TextBlock& block) override {
    block_ = &block;
    next_ = 0;
  }

  bool next(ParsedRow& row) override {
    if (next_ >= block_->rows.size()) return false;  // not ==: the block may have been refilled
    row = block_->rows[next_++];
    return true;
  }

 private:
  const TextBlock* block_ = nullptr;
  std::size_t next_ = 0;  // index of the next row
};

}  // namespace

void BlockParser::begin(const TextBlock& block) {
  rest_ = block.text();
  lines_ = 0;
}

void PairedRows::add(const ParsedRow& row) {
  const bool is_puzzle = row.fault.empty() && row.solution == kEmptyGrid;
  const bool is_full = is_puzzle && count_clues(row.puzzle) == kCells;
  if (is_held_ && is_full && is_solution(rows_.back().puzzle, row.puzzle)) {
    rows_.back().solution = row.puzzle;
    return finish();
  }
  rows_.push_back(row);
  is_held_ = is_puzzle && !is_full;
}

bool PairedRows::take(ParsedRow& row) {
  const std::size_t ready = rows_.size() - (is_held_ ? 1 : 0);
  if (taken_ == ready) return false;
  row = std::move(rows_[taken_++]);
  if (taken_ < ready) return true;
  if (is_held_) rows_.front() = std::move(rows_.back());
  rows_.resize(is_held_ ? 1 : 0);
  taken_ = 0;
  return true;
}

bool LinesParser::next(ParsedRow& row) {
  std::string_view line;
  while (!rows_.take(row)) {
    if (!next_line(line)) return false;
    ++line_;
    take(line);
  }
  return true;
}

namespace {

// Whether most rows of a grid have a digit twice, as lists of numbers of nine digits do.
bool are_numbers(const Grid& grid) {
  int repeating = 0;
  for (std::size_t r = 0; r < kCells; r += 9) {
    std::string row(grid.text().substr(r, 9));
    std::erase(row, kBlank);
    std::ranges::sort(row);
    repeating += std::ranges::adjacent_find(row) != row.end() ? 1 : 0;
  }
  return repeating > 4;
}

void count(const ParsedRow& row, RowCounts& counts) {
  if (!row.fault.empty()) {
    ++counts.bad;
  } else if (are_numbers(row.puzzle)) {
    ++counts.numbers;
  } else {
    ++counts.puzzles;
    if (count_clues(row.puzzle) < kCells) ++counts.unsolved;
    if (row.solution != kEmptyGrid) ++counts.solutions;
  }
}

}  // namespace

RowCounts count_rows(const InputFormat& format, std::string_view text) {
  text.remove_prefix(format.body);
  if (format.format->extent != Extent::text) text = text.substr(0, text.rfind('\n') + 1);
  TextBlock block;
  block.buffer.assign(text.begin(), text.end());
  block.size = text.size();
  const auto parser = format.format->make_parser(format);
  parser->begin(block);
  RowCounts counts;
  ParsedRow row;
  while (parser->next(row))
    count(row, counts);
  parser->end_file();
  while (parser->next(row))
    count(row, counts);
  return counts;
}

RowCounts count_first_rows(const InputFormat& format, std::string_view text, std::size_t bytes) {
  const RowCounts counts = count_rows(format, text.substr(0, format.body + bytes));
  return counts.puzzles > 0 ? counts : count_rows(format, text);
}

TextBlockReader::TextBlockReader(const std::string& path, const std::string& name,
                                 const TextBlockOptions& options)
    : file_(path, name, options.hashed),
      decoder_(base::make_decoder(file_)),
      text_(decoder_ ? *decoder_ : file_),
      ahead_(read_head(text_)),
      format_(detect_format(ahead_, name, options.columns)),
      least_(options.least) {
  ahead_.erase(0, format_.body);
  if (format_.format->extent != Extent::text) text_.cut_lines(ahead_);
  if (format_.format->extent != Extent::line) rows_ = format_.format->make_parser(format_);
}

std::unique_ptr<BlockParser> TextBlockReader::make_parser() const {
  if (rows_) return std::make_unique<ParsedRows>();
  return format_.format->make_parser(format_);
}

bool TextBlockReader::read(TextBlock& block) {
  const bool found = rows_ ? read_rows(block) : read_text(block);
  block.consumed = file_.bytes_read();
  return found;
}

bool TextBlockReader::read_text(TextBlock& block) {
  const auto wanted = std::max<std::size_t>(least_, std::min<std::size_t>(given_ / kShare, kMost));
  const bool ends_anywhere = format_.format->extent == Extent::text;
  block.size = 0;
  std::size_t got = 0;
  std::size_t end = 0;
  do {  // reads on while the text holds no whole line
    got = fill(block, wanted);
    end = ends_anywhere ? block.size : block.text().rfind('\n') + 1;  // 0 without a line feed
  } while (end == 0 && got > 0);
  ahead_.replace(0, taken_, block.text().substr(end));
  taken_ = 0;
  block.size = end;
  given_ += end;
  return end > 0;
}

bool TextBlockReader::read_rows(TextBlock& block) {
  block.rows.clear();
  ParsedRow row;
  while (block.rows.empty() && !is_ended_) {
    is_ended_ = !read_text(block);
    if (is_ended_) {
      rows_->end_file();
    } else {
      rows_->begin(block);
    }
    while (rows_->next(row))
      block.rows.push_back(row);
  }
  return !block.rows.empty();
}

// Appends up to `wanted` bytes to the block, from ahead_ and then the file; returns their number.
std::size_t TextBlockReader::fill(TextBlock& block, std::size_t wanted) {
  const std::size_t before = block.size;
  if (block.buffer.size() < before + wanted) block.buffer.resize(before + wanted);
  char* const place = block.buffer.data() + before;
  const std::size_t again = std::min(wanted, ahead_.size() - taken_);
  std::memcpy(place, ahead_.data() + taken_, again);
  taken_ += again;
  const std::size_t rest = text_.read({place + again, wanted - again});
  block.size += again + rest;
  return again + rest;
}

}  // namespace sudoku::dataset
