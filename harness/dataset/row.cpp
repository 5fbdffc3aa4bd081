#include "harness/dataset/row.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>

#include "harness/base/input.h"

namespace sudoku::dataset {

namespace {

// Whether all cells are digits. A loop over bytes without early exit, which compilers vectorise.
bool all_digits(const Grid& grid) {
  unsigned char others = 0;
  for (const char c : grid.cells)
    others = static_cast<unsigned char>(others | (is_digit(c) ? 0 : 1));
  return others == 0;
}

std::string described(char c) {
  const auto code = static_cast<unsigned char>(c);
  if (c == base::kReplacedNul) return "a NUL or SUB byte";
  if (code < ' ' || code >= 0x7F) return fmt::format("byte 0x{:02X}", code);
  return fmt::format("'{}'", c);
}

// Characters of UTF-8 that grids are drawn with, and the character that each is read as.
struct Drawn {
  std::string_view utf8;
  char as;
};

constexpr Drawn kDrawnCharacters[] = {
    {"\u2502", '|'}, {"\u2503", '|'}, {"\u2506", '|'}, {"\u2507", '|'}, {"\u250A", '|'},
    {"\u250B", '|'}, {"\u254E", '|'}, {"\u254F", '|'}, {"\u2551", '|'}, {"\u00B7", '.'},
    {"\u25A1", '.'}, {"\u2B1C", '.'}, {"\u00A0", ' '},
};

// Length in bytes of the character of UTF-8 that begins with the byte.
std::size_t length_of(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

// The parts of a line between separators.
std::vector<TextField> split_between(std::string_view line, std::string_view separators) {
  std::vector<TextField> parts;
  std::size_t begin = line.find_first_not_of(separators);
  while (begin < line.size()) {
    const std::size_t end = std::min(line.find_first_of(separators, begin), line.size());
    parts.push_back({line.substr(begin, end - begin), begin});
    begin = line.find_first_not_of(separators, end);
  }
  return parts;
}

// The parts of a line between separators, up to a '#'.
std::vector<TextField> split_at(std::string_view line, std::string_view separators) {
  return split_between(line.substr(0, line.find('#')), separators);
}

constexpr char kPlaced = '+';

// The cells of a text in which kPlaced marks the digits that are not clues.
std::string without_placed(std::string_view text) {
  std::string cells;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_placed = text[at] == kPlaced;
    if (is_placed) ++at;
    cells += is_placed ? kBlank : text[at];
  }
  return cells;
}

// Whether at least nine tenths of the characters are of a kind.
bool are_nearly_all(std::string_view text, bool (*is_of_kind)(char)) {
  return std::ranges::count_if(text, is_of_kind) * 10 >= std::ssize(text) * 9;
}

// The text without what may stand between the cells of a puzzle.
std::string without_gaps(std::string_view text) {
  std::string cells;
  for (const char c : text)
    if (kCellGaps.find(c) == std::string_view::npos) cells += c;
  return cells;
}

bool is_size_of_grid(std::size_t size) { return size >= 60 && size <= 120; }

// Fewest digits of a text with rare blanks that looks like a grid; fewer are a rule or a name.
constexpr std::ptrdiff_t kLeastDigits = 10;

bool looks_like_rare_grid(std::string_view text) {
  const auto digits = std::ranges::count_if(text, is_digit);
  const auto fits = [&](char blank) {
    return (std::ranges::count(text, blank) + digits) * 10 >= std::ssize(text) * 9;
  };
  return digits >= kLeastDigits && std::ranges::any_of(kRareBlanks, fits);
}

bool looks_like_grid(std::string_view text) {
  const auto placed = static_cast<std::size_t>(std::ranges::count(text, kPlaced));
  const auto fits = [](char c) { return is_cell(c) || c == kPlaced; };
  if (is_size_of_grid(text.size() - placed) && are_nearly_all(text, fits)) return true;
  if (is_size_of_grid(text.size()) && looks_like_rare_grid(text)) return true;
  const std::string cells = without_gaps(text);
  return cells.size() == kCells && cells.size() < text.size() && are_nearly_all(cells, is_cell);
}

}  // namespace

std::string in_ascii(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const std::string_view character = line.substr(0, length_of(line[0]));
    line.remove_prefix(character.size());
    const auto* const drawn = std::ranges::find(kDrawnCharacters, character, &Drawn::utf8);
    if (drawn != std::end(kDrawnCharacters)) {
      text += drawn->as;
    } else if (character.starts_with("\xE2\x94") || character.starts_with("\xE2\x95")) {
      text += '-';
    } else {
      text += character;
    }
  }
  return text;
}

