#include "harness/dataset/stretch.h"

#include <algorithm>
#include <cstring>

#include "harness/dataset/reader.h"
#include "harness/dataset/rows.h"

namespace sudoku::dataset {

namespace {

constexpr std::size_t kMost = std::size_t{256} << 10;
// A stretch is at most this share of what came before it, or the last one would keep a single
// thread busy when the others are done.
constexpr std::uint64_t kShare = 32;
constexpr std::size_t kRows = 64;  // of a stretch that holds rows

bool are_lines(const Layout& layout) {
  return layout.kind == Layout::Kind::csv || layout.kind == Layout::Kind::lines;
}

// Where the text's last line ends; 0 when none does.
std::size_t end_of_lines(std::string_view text) {
  return text.rfind('\n') + 1;
}

}  // namespace

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

// Appends to the stretch what is ahead, then what the file holds. Returns how much.
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

// Keeps what stands behind the stretch's end for the next one.
void StretchReader::cut(Stretch& stretch, std::size_t end) {
  const std::string_view rest = stretch.text().substr(end);
  stretch.size = end;
  ahead_.replace(0, taken_, rest);
  taken_ = 0;
}

namespace {

// What a parser finds behind the text that it is given.
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

// False when it takes the layout's own parser to tell.
bool StretchRows::take(Row& row, std::string_view line) {
  row.line = lines_ + 1;
  if (layout_.kind == Layout::Kind::csv) return take_plain_fields(layout_, line, row);
  take_line(row, layout_, line);
  return true;
}

// Not only this row, for making such a parser takes as long as some hundred rows.
void StretchRows::leave_rest_to_parser() {
  Layout layout = layout_;
  layout.body = 0;
  layout.body_line = lines_ + 1;
  parser_ = make_rows(layout, rest_, nothing());
  lines_ += static_cast<std::uint64_t>(std::ranges::count(rest_, '\n'));
  rest_ = {};
}

}  // namespace sudoku::dataset
