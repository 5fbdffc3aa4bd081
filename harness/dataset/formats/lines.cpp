// Line formats: words between blanks, one of them a puzzle, perhaps with others before it ("hash
// puzzle rating") and with a solution, a comment or anything else behind it.
#include <algorithm>

#include "harness/dataset/formats.h"
#include "harness/dataset/text_blocks.h"

namespace sudoku::dataset {

namespace {

// Index of the rating: the first number behind the grids of a line.
std::optional<std::size_t> place_of_rating(std::span<const Field> words, const GridPlaces& places) {
  std::size_t at = std::max(places.puzzle.value_or(0), places.solution.value_or(0)) + 1;
  while (at < words.size() && !is_number(words[at].text))
    ++at;
  return at < words.size() ? std::optional(at) : std::nullopt;
}

std::optional<InputFormat> detect_words(std::string_view line) {
  const auto words = split_words(line);
  const GridPlaces places = places_of_grids(words);
  if (!places.puzzle) return std::nullopt;
  return InputFormat{.puzzle = *places.puzzle,
                     .solution = places.solution,
                     .rating = place_of_rating(words, places),
                     .notation = notation_of(words[*places.puzzle].text)};
}

// The `size` characters at `from`, which may include blanks; empty if no word ends behind them.
Field cells_at(std::string_view line, std::size_t from, std::size_t size) {
  const std::size_t begin = skip_blanks(line, from);
  const std::size_t end = begin + size;
  const bool is_end =
      end == line.size() || (end < line.size() && (line[end] == ' ' || line[end] == '\t'));
  return {line.substr(begin, is_end ? size : 0), begin};
}

// Parses the word at `from` as the puzzle and returns it. Tries 81 (or 729) characters first, which
// nearly always are a good puzzle, to save the search for the end of the word.
Field take_puzzle_at(Row& row, std::string_view line, std::size_t from, Notation notation) {
  const Field cells = cells_at(line, from, text_size(notation));
  take_puzzle(row, cells, notation);
  if (row.fault.empty()) [[likely]]
    return cells;
  row.fault.clear();
  const Field word = next_word(line, from);
  take_puzzle(row, word, notation);
  return word;
}

// Parses the word at `from`, if any, as the solution and returns it.
Field take_solution_at(Row& row, std::string_view line, std::size_t from) {
  const Field cells = cells_at(line, from, kCells);
  const Field word = parse_grid(cells.text).ok ? cells : next_word(line, from);
  if (!word.text.empty()) take_solution(row, word);
  return word;
}

class LineParser final : public BlockParser {
 public:
  explicit LineParser(const InputFormat& format)
      : format_(format),
        last_(std::max({format.puzzle, format.solution.value_or(0), format.rating.value_or(0)})) {}

  bool next(Row& row) override {
    std::string_view line;
    while (next_line(line)) {
      if (is_filler(line)) continue;
      row.line = lines_;
      row.fault.clear();
      row.solution = kEmptyGrid;
      row.rating = {};
      if (!is_cut(row, line)) take_words(row, line);
      return true;
    }
    return false;
  }

 private:
  // Parses the words of a line; a missing puzzle is an empty word, which sets a fault.
  void take_words(Row& row, std::string_view line) const {
    Field word;
    for (std::size_t i = 0; i <= last_ && row.fault.empty(); ++i) {
      const std::size_t from = word.at + word.text.size();
      if (i == format_.puzzle) {
        word = take_puzzle_at(row, line, from, format_.notation);
      } else if (i == format_.solution) {
        word = take_solution_at(row, line, from);
      } else {
        word = next_word(line, from);
      }
      if (i == format_.rating) row.rating = word.text;
    }
  }

  InputFormat format_;
  std::size_t last_;  // 0-based index of the last word that is read
};

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
     .holds_pencilmarks = true,
     .write = write_line},
    {.name = "lines",
     .help = "one puzzle per line, without solutions",
     .holds_pencilmarks = true,
     .detect_line = detect_words,
     .make_parser = make_parser<LineParser>,
     .write = write_line},
    {.name = "sdm",
     .ending = ".sdm",
     .help = "one puzzle per line, with 0 for blanks",
     .blank = '0',
     .write = write_line}};

}  // namespace

const std::span<const Format> lines_formats = kLineFormats;

}  // namespace sudoku::dataset
