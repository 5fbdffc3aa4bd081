#include "harness/dataset/layout.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"

namespace sudoku::dataset {

namespace {

bool separates(char c) {
  return c == ' ' || c == '\t' || c == ',' || c == ';';
}

}  // namespace

bool is_cell(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == '*' || c == '_';
}

Field trimmed(std::string_view line, std::size_t begin, std::size_t end) {
  while (begin < end && (line[begin] == ' ' || line[begin] == '\t'))
    ++begin;
  while (begin < end && (line[end - 1] == ' ' || line[end - 1] == '\t'))
    --end;
  const bool quoted = end - begin >= 2 && line[begin] == '"' && line[end - 1] == '"';
  if (quoted) return {line.substr(begin + 1, end - begin - 2), begin + 1};
  return {line.substr(begin, end - begin), begin};
}

std::vector<Field> split_fields(std::string_view line, char separator) {
  std::vector<Field> fields;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"') quoted = !quoted;
    if (line[at] != separator || quoted) continue;
    fields.push_back(trimmed(line, begin, at));
    begin = at + 1;
  }
  fields.push_back(trimmed(line, begin, line.size()));
  return fields;
}

std::vector<Field> split_words(std::string_view line) {
  std::vector<Field> words;
  Field word = next_word(line, 0);
  while (!word.text.empty()) {
    words.push_back(word);
    word = next_word(line, word.at + word.text.size());
  }
  return words;
}

bool looks_like_grid(std::string_view text) {
  if (text.size() < 60 || text.size() > 120) return false;
  return std::ranges::count_if(text, is_cell) * 10 >= static_cast<std::ptrdiff_t>(text.size()) * 9;
}

bool looks_like_solution(std::string_view text) {
  return looks_like_grid(text) &&
         std::ranges::count_if(text, is_digit) * 10 >= static_cast<std::ptrdiff_t>(text.size()) * 9;
}

bool is_grid_row(std::string_view text) {
  return text.size() == 9 && std::ranges::all_of(text, is_cell);
}

bool is_picture_row(std::string_view line) {
  const auto is_gap = [](char c) { return separates(c) || c == '|'; };
  const auto gaps = std::ranges::count_if(line, is_gap);
  return gaps > 0 && std::ranges::count_if(line, is_cell) == 9 &&
         line.size() == static_cast<std::size_t>(gaps) + 9;
}

bool is_rule(std::string_view line) {
  return line.find("---") != std::string_view::npos &&
         line.find_first_not_of(" \t-+|*") == std::string_view::npos;
}

std::vector<Field> split_values(std::string_view line) {
  std::vector<Field> values;
  std::size_t at = 0;
  while (at < line.size() && line[at] != '#') {
    const std::size_t begin = at;
    while (at < line.size() && !separates(line[at]) && line[at] != '#')
      ++at;
    if (at > begin) values.push_back({line.substr(begin, at - begin), begin});
    if (at < line.size() && separates(line[at])) ++at;
  }
  return values;
}

