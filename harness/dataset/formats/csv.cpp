// CSV formats, with commas, semicolons or tabs. Columns are found by name under a header, else by
// the shape of grids. Plain rows are parsed directly, others by libfccp.
#include <algorithm>
#include <cstring>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/fccp.h"
#include "harness/base/text.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/text_blocks.h"

namespace sudoku::dataset {

namespace {

// A column "clues" holds a number in most files, the puzzle in some; its content decides.
constexpr std::string_view kAmbiguousName = "clues";

bool is_title(const TextField& field) {
  return !field.text.empty() && field.text.size() < 60 && !is_number(field.text) &&
         std::string_view("[({<").find(field.text[0]) == std::string_view::npos &&
         std::ranges::none_of(field.text, [](unsigned char c) { return std::iscntrl(c) != 0; });
}

// The texts of fields, separated by commas, for messages.
std::string texts_of(const std::vector<TextField>& fields) {
  constexpr std::size_t kMostQuoted = 60;
  std::vector<std::string_view> texts(fields.size());
  std::ranges::transform(fields, texts.begin(), &TextField::text);
  const std::string all = fmt::format("{}", fmt::join(texts, ", "));
  return all.size() <= kMostQuoted ? all : all.substr(0, kMostQuoted) + "...";
}

// The first line of a CSV file, taken as a header, and the row below it, if any.
class Header {
 public:
  Header(const Head& head, char separator)
      : head_(head), separator_(separator), titles_(split_fields(head.first().text, separator)) {
    if (head.lines.size() > 1) row_ = split_fields(head.lines[1].text, separator);
  }

  // Layout that the header describes; nullopt when no column holds puzzles.
  std::optional<InputFormat> columns() const {
    const auto puzzle = puzzle_column();
    if (!puzzle) return std::nullopt;
    auto solution = find_name(titles_, kSolutionNames);
    if (!solution && !find_name(titles_, kPuzzleNames)) solution = places_of_grids(row_).solution;
    require_one(kPuzzleNames, *puzzle);
    if (solution) require_one(kSolutionNames, *solution);
    return format(*puzzle, solution);
  }

  InputFormat format(std::size_t puzzle, std::optional<std::size_t> solution) const {
    return head_.with_body({.format = find_format("csv"),
                            .separator = separator_,
                            .columns = titles_.size() + (rows_end_with_separator() ? 1 : 0),
                            .puzzle = puzzle,
                            .solution = solution},
                           true);
  }

  bool names_puzzles() const { return find_name(titles_, kPuzzleNames).has_value(); }

  // Whether the row below has a puzzle.
  bool is_above_puzzle() const { return places_of_grids(row_).puzzle.has_value(); }

  // Whether the fields can be column names and the row below has as many fields, and is no tuple of
  // SQL. The row is checked because a list's title, or a picture's first line, may contain a
  // separator, too.
  bool names_columns() const {
    return titles_.size() > 1 && std::ranges::all_of(titles_, is_title) &&
           (row_.empty() || !row_[0].text.starts_with('(')) &&
           (row_.empty() || row_.size() == titles_.size() || rows_end_with_separator());
  }

  [[noreturn]] void throw_no_puzzle_column() const {
    throw base::InputError("{}:{}:1: expected a column named {}; found {}", head_.name,
                           head_.first().number, fmt::join(kPuzzleNames, ", "), texts_of(titles_));
  }

 private:
  // The column with a name for puzzles, or that has a puzzle in the row below.
  std::optional<std::size_t> puzzle_column() const {
    const auto named = find_name(titles_, kPuzzleNames);
    if (!named) return names_columns() ? places_of_grids(row_).puzzle : std::nullopt;
    const bool is_ambiguous = lower_case(titles_[*named].text) == kAmbiguousName;
    return is_ambiguous && !has_grid_below(*named) ? std::nullopt : named;
  }

  // Whether rows end with a separator that the header lacks, as QQWing writes them.
  bool rows_end_with_separator() const {
    return row_.size() == titles_.size() + 1 && row_.back().text.empty();
  }

  bool has_grid_below(std::size_t column) const {
    return column < row_.size() && looks_like_puzzle(row_[column].text);
  }

  // Throws InputError when a second column has one of `names`, unless the first row shows that it
  // holds something else, such as a flag whether a puzzle was "solved".
  void require_one(std::span<const std::string_view> names, std::size_t chosen) const {
    for (std::size_t i = 0; i < titles_.size(); ++i) {
      const std::string title = lower_case(titles_[i].text);
      if (i == chosen || std::ranges::find(names, title) == names.end()) continue;
      const bool is_same = title == lower_case(titles_[chosen].text);
      const bool is_other = i < row_.size() ? !has_grid_below(i) : title == kAmbiguousName;
      if (!is_same && is_other) continue;
      throw base::InputError("{}:{}:{}: expected one column of {}s, found '{}' and '{}'",
                             head_.name, head_.first().number, titles_[i].at + 1, names[0],
                             titles_[i].text, titles_[chosen].text);
    }
  }