bool is_cut(ParsedRow& row, std::string_view line) {
  if (line.size() < base::kCutLine) return false;
  set_fault(row, 0, "expected at most {} bytes in a line, found more", base::kCutLine - 1);
  return true;
}

void refuse_cells(ParsedRow& row, const std::vector<TextField>& values, std::size_t expected,
                  std::string_view where) {
  const auto bad = std::ranges::find_if(
      values, [](const TextField& f) { return f.text.size() != 1 || !is_cell(f.text[0]); });
  if (values.size() != expected || bad == values.end()) {
    set_fault(row, values.empty() ? 0 : values[0].at, "expected {} cells{}, found {}", expected,
              where, values.size());
  } else {
    set_fault(row, bad->at, "expected a whole number from 0 to 9, found {}", described(bad->text));
  }
}

std::string message_of(const ParsedRow& row, const std::string& file) {
  return fmt::format("{}:{}:{}: {}", file, row.line, row.column, row.fault);
}

std::string described(std::string_view text) {
  constexpr std::size_t kMostQuoted = 60;
  const std::string_view quoted = text.substr(0, kMostQuoted);
  const auto* const odd = std::ranges::find_if(quoted, [](char c) { return c < ' ' || c > '~'; });
  if (odd != quoted.end()) return described(*odd);
  return fmt::format("'{}{}'", quoted, text.size() > kMostQuoted ? "..." : "");
}

std::optional<Grid> parse_rare_grid(std::string_view text) {
  const std::string whole = without_gaps(text);
  if (const ParsedGrid parsed = parse_grid(whole); parsed.ok) return parsed.grid;
  text = whole;
  const auto placed = static_cast<std::size_t>(std::ranges::count(text, kPlaced));
  if (placed > 0 && text.size() == kCells + placed) {
    const ParsedGrid parsed = parse_grid(without_placed(text));
    return parsed.ok ? std::optional(parsed.grid) : std::nullopt;
  }
  const std::size_t first = text.find_first_not_of("123456789");
  if (text.size() != kCells || first == std::string_view::npos) return std::nullopt;
  const char blank = text[first];
  const bool is_rare = kRareBlanks.find(blank) != std::string_view::npos;
  const auto fits = [blank](char c) { return is_digit(c) || c == blank; };
  if (!is_rare || !std::ranges::all_of(text, fits) || std::ranges::none_of(text, is_digit))
    return std::nullopt;
  std::string cells(text);
  std::ranges::replace(cells, blank, kBlank);
  return parse_grid(cells).grid;
}

void take_puzzle(ParsedRow& row, const TextField& field) {
  if (read_grid(field.text, row.puzzle)) [[likely]]
    return;
  const ParsedGrid parsed = parse_grid(field.text);
  if (const auto rare = parse_rare_grid(field.text)) {
    row.puzzle = *rare;
  } else if (parsed.at < std::min<std::size_t>(field.text.size(), kCells)) {
    set_fault(row, field.at + parsed.at, "expected a digit or a blank (one of . 0 * _), found {}",
              described(field.text[parsed.at]));
  } else {
    set_fault(row, field.at, "expected 81 cells, found {}", field.text.size());
  }
}

namespace {

// Whether a text says that a puzzle has no solution, or that none is declared.
bool says_none(std::string_view text) {
  constexpr std::string_view kWords[] = {"none", "null", "nan", "n/a"};
  constexpr std::string_view kParts[] = {"no solution", "not possible"};
  if (text.empty() || (text.size() == kCells && std::ranges::all_of(text, is_blank))) return true;
  const std::string lower = lower_case(text);
  return std::ranges::find(kWords, lower) != std::end(kWords) ||
         std::ranges::any_of(kParts, [&lower](std::string_view part) {
           return lower.find(part) != std::string::npos;
         });
}

}  // namespace