bool is_number(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  return std::from_chars(text.data(), end, number).ptr == end && !text.empty();
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

namespace {

// Names of columns, in order of preference. All other columns are ignored.
constexpr std::array<std::string_view, 10> kPuzzleNames = {
    "puzzle",    "puzzles", "quiz",  "quizzes", "question",
    "questions", "sudoku",  "board", "grid",    "clues"};
constexpr std::array<std::string_view, 5> kSolutionNames = {"solution", "solutions", "answer",
                                                            "answers", "solved"};
constexpr std::array<std::string_view, 5> kRatingNames = {"rating", "ratings", "difficulty",
                                                          "level", "score"};
// In most files a number of clues, in some the clues themselves: the shape of the column tells.
constexpr std::string_view kAmbiguousName = "clues";

constexpr std::size_t kLinesLookedAt = 100;

struct TextLine {
  std::string_view text = {};
  std::size_t begin = 0;  // where the line begins in the head
  std::size_t next = 0;   // where the next line begins
  std::uint64_t number = 1;
};

// The first lines that are neither blank nor comments.
std::vector<TextLine> content_of(std::string_view head) {
  std::vector<TextLine> lines;
  TextLine line;
  while (lines.size() < kLinesLookedAt) {
    const std::size_t end = head.find('\n', line.begin);
    if (end == std::string_view::npos) break;
    line.text = head.substr(line.begin, end - line.begin);
    if (line.text.ends_with('\r')) line.text.remove_suffix(1);
    line.next = end + 1;
    if (!is_filler(line.text)) lines.push_back(line);
    line = {.begin = line.next, .number = line.number + 1};
  }
  return lines;
}

using Lines = std::span<const TextLine>;

// Whether the line holds nothing but the number of puzzles. Nine digits would be the row of a grid.
bool is_count(std::string_view text) {
  const auto words = split_words(text);
  return words.size() == 1 && words[0].text.size() < 9 &&
         std::ranges::all_of(words[0].text, [](char c) { return c >= '0' && c <= '9'; });
}

// The field of the first name that any field has.
std::optional<std::size_t> find_name(std::span<const Field> fields,
                                     std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    const auto found = std::ranges::find_if(
        fields, [name](const Field& field) { return lower_case(field.text) == name; });
    if (found != fields.end()) return static_cast<std::size_t>(found - fields.begin());
  }
  return std::nullopt;
}

bool has_grid(std::span<const Field> fields) {
  return std::ranges::any_of(fields, [](const Field& f) { return looks_like_grid(f.text); });
}

// Which fields hold the puzzle and its solution, by their shape.
struct Places {
  std::optional<std::size_t> puzzle;
  std::optional<std::size_t> solution;

  int grids() const { return (puzzle ? 1 : 0) + (solution ? 1 : 0); }
};

Places places_of_grids(std::span<const Field> fields) {
  Places places;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string_view text = fields[i].text;
    if (!looks_like_grid(text)) continue;
    if (!places.solution && looks_like_solution(text)) {
      places.solution = i;
    } else if (!places.puzzle) {
      places.puzzle = i;
    }
  }
  // A full grid on its own is a puzzle with nothing left to do.
  if (!places.puzzle) std::swap(places.puzzle, places.solution);
  return places;
}

bool clues_are_grids(Lines rows, std::size_t column, char separator) {
  if (rows.empty()) return false;
  const auto fields = split_fields(rows[0].text, separator);
  return column < fields.size() && looks_like_grid(fields[column].text);
}

std::optional<std::size_t> puzzle_column(std::span<const Field> header, Lines rows,
                                         char separator) {
  const auto column = find_name(header, kPuzzleNames);
  if (column && lower_case(header[*column].text) == kAmbiguousName &&
      !clues_are_grids(rows, *column, separator)) {
    return std::nullopt;
  }
  return column;
}

bool is_name(const Field& field) {
  return !field.text.empty() && field.text.size() < 60 &&
         std::ranges::none_of(field.text, [](unsigned char c) { return std::iscntrl(c) != 0; });
}

// True when the line's fields can be names of columns, and the rows have as many fields. A title
// above a list of puzzles may hold a comma, too, and so may the first line of a picture.
bool is_header(std::span<const Field> fields, Lines rows, char separator) {
  if (fields.size() < 2 || !std::ranges::all_of(fields, is_name)) return false;
  return rows.empty() || split_fields(rows[0].text, separator).size() == fields.size();
}

[[noreturn]] void throw_no_puzzle_column(const std::string& name, const TextLine& line,
                                         std::span<const Field> header) {
  std::vector<std::string_view> found;
  for (const Field& field : header)
    found.push_back(field.text);
  throw base::InputError(fmt::format("{}:{}:1: expected a column named {}; found {}", name,
                                     line.number, fmt::join(kPuzzleNames, ", "),
                                     fmt::join(found, ", ")));
}

