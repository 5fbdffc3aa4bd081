// Parses the rows of a CSV file: plain ones directly, all others by libfccp's CSVReader.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "harness/base/input.h"
#include "harness/dataset/fccp.h"
#include "harness/dataset/rows.h"

namespace sudoku::dataset {

namespace {

// The line that CSVReader is parsing, for the column of a fault, and its length before it was cut
// up into fields. libfccp shows the whole line to its comment policy only, whose functions are
// static.
struct LineNote {
  static thread_local std::string_view line;
  static thread_local bool wanted_whole;
  static thread_local std::string whole;  // a copy of the line, when it is wanted

  static bool is_comment(const char* text) {
    line = text;
    if (wanted_whole) whole = line;
    return is_filler(line);
  }
};

thread_local std::string_view LineNote::line;
thread_local bool LineNote::wanted_whole = false;
thread_local std::string LineNote::whole;

// libfccp's rules for quotes, without its loop over every character where there are none.
template <char separator>
struct Quotes {
  using Rules = io::double_quote_escape<separator, '"'>;

  static const char* find_next_column_end(const char* begin) {
    const char* end = ::strchrnul(begin, separator);
    const bool quoted = std::memchr(begin, '"', static_cast<std::size_t>(end - begin)) != nullptr;
    return quoted ? Rules::find_next_column_end(begin) : end;
  }

  static void unescape(char*& begin, char*& end) { Rules::unescape(begin, end); }
};

template <char separator>
class CsvRows final : public Rows {
 public:
  CsvRows(const Layout& layout, std::string_view head, base::TextSource& text)
      : reader_("", std::make_unique<FccpSource>(
                        our_header(layout) + std::string(head.substr(layout.body)), text)),
        columns_(layout.columns),
        rating_(layout.rating) {
    reader_.read_header(io::ignore_extra_column | io::ignore_missing_column, kPuzzle, kSolution);
    reader_.set_file_line(static_cast<unsigned>(layout.body_line - 1));
  }

  bool next(Row& row) override {
    row.fault.clear();
    LineNote::wanted_whole = rating_.has_value();
    try {
      char* puzzle = nullptr;
      char* solution = nullptr;
      if (!reader_.read_row(puzzle, solution)) return false;
      take_row(row, puzzle, solution);
      if (rating_) row.rating = rating();
    } catch (const io::error::too_few_columns&) {
      refuse(row, 0, fmt::format("expected {} columns, found fewer", columns_));
    } catch (const io::error::too_many_columns&) {
      refuse(row, 0, fmt::format("expected {} columns, found more", columns_));
    } catch (const io::error::escaped_string_not_closed&) {
      refuse(row, LineNote::line.size(), "expected a closing quote, found the end of the line");
    }
    row.line = reader_.get_file_line();
    return true;
  }

 private:
  static constexpr const char* kPuzzle = "puzzle";
  static constexpr const char* kSolution = "solution";

  // CSVReader finds columns by their exact names only, so it never sees the file's own header.
  static std::string our_header(const Layout& layout) {
    std::string header;
    for (std::size_t i = 0; i < layout.columns; ++i) {
      if (i > 0) header += separator;
      header += i == layout.puzzle ? kPuzzle : i == layout.solution ? kSolution : "-";
    }
    return header + '\n';
  }

  static void take_row(Row& row, const char* puzzle, const char* solution) {
    if (is_cut(row, LineNote::line)) return;
    take_puzzle(row, field_at(puzzle));
    if (!row.fault.empty()) return;
    take_solution(row, solution == nullptr ? Field{} : field_at(solution));
  }

  // Not a third column of CSVReader, which would cost a tenth of the time in files without ratings,
  // too.
  std::string_view rating() const {
    const auto fields = split_fields(LineNote::whole, separator);
    return *rating_ < fields.size() ? fields[*rating_].text : std::string_view();
  }

  static Field field_at(const char* text) {
    return {text, static_cast<std::size_t>(text - LineNote::line.data())};
  }

  // Sets the fault, unless the line was cut, which is then the fault.
  static void refuse(Row& row, std::size_t at, std::string fault) {
    if (!is_cut(row, LineNote::line)) set_fault(row, at, std::move(fault));
  }

  io::CSVReader<2, io::trim_chars<' ', '\t'>, Quotes<separator>, io::throw_on_overflow, LineNote>
      reader_;
  std::size_t columns_;
  std::optional<std::size_t> rating_;
};

}  // namespace

std::unique_ptr<Rows> make_csv_rows(const Layout& layout, std::string_view head,
                                    base::TextSource& text) {
  switch (layout.separator) {
    case ';':
      return std::make_unique<CsvRows<';'>>(layout, head, text);
    case '\t':
      return std::make_unique<CsvRows<'\t'>>(layout, head, text);
    default:
      return std::make_unique<CsvRows<','>>(layout, head, text);
  }
}

namespace {

// Takes a field of a plain row into `row`. False when the field is not plain.
bool take_field(const Layout& layout, std::size_t column, const Field& field, Row& row) {
  const bool is_grid = field.text.size() == kCells;
  if (column == layout.puzzle) {
    if (!is_grid) return false;
    take_puzzle(row, field);
  }
  if (column == layout.rating) row.rating = trimmed(field.text, 0, field.text.size()).text;
  if (column == layout.solution) {
    if (!is_grid && !field.text.empty()) return false;
    take_solution(row, field);
  }
  return row.fault.empty();
}

}  // namespace

bool take_plain_fields(const Layout& layout, std::string_view line, Row& row) {
  if (line.size() >= base::kCutLine || line.find('"') != std::string_view::npos) return false;
  row.fault.clear();
  row.solution = kEmptyGrid;
  std::size_t begin = 0;
  for (std::size_t column = 0; column < layout.columns; ++column) {
    const std::size_t end = line.find(layout.separator, begin);
    const bool is_last = column + 1 == layout.columns;
    if (is_last != (end == std::string_view::npos)) return false;
    if (!take_field(layout, column, {line.substr(begin, end - begin), begin}, row)) return false;
    begin = end + 1;
  }
  return true;
}

}  // namespace sudoku::dataset
