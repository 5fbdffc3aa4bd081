#include "harness/solve/board.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sudoku::solve {

namespace {

constexpr std::string_view kGap = "   ";
constexpr std::string_view kClue = "\x1b[1m";
constexpr std::string_view kFound = "\x1b[36m";
constexpr std::string_view kPlain = "\x1b[0m";

using Lines = std::vector<std::string>;

std::string cell_text(char clue, char digit, bool colour) {
  if (!colour || digit == kBlank) return {digit};
  return fmt::format("{}{}{}", clue == digit ? kClue : kFound, digit, kPlain);
}

// Lines of a board whose cells are `size` lines of `size` characters, each from `text_of(cell,
// line)`.
template <typename TextOf>
Lines board(std::size_t size, const TextOf& text_of) {
  const auto rule = [size](std::string_view left, std::string_view between, std::string_view right,
                           std::string_view fill) {
    std::string box;
    for (std::size_t i = 0; i < 3 * size + 4; ++i)
      box += fill;
    return fmt::format("{1}{0}{2}{0}{2}{0}{3}", box, left, between, right);
  };
  Lines lines = {rule("┌", "┬", "┐", "─")};
  for (int row = 0; row < 9; ++row) {
    if (row == 3 || row == 6) lines.push_back(rule("├", "┼", "┤", "─"));
    if (row % 3 != 0 && size > 1) lines.push_back(rule("│", "│", "│", " "));
    for (int line = 0; line < static_cast<int>(size); ++line) {
      std::string& text = lines.emplace_back("│");
      for (int column = 0; column < 9; ++column)
        text += ' ' + text_of(9 * row + column, line) + (column % 3 == 2 ? " │" : "");
    }
  }
  lines.push_back(rule("└", "┴", "┘", "─"));
  return lines;
}

Lines digits_board(const Grid& puzzle, const Grid& shown, bool colour) {
  return board(1, [&](int cell, int /*line*/) {
    return cell_text(puzzle.cells[cell], shown.cells[cell], colour);
  });
}

// One of the three lines of a cell: three of its candidates, blanks for those that are excluded.
std::string candidates_text(const Pencilmarks& marks, int cell, int line, bool colour) {
  std::string text;
  for (int digit = 3 * line + 1; digit <= 3 * line + 3; ++digit)
    text += marks.allows(cell, digit) ? static_cast<char>('0' + digit) : ' ';
  return colour && marks.has_clue(cell) ? fmt::format("{}{}{}", kClue, text, kPlain) : text;
}

std::string joined(const Lines& lines) { return fmt::format("{}\n", fmt::join(lines, "\n")); }

constexpr int kCell = 40;
constexpr int kCandidate = 12;  // from one candidate of a cell to the next
constexpr int kBoard = 9 * kCell;
constexpr int kMargin = 24;
constexpr int kCaption = 28;  // height of the text under a board
constexpr int kStepX = kBoard + kMargin;
constexpr int kStepY = kBoard + kCaption + kMargin;
constexpr std::size_t kBoardsInARow = 4;

// Digits are centred by a shift of a third of their size: not all viewers know dominant-baseline.
constexpr const char* kStyle = R"(<style>
text { font-family: "DejaVu Sans", "Helvetica Neue", Arial, sans-serif; text-anchor: middle; }
.clue { font-size: 24px; font-weight: bold; fill: #111111; }
.found { font-size: 24px; fill: #1560bd; }
.candidate { font-size: 10px; fill: #444444; }
.caption { font-size: 15px; fill: #444444; }
.frame { fill: none; stroke: #111111; stroke-width: 4; }
.boxes { stroke: #111111; stroke-width: 2; }
.cells { stroke: #999999; stroke-width: 0.75; }
</style>
)";

class Drawing {
 public:
  explicit Drawing(std::size_t boards) {
    const auto columns = static_cast<int>(std::min(boards, kBoardsInARow));
    const auto rows = static_cast<int>((boards + kBoardsInARow - 1) / kBoardsInARow);
    const int width = kMargin + columns * kStepX;
    const int height = kMargin + rows * kStepY;
    print(
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}")",
        width, height);
    print(" role=\"img\">\n<title>Sudoku</title>\n{}", kStyle);
    print("<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n", width, height);
  }

  // Draws `candidates` into the cells that `shown` leaves blank, unless null.
  void add(const Grid& puzzle, const Grid& shown, const Pencilmarks* candidates,
           const std::string& caption) {
    const auto column = static_cast<int>(boards_ % kBoardsInARow);
    const auto row = static_cast<int>(boards_ / kBoardsInARow);
    ++boards_;
    print("<g transform=\"translate({} {})\">\n", kMargin + column * kStepX,
          kMargin + row * kStepY);
    // Thin lines come first, so that thicker ones cover their ends.
    add_inner_lines("cells", false);
    add_inner_lines("boxes", true);
    print("<rect class=\"frame\" width=\"{0}\" height=\"{0}\"/>\n", kBoard);
    for (int cell = 0; cell < kCells; ++cell)
      add_cell(cell, shown.cells[cell], shown.cells[cell] == puzzle.cells[cell], candidates);
    print("<text class=\"caption\" x=\"{}\" y=\"{}\">{}</text>\n</g>\n", kBoard / 2,
          kBoard + kCaption, caption);
  }

  std::string finish() { return std::move(text_) + "</svg>\n"; }

 private:
  template <typename... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  // Draws a board's inner lines in both directions: those between boxes, or those within boxes.
  void add_inner_lines(const char* style, bool between_boxes) {
    print(R"(<path class="{}" d=")", style);
    for (int i = 1; i < 9; ++i) {
      if ((i % 3 == 0) == between_boxes) print("M{0} 0V{1}M0 {0}H{1}", i * kCell, kBoard);
    }
    print("\"/>\n");
  }

  void add_cell(int cell, char digit, bool is_clue, const Pencilmarks* candidates) {
    const int x = column_of(cell) * kCell + kCell / 2;
    const int y = row_of(cell) * kCell + kCell / 2;
    if (digit != kBlank) return add_digit(is_clue ? "clue" : "found", digit, x, y);
    for (int i = 0; i < 9; ++i) {
      if (candidates == nullptr || !candidates->allows(cell, i + 1)) continue;
      add_digit("candidate", static_cast<char>('1' + i), x + (i % 3 - 1) * kCandidate,
                y + (i / 3 - 1) * kCandidate);
    }
  }

  void add_digit(const char* style, char digit, int x, int y) {
    print("<text class=\"{}\" x=\"{}\" y=\"{}\" dy=\".36em\">{}</text>\n", style, x, y, digit);
  }

  std::string text_;
  std::size_t boards_ = 0;
};

}  // namespace

std::string drawn(PuzzleRef puzzle, const Grid& solution, bool colour) {
  const Lines right = digits_board(puzzle.clues, solution, colour);
  if (puzzle.marks != nullptr) return drawn(puzzle, colour) + joined(right);
  Lines lines = digits_board(puzzle.clues, puzzle.clues, colour);
  for (std::size_t i = 0; i < lines.size(); ++i)
    lines[i].append(kGap).append(right[i]);
  return joined(lines);
}

std::string drawn(PuzzleRef puzzle, bool colour) {
  if (puzzle.marks == nullptr) return joined(digits_board(puzzle.clues, puzzle.clues, colour));
  // The candidates of all cells, as players pencil them into the cells.
  return joined(board(
      3, [&](int cell, int line) { return candidates_text(*puzzle.marks, cell, line, colour); }));
}

std::string svg_of(PuzzleRef puzzle, std::span<const Grid> solutions) {
  Drawing drawing(1 + solutions.size());
  drawing.add(puzzle.clues, puzzle.clues, puzzle.marks, "puzzle");
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const bool is_one_of_several = solutions.size() > 1;
    drawing.add(puzzle.clues, solutions[i], nullptr,
                is_one_of_several ? fmt::format("solution {}", i + 1) : "solution");
  }
  return drawing.finish();
}

}  // namespace sudoku::solve