void take_solution(ParsedRow& row, const TextField& field) {
  if (field.text.size() == kCells) [[likely]] {
    std::memcpy(row.solution.cells.data(), field.text.data(), kCells);
    if (all_digits(row.solution)) [[likely]]
      return;
  }
  row.solution = kEmptyGrid;
  if (says_none(field.text)) return;
  const std::string cells = without_gaps(field.text);
  if (cells.size() == kCells && cells.size() < field.text.size())
    return take_solution(row, {cells, field.at});
  const std::size_t bad = field.text.find_first_not_of("123456789");
  if (bad != std::string_view::npos) {
    set_fault(row, field.at + bad, "expected a digit of the solution, found {}",
              described(field.text[bad]));
  } else {
    set_fault(row, field.at, "expected 81 digits in the solution, found {}", field.text.size());
  }
}

TextField trimmed_field(std::string_view line, std::size_t begin, std::size_t end) {
  begin = std::min(skip_blanks(line, begin), end);
  while (begin < end && (line[end - 1] == ' ' || line[end - 1] == '\t'))
    --end;
  const bool quoted = end - begin >= 2 && line[begin] == '"' && line[end - 1] == '"';
  if (quoted) return {line.substr(begin + 1, end - begin - 2), begin + 1};
  return {line.substr(begin, end - begin), begin};
}

std::vector<TextField> split_fields(std::string_view line, char separator) {
  std::vector<TextField> fields;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"') quoted = !quoted;
    if (line[at] != separator || quoted) continue;
    fields.push_back(trimmed_field(line, begin, at));
    begin = at + 1;
  }
  fields.push_back(trimmed_field(line, begin, line.size()));
  return fields;
}

std::vector<TextField> split_words(std::string_view line) { return split_at(line, " \t"); }

std::vector<TextField> split_values(std::string_view line) { return split_at(line, " \t,;"); }

std::vector<TextField> split_at_marks(std::string_view line) {
  // A '#' within a word is part of a link.
  std::string_view whole = line.substr(0, line.find(" #"));
  if (whole.starts_with('#')) whole = {};
  return split_between(whole, " \t,;:|\"'`=<>()[]{}&/!#");
}

bool looks_like_pencilmarks(std::string_view text) {
  return text.size() == std::size_t{9} * kCells && are_nearly_all(text, is_cell);
}

bool looks_like_puzzle(std::string_view text) {
  return looks_like_grid(text) || looks_like_pencilmarks(text);
}

GridPlaces places_of_grids(std::span<const TextField> fields) {
  GridPlaces places;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string_view text = fields[i].text;
    if (!looks_like_puzzle(text)) continue;
    const bool is_full = are_nearly_all(without_gaps(text), is_digit);
    if (!places.solution && looks_like_grid(text) && is_full) {
      places.solution = i;
    } else if (!places.puzzle) {
      places.puzzle = i;
    }
  }
  // A full grid without another grid beside it is a puzzle that is already solved.
  if (!places.puzzle) std::swap(places.puzzle, places.solution);
  return places;
}

std::optional<std::size_t> find_name(std::span<const TextField> fields,
                                     std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    const auto found = std::ranges::find_if(
        fields, [name](const TextField& field) { return lower_case(field.text) == name; });
    if (found != fields.end()) return static_cast<std::size_t>(found - fields.begin());
  }
  return std::nullopt;
}

std::size_t count_numbers(std::string_view line) {
  const auto is_entry = [](const TextField& value) {
    return value.text.size() < 9 && is_number(value.text);
  };
  const auto values = split_values(line);
  return values.size() > 1 && std::ranges::all_of(values, is_entry) ? values.size() : 0;
}

bool is_number(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  return std::from_chars(text.data(), end, number).ptr == end && !text.empty();
}

bool is_named(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::find(names, lower_case(name)) != names.end();
}

bool is_property(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" -"), line.size()));
  const std::size_t sign = std::min(line.find_first_of(":="), line.size());
  const std::string_view name = trimmed_field(line, 0, sign).text;
  return sign < line.size() && (is_named(name, kPuzzleNames) || is_named(name, kSolutionNames));
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

}  // namespace sudoku::dataset