  const Head& head_;
  char separator_;
  std::vector<TextField> titles_;
  std::vector<TextField> row_;  // empty without a second line
};

constexpr std::array kSeparators = {',', ';', '\t'};

// The format with the header in the first line of the head, if `is_wanted` takes it.
template <typename IsWanted>
std::optional<InputFormat> header_in(const Head& head, const IsWanted& is_wanted) {
  for (const char separator : kSeparators) {
    const Header header(head, separator);
    if (!is_wanted(header)) continue;
    if (const auto format = header.columns()) return format;
  }
  return std::nullopt;
}

// A header may follow titles, and bad rows may follow it: it is the line that names a column of
// puzzles above a puzzle, else the last line that names one, else the line above the first puzzle.
std::optional<InputFormat> detect_header(const Head& head) {
  const auto is_named = [](const Header& header) { return header.names_puzzles(); };
  const auto is_above = [](const Header& header) { return header.is_above_puzzle(); };
  const auto is_both = [&](const Header& header) { return is_named(header) && is_above(header); };
  for (std::size_t line = 0; line < head.titles(); ++line)
    if (const auto format = header_in(head.after(line), is_both)) return format;
  for (std::size_t line = head.titles(); line-- > 0;)
    if (const auto format = header_in(head.after(line), is_named)) return format;
  for (std::size_t line = 0; line < head.titles(); ++line)
    if (const auto format = header_in(head.after(line), is_above)) return format;
  return header_in(head, [](const Header& /*header*/) { return true; });
}

// Throws InputError if the first line is a header, which is not all numbers.
void refuse_header(const Head& head) {
  if (count_numbers(head.first().text) > 0) return;
  for (const char separator : kSeparators) {
    const Header header(head, separator);
    if (header.names_columns()) header.throw_no_puzzle_column();
  }
}

// Recognises a table without a header by a grid among the fields of a line.
std::optional<InputFormat> detect_fields(std::string_view line) {
  for (const char separator : {',', ';'}) {
    const auto fields = split_fields(line, separator);
    const GridPlaces places = places_of_grids(fields);
    if (!places.puzzle || (fields.size() == 1 && !line.starts_with('"'))) continue;
    return InputFormat{.format = find_format("bare"),
                       .separator = separator,
                       .columns = fields.size(),
                       .puzzle = *places.puzzle,
                       .solution = places.solution};
  }
  return std::nullopt;
}

// Whether the line of a table is a sentence and no row, such as the last line that QQWing writes:
// "2 puzzles generated in 0.04 seconds."
bool is_sentence(std::string_view line) {
  return line.ends_with('.') && line.find(' ') != std::string_view::npos &&
         line.find_first_of(",;\t") == std::string_view::npos && is_prose(line);
}

// Comment policy of CSVReader that records the current line, for the column of a fault: libfccp
// passes whole lines only to this policy, whose functions must be static.
struct LineNote {
  static inline thread_local std::string_view line;
  static inline thread_local std::string whole;  // copy made before CSVReader cuts the line up

  static bool is_comment(const char* text) {
    line = text;
    whole = line;
    return is_filler(line) || is_sentence(line);
  }
};

// libfccp's quoting rules, without its loop over every character when a field has no quotes.
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

// Iterates over the rows of a CSV text, good and bad, with libfccp.
template <char separator>
class FccpRows {
 public:
  // Reads the rows of `text`, from line number `line` on. `format` must outlive this object.
  FccpRows(const InputFormat& format, std::string_view text, std::uint64_t line)
      : text_(our_header(format).append(text)),
        reader_("", text_.data(), text_.data() + text_.size()),
        format_(format) {
    reader_.read_header(io::ignore_extra_column | io::ignore_missing_column, kPuzzle, kSolution);
    reader_.set_file_line(static_cast<unsigned>(line - 1));
  }

  bool next(ParsedRow& row) {
    row.fault.clear();
    try {
      char* puzzle = nullptr;
      char* solution = nullptr;
      if (!reader_.read_row(puzzle, solution)) return false;
      if (!is_cut(row, LineNote::line)) take_puzzle(row, field_at(puzzle));
      if (row.fault.empty())
        take_solution(row, solution == nullptr ? TextField{} : field_at(solution));
    } catch (const io::error::too_few_columns&) {
      take_short(row);
    } catch (const io::error::too_many_columns&) {
      refuse(row, 0, fmt::format("expected {} columns, found more", format_.columns));
    } catch (const io::error::escaped_string_not_closed&) {
      refuse(row, LineNote::line.size(), "expected a closing quote, found the end of the line");
    }
    row.line = reader_.get_file_line();
    return true;
  }

