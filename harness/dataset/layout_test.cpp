#include "harness/dataset/layout.h"

#include <string>

#include <gtest/gtest.h>

#include "harness/dataset/contents.h"

namespace sudoku::dataset {

namespace {

using Kind = Layout::Kind;

const std::string kRow = "53..7....\n";

Layout csv(char separator, std::size_t columns, std::size_t puzzle,
           std::optional<std::size_t> solution, std::size_t body) {
  return {.kind = Kind::csv,
          .separator = separator,
          .columns = columns,
          .puzzle = puzzle,
          .solution = solution,
          .body = body,
          .body_line = body == 0 ? 1U : 2U};
}

Layout lines(std::size_t puzzle, std::optional<std::size_t> solution, std::size_t body = 0,
             std::uint64_t body_line = 1) {
  return {.puzzle = puzzle, .solution = solution, .body = body, .body_line = body_line};
}

struct LayoutCase {
  const char* name;
  std::string head;
  Layout layout;
};

const LayoutCase kLayoutCases[] = {
    {"nothing", "", lines(0, {})},
    {"only comments", "# a\n\n# b\n", lines(0, {})},

    {"kaggle", "quizzes,solutions\n" + kPuzzle + "," + kSolution + "\n", csv(',', 2, 0, 1, 18)},
    {"solution first", "Solution,Puzzle\n" + kSolution + "," + kPuzzle + "\n",
     csv(',', 2, 1, 0, 16)},
    {"ratings ignored", "id,puzzle,solution,clues,difficulty\n", csv(',', 5, 1, 2, 36)},
    {"semicolons", "id;QUIZ\n1;" + kPuzzle + "\n", csv(';', 2, 1, {}, 8)},
    {"tabs", "board\tanswer\n" + kPuzzle + "\t" + kSolution + "\n", csv('\t', 2, 0, 1, 13)},
    {"quoted names", "\"puzzle\" , \"solution\"\r\n", csv(',', 2, 0, 1, 23)},
    {"one column", "puzzle\n" + kPuzzle + "\n", csv(',', 1, 0, {}, 7)},
    {"clues are the puzzle", "clues,answer\n" + kPuzzle + "," + kSolution + "\n",
     csv(',', 2, 0, 1, 13)},

    {"no header", kPuzzle + "," + kSolution + "\n", csv(',', 2, 0, 1, 0)},
    {"no header, solution first", kSolution + ";" + kPuzzle + "\n", csv(';', 2, 1, 0, 0)},
    {"no header, full grid", "1," + kSolution + "\n", csv(',', 2, 1, {}, 0)},
    {"no header, quoted", "\"" + kPuzzle + "\"\n", csv(',', 1, 0, {}, 0)},
    {"no header, damaged first row",
     kPuzzle.substr(2) + "," + kSolution + "\n" + kPuzzle + "," + kSolution + "\n",
     csv(',', 2, 0, 1, 0)},

    {"puzzles", kPuzzle + "\n", lines(0, {})},
    {"puzzle and solution", kPuzzle + " " + kSolution + "\n", lines(0, 1)},
    {"hash, puzzle, rating", "000694f16758 " + kPuzzle + " 2.5\n", lines(1, {})},
    {"comment with a comma", kPuzzle + "\tworst case, they say\n", lines(0, {})},
    {"title with a comma", "Hard, from a book\n" + kPuzzle + "\n", lines(0, {})},
    {"words as a header", "puzzle solution\n" + kPuzzle + " " + kSolution + "\n",
     lines(0, 1, 16, 2)},
    {"comments and a count", "# from a book\n\n2\n" + kPuzzle + "\n", lines(0, {}, 17, 4)},
    {"nothing that looks like a grid", "hello\nworld\n", lines(0, {})},
    {"a cut last line does not count", kPuzzle + "\n" + kPuzzle + "," + kSolution, lines(0, {})},
    {"binary", "\x89PNG\r\n\x1A\n\x01,\x02\n", lines(0, {})},

    {"labelled grids", "Grid 01\n" + kRow + kRow, {.kind = Kind::grids}},
    {"bare grids", kRow + kRow, {.kind = Kind::grids}},
    {"grids under a section's name", "[Puzzle]\n" + kRow, {.kind = Kind::grids}},
    {"pictures", "53.|.7.|...\n6..|195|...\n", {.kind = Kind::grids}},
    {"pictures in a frame", "*-----------*\n|53.|.7.|...|\n", {.kind = Kind::grids}},
    {"cells apart", "5 3 . . 7 . . . .\n", {.kind = Kind::grids}},
    {"triples", "1,1,5\n", {.kind = Kind::triples}},
    {"triples between blanks",
     "# clues\n1 1 5\n",
     {.kind = Kind::triples, .body = 8, .body_line = 2}},
    {"triples with a header",
     "Row;Col;Value\n1;1;5\n",
     {.kind = Kind::triples, .body = 14, .body_line = 2}},
    {"counted grids", "50\n" + kRow + kRow, {.kind = Kind::grids, .body = 3, .body_line = 2}},
};

TEST(DetectLayout, KnowsThemAll) {
  for (const LayoutCase& c : kLayoutCases) {
    SCOPED_TRACE(c.name);
    const Layout found = detect_layout(c.head, "file");
    EXPECT_EQ(found.kind, c.layout.kind);
    EXPECT_EQ(found.separator, c.layout.separator);
    EXPECT_EQ(found.columns, c.layout.columns);
    EXPECT_EQ(found.puzzle, c.layout.puzzle);
    EXPECT_EQ(found.solution, c.layout.solution);
    EXPECT_EQ(found.body, c.layout.body);
    EXPECT_EQ(found.body_line, c.layout.body_line);
  }
}

struct RatingCase {
  const char* name;
  std::string head;
  std::optional<std::size_t> rating;
};

const RatingCase kRatingCases[] = {
    {"none", kPuzzle + "\n", {}},
    {"behind the puzzle", "00ff " + kPuzzle + " 2.5\n", 2},
    {"behind the solution", kPuzzle + " " + kSolution + " hard 7\n", 3},
    {"a comment", kPuzzle + " 2nd of them\n", {}},
    {"a column", "id,puzzle,solution,clues,Difficulty\n", 4},
    {"no such column", "id,puzzle\n", {}},
};

TEST(DetectLayout, FindsRatings) {
  for (const RatingCase& c : kRatingCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(detect_layout(c.head, "file").rating, c.rating);
  }
}

std::string layout_error(const std::string& head) {
  try {
    detect_layout(head, "data.csv");
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(DetectLayout, NamesTheColumnsWhenNoneHoldsPuzzles) {
  const std::string names =
      "puzzle, puzzles, quiz, quizzes, question, questions, sudoku, board, grid, clues";
  EXPECT_EQ(layout_error("# x\nid,rating\n1,2.5\n"),
            "data.csv:2:1: expected a column named " + names + "; found id, rating");
  EXPECT_EQ(layout_error("name;solution\n"),
            "data.csv:1:1: expected a column named " + names + "; found name, solution");
  EXPECT_EQ(layout_error("clues,rating\n25,1.0\n"),
            "data.csv:1:1: expected a column named " + names + "; found clues, rating");
}

TEST(DetectLayout, RefusesASecondColumnOfPuzzlesOrSolutions) {
  const std::string row = kPuzzle + "," + kPuzzle + "," + kSolution + "," + kSolution + "\n";
  EXPECT_EQ(layout_error("puzzle,puzzle\n"),
            "data.csv:1:8: expected one column of puzzles, found 'puzzle' beside 'puzzle'");
  EXPECT_EQ(layout_error("# x\nid,Puzzle,name,PUZZLE\n1,x,y,z\n"),
            "data.csv:2:16: expected one column of puzzles, found 'PUZZLE' beside 'Puzzle'");
  EXPECT_EQ(layout_error("grid,quiz,solution,note\n" + row),
            "data.csv:1:1: expected one column of puzzles, found 'grid' beside 'quiz'");
  EXPECT_EQ(layout_error("puzzle,note,solution,answer\n" + row),
            "data.csv:1:22: expected one column of solutions, found 'answer' beside 'solution'");
  EXPECT_EQ(layout_error("puzzle;solution;solution\n"),
            "data.csv:1:17: expected one column of solutions, found 'solution' beside 'solution'");
}

// Names that say something else as often, with something else below them.
TEST(DetectLayout, TakesAnotherNameForWhatItsColumnHolds) {
  EXPECT_EQ(
      layout_error("puzzle,clues,solution,solved\n" + kPuzzle + ",25," + kSolution + ",yes\n"),
      "no error");
  EXPECT_EQ(layout_error("puzzle,clues\n"), "no error");
}

}  // namespace

}  // namespace sudoku::dataset
