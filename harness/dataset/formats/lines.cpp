// Line formats. `lines`: words between blanks, one of them a puzzle, perhaps with others before it
// ("hash puzzle") and with a solution, a comment or anything else behind it. `cells`: the 81
// cells one by one. `embedded`: a puzzle between any punctuation.
#include <algorithm>

#include "harness/dataset/formats.h"
#include "harness/dataset/text_blocks.h"

namespace sudoku::dataset {

namespace {

std::optional<InputFormat> detect_words(std::string_view line) {
  const auto words = split_words(line);
  const GridPlaces places = places_of_grids(words);
  if (!places.puzzle) return std::nullopt;
  return InputFormat{.puzzle = *places.puzzle, .solution = places.solution};
}

// The 81 characters at `from`, which may include blanks; empty if no word ends behind them.
TextField cells_at(std::string_view line, std::size_t from) {
  const std::size_t begin = skip_blanks(line, from);
  const std::size_t end = begin + kCells;
  const bool is_end =
      end == line.size() || (end < line.size() && (line[end] == ' ' || line[end] == '\t'));
  return {line.substr(begin, is_end ? kCells : 0), begin};
}

// Parses the word at `from` as the puzzle and returns it. Tries 81 characters first, which
// nearly always are a good puzzle, to save the search for the end of the word.
TextField take_puzzle_at(ParsedRow& row, std::string_view line, std::size_t from) {
  const TextField cells = cells_at(line, from);
  take_puzzle(row, cells);
  if (row.fault.empty()) [[likely]]
    return cells;
  row.fault.clear();
  const TextField word = next_word(line, from);
  take_puzzle(row, word);
  return word;
}

// Parses the word at `from`, if any, as the solution and returns it.
TextField take_solution_at(ParsedRow& row, std::string_view line, std::size_t from) {
  const TextField cells = cells_at(line, from);
  const TextField word = parse_grid(cells.text).ok ? cells : next_word(line, from);
  if (!word.text.empty()) take_solution(row, word);
  return word;
}

// Parses the words of a line; a missing puzzle is an empty word, which sets a fault.
void take_words(ParsedRow& row, std::string_view line, const InputFormat& format) {
  TextField word;
  for (std::size_t i = 0; i < format.needed() && row.fault.empty(); ++i) {
    const std::size_t from = word.at + word.text.size();
    if (i == format.puzzle) {
      word = take_puzzle_at(row, line, from);
    } else if (i == format.solution) {
      word = take_solution_at(row, line, from);
    } else {
      word = next_word(line, from);
    }
  }
}

// Lines on which puzzles and their solutions alternate.
class AlternatingParser final : public LinesParser {
 public:
  explicit AlternatingParser(const InputFormat& format) : LinesParser(format), format_(format) {}

 private:
  void take(std::string_view line) override {
    if (is_filler(line)) return;
    ParsedRow row = {.line = line_};
    if (!is_cut(row, line)) take_words(row, line, format_);
    rows_.add(row);
  }