 private:
  static constexpr const char* kPuzzle = "puzzle";
  static constexpr const char* kSolution = "solution";

  // CSVReader finds columns only by exact names, so it gets this header instead of the file's own.
  static std::string our_header(const InputFormat& format) {
    std::string header;
    for (std::size_t i = 0; i < format.columns; ++i) {
      if (i > 0) header += separator;
      header += i == format.puzzle ? kPuzzle : i == format.solution ? kSolution : "-";
    }
    return header + '\n';
  }

  // Takes a row that ends with a separator and lacks columns that are not read.
  void take_short(ParsedRow& row) const {
    const auto fields = split_fields(LineNote::whole, separator);
    if (fields.size() < format_.needed() + 1 || !fields.back().text.empty())
      return refuse(row, 0, fmt::format("expected {} columns, found fewer", format_.columns));
    take_puzzle(row, fields[format_.puzzle]);
    if (row.fault.empty() && format_.solution) take_solution(row, fields[*format_.solution]);
  }

  static TextField field_at(const char* text) {
    return {text, static_cast<std::size_t>(text - LineNote::line.data())};
  }

  // Sets the row's fault to `fault`, or reports the line as too long if it was cut.
  static void refuse(ParsedRow& row, std::size_t at, const std::string& fault) {
    if (!is_cut(row, LineNote::line)) set_fault(row, at, "{}", fault);
  }

  std::string text_;
  io::CSVReader<2, io::trim_chars<' ', '\t', '\r'>, Quotes<separator>, io::throw_on_overflow,
                LineNote>
      reader_;
  const InputFormat& format_;
};

using NextRow = std::function<bool(ParsedRow& row)>;

template <char separator>
NextRow fccp_rows(const InputFormat& format, std::string_view text, std::uint64_t line) {
  auto rows = std::make_shared<FccpRows<separator>>(format, text, line);
  return [rows](ParsedRow& row) { return rows->next(row); };
}

class CsvParser final : public BlockParser {
 public:
  explicit CsvParser(const InputFormat& format) : format_(format) {}

  void begin(const TextBlock& block) override {
    BlockParser::begin(block);
    quoted_ = nullptr;
  }

  bool next(ParsedRow& row) override {
    std::string_view line;
    while (!quoted_ && next_line(line)) {
      if (is_filler(line)) continue;
      row.line = lines_;
      if (take_plain(row, line)) return true;
      if (is_sentence(line)) continue;
      leave_rest_to_fccp(line);
    }
    return quoted_ && quoted_(row);
  }

 private:
  // Parses a good row without quotes or blanks around grids. Returns false for all other rows.
  bool take_plain(ParsedRow& row, std::string_view line) const {
    if (line.size() >= base::kCutLine || line.find('"') != std::string_view::npos) return false;
    row.fault.clear();
    row.solution = kEmptyGrid;
    std::size_t begin = 0;
    for (std::size_t column = 0; column < format_.columns; ++column) {
      const std::size_t end = line.find(format_.separator, begin);
      const bool is_last = column + 1 == format_.columns;
      const bool is_missing = end == std::string_view::npos && begin == line.size() && column > 0;
      if (is_missing && column >= format_.needed()) return true;
      if (is_last != (end == std::string_view::npos)) return false;
      if (!take_field(row, column, {line.substr(begin, end - begin), begin})) return false;
      begin = end + 1;
    }
    return true;
  }

  // Parses a field without libfccp. Returns false when libfccp has to parse it or report its fault.
  bool take_field(ParsedRow& row, std::size_t column, const TextField& field) const {
    if (column == format_.puzzle) {
      if (field.text.size() != kCells) return false;
      take_puzzle(row, field);
    }
    if (column == format_.solution) take_solution(row, field);
    return row.fault.empty();
  }

  // Leaves the rest of the block to one CSVReader: creating one takes as long as hundreds of rows.
  void leave_rest_to_fccp(std::string_view line) {
    const char* const end = rest_.data() + rest_.size();
    const std::string_view rest(line.data(), static_cast<std::size_t>(end - line.data()));
    quoted_ = format_.separator == ';'    ? fccp_rows<';'>(format_, rest, lines_)
              : format_.separator == '\t' ? fccp_rows<'\t'>(format_, rest, lines_)
                                          : fccp_rows<','>(format_, rest, lines_);
    lines_ += static_cast<std::uint64_t>(std::ranges::count(rest_, '\n'));
    rest_ = {};
  }

