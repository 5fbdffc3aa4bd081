#include "harness/dataset/stretch.h"

#include <algorithm>
#include <cstring>

#include "harness/dataset/rows.h"

namespace sudoku::dataset {

namespace {

// Bytes in which the layout shows, even behind a long introduction in comments.
constexpr std::size_t kHead = std::size_t{256} << 10;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string read_head(base::TextSource& text) {
  std::string head(kHead, '\0');
  head.resize(text.read(head));
  if (head.starts_with(kByteOrderMark)) head.erase(0, kByteOrderMark.size());
  return head;
}

// Most bytes of a stretch, unless a single line is longer.
constexpr std::size_t kMost = std::size_t{256} << 10;
// A stretch is at most 1/32 of what came before it, or the last one would keep a single thread busy
// when the others are done.
constexpr std::uint64_t kShare = 32;
// Rows of a stretch that holds rows.
constexpr std::size_t kRows = 64;

bool are_lines(const Layout& layout) {
  return layout.kind == Layout::Kind::csv || layout.kind == Layout::Kind::lines;
}

// Place behind the text's last line feed; 0 when it has none.
std::size_t end_of_lines(std::string_view text) {
  return text.rfind('\n') + 1;
}

}  // namespace

PuzzleText::PuzzleText(const std::string& path, const std::string& name, bool hashed)
    : file_(path, name, hashed),
      decoder_(base::make_decoder(file_)),
      text_(decoder_ ? *decoder_ : file_),
      head_(read_head(text_)),
      layout_(detect_layout(head_, name)) {}

StretchReader::StretchReader(const std::string& path, const std::string& name,
                             const StretchOptions& options)
    : source_(path, name, options.hashed), layout_(source_.layout()), least_(options.least) {
  if (!options.ratings) layout_.rating.reset();
  if (are_lines(layout_)) {
    ahead_ = source_.head().substr(layout_.body);
  } else {
    rows_ = make_rows(layout_, source_.head(), source_.text());
  }
}

bool StretchReader::read(Stretch& stretch) {
  const bool found = rows_ ? read_rows(stretch) : read_text(stretch);
  stretch.consumed = source_.file().bytes_read();
  return found;
}

bool StretchReader::read_text(Stretch& stretch) {
  stretch.size = 0;
  std::size_t got = 0;
  std::size_t end = 0;
  do {  // a line may be longer than what was wanted
    got = fill(stretch, wanted());
    end = end_of_lines(stretch.text());
  } while (end == 0 && got > 0);
  cut(stretch, end);
  given_ += end;
  return end > 0;
}

bool StretchReader::read_rows(Stretch& stretch) {
  stretch.rows.resize(kRows);
  std::size_t count = 0;
  while (count < kRows && rows_->next(stretch.rows[count]))
    ++count;
  stretch.rows.resize(count);
  return count > 0;
}

std::size_t StretchReader::wanted() const {
  return std::clamp<std::size_t>(given_ / kShare, least_, kMost);
}

// Appends up to `wanted` bytes to the stretch, first from ahead_, then from the file. Returns how
// many.
std::size_t StretchReader::fill(Stretch& stretch, std::size_t wanted) {
  const std::size_t before = stretch.size;
  if (stretch.buffer.size() < before + wanted) stretch.buffer.resize(before + wanted);
  char* const place = stretch.buffer.data() + before;
  const std::size_t again = std::min(wanted, ahead_.size() - taken_);
  std::memcpy(place, ahead_.data() + taken_, again);
  taken_ += again;
  const std::size_t rest = source_.text().read({place + again, wanted - again});
  stretch.size += again + rest;
  return again + rest;
}

// Ends the stretch at `end` and keeps the text behind it for the next one.
void StretchReader::cut(Stretch& stretch, std::size_t end) {
  const std::string_view rest = stretch.text().substr(end);
  stretch.size = end;
  ahead_.replace(0, taken_, rest);
  taken_ = 0;
}

namespace {

// An empty text, for a parser that is given all of its text as the head.
base::TextSource& nothing() {
  class NoBytes final : public base::ByteSource {
   public:
    std::size_t read(std::span<char> /*buffer*/) override { return 0; }
  };

  thread_local NoBytes bytes;
  thread_local base::TextSource text(bytes);
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

// False when only the parser of make_rows() can tell what the line is.
bool StretchRows::take(Row& row, std::string_view line) {
  row.line = lines_ + 1;
  if (layout_.kind == Layout::Kind::csv) return take_plain_fields(layout_, line, row);
  take_line(row, layout_, line);
  return true;
}

// Not the current row alone, for making a parser takes as long as some hundred rows.
void StretchRows::leave_rest_to_parser() {
  Layout layout = layout_;
  layout.body = 0;
  layout.body_line = lines_ + 1;
  parser_ = make_rows(layout, rest_, nothing());
  lines_ += static_cast<std::uint64_t>(std::ranges::count(rest_, '\n'));
  rest_ = {};
}

}  // namespace sudoku::dataset
