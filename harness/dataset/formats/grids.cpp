// Grid formats: nine lines of nine cells, perhaps with bars, rules and frames around the boxes, or
// a matrix of numbers with blanks, commas or semicolons between them. Labels ("Grid 01",
// "[Puzzle]"), other text and blank lines separate grids. Two boards side by side are two grids.
#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "harness/dataset/formats.h"
#include "harness/dataset/text_blocks.h"

namespace sudoku::dataset {

namespace {

constexpr std::string_view kGaps = " \t,;|";

// What lines of nine cells look like whose blank cells may be spaces; 'c' stands for a cell.
constexpr std::string_view kDrawnRows[] = {
    "ccc|ccc|ccc",
    "ccc|ccc|ccc|",
    "|ccc|ccc|ccc|",
    "c c c|c c c|c c c",
    "|c c c|c c c|c c c|",
    "c c c | c c c | c c c",
    " c c c | c c c | c c c",
    "| c c c | c c c | c c c |",
};

// Reads the cells of lines, of which one of kRareBlanks may be a blank cell.
class RowCells {
 public:
  // `blank` is that character, or a space, or kBlank.
  explicit RowCells(char blank) : blank_(blank) {}

  // The nine cells of the line, or the eighteen of two boards; empty if it is no row of a grid.
  std::string of(std::string_view line) const {
    const std::string_view word = next_word(line, 0).text;
    if (word.size() == 9 && std::ranges::all_of(word, [this](char c) { return is_cell_here(c); }))
      return plain(word);
    std::string cells = blank_ == ' ' ? of_spaced(line) : of_picture(line);
    if (cells.empty()) cells = of_fields(line);
    if (cells.empty()) cells = of_drawn(line);
    return cells;
  }

 private:
  bool is_cell_here(char c) const { return is_cell(c) || c == blank_; }

  // The cells with kBlank for blank_.
  std::string plain(std::string_view cells) const {
    std::string text(cells);
    if (blank_ != kBlank) std::ranges::replace(text, blank_, kBlank);
    return text;
  }

  // Cells of a line of at most nine characters, of which spaces are blank cells; spaces at the end
  // may be missing.
  std::string of_spaced(std::string_view line) const {
    const bool fits =
        line.size() <= 9 && std::ranges::all_of(line, [this](char c) { return is_cell_here(c); });
    const bool has_digit = std::ranges::any_of(line, is_digit);
    if (!fits || (!has_digit && line.size() < 9)) return "";
    std::string cells(line);
    cells.resize(9, ' ');
    return plain(cells);
  }

  // Cells of a line with nothing but gaps between them: "53.|.7.|...".
  std::string of_picture(std::string_view line) const {
    std::string cells;
    for (const char c : line) {
      if (is_cell_here(c)) {
        cells += c;
      } else if (kGaps.find(c) == std::string_view::npos) {
        return "";
      }
    }
    const bool is_pair = cells.size() == 18 && line.find('|') != std::string_view::npos;
    return cells.size() == 9 || is_pair ? plain(cells) : "";
  }

  // Cells between separators, where nothing is a blank cell: "5,3,,,7,,,,", "|5|3| | |7| | | | |".
  std::string of_fields(std::string_view line) const {
    for (const char separator : {'|', ',', ';', '\t'}) {
      if (line.find(separator) == std::string_view::npos) continue;
      std::string cells = of_fields(line, separator);
      if (!cells.empty()) return cells;
    }
    return "";
  }

  std::string of_fields(std::string_view line, char separator) const {
    auto fields = split_fields(line, separator);
    if (fields.size() == 11 && fields.front().text.empty()) fields.erase(fields.begin());
    if (fields.size() == 10 && fields.back().text.empty()) fields.pop_back();
    if (fields.size() != 9) return "";
    std::string cells;
    for (const TextField& field : fields) {
      if (field.text.size() > 1 || (!field.text.empty() && !is_cell_here(field.text[0]))) return "";
      cells += field.text.empty() ? kBlank : field.text[0];
    }
    return plain(cells);
  }