  InputFormat format_;
  NextRow quoted_;  // rows read by libfccp; set at the block's first row that take_plain() rejects
};

void write_titles(std::string& text, Columns columns) {
  text.append(kColumnTitles[static_cast<std::size_t>(columns)]).append("\n");
}

void write_columns(std::string& text, const OutputRow& row) {
  const std::string_view solution = row.solution == nullptr ? "" : row.solution->text();
  if (row.columns == Columns::solution_puzzle) text.append(solution).append(",");
  text += row.text;
  if (row.columns == Columns::puzzle_solution) text.append(",").append(solution);
  text += '\n';
}

constexpr Format kCsvFormats[] = {{.name = "csv",
                                   .ending = ".csv",
                                   .help = "a table with the header puzzle,solution",
                                   .holds_solutions = true,
                                   .has_columns = true,
                                   .evidence = Evidence::header,
                                   .detect = detect_header,
                                   .refuse = refuse_header,
                                   .make_parser = make_parser<CsvParser>,
                                   .write_header = write_titles,
                                   .write = write_columns},
                                  {.name = "bare",
                                   .help = "a table without a header",
                                   .holds_solutions = true,
                                   .has_columns = true,
                                   .detect_line = detect_fields,
                                   .make_parser = make_parser<CsvParser>,
                                   .write = write_columns}};

// A user's choice of columns, applied to a table with or without a header or to lines of words.
class Choice {
 public:
  Choice(const Head& head, const ColumnChoice& columns)
      : head_(head), columns_(columns), row_(head.after(row_index())) {
    const auto fields_by = [this](char separator) {
      return split_fields(row_.first().text, separator).size();
    };
    separator_ = *std::ranges::max_element(kSeparators, {}, fields_by);
    is_table_ = fields_by(separator_) > 1;
  }

  InputFormat format() const {
    const auto header = header_line();
    const auto titles =
        header ? split_fields(header->first().text, separator_) : std::vector<TextField>();
    const std::size_t puzzle =
        columns_.puzzle.empty() ? default_puzzle(titles) : column_of(columns_.puzzle, titles);
    std::optional<std::size_t> solution = find_name(titles, kSolutionNames);
    if (!columns_.solution.empty()) solution = column_of(columns_.solution, titles);
    if (solution == puzzle && !columns_.solution.empty()) {
      throw base::InputError("{}: expected two columns, found one for puzzles and solutions: {}",
                             head_.name, columns_.solution);
    }
    if (solution == puzzle) solution.reset();
    if (header) return Header(*header, separator_).format(puzzle, solution);
    return row_.with_body({.format = find_format(is_table_ ? "bare" : "lines"),
                           .separator = separator_,
                           .columns = is_table_ ? fields().size() : 1,
                           .puzzle = puzzle,
                           .solution = solution});
  }

 private:
  // Index of the first line that is not prose: of the first row, behind all titles and headers.
  std::size_t row_index() const { return std::min(head_.titles(), head_.lines.size() - 1); }

  std::vector<TextField> fields() const {
    return is_table_ ? split_fields(row_.first().text, separator_) : split_words(row_.first().text);
  }

  // The head from its header on: the line above the first row, if it has as many fields.
  std::optional<Head> header_line() const {
    if (!is_table_ || row_index() == 0) return std::nullopt;
    const Head above = head_.after(row_index() - 1);
    const std::size_t titles = split_fields(above.first().text, separator_).size();
    const bool fits = titles == fields().size() || titles + 1 == fields().size();
    return fits ? std::optional(above) : std::nullopt;
  }

  std::size_t default_puzzle(const std::vector<TextField>& titles) const {
    if (const auto named = find_name(titles, kPuzzleNames)) return *named;
    if (const auto shaped = places_of_grids(fields()).puzzle) return *shaped;
    throw base::InputError("{}:{}:1: expected a puzzle in a column, found none", head_.name,
                           row_.first().number);
  }

  // Index of the column with the title or, where no column has it, with the number `wanted`.
  std::size_t column_of(const std::string& wanted, const std::vector<TextField>& titles) const {
    const std::string lower = lower_case(wanted);
    if (const auto named = find_name(titles, std::array<std::string_view, 1>{lower})) return *named;
    const auto number = base::number_in<std::size_t>(wanted);
    if (number && *number >= 1 && *number <= fields().size()) return *number - 1;
    if (titles.empty()) {
      throw base::InputError("{}:{}:1: expected a number of a column from 1 to {}, found '{}'",
                             head_.name, row_.first().number, fields().size(), wanted);
    }
    throw base::InputError("{}:{}:1: expected a column named '{}'; found {}", head_.name,
                           head_.lines[row_index() - 1].number, wanted, texts_of(titles));
  }

  const Head& head_;
  const ColumnChoice& columns_;
  Head row_;  // the head from the first row on
  char separator_ = ',';
  bool is_table_ = false;
};

}  // namespace

InputFormat format_with_columns(const Head& head, const ColumnChoice& columns) {
  return Choice(head, columns).format();
}

const std::span<const Format> csv_formats = kCsvFormats;

}  // namespace sudoku::dataset
