// CSV formats, with commas, semicolons or tabs. Columns are found by name under a header, else by
// the shape of grids.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/text_blocks.h"

namespace sudoku::dataset {

namespace {

// Names of solution and rating columns, in order of preference. Unknown columns are ignored.
constexpr std::array<std::string_view, 5> kSolutionNames = {"solution", "solutions", "answer",
                                                            "answers", "solved"};
constexpr std::array<std::string_view, 5> kRatingNames = {"rating", "ratings", "difficulty",
                                                          "level", "score"};
// A column "clues" holds a number in most files, the puzzle in some; its content decides.
constexpr std::string_view kAmbiguousName = "clues";

bool is_title(const Field& field) {
  return !field.text.empty() && field.text.size() < 60 &&
         std::ranges::none_of(field.text, [](unsigned char c) { return std::iscntrl(c) != 0; });
}

// The first line of a CSV file, taken as a header, and the row below it, if any.
class Header {
 public:
  Header(const Head& head, char separator)
      : head_(head), separator_(separator), titles_(split_fields(head.first().text, separator)) {
    if (head.lines.size() > 1) row_ = split_fields(head.lines[1].text, separator);
  }

  // Layout that the header describes; nullopt when no column has a name for puzzles.
  std::optional<InputFormat> columns() const {
    const auto puzzle = find_name(titles_, kPuzzleNames);
    if (!puzzle) return std::nullopt;
    const bool is_ambiguous = lower_case(titles_[*puzzle].text) == kAmbiguousName;
    if (is_ambiguous && !has_grid_below(*puzzle)) return std::nullopt;
    const auto solution = find_name(titles_, kSolutionNames);
    require_one(kPuzzleNames, *puzzle);
    if (solution) require_one(kSolutionNames, *solution);
    return head_.with_body({.format = find_format("csv"),
                            .separator = separator_,
                            .columns = titles_.size(),
                            .puzzle = *puzzle,
                            .solution = solution,
                            .rating = find_name(titles_, kRatingNames),
                            .notation = notation_in(*puzzle)},
                           true);
  }

  // Whether the fields can be column names and the row below has as many fields. The row is checked
  // because a list's title, or a picture's first line, may contain a separator, too.
  bool names_columns() const {
    return titles_.size() > 1 && std::ranges::all_of(titles_, is_title) &&
           (row_.empty() || row_.size() == titles_.size());
  }

  [[noreturn]] void throw_no_puzzle_column() const {
    std::vector<std::string_view> found;
    for (const Field& title : titles_)
      found.push_back(title.text);
    throw base::InputError("{}:{}:1: expected a column named {}; found {}", head_.name,
                           head_.first().number, fmt::join(kPuzzleNames, ", "),
                           fmt::join(found, ", "));
  }

 private:
  bool has_grid_below(std::size_t column) const {
    return column < row_.size() && looks_like_puzzle(row_[column].text);
  }

  // The notation of the first row below the header that has a puzzle in that column.
  Notation notation_in(std::size_t column) const {
    for (const HeadLine& line : head_.lines.subspan(1)) {
      const auto fields = split_fields(line.text, separator_);
      if (column < fields.size() && looks_like_puzzle(fields[column].text))
        return notation_of(fields[column].text);
    }
    return Notation::clues;
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
  std::vector<Field> titles_;
  std::vector<Field> row_;  // empty without a second line
};

std::optional<InputFormat> detect_header(const Head& head) {
  // Nine numbers are not a header but the row of a grid.
  if (count_numbers(head.first().text) == 9) return std::nullopt;
  std::optional<Header> nameless;
  for (const char separator : {',', ';', '\t'}) {
    const Header header(head, separator);
    if (const auto format = header.columns()) return format;
    if (!nameless && header.names_columns()) nameless.emplace(header);
  }
  if (nameless) nameless->throw_no_puzzle_column();
  return std::nullopt;
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
                       .solution = places.solution,
                       .notation = notation_of(fields[*places.puzzle].text)};
  }
  return std::nullopt;
}

class CsvParser final : public BlockParser {
 public:
  explicit CsvParser(const InputFormat& format) : format_(format) {}

  bool next(Row& row) override {
    std::string_view line;
    if (!begin_row(row, line)) return false;
    if (!is_cut(row, line)) take_fields(row, line);
    return true;
  }

 private:
  // A fault of the columns replaces one of the puzzle, which replaces one of the solution.
  void take_fields(Row& row, std::string_view line) const {
    const bool is_quoted = line.find('"') != std::string_view::npos;
    std::size_t column = 0;
    for (std::size_t begin = 0; begin <= line.size(); ++column) {
      const std::size_t end = is_quoted
                                  ? end_of_field(line, begin, format_.separator)
                                  : std::min(line.find(format_.separator, begin), line.size());
      take_field(row, column, trimmed_field(line, begin, end));
      begin = end + 1;
    }
    if (column > format_.columns) {
      set_fault(row, 0, "expected {} columns, found more", format_.columns);
    } else if (is_quoted && std::ranges::count(line, '"') % 2 != 0) {
      set_fault(row, line.size(), "expected a closing quote, found the end of the line");
    } else if (column < format_.columns) {
      set_fault(row, 0, "expected {} columns, found fewer", format_.columns);
    }
  }

  void take_field(Row& row, std::size_t column, const Field& field) const {
    if (column == format_.puzzle) take_puzzle(row, field, format_.notation);
    if (column == format_.solution && row.fault.empty()) take_solution(row, field);
    if (column == format_.rating) row.rating = field.text;
  }

  InputFormat format_;
};

void write_titles(std::string& text, Columns columns) {
  if (columns == Columns::puzzle) text += "puzzle\n";
  if (columns == Columns::puzzle_solution) text += "puzzle,solution\n";
  if (columns == Columns::solution_puzzle) text += "solution,puzzle\n";
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
                                   .holds_pencilmarks = true,
                                   .evidence = Evidence::header,
                                   .detect = detect_header,
                                   .make_parser = make_parser<CsvParser>,
                                   .write_header = write_titles,
                                   .write = write_columns},
                                  {.name = "bare",
                                   .help = "a table without a header",
                                   .holds_solutions = true,
                                   .has_columns = true,
                                   .holds_pencilmarks = true,
                                   .detect_line = detect_fields,
                                   .make_parser = make_parser<CsvParser>,
                                   .write = write_columns}};

}  // namespace

const std::span<const Format> csv_formats = kCsvFormats;

}  // namespace sudoku::dataset