// Refuses a second column whose name fits, for nobody can say which one was meant; unless the rows
// show that it holds something else, such as a note whether a puzzle was "solved".
void require_one(const std::string& name, const TextLine& line, std::span<const Field> header,
                 std::span<const Field> row, std::span<const std::string_view> names,
                 std::optional<std::size_t> chosen) {
  for (std::size_t i = 0; chosen && i < header.size(); ++i) {
    const std::string title = lower_case(header[i].text);
    if (i == *chosen || std::ranges::find(names, title) == names.end()) continue;
    const bool is_same = title == lower_case(header[*chosen].text);
    const bool is_other = i < row.size() ? !looks_like_grid(row[i].text) : title == kAmbiguousName;
    if (!is_same && is_other) continue;
    throw base::InputError(
        fmt::format("{}:{}:{}: expected one column of {}s, found '{}' beside '{}'", name,
                    line.number, header[i].at + 1, names[0], header[i].text, header[*chosen].text));
  }
}

// The columns of a header that names the one of the puzzles. `row` is the first below it, or empty.
Layout columns_of(const std::string& name, const TextLine& line, std::span<const Field> header,
                  std::span<const Field> row, std::size_t puzzle) {
  const auto solution = find_name(header, kSolutionNames);
  require_one(name, line, header, row, kPuzzleNames, puzzle);
  require_one(name, line, header, row, kSolutionNames, solution);
  return {.kind = Layout::Kind::csv,
          .columns = header.size(),
          .puzzle = puzzle,
          .solution = solution,
          .rating = find_name(header, kRatingNames),
          .body = line.next,
          .body_line = line.number + 1};
}

// `lines` is not empty.
std::optional<Layout> with_header(Lines lines, const std::string& name) {
  const TextLine& line = lines[0];
  const Lines rows = lines.subspan(1);
  std::optional<char> nameless;  // the separator of a header that names no puzzles
  for (const char separator : {',', ';', '\t'}) {
    const auto header = split_fields(line.text, separator);
    const auto puzzle = puzzle_column(header, rows, separator);
    if (puzzle) {
      const auto row = rows.empty() ? std::vector<Field>() : split_fields(rows[0].text, separator);
      Layout layout = columns_of(name, line, header, row, *puzzle);
      layout.separator = separator;
      return layout;
    }
    if (!nameless && is_header(header, rows, separator)) nameless = separator;
  }
  if (nameless) throw_no_puzzle_column(name, line, split_fields(line.text, *nameless));
  return std::nullopt;
}

bool is_label(std::string_view text) {
  const char first = next_word(text, 0).text[0];
  return first == '[' || std::isalpha(static_cast<unsigned char>(first)) != 0;
}

bool is_row(std::string_view line) {
  const auto words = split_words(line);
  return (words.size() == 1 && is_grid_row(words[0].text)) || is_picture_row(line);
}

std::optional<Layout> as_grids(Lines lines) {
  if (lines.size() > 1 && is_label(lines[0].text)) lines = lines.subspan(1);
  while (lines.size() > 1 && is_rule(lines[0].text))
    lines = lines.subspan(1);
  if (!is_row(lines[0].text)) return std::nullopt;
  return Layout{.kind = Layout::Kind::grids};
}

// Fields between separators, when a line has several and one is a grid; else words.
Layout shape_of(std::string_view line, Places& places) {
  for (const char separator : {',', ';'}) {
    const auto fields = split_fields(line, separator);
    const bool quoted = line.starts_with('"');
    places = places_of_grids(fields);
    if (places.puzzle && (fields.size() > 1 || quoted)) {
      return {.kind = Layout::Kind::csv, .separator = separator, .columns = fields.size()};
    }
  }
  places = places_of_grids(split_words(line));
  return {};
}

using Names = std::span<const std::string_view>;

// The three columns of a list of clues.
constexpr std::array<std::string_view, 3> kRowNames = {"row", "r", "i"};
constexpr std::array<std::string_view, 4> kColumnNames = {"column", "col", "c", "j"};
constexpr std::array<std::string_view, 6> kDigitNames = {"digit", "value", "number",
                                                         "val",   "v",     "k"};

bool is_among(const Field& field, Names names) {
  return std::ranges::find(names, lower_case(field.text)) != names.end();
}

bool names_triples(std::span<const Field> values) {
  return values.size() == 3 && is_among(values[0], kRowNames) &&
         is_among(values[1], kColumnNames) && is_among(values[2], kDigitNames);
}

