// Tests the messages about rows that PuzzleReader cannot use.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/dataset/contents_fixture.h"
#include "harness/dataset/reader.h"

namespace sudoku::dataset {
namespace {

struct BadCase {
  const char* name;
  std::string text;
  std::string fault;  // message about the only bad row
  const char* lines;  // line numbers of the good rows
};

const std::string kExpectedCell = "expected a digit or a blank (one of . 0 * _), found ";

const BadCase kBadCases[] = {
    {"short", kPuzzle + "\n" + kPuzzle.substr(1) + "\n", "f:2:1: expected 81 cells, found 80", "1"},
    {"long", kPuzzle + "\n " + kPuzzle + "1\n", "f:2:2: expected 81 cells, found 82", "1"},
    {"letter", kPuzzle + "\n53x" + kPuzzle.substr(3), "f:2:3: " + kExpectedCell + "'x'", "1"},
    {"words", kPuzzle + "\nthe hard ones:\n" + kPuzzle, "f:2:1: " + kExpectedCell + "'t'", "1 3"},
    {"NUL", kPuzzle + "\n53" + std::string(1, '\0') + kPuzzle.substr(3) + "\n" + kPuzzle,
     "f:2:3: " + kExpectedCell + "a NUL or SUB byte", "1 3"},
    {"not ASCII", kPuzzle + "\n53\xC3\xA9" + kPuzzle, "f:2:3: " + kExpectedCell + "byte 0xC3", "1"},
    {"too few words", "00ff " + kPuzzle + "\n00ff\n", "f:2:5: expected 81 cells, found 0", "1"},
    {"line cut", kPuzzle + "\n" + std::string(200'000, '1') + "\n" + kPuzzle,
     "f:2:1: expected at most 65535 bytes in a line, found more", "1 3"},
    {"CRLF", "# a\r\n" + kPuzzle + "\r\n53x\r\n", "f:3:3: " + kExpectedCell + "'x'", "2"},

    {"solution short", "puzzle,solution\n" + kPuzzle + ",123\n" + kBoth,
     "f:2:83: expected 81 digits in the solution, found 3", "3"},
    {"solution with a blank", "puzzle,solution\n" + kBoth + "\n" + kPuzzle + "," + kPuzzle,
     "f:3:85: expected a digit of the solution, found '.'", "2"},
    {"solution in a line", kPuzzle + " " + kSolution + "\n" + kPuzzle + " 12x\n",
     "f:2:85: expected a digit of the solution, found 'x'", "1"},
    {"a word in place of a solution", "puzzle,solution\n" + kBoth + "\n" + kPuzzle + ",abcdefghi\n",
     "f:3:83: expected a digit of the solution, found 'a'", "2"},
    {"a word in place of a solution that holds one for none",
     "puzzle,solution\n" + kBoth + "\n" + kPuzzle + ",banana\n",
     "f:3:83: expected a digit of the solution, found 'b'", "2"},
    {"CSV letter", "id,puzzle\n 17 ,  53x" + kPuzzle.substr(3) + "\n",
     "f:2:10: " + kExpectedCell + "'x'", ""},
    {"CSV letter in quotes", "id,puzzle\n\"a,\"\"b\",\"53x" + kPuzzle.substr(3) + "\"\n",
     "f:2:12: " + kExpectedCell + "'x'", ""},
    {"CSV without a header", kBoth + "\n53x," + kSolution + "\n", "f:2:3: " + kExpectedCell + "'x'",
     "1"},
    {"CSV without a header, damaged first row", kPuzzle.substr(2) + "," + kSolution + "\n" + kBoth,
     "f:1:1: expected 81 cells, found 79", "2"},
    {"CSV, empty puzzle", "puzzle,solution\n," + kSolution + "\n",
     "f:2:1: expected 81 cells, found 0", ""},
    {"CSV, too few", "puzzle,solution\n" + kPuzzle + "\n" + kBoth,
     "f:2:1: expected 2 columns, found fewer", "3"},
    {"CSV, too many", "puzzle,solution\n" + kBoth + ",1\n" + kBoth,
     "f:2:1: expected 2 columns, found more", "3"},
    {"CSV, open quote", "puzzle,solution\n\"" + kBoth + "\n" + kBoth,
     "f:2:165: expected a closing quote, found the end of the line", "3"},
    {"CSV, NUL", "puzzle,solution\n" + std::string(1, '\0') + kBoth + "\n" + kBoth,
     "f:2:1: " + kExpectedCell + "a NUL or SUB byte", "3"},
    {"CSV, line cut", "puzzle,solution\n" + kBoth + std::string(100'000, ',') + "\n" + kBoth,
     "f:2:1: expected at most 65535 bytes in a line, found more", "3"},
    {"CSV, line cut in what is ignored",
     "puzzle,x\n" + kPuzzle + "," + std::string(100'000, 'x') + "\n" + kPuzzle + ",1",
     "f:2:1: expected at most 65535 bytes in a line, found more", "3"},

    {"grid, short row",
     "Grid 1\n" + kGrid + "Grid 2\n12345678\n" + kGrid.substr(10) + "Grid 3\n" + kGrid,
     "f:12:1: expected 9 cells in a row, found 8", "2 22"},
    {"grid with another blank, short row",
     "Grid 1\n" + grid_of_rows(with_blanks('x')) + "Grid 2\n1x3x5678\n" +
         grid_of_rows(with_blanks('x')).substr(10),
     "f:12:1: expected 9 cells in a row, found 8", "2"},
    {"grid, long row", kGrid.substr(10) + "1234567890\n" + kGrid,
     "f:9:1: expected 9 cells in a row, found 10", "10"},
    {"grid, letter", kGrid + "1234x6789\n" + kGrid.substr(10), "f:10:5: " + kExpectedCell + "'x'",
     "1"},
    {"grid, row missing", "Grid 1\n" + kGrid.substr(10) + "Grid 2\n" + kGrid,
     "f:2:1: expected 9 rows, found 8", "11"},
    {"grid, end missing", kGrid + "123456789\n", "f:10:1: expected 9 rows, found 1", "1"},

    {"grid, first row of eight", "53..7...\n" + kGrid.substr(10) + "\n" + kGrid,
     "f:1:1: expected 9 cells in a row, found 8", "11"},
    {"grid, first row of ten", "53..7.....\n" + kGrid.substr(10) + "\n" + kGrid,
     "f:1:1: expected 9 cells in a row, found 10", "11"},
    {"grid of three rows", kGrid + "\n" + kGrid.substr(0, 30) + "\n" + kGrid,
     "f:11:1: expected 9 rows, found 3", "1 15"},
    {"grid of three rows at the end", kGrid + "\n" + kGrid.substr(0, 30),
     "f:11:1: expected 9 rows, found 3", "1"},
    {"grid of two rows above a rule", kGrid + kGrid.substr(0, 20) + "=====\n" + kGrid,
     "f:10:1: expected 9 rows, found 2", "1 13"},
    {"grid, two letters between blanks", kGrid + kGrid.substr(0, 10) + "1 2 3 a b 4 5 6 7\n",
     "f:11:7: expected a whole number from 0 to 9, found 'a'", "1"},
    {"grid in tags, row missing",
     "<grid>\n" + kGrid + "</grid>\n<grid>\n" + kGrid.substr(10) + "</grid>\n<grid>\n" + kGrid +
         "</grid>\n",
     "f:13:1: expected 9 rows, found 8", "2 23"},
    {"number of a grid without one below a blank line",
     "Puzzles\n1\n" + kGrid + "2\n" + kGrid + "3\n\n" + kGrid,
     "f:22:1: expected 9 cells in a row, found 1", "3 13 24"},
    {"number of a grid without one at the end", "1\n" + kGrid + "2\n" + kGrid + "3\n",
     "f:21:1: expected 9 cells in a row, found 1", "2 12"},
    {"a rare blank among others", with_blanks('x') + "\n" + with_blanks('x').substr(0, 80) + ".\n",
     "f:2:3: " + kExpectedCell + "'x'", "1"},
    {"a line of rare blanks", with_blanks('x') + "\n" + std::string(81, '-') + "\n",
     "f:2:1: " + kExpectedCell + "'-'", "1"},

    {"cells one by one, too few", apart(kPuzzle) + "1,2,3\n" + apart(kPuzzle),
     "f:2:1: expected 81 cells, found 3", "1 3"},
    {"cells one by one, a letter", apart(kPuzzle) + apart(kPuzzle.substr(0, 80) + "x"),
     "f:2:161: expected a whole number from 0 to 9, found 'x'", "1"},
    {"cells one by one, none", apart(kPuzzle) + ",\n", "f:2:1: expected 81 cells, found 0", "1"},
    {"embedded, none", ":0:" + kPuzzle + ":\nno puzzle\n",
     "f:2:1: expected a puzzle of 81 cells, found none", "1"},
    {"embedded, a bad solution",
     ":0:" + kPuzzle + ":\n:0:" + kPuzzle + ":" + kSolution.substr(1) + ".:\n",
     "f:2:166: expected a digit of the solution, found '.'", "1"},

    {"a picture's cell", "12.|...|...\n1x.|...|...\n", "f:2:2: " + kExpectedCell + "'x'", ""},
    {"a picture's row short", "12.|...|...\n |1.|...|...|\n",
     "f:2:2: expected 9 cells in a row, found 8", ""},
    // Found by the fuzzer: a message about a bad cell contained its unprintable bytes.
    {"a matrix's cell that cannot be printed", "1 2 3 4 5 6 7 8 9\n1 2 3 4 \x1B[2J 6 7 8 9\n",
     "f:2:9: expected a whole number from 0 to 9, found byte 0x1B", ""},
    {"a matrix's cell without end",
     "1 2 3 4 5 6 7 8 9\n1 2 3 4 " + std::string(999, 'x') + " 6 7 8 9\n",
     "f:2:9: expected a whole number from 0 to 9, found '" + std::string(60, 'x') + "...'", ""},
    {"triple of a part too few", "1,1,5\n1,2\n",
     "f:2:1: expected a row, a column and a digit, found 2 values", ""},
    {"triple out of range", "1,1,5\n1,10,5\n",
     "f:2:3: expected a column, a whole number from 1 to 9, found '10'", ""},
    {"triple with a fraction", "1,1,5\n1,2,2.5\n",
     "f:2:5: expected a digit, a whole number from 1 to 9, found '2.5'", ""},
    {"triples for one cell", "1,1,5\n1,1,5\n",
     "f:2:1: expected one digit for a cell, found a second one for row 1, column 1", ""},
};

TEST(PuzzleReader, PointsAtWhatIsWrong) {
  for (const BadCase& c : kBadCases) {
    SCOPED_TRACE(c.name);
    const Contents read = read_text(c.text);
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.bad, 1);
    EXPECT_EQ(read.faults, std::vector{c.fault});
    EXPECT_EQ(listed(read.lines), c.lines);
  }
}

TEST(PuzzleReader, ThrowsAtTheFirstBadRowWhenStrict) {
  for (const BadCase& c : kBadCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(read_text(c.text, {.strict = true}).error, c.fault);
  }
}

TEST(BadRows, IsToldOfAFileWithoutAUsablePuzzle) {
  BadRows bad_rows;
  const auto told = [&] { return std::string(no_usable_puzzle("f", bad_rows).what()); };
  EXPECT_EQ(told(), "f: contains no usable puzzle");
  bad_rows = {.count = 1, .first = {"a"}};
  EXPECT_EQ(told(), "f: contains no usable puzzle; its only bad row: a");
  bad_rows = {.count = 2, .first = {"a", "b"}};
  EXPECT_EQ(told(), "f: contains no usable puzzle; the first of 2 bad rows: a");
}

TEST(PuzzleReader, CountsAllBadRowsAndKeepsTheFirst) {
  std::string text = kPuzzle + "\n";
  for (int i = 0; i < 25; ++i)
    text += "bad\n";
  const Contents read = read_text(text);
  EXPECT_EQ(read.bad, 25);
  ASSERT_EQ(read.faults.size(), BadRows::kKept);
  EXPECT_EQ(read.faults.back(), "f:11:1: " + kExpectedCell + "'b'");
}

}  // namespace
}  // namespace sudoku::dataset
