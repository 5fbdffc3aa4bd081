#include "harness/dataset/reader.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

#include "harness/dataset/input_error.h"
#include "harness/dataset/puzzle_text.h"
#include "harness/dataset/rows.h"

namespace sudoku {

namespace {

double parse_rating(std::string_view text) {
  double rating = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), rating);
  const bool is_number = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  return is_number && std::isfinite(rating) ? rating : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

class PuzzleReader::Implementation {
 public:
  Implementation(const std::string& path, const std::string& name, const ReadOptions& options)
      : options_(options), source_(path, name, options.hashed) {
    Layout layout = source_.layout();
    if (!options.ratings) layout.rating.reset();  // looking for them takes time
    rows_ = make_rows(layout, source_.head(), source_.text());
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

  const StoredFile& file() const { return source_.file(); }

  const Layout& layout() const { return source_.layout(); }

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
    std::string message = message_of(row_, file().name());
    if (options_.strict) throw InputError(message);
    quarantine_.first.push_back(std::move(message));
  }

  ReadOptions options_;
  PuzzleText source_;
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
  return implementation_->layout().solution.has_value();
}

bool PuzzleReader::has_ratings() const {
  return implementation_->layout().rating.has_value();
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