// Whether the value can be an entry of a matrix. Nine digits would be the row of a grid.
bool is_entry(const Field& field) {
  return field.text.size() < 9 && is_number(field.text);
}

bool are_entries(std::span<const Field> values) {
  return values.size() > 1 && std::ranges::all_of(values, is_entry);
}

// Puzzles as numerical programs write them: a matrix of numbers, with 9 columns and 0 for blanks,
// or with 3, the row, column and digit of each clue.
struct Matrix {
  Layout::Kind kind = Layout::Kind::triples;
  bool has_header = false;  // in the first line
};

// What kind of matrix begins with `line`, if one does.
std::optional<Matrix> as_matrix(std::string_view line) {
  const auto values = split_values(line);
  if (names_triples(values)) return Matrix{Layout::Kind::triples, true};
  if (!are_entries(values)) return std::nullopt;
  if (values.size() == 3) return Matrix{Layout::Kind::triples, false};
  if (values.size() == 9) return Matrix{Layout::Kind::grids, false};
  return std::nullopt;
}

// How many numbers `line` holds, if it holds nothing else and several; otherwise 0.
std::size_t matrix_width(std::string_view line) {
  const auto values = split_values(line);
  return are_entries(values) ? values.size() : 0;
}

[[noreturn]] void throw_odd_matrix(const std::string& name, const TextLine& line) {
  throw base::InputError(fmt::format(
      "{}:{}:1: expected 3 numbers (row, column, digit) or 9 (a row of the grid), found {}", name,
      line.number, matrix_width(line.text)));
}

std::optional<Layout> from_numbers(Lines lines, const std::string& name) {
  const TextLine& first = lines[0];
  if (const auto matrix = as_matrix(first.text)) {
    return Layout{.kind = matrix->kind,
                  .body = matrix->has_header ? first.next : first.begin,
                  .body_line = matrix->has_header ? first.number + 1 : first.number};
  }
  // One such line among others may be a damaged row.
  const bool only_numbers =
      std::ranges::all_of(lines, [](const TextLine& line) { return matrix_width(line.text) > 0; });
  if (only_numbers) throw_odd_matrix(name, first);
  return std::nullopt;
}

// The first number behind the grids of a line of words.
std::optional<std::size_t> place_of_rating(std::string_view line, const Places& places) {
  const auto words = split_words(line);
  std::size_t at = std::max(places.puzzle.value_or(0), places.solution.value_or(0)) + 1;
  while (at < words.size() && !is_number(words[at].text))
    ++at;
  return at < words.size() ? std::optional(at) : std::nullopt;
}

// The layout of the line with the most grids: damaged lines may hide one.
Layout by_shape(Lines lines) {
  Layout best;
  int most = 0;
  for (const TextLine& line : lines) {
    Places places;
    Layout layout = shape_of(line.text, places);
    if (places.grids() <= most) continue;
    most = places.grids();
    layout.puzzle = *places.puzzle;
    layout.solution = places.solution;
    if (layout.kind == Layout::Kind::lines) layout.rating = place_of_rating(line.text, places);
    best = layout;
  }
  return best;
}

// "puzzle solution" above a list of words.
bool is_word_header(std::string_view line) {
  const auto words = split_words(line);
  return !has_grid(words) && find_name(words, kPuzzleNames).has_value();
}

Layout without_header(Lines lines) {
  Layout layout = as_grids(lines).value_or(by_shape(lines));
  const TextLine& first = lines[0];
  const bool skip = layout.kind == Layout::Kind::lines && is_word_header(first.text);
  layout.body = skip ? first.next : first.begin;
  layout.body_line = skip ? first.number + 1 : first.number;
  return layout;
}

}  // namespace

Layout detect_layout(std::string_view head, const std::string& name) {
  const auto content = content_of(head);
  Lines lines = content;
  if (lines.size() > 1 && is_count(lines[0].text)) lines = lines.subspan(1);
  if (lines.empty()) return {};
  if (const auto numbers = from_numbers(lines, name)) return *numbers;
  const auto layout = with_header(lines, name);
  return layout ? *layout : without_header(lines);
}

}  // namespace sudoku::dataset
