#include "harness/solve/board.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace sudoku::solve {
namespace {

const Grid kGiven =
    parse_grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        .grid;
const Grid kSolved =
    parse_grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
        .grid;

TEST(BoardText, ShowsPuzzleAndSolutionSideBySide) {
  EXPECT_EQ(drawn(kGiven, kSolved, false),
            "┌───────┬───────┬───────┐   ┌───────┬───────┬───────┐\n"
            "│ 5 3 . │ . 7 . │ . . . │   │ 5 3 4 │ 6 7 8 │ 9 1 2 │\n"
            "│ 6 . . │ 1 9 5 │ . . . │   │ 6 7 2 │ 1 9 5 │ 3 4 8 │\n"
            "│ . 9 8 │ . . . │ . 6 . │   │ 1 9 8 │ 3 4 2 │ 5 6 7 │\n"
            "├───────┼───────┼───────┤   ├───────┼───────┼───────┤\n"
            "│ 8 . . │ . 6 . │ . . 3 │   │ 8 5 9 │ 7 6 1 │ 4 2 3 │\n"
            "│ 4 . . │ 8 . 3 │ . . 1 │   │ 4 2 6 │ 8 5 3 │ 7 9 1 │\n"
            "│ 7 . . │ . 2 . │ . . 6 │   │ 7 1 3 │ 9 2 4 │ 8 5 6 │\n"
            "├───────┼───────┼───────┤   ├───────┼───────┼───────┤\n"
            "│ . 6 . │ . . . │ 2 8 . │   │ 9 6 1 │ 5 3 7 │ 2 8 4 │\n"
            "│ . . . │ 4 1 9 │ . . 5 │   │ 2 8 7 │ 4 1 9 │ 6 3 5 │\n"
            "│ . . . │ . 8 . │ . 7 9 │   │ 3 4 5 │ 2 8 6 │ 1 7 9 │\n"
            "└───────┴───────┴───────┘   └───────┴───────┴───────┘\n");
}

TEST(BoardText, ShowsAPuzzleAlone) {
  const std::string text = drawn(kEmptyGrid, false);
  EXPECT_TRUE(text.starts_with("┌───────┬───────┬───────┐\n│ . . . │ . . . │ . . . │\n"));
  EXPECT_EQ(std::ranges::count(text, '\n'), 13);
}

TEST(BoardText, TellsCluesFromWhatWasFound) {
  const std::string text = drawn(kGiven, kSolved, true);
  const std::string second = text.substr(text.find('\n') + 1);
  EXPECT_TRUE(second.starts_with("│ \x1b[1m5\x1b[0m \x1b[1m3\x1b[0m . │ "));
  const std::string solved =
      "│ \x1b[1m5\x1b[0m \x1b[1m3\x1b[0m \x1b[36m4\x1b[0m │ \x1b[36m6\x1b[0m";
  EXPECT_NE(second.find("   " + solved), std::string::npos);
}

// The given puzzle as pencilmarks, without the 9 in row 1, column 3.
Pencilmarks given_marks() {
  Pencilmarks marks = marks_of(kGiven);
  marks.of[2] = 0xFF;
  return marks;
}

TEST(BoardText, ShowsTheCandidatesOfPencilmarkPuzzles) {
  const Pencilmarks marks = given_marks();
  const std::string text = drawn({kGiven, &marks}, kSolved, false);
  EXPECT_TRUE(
      text.starts_with("┌─────────────┬─────────────┬─────────────┐\n"
                       "│       3 123 │ 123     123 │ 123 123 123 │\n"
                       "│  5      456 │ 456     456 │ 456 456 456 │\n"))
      << text;
  EXPECT_TRUE(text.ends_with("\n│ 3 4 5 │ 2 8 6 │ 1 7 9 │\n└───────┴───────┴───────┘\n")) << text;
  EXPECT_NE(drawn({kGiven, &marks}, true).find("\x1b[1m 5 \x1b[0m"), std::string::npos);
}

TEST(BoardText, SeparatesTheCandidatesOfRowsAndBoxes) {
  const Pencilmarks marks = given_marks();
  std::vector<std::string> lines;
  std::istringstream text(drawn({kGiven, &marks}, false));
  for (std::string line; std::getline(text, line);)
    lines.push_back(line);
  ASSERT_EQ(lines.size(), 1U + 9 * 3 + 6 + 2 + 1);
  for (std::size_t i = 4; i < lines.size() - 1; i += 4) {
    const bool is_between_boxes = i == 12 || i == 24;
    EXPECT_EQ(lines[i], is_between_boxes ? "├─────────────┼─────────────┼─────────────┤"
                                         : "│             │             │             │");
  }
  EXPECT_EQ(lines[3], "│         78  │ 789 7   789 │ 789 789 789 │") << "7 is a clue, 9 excluded";
  EXPECT_EQ(lines[5], "│     123 123 │ 1           │ 123 123 123 │");
  EXPECT_EQ(lines.back(), "└─────────────┴─────────────┴─────────────┘");
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++times;
  return times;
}

// Whether all elements nest and attributes are quoted; checks no other rules of XML.
bool is_well_formed(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (std::ranges::count(tag, '"') % 2 != 0) return false;
    if (tag.ends_with('/')) continue;
    if (!tag.starts_with('/')) {
      open.push_back(tag.substr(0, tag.find_first_of(" \n")));
    } else if (open.empty() || open.back() != tag.substr(1)) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty();
}

TEST(BoardSvg, DrawsEveryDigitOnce) {
  const std::string svg = svg_of(kGiven, {&kSolved, 1});
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "class=\"clue\""), 30U + 30U);
  EXPECT_EQ(count(svg, "class=\"found\""), 51U);
  EXPECT_EQ(count(svg, "class=\"frame\""), 2U);
  EXPECT_EQ(count(svg, ">solution</text>"), 1U);
  EXPECT_EQ(count(svg, "http"), 1U) << "its own name is all that it refers to";
}