  // Cells of a line that looks like one of kDrawnRows.
  std::string of_drawn(std::string_view line) const {
    if (line.find('|') == std::string_view::npos) return "";
    std::string text(line.substr(0, line.find_last_not_of(" \t") + 1));
    for (std::size_t at = text.find("||"); at != std::string::npos; at = text.find("||"))
      text.erase(at, 1);
    for (const std::string_view drawn : kDrawnRows) {
      std::string cells;
      const auto fits = [&](char of_drawn, char c) {
        if (of_drawn != 'c') return c == of_drawn;
        cells += c == ' ' ? kBlank : c;
        return c == ' ' || is_cell_here(c);
      };
      if (text.size() < drawn.size()) text.resize(drawn.size(), ' ');
      if (std::ranges::equal(drawn, text, fits)) return plain(cells);
    }
    return "";
  }

  char blank_;
};

// Whether the line, which is no row, is a rule or a frame: "---+---+---", "*-----------*", "=====".
bool is_rule(std::string_view line) {
  const auto has = [line](std::string_view text) {
    return line.find(text) != std::string_view::npos;
  };
  return (has("---") || has("===") || has("***")) &&
         line.find_first_not_of(" \t-+|*=.:'`") == std::string_view::npos;
}

// Whether the line may be the number of the grid below.
bool is_number_of_grid(std::string_view line) {
  return line.size() < 6 &&
         std::ranges::all_of(line, [](unsigned char c) { return std::isdigit(c) != 0; });
}

// Whether the line names a section of a file of a Sudoku program: "[Puzzle]".
bool is_section(std::string_view line) {
  return line.size() > 1 && line[0] == '[' &&
         std::isalpha(static_cast<unsigned char>(line[1])) != 0;
}

bool is_section_named(std::string_view section, std::string_view name) {
  return lower_case(section.substr(1)).starts_with(name);
}

// Whether most of the line is cells, so that it is the row of a grid with a slip. Between grids,
// lines with several letters are titles, which may have numbers and dates.
bool is_damaged_row(std::string_view line, bool is_within_grid) {
  const auto values = split_values(line);
  const auto is_cells = [](const TextField& value) {
    const auto fits = [](char c) { return is_cell(c) || c == '|'; };
    return std::ranges::count_if(value.text, fits) * 2 > std::ssize(value.text);
  };
  const auto good = std::ranges::count_if(values, is_cells);
  const bool is_row =
      !values.empty() && good * 2 > std::ssize(values) && (is_cells(values[0]) || good >= 7);
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  return is_row && (is_within_grid || std::ranges::count_if(line, is_letter) <= 1);
}

// Whether lines are rows of nine digits and spaces. Half of them must be whole, as spaces at the
// end may be missing, and lists of small numbers have short lines.
bool are_spaced_rows(std::span<const HeadLine> lines) {
  const RowCells cells(' ');
  std::size_t rows = 0;
  std::size_t whole = 0;
  for (const HeadLine& line : lines) {
    if (is_prose(line.text)) continue;
    const bool has_other_blank = std::ranges::any_of(line.text, is_blank);
    if (has_other_blank || cells.of(line.text).size() != 9) return false;
    ++rows;
    whole += line.text.size() == 9 ? 1 : 0;
  }
  return whole * 2 > rows;
}

// The character for blank cells in the line, which may have none; nullopt if it is no row of a
// grid.
std::optional<char> blank_of_row(std::string_view line) {
  const auto words = split_words(line);
  if (words.size() > 1 && places_of_grids(words).puzzle) return std::nullopt;
  if (!RowCells(kBlank).of(line).empty() || count_numbers(line) == 9) return kBlank;
  const auto* const rare =
      std::ranges::find_if(kRareBlanks, [line](char c) { return !RowCells(c).of(line).empty(); });
  return rare == kRareBlanks.end() ? std::nullopt : std::optional(*rare);
}

// Whether the line may stand before the rows of a grid.
bool is_skipped(std::string_view line) {
  return is_rule(line) || is_section(line) || is_number_of_grid(line);
}

// Whether the line, which is no row, may stand above the first row: as a title, or damaged itself.
bool may_precede_rows(std::string_view line, bool may_be_damaged) {
  return is_prose(line) || (may_be_damaged && is_damaged_row(line, false));
}

// The character for blank cells in the first row of a grid that shows it; nullopt if the first line
// that is neither prose nor a rule is no row. A line of nothing but rare blanks may be a rule.
std::optional<char> blank_of_rows(const Head& head) {
  std::optional<char> blank;
  bool may_be_damaged = true;
  for (const HeadLine& line : head.lines) {
    const std::string text = in_ascii(line.text);
    if (is_skipped(text)) continue;
    const auto found = blank_of_row(text);
    if (!found && (blank || !may_precede_rows(text, may_be_damaged))) return blank;
    may_be_damaged = may_be_damaged && (found || is_prose(text));
    if (!found) continue;
    blank = found;
    if (std::ranges::any_of(text, *found == kBlank ? is_blank : is_digit)) return blank;
  }
  return blank;
}

std::optional<InputFormat> detect_rows(const Head& head) {
  auto blank = blank_of_rows(head);
  if (!blank && are_spaced_rows(head.lines)) blank = ' ';
  if (!blank) return std::nullopt;
  InputFormat format = head.with_body({.format = find_format("sdk"), .blank = *blank});
  const RowCounts counts = count_first_rows(format, head.text);
  if (counts.puzzles == 0 && counts.numbers > 0) return std::nullopt;
  if (counts.solutions > 0) format.solution = 0;
  return format;
}

class GridParser final : public LinesParser {
 public:
  explicit GridParser(const InputFormat& format) : LinesParser(format), blank_(format.blank) {}

