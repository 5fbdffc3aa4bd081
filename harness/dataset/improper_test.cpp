#include "harness/dataset/improper.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/dataset/contents_fixture.h"

namespace sudoku::dataset {

namespace {

std::string reason_or_nothing(const std::optional<std::string>& reason) {
  return reason.value_or("nothing");
}

// Cells to write into a row from a place on, which is 13 for r1c3.
using Changes = std::vector<std::pair<int, std::string>>;

std::string with(std::string puzzle, const Changes& changes) {
  for (const auto& [place, cells] : changes)
    puzzle.replace(place / 10 * 9 + place % 10 - 10, cells.size(), cells);
  return puzzle;
}

const std::string kBlanks(81, '.');

struct Case {
  const char* name;
  std::string puzzle;
  std::string reason;
};

TEST(WhyNone, NamesWhatCluesAndSinglesContradict) {
  const Case cases[] = {
      {"row", with(kBlanks, {{31, "5"}, {39, "5"}}), "two 5s in row 3"},
      {"column", with(kBlanks, {{13, "5"}, {93, "5"}}), "two 5s in column 3"},
      {"box", with(kBlanks, {{47, "5"}, {69, "5"}}), "two 5s in box 6"},
      {"three times", with(kBlanks, {{21, "1...1...1"}}), "three 1s in row 2"},
      {"everywhere", std::string(81, '9'), "nine 9s in row 1"},
      {"cell", with(kBlanks, {{11, "12345678."}, {49, "9"}}), "r1c9 has no candidate"},
      {"place in a box", with(kBlanks, {{12, "12"}, {32, "34"}, {24, "5"}, {41, "5"}}),
       "5 has no place in box 1"},
      {"place in a row", with(kBlanks, {{51, "123.456"}, {84, "7"}, {18, "7"}, {99, "7"}}),
       "7 has no place in row 5"},
      {"place in a column",
       "....1........2........3........4........5....9..............9.....9..............",
       "9 has no place in column 5"},
      {"cell after singles", with(kPuzzle, {{13, "2"}}),
       "singles lead to a contradiction: r1c6 has no candidate"},
      {"place after singles",
       with(kBlanks, {{24, "12"}, {37, "12"}, {42, "1"}, {52, "2"}, {73, "1"}, {83, "2"}}),
       "singles lead to a contradiction: 2 has no place in box 1"},
      {"proper", kPuzzle, "nothing"},
      {"solved", kSolution, "nothing"},
      {"several solutions", kBlanks, "nothing"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Grid puzzle = grid_of(c.puzzle);
    EXPECT_EQ(reason_or_nothing(why_none(puzzle)), c.reason);
    const Pencilmarks marks = marks_of(puzzle);
    EXPECT_EQ(reason_or_nothing(why_none({puzzle, &marks})), c.reason) << "as pencilmarks";
  }
}

// The candidates of a puzzle without some digits in one cell.
Pencilmarks without(const std::string& puzzle, int cell, std::initializer_list<int> digits) {
  Pencilmarks marks = marks_of(grid_of(puzzle));
  for (const int digit : digits)
    marks.of[cell] = static_cast<std::uint16_t>(marks.of[cell] & ~(1U << (digit - 1)));
  return marks;
}

std::string why_none_text(const Pencilmarks& marks) {
  return reason_or_nothing(why_none({clues_of(marks), &marks}));
}

std::string why_several_text(const Pencilmarks& marks) {
  return reason_or_nothing(why_several({clues_of(marks), &marks}));
}

// `puzzle` without the clues in two columns, from 1 on.
std::string without_columns(std::string puzzle, int one, int other) {
  for (int cell = 0; cell < kCells; ++cell)
    if (column_of(cell) == one - 1 || column_of(cell) == other - 1) puzzle[cell] = '.';
  return puzzle;
}

std::string without_digits(std::string puzzle, char one, char other) {
  std::ranges::replace_if(
      puzzle, [=](char c) { return c == one || c == other; }, '.');
  return puzzle;
}

TEST(WhyNone, NamesWhatExcludedCandidatesContradict) {
  EXPECT_EQ(why_none_text(without(kBlanks, 30, {1, 2, 3, 4, 5, 6, 7, 8, 9})),
            "r4c4 has no candidate");
  EXPECT_EQ(why_none_text(without(kPuzzle, 2, {4})),
            "singles lead to a contradiction: r1c6 has no candidate");
  EXPECT_EQ(why_none_text(without(kBlanks, 30, {1, 2, 3})), "nothing");
}

TEST(WhySeveral, NamesWhatCanBeExchangedOrIsMissing) {
  const std::string sixteen =
      "1.2.........3.4.........5.6......7.89.1.........2.3......4.5...6.7...............";
  const Case cases[] = {
      {"proper", kPuzzle, "nothing"},
      {"nothing is given", kBlanks, "neither 1 nor 2 is a clue"},
      {"two rows", with(kSolution, {{71, kBlanks.substr(0, 18)}}), "rows 7 and 8 have no clue"},
      {"the first two rows", with(kSolution, {{11, kBlanks.substr(0, 18)}}),
       "rows 1 and 2 have no clue"},
      {"the second and third row", with(kSolution, {{21, kBlanks.substr(0, 18)}}),
       "rows 2 and 3 have no clue"},
      {"the last two rows", with(kSolution, {{81, kBlanks.substr(0, 18)}}),
       "rows 8 and 9 have no clue"},
      {"rows of two bands", with(kSolution, {{31, kBlanks.substr(0, 18)}}), "nothing"},
      {"columns of a stack", without_columns(kSolution, 4, 6), "columns 4 and 6 have no clue"},
      {"the first two columns", without_columns(kSolution, 1, 2), "columns 1 and 2 have no clue"},
      {"the last two columns", without_columns(kSolution, 8, 9), "columns 8 and 9 have no clue"},
      {"two digits", without_digits(kSolution, '5', '7'), "neither 5 nor 7 is a clue"},
      {"the last two digits", without_digits(kSolution, '8', '9'), "neither 8 nor 9 is a clue"},
      {"sixteen clues", sixteen, "16 clues, and no puzzle with fewer than 17 has one solution"},
      {"seventeen clues", with(sixteen, {{99, "9"}}), "nothing"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(reason_or_nothing(why_several(grid_of(c.puzzle))), c.reason);
  }
}

TEST(WhySeveral, NamesCandidatesThatCanBeExchanged) {
  const std::string digits = without_digits(kSolution, '5', '7');
  EXPECT_EQ(why_several_text(without(digits, 0, {})), "5 and 7 are candidates of the same cells");
  EXPECT_EQ(why_several_text(without(digits, 0, {7})), "nothing");
  const std::string columns = without_columns(kSolution, 4, 6);
  EXPECT_EQ(why_several_text(without(columns, 0, {})), "columns 4 and 6 have the same candidates");
  EXPECT_EQ(why_several_text(without(columns, 3, {6})), "nothing");
}

// No reason may hold for a puzzle that is proper.
TEST(WhySeveral, FindsNothingInProperPuzzles) {
  Contents proper;
  for (const std::string name : {"easy", "minimal", "hard"}) {
    const Contents file = read_all(BUNDLED_DATASETS "/" + name + ".csv");
    proper.puzzles.insert(proper.puzzles.end(), file.puzzles.begin(), file.puzzles.end());
  }
  EXPECT_EQ(proper.puzzles.size(), 6000);
  for (const Grid& puzzle : proper.puzzles) {
    EXPECT_EQ(why_none(puzzle), std::nullopt) << puzzle.text();
    EXPECT_EQ(why_several(puzzle), std::nullopt) << puzzle.text();
  }
}

TEST(WhyWrong, NamesTheClueTheCandidateOrTheHouse) {
  const Case cases[] = {
      {"right", kSolution, "nothing"},
      {"clue", with(kSolution, {{12, "5"}}), "it has 5 where the clue r1c2 is 3"},
      {"row", with(kSolution, {{13, "6"}}), "two 6s in row 1"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(reason_or_nothing(why_wrong(grid_of(kPuzzle), grid_of(c.puzzle))), c.reason);
  }
  const Pencilmarks marks = without(kPuzzle, 2, {4});
  EXPECT_EQ(why_wrong({clues_of(marks), &marks}, grid_of(kSolution)),
            "it has 4 in r1c3, where that is no candidate");
  const Pencilmarks others = without(kPuzzle, 2, {1});
  EXPECT_EQ(why_wrong({clues_of(others), &others}, grid_of(kSolution)), std::nullopt);
}

}  // namespace

}  // namespace sudoku::dataset