TEST(BoardSvg, DrawsCandidates) {
  const Pencilmarks marks = given_marks();
  const std::string svg = svg_of({kGiven, &marks}, {&kSolved, 1});
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "class=\"clue\""), 30U + 30U);
  EXPECT_EQ(count(svg, "class=\"candidate\""), 51U * 9U - 1U);
}

TEST(BoardSvg, PutsEverythingInItsPlace) {
  const Pencilmarks marks = given_marks();
  const std::vector<Grid> five(5, kSolved);
  const std::string svg = svg_of({kGiven, &marks}, five);
  const std::string parts[] = {
      "<text class=\"clue\" x=\"20\" y=\"20\" dy=\".36em\">5</text>",
      "<text class=\"clue\" x=\"340\" y=\"340\" dy=\".36em\">9</text>",
      "<text class=\"found\" x=\"100\" y=\"20\" dy=\".36em\">4</text>",
      "<text class=\"candidate\" x=\"88\" y=\"8\" dy=\".36em\">1</text>",
      "<text class=\"candidate\" x=\"100\" y=\"8\" dy=\".36em\">2</text>",
      "<text class=\"candidate\" x=\"112\" y=\"20\" dy=\".36em\">6</text>",
      "<text class=\"candidate\" x=\"88\" y=\"32\" dy=\".36em\">7</text>",
      "<text class=\"caption\" x=\"180\" y=\"388\">puzzle</text>",
      "<text class=\"caption\" x=\"180\" y=\"388\">solution 1</text>",
      "<rect class=\"frame\" width=\"360\" height=\"360\"/>",
      "<path class=\"boxes\" d=\"M120 0V360M0 120H360M240 0V360M0 240H360\"/>",
      "<path class=\"cells\" d=\"M40 0V360M0 40H360M80 0V360M0 80H360M160 0V360M0 160H360",
      "<rect width=\"1560\" height=\"848\" fill=\"#ffffff\"/>",
      "translate(24 24)",
      "translate(408 24)",
      "translate(1176 24)",
      "translate(24 436)",
      "translate(408 436)",
  };
  for (const std::string& part : parts)
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  EXPECT_EQ(svg.find("translate(1560"), std::string::npos) << "four boards in a row";
  EXPECT_TRUE(
      svg_of(kGiven, {})
          .starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"408\" height=\"436\""));
}

TEST(BoardSvg, DrawsAsManyBoardsAsThereAreSolutions) {
  const std::string none = svg_of(kGiven, {});
  EXPECT_TRUE(is_well_formed(none));
  EXPECT_EQ(count(none, "class=\"frame\""), 1U);
  const std::vector<Grid> five(5, kSolved);
  const std::string several = svg_of(kGiven, five);
  EXPECT_TRUE(is_well_formed(several));
  EXPECT_EQ(count(several, "class=\"frame\""), 6U);
  EXPECT_EQ(count(several, ">solution 5</text>"), 1U);
  EXPECT_TRUE(several.starts_with(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1560\" height=\"848\""))
      << several.substr(0, 100);
}

}  // namespace
}  // namespace sudoku::solve