 private:
  void take(std::string_view line) override {
    if (is_ascii(line)) return take_drawn(line);
    take_drawn(in_ascii(line));
  }

  void take_drawn(std::string_view line) {
    if (!is_skipped_ && line.size() == 9 && std::ranges::all_of(line, is_cell)) return add(line);
    if (line.starts_with('#')) return;
    if (is_section(line)) {
      close();
      is_skipped_ = is_player_section(line);
    }
    if (is_skipped_) return;
    if (line.empty()) return take_gap();
    const std::string cells = RowCells(blank_).of(line);
    if (!cells.empty()) {
      add(cells);
    } else if (skip_blanks(line, 0) == line.size()) {
      take_gap();
    } else if (is_rule(line)) {
      // A rule of '=' within a band parts grids, the first of which lacks rows.
      if (line.find('-') == std::string_view::npos && rows_read_ % 3 > 0) close();
    } else if (const std::string plain = with_usual_blanks(line);
               !is_filler(line) && is_damaged_row(plain, rows_read_ > 0)) {
      add_damaged(plain);
    } else {
      close();
    }
  }

  // Whether the section is one in which a Sudoku program stores what a player has entered, such as
  // [State], [PencilMarks] and [Colours]: all behind [Puzzle] but solutions.
  bool is_player_section(std::string_view line) {
    const bool is_puzzle = is_section_named(line, "puzzle");
    has_puzzle_section_ = has_puzzle_section_ || is_puzzle;
    if (is_section_named(line, "state")) return true;
    return has_puzzle_section_ && !is_puzzle && !is_section_named(line, "solution");
  }

  std::string with_usual_blanks(std::string_view line) const {
    std::string text(line);
    std::ranges::replace(text, blank_, kBlank);
    return text;
  }

  void add(std::string_view cells) {
    if (std::exchange(is_number_, false)) {
      row_.fault.clear();
      rows_read_ = 0;
    }
    begin_row();
    cells_ += cells.substr(0, 9);
    cells_beside_ += cells.substr(9);
    end_row();
  }

  // A short line before the first row is the number of the grid if a row follows, else a bad row.
  void add_damaged(std::string_view line) {
    is_number_ = rows_read_ == 0 && line.size() < 6;
    begin_row();
    if (row_.fault.empty()) {
      if (!is_cut(row_, line)) refuse(row_, line, next_word(line, 0));
      row_.line = line_;
    }
    end_row();
  }

  // Notes the line of a row, and parts three rows from those behind a gap if these are another
  // grid.
  void begin_row() {
    if (rows_read_ == 6 && gaps_ == 1) {
      set_aside_three();
    } else if (rows_read_ == 3) {
      line_of_fourth_ = line_;
    }
    if (rows_read_ == 0) first_line_ = line_;
  }

  void end_row() {
    if (++rows_read_ == 9) close();
  }

  // Takes a blank line: between the bands of a grid a gap, elsewhere its end.
  void take_gap() {
    if (rows_read_ == 3 * (gaps_ + 1)) {
      ++gaps_;
    } else if (rows_read_ != 3 * gaps_ || gaps_ == 0) {
      close();
    }
  }

  // Ends the grid of three rows before the only gap; the rows behind it begin another.
  void set_aside_three() {
    const std::string rest = cells_.substr(std::min<std::size_t>(cells_.size(), 27));
    cells_beside_.clear();
    rows_read_ = 3;
    close();
    cells_ = rest;
    rows_read_ = 3;
    first_line_ = line_of_fourth_;
  }