  InputFormat format_;
};

std::optional<InputFormat> detect_alternating(const Head& head) {
  const std::size_t titles = head.titles();
  if (head.lines.size() < titles + 2) return std::nullopt;
  const Head body = head.after(titles);
  if (is_property(body.lines[0].text)) return std::nullopt;
  const auto puzzle = detect_words(body.lines[0].text);
  const auto solution = detect_words(body.lines[1].text);
  if (!puzzle || !solution || puzzle->solution || solution->solution) return std::nullopt;
  InputFormat format = body.with_body(*puzzle);
  format.format = find_format("alternating");
  const RowCounts counts = count_first_rows(format, head.text);
  if (counts.solutions == 0 || counts.solutions * 2 < counts.puzzles) return std::nullopt;
  format.solution = format.puzzle;
  return format;
}

constexpr std::size_t kLongestCells = 9;  // cells without a separator between them
constexpr std::size_t kWithSolution = std::size_t{2} * kCells;

// The 81 cells of a line, or the 162 of a puzzle and its solution, one by one or nine by nine
// between separators. Nothing between two separators is a blank cell. Empty for other lines.
std::string cells_in(std::string_view line) {
  // Most lines of other formats have no separator near their beginning, and need no splitting.
  if (line.substr(0, kLongestCells + 1).find_first_of(" ,;\t") == std::string_view::npos) return "";
  const std::size_t at = line.find_first_of(",;\t");
  auto values = at == std::string_view::npos ? split_words(line) : split_fields(line, line[at]);
  const bool ends_with_separator = values.size() % kCells == 1 && values.back().text.empty();
  if (ends_with_separator) values.pop_back();
  if (values.size() < 9) return "";
  std::string cells;
  for (const TextField& value : values) {
    const bool is_size = value.text.size() <= 1 || value.text.size() == kLongestCells;
    if (!is_size || !std::ranges::all_of(value.text, is_cell)) return "";
    cells += value.text.empty() ? std::string_view(&kBlank, 1) : value.text;
  }
  return cells.size() == kCells || cells.size() == kWithSolution ? cells : "";
}

// The cells may be below titles or sizes, which do not matter.
std::optional<InputFormat> detect_cells(const Head& head) {
  constexpr std::size_t kMostAbove = 5;
  for (std::size_t above = 0; above < std::min(kMostAbove, head.lines.size()); ++above) {
    const Head body = head.after(above);
    const std::string cells = cells_in(body.first().text);
    if (cells.empty()) continue;
    InputFormat format = body.with_body({.format = find_format("cells")});
    if (cells.size() > kCells) format.solution = 1;
    return format;
  }
  return std::nullopt;
}

void take_cells(ParsedRow& row, std::string_view line, const InputFormat& /*format*/) {
  const std::string cells = cells_in(line);
  if (cells.empty()) return refuse_cells(row, split_values(line), kCells, "");
  take_puzzle(row, {std::string_view(cells).substr(0, kCells)});
  if (cells.size() > kCells) take_solution(row, {std::string_view(cells).substr(kCells)});
}

void take_parts(ParsedRow& row, std::string_view line, const InputFormat& /*format*/) {
  const std::vector<TextField> parts = split_at_marks(line);
  const GridPlaces places = places_of_grids(parts);
  if (!places.puzzle) return set_fault(row, 0, "expected a puzzle of 81 cells, found none");
  take_puzzle(row, parts[*places.puzzle]);
  if (row.fault.empty() && places.solution) take_solution(row, parts[*places.solution]);
}

void write_alternating(std::string& text, const OutputRow& row) {
  text.append(row.text) += '\n';
  if (row.solution != nullptr) text.append(row.solution->text()) += '\n';
}

void write_cells(std::string& text, const OutputRow& row) {
  for (const char cell : row.text) {
    text += cell;
    text += ',';
  }
  text.back() = '\n';
}

void write_line(std::string& text, const OutputRow& row) {
  text += row.text;
  if (row.solution != nullptr) text.append(" ").append(row.solution->text());
  text += '\n';
}

constexpr Format kLineFormats[] = {
    {.name = "pairs",
     .ending = ".txt",
     .help = "one puzzle of 81 characters per line, with its solution if it has one",
     .holds_solutions = true,
     .write = write_line},
    {.name = "lines",
     .help = "one puzzle per line, without solutions",
     .detect_line = detect_words,
     .make_parser = make_parser<EachLine<take_words>>,
     .write = write_line},
    {.name = "sdm",
     .ending = ".sdm",
     .help = "one puzzle per line, with 0 for blanks",
     .blank = '0',
     .write = write_line},
    {.name = "alternating",
     .help = "a puzzle on a line, and its solution on the next",
     .holds_solutions = true,
     .extent = Extent::lines,
     .detect = detect_alternating,
     .make_parser = make_parser<AlternatingParser>,
     .write = write_alternating},
    {.name = "cells",
     .help = "81 numbers on a line, with commas between them",
     .blank = '0',
     .evidence = Evidence::numbers,
     .detect = detect_cells,
     .make_parser = make_parser<EachLine<take_cells>>,
     .write = write_cells},
    {.name = "embedded",
     .help = "a puzzle of 81 characters on a line, between any punctuation",
     .is_tried = true,
     .make_parser = make_parser<EachLine<take_parts>>}};

}  // namespace

const std::span<const Format> lines_formats = kLineFormats;

}  // namespace sudoku::dataset
