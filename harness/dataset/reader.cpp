#include "harness/dataset/reader.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "harness/dataset/byte_source.h"
#include "harness/dataset/input_error.h"
#include "harness/dataset/layout.h"
#include "harness/dataset/rows.h"
#include "harness/dataset/text_source.h"

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

double parse_rating(std::string_view text) {
  double rating = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), rating);
  const bool is_number = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  return is_number && std::isfinite(rating) ? rating : std::numeric_limits<double>::quiet_NaN();
}

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

}  // namespace

class PuzzleReader::Implementation {
 public:
  Implementation(const std::string& path, const std::string& name, const ReadOptions& options)
      : options_(options),
        file_(path, name, options.hashed),
        decoder_(make_decoder(file_)),
        text_(decoder_ ? *decoder_ : file_) {
    const std::string head = read_head(text_);
    layout_ = detect_layout(head, name);
    has_ratings_ = layout_.rating.has_value();
    if (!options.ratings) layout_.rating.reset();  // looking for them takes time
    rows_ = make_rows(layout_, head, text_);
  }

  bool read(Block& block) {
    begin(block);
    while (block.puzzles.size() < options_.block_size && rows_->next(row_)) {
      if (row_.fault.empty()) [[likely]] {
        block.puzzles.push_back(row_.puzzle);
        block.solutions.push_back(row_.solution);
        block.lines.push_back(row_.line);
        if (options_.ratings) block.ratings.push_back(parse_rating(row_.rating));
      } else {
        set_aside();
      }
    }
    return !block.puzzles.empty();
  }

  const Quarantine& quarantine() const { return quarantine_; }

  const StoredFile& file() const { return file_; }

  bool has_solutions() const { return layout_.solution.has_value(); }

  bool has_ratings() const { return has_ratings_; }

 private:
  void begin(Block& block) {
    block.index = next_block_++;
    block.first = block.index * options_.block_size;
    block.puzzles.clear();
    block.solutions.clear();
    block.lines.clear();
    block.ratings.clear();
  }

  void set_aside() {
    ++quarantine_.rows;
    if (!options_.strict && quarantine_.first.size() == Quarantine::kKept) return;
    std::string message =
        fmt::format("{}:{}:{}: {}", file_.name(), row_.line, row_.column, row_.fault);
    if (options_.strict) throw InputError(message);
    quarantine_.first.push_back(std::move(message));
  }

  ReadOptions options_;
  StoredFile file_;
  std::unique_ptr<ByteSource> decoder_;  // null: stored plain
  TextSource text_;
  Layout layout_;
  bool has_ratings_ = false;
  std::unique_ptr<Rows> rows_;
  Row row_;
  Quarantine quarantine_;
  std::uint64_t next_block_ = 0;
};

PuzzleReader::PuzzleReader(const std::string& path, const std::string& name,
                           const ReadOptions& options)
    : implementation_(std::make_unique<Implementation>(path, name, options)) {}

PuzzleReader::~PuzzleReader() = default;

bool PuzzleReader::read(Block& block) {
  return implementation_->read(block);
}

const Quarantine& PuzzleReader::quarantine() const {
  return implementation_->quarantine();
}

bool PuzzleReader::has_solutions() const {
  return implementation_->has_solutions();
}

bool PuzzleReader::has_ratings() const {
  return implementation_->has_ratings();
}

std::string PuzzleReader::sha256() const {
  return implementation_->file().sha256();
}

std::uint64_t PuzzleReader::bytes_read() const {
  return implementation_->file().bytes_read();
}

std::uint64_t PuzzleReader::bytes_total() const {
  return implementation_->file().bytes_total();
}

}  // namespace sudoku