  // Ends the current grid, which must have nine rows; no rows at all are no fault.
  void close() override {
    if (rows_read_ > 0) finish();
    cells_.clear();
    cells_beside_.clear();
    rows_read_ = 0;
    gaps_ = 0;
    is_number_ = false;
  }

  void finish() {
    const bool is_faulty = !row_.fault.empty();
    if (!is_faulty) row_.line = first_line_;
    if (!is_faulty && rows_read_ < 9) set_fault(row_, 0, "expected 9 rows, found {}", rows_read_);
    if (row_.fault.empty()) take_puzzle(row_, {cells_, 0});
    rows_.add(row_);
    row_.fault.clear();
    if (is_faulty || cells_beside_.size() != kCells) return;
    ParsedRow beside = {.line = first_line_};
    take_puzzle(beside, {cells_beside_, 0});
    rows_.add(beside);
  }

  static void refuse(ParsedRow& row, std::string_view line, const TextField& word) {
    const bool is_picture = line.find('|') != std::string_view::npos;
    const auto values = split_values(line);
    if (!is_picture && values.size() > 1) return refuse_cells(row, values, 9, " in a row");
    const std::string_view text = is_picture ? line.substr(word.at) : word.text.substr(0, 9);
    const auto* const bad = std::ranges::find_if(
        text, [](char c) { return !is_cell(c) && c != ' ' && c != '\t' && c != '|'; });
    if (bad != text.end()) {
      const auto at = static_cast<std::size_t>(bad - text.begin());
      take_puzzle(row, {text.substr(at), word.at + at});  // sets a fault that names the character
    } else {
      set_fault(row, word.at, "expected 9 cells in a row, found {}",
                is_picture ? std::ranges::count_if(text, is_cell) : std::ssize(word.text));
    }
  }

  char blank_;
  std::uint64_t first_line_ = 0;  // line of the grid's first row
  std::uint64_t line_of_fourth_ = 0;
  ParsedRow row_;             // holds the fault of the unfinished grid
  std::string cells_;         // cells of the unfinished grid
  std::string cells_beside_;  // cells of the grid to its right
  int rows_read_ = 0;         // rows of the unfinished grid
  int gaps_ = 0;              // blank lines between its bands
  bool is_number_ = false;    // the only line so far may be the number of the grid
  bool is_skipped_ = false;   // in a section without puzzles
  bool has_puzzle_section_ = false;
};

void write_nine_lines(std::string& text, const OutputRow& row) {
  for (std::size_t r = 0; r < 9; ++r)
    text.append(row.text.substr(9 * r, 9)).append("\n");
}

void write_sdk(std::string& text, const OutputRow& row) {
  if (row.number > 1) text += '\n';
  write_nine_lines(text, row);
}

// Writes a picture as Simple Sudoku does.
void write_ss(std::string& text, const OutputRow& row) {
  constexpr std::string_view kFrame = "*-----------*\n";
  if (row.number > 1) text += '\n';
  for (std::size_t r = 0; r < 9; ++r) {
    if (r % 3 == 0) text += r == 0 ? kFrame : "|---+---+---|\n";
    const std::string_view cells = row.text.substr(9 * r, 9);
    fmt::format_to(std::back_inserter(text), "|{}|{}|{}|\n", cells.substr(0, 3), cells.substr(3, 3),
                   cells.substr(6));
  }
  text += kFrame;
}

void write_block(std::string& text, const OutputRow& row) {
  fmt::format_to(std::back_inserter(text), "Grid {:02}\n", row.number);
  write_nine_lines(text, row);
}

constexpr Format kGridFormats[] = {{.name = "sdk",
                                    .ending = ".sdk",
                                    .help = "nine lines of nine characters",
                                    .extent = Extent::lines,
                                    .detect = detect_rows,
                                    .make_parser = make_parser<GridParser>,
                                    .write = write_sdk},
                                   {.name = "ss",
                                    .ending = ".ss",
                                    .help = "nine lines with bars and rules around the boxes",
                                    .write = write_ss},
                                   {.name = "blocks",
                                    .help = "a heading 'Grid 01' and nine lines, with 0 for blanks",
                                    .blank = '0',
                                    .write = write_block}};

}  // namespace

const std::span<const Format> grids_formats = kGridFormats;

}  // namespace sudoku::dataset
