#include "harness/dataset/reader.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"
#include "harness/dataset/contents_fixture.h"

namespace sudoku::dataset {

namespace {

std::string triples_of(const std::string& puzzle) {
  std::string text;
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] == kBlank) continue;
    text += fmt::format("{}, {}, {}\n", row_of(cell) + 1, column_of(cell) + 1, puzzle[cell]);
  }
  return text;
}

const std::string kTriples = triples_of(kPuzzle);

std::string in_json(const std::string& puzzle) { return R"({"puzzle":")" + puzzle + "\"}"; }

// The nine rows of kPuzzle.
std::string joined_rows(const std::string& separator) {
  std::string text;
  for (std::size_t r = 0; r < 81; r += 9)
    text += (r == 0 ? "" : separator) + kPuzzle.substr(r, 9);
  return text;
}

// A full grid that solves another puzzle.
const std::string kOther =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

struct GoodCase {
  const char* name;
  std::string text;
  std::string lines;    // line numbers of the rows
  bool solved = false;  // the file declares the solution
};

// shapes_test.cpp reads the most common layouts.
const GoodCase kGoodCases[] = {
    {"empty", "", ""},
    {"only a header", "puzzle,solution\n", ""},
    {"only comments", "# nothing\n\n", ""},
    {"lines", kPuzzle + "\n" + kPuzzle + "\n", "1 2"},
    {"last line not ended", kPuzzle + "\n" + kPuzzle, "1 2"},
    {"CRLF", kPuzzle + "\r\n" + kPuzzle + "\r\n", "1 2"},
    {"byte order mark", "\xEF\xBB\xBF" + kPuzzle + "\n", "1"},
    {"comments and blank lines", "# a\n\n" + kPuzzle + "\n  # b\n" + kPuzzle + "\n", "3 5"},
    {"blanks around", "  " + kPuzzle + "\t \n", "1"},
    {"trailing comment", kPuzzle + " from a book\n" + kPuzzle + "#glued\n", "1 2"},
    {"zeros", with_blanks('0') + "\n", "1"},
    {"stars", with_blanks('*') + "\n", "1"},
    {"underscores", with_blanks('_') + "\n", "1"},

    {"CSV with CRLF and mark", "\xEF\xBB\xBFpuzzle,solution\r\n" + kBoth + "\r\n", "2", true},
    {"CSV with comments", "# a\npuzzle,solution\n# b\n\n" + kBoth + "\n", "5", true},
    {"CSV without a header after comments", "# a\n" + kBoth + "\n", "2", true},
    {"a bare row", kBoth, "1", true},
    {"CSV in quotes", "\"name\",\"puzzle\"\n\"one, \"\"two\"\"\",\"" + kPuzzle + "\"\n", "2"},
    {"CSV with blanks around", "puzzle;x\n " + kPuzzle + " ; 1\n", "2"},
    {"TSV", "puzzle\tsolution\n" + kPuzzle + "\t" + kSolution + "\n", "2", true},
    {"TSV with quotes", "puzzle\tsolution\n\"" + kPuzzle + "\"\t\"" + kSolution + "\"\n", "2",
     true},
    {"CSV with other columns", "id,Quizzes,Solutions,rating\n7," + kBoth + ",2.5\n", "2", true},
    {"CSV without solutions in it", "puzzle,solution\n" + kPuzzle + ",\n", "2"},
    {"CSV with a grid in a column of another name",
     "puzzle,best\n" + kPuzzle + "," + kSolution + "\n", "2"},
    {"CSV with columns of such names that hold no grids",
     "puzzle,clues,solution,solved\n" + kPuzzle + ",25," + kSolution + ",yes\n", "2", true},
    {"CSV whose clues are the puzzle", "clues,answer\n" + kBoth + "\n", "2", true},
    {"clues without rows", "puzzle,clues\n", ""},
    {"a title with a comma", "Hard, from a book\n" + kPuzzle + "\n", "2"},
    {"a comment with a comma", kPuzzle + "\tworst case, they say\n", "1"},
    {"words as a header", "puzzle solution\n" + kPuzzle + " " + kSolution + "\n", "2", true},

    {"grids without labels", kGrid + kGrid, "1 10"},
    {"grids and blank lines", "\n" + kGrid + "\n\n" + kGrid, "2 13"},
    {"grids with blanks between their bands",
     kGrid.substr(0, 30) + "  \n" + kGrid.substr(30, 30) + " \t\n" + kGrid.substr(60), "1"},
    {"a grid with a rule of equals signs between bands",
     kGrid.substr(0, 30) + "=====\n" + kGrid.substr(30), "1"},
    {"a grid with a rule of other signs within a band",
     kGrid.substr(0, 20) + "===-===\n" + kGrid.substr(20), "1"},
    {"grids and comments", "# a\n" + kGrid + "# b\n", "2"},
    {"a comment within a grid", kGrid.substr(0, 40) + "# a\n" + kGrid.substr(40), "1"},
    {"triples", kTriples, "1"},
    {"triples with a header", "# a\nrow,column,digit\n" + kTriples, "3"},
    {"triples with other separators", "# a\nR;Col;Value\n1;1;5\n" + kTriples.substr(8), "3"},
    {"grids below a number of them", "2\n" + kGrid + kGrid, "2 11"},

    {"JSON lines", in_json(kPuzzle) + "\n\n" + in_json(kPuzzle) + "\n", "1 3"},
    {"JSON texts", "[\n\"" + kPuzzle + "\",\n\n\"" + kPuzzle + "\"]", "2 4"},
    {"JSON rows", "[\n[\"" + joined_rows("\",\n\"") + "\"],[\"" + joined_rows("\",\n\"") + "\"]]",
     "2 10"},
    {"a list below its name", "board =\n[\"" + kPuzzle + "\"]", "2"},
    {"an object without puzzles above a picture", "{\"a\": 1}\n" + kPicture, "2"},
    {"cells with a comma behind the last",
     apart(kPuzzle).substr(0, 161) + ",\n" + apart(kPuzzle).substr(0, 161) + ",\n", "1 2"},
    {"a comment in JSON", "[ // \"" + kPuzzle + "\"\n\"" + kPuzzle + "\"]", "2"},
    {"an address in JSON", "[{url: http://a/b, x: [1], board: \"" + kPuzzle + "\"}]", "1"},
    {"the solution before a puzzle of unknown name",
     R"({"solution":")" + kSolution + R"(","p":")" + kPuzzle + "\"}", "1", true},
    {"a puzzle of unknown name", R"({"p":")" + kPuzzle + R"(","solution":")" + kSolution + "\"}",
     "1", true},
    {"an object with very deep lists",
     R"({"a":)" + std::string(70, '[') + std::string(70, ']') + R"(,"solution":")" + kSolution +
         R"(","puzzle":")" + kPuzzle + "\"}",
     "1", true},
    {"a dictionary of puzzles",
     "{" + repeated(R"("a":")" + kPuzzle + R"(",)", 8) + R"("b":")" + kPuzzle + "\"}",
     "1 1 1 1 1 1 1 1 1"},
    {"texts that end behind an escape",
     repeated(R"({"puzzle":")" + kPuzzle + R"(\r\t\n","a":"\"b, ","solution":")" + kSolution +
                  R"(\n"})" + "\n",
              3),
     "1 2 3", true},
    // Formats that go by lines refuse lines of 64 KiB.
    {"a list on one line",
     "[" +
         repeated(R"({"puzzle":")" + kPuzzle + R"(","solution":")" + kSolution + R"("},)", 10'000) +
         "]",
     repeated("1 ", 9'999) + "1", true},
    {"CSV behind a long introduction",
     repeated("# A history of the puzzles of this file\r\n\r\n", 5000) + "puzzle,solution\n" +
         kBoth,
     "10002", true},
    // The lines that are looked at first hold no puzzle, and no format that is tried reads them.
    {"a picture behind many lines of prose", repeated("A line of prose.\n", 120) + kPicture, "121"},
    {"a puzzle and its solution below a title", "a title\n" + kPuzzle + "\n" + kSolution + "\n",
     "2", true},
};

TEST(PuzzleReader, TakesEachFullGridForASolutionIfHalfOfThemAre) {
  const std::string both = kPuzzle + "\n" + kSolution + "\n";
  EXPECT_EQ(read_text(both + kPuzzle + "\n").lines, (Lines{1, 3}));
  EXPECT_EQ(read_text(both + kPuzzle + "\n" + kPuzzle + "\n").lines, (Lines{1, 2, 3, 4}));
}

TEST(PuzzleReader, ReadsEveryLayout) {
  for (const GoodCase& c : kGoodCases) {
    SCOPED_TRACE(c.name);
    const Contents read = read_text(c.text);
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.bad, 0) << (read.faults.empty() ? "" : read.faults[0]);
    EXPECT_EQ(listed(read.lines), c.lines);
    for (const Grid& puzzle : read.puzzles)
      EXPECT_EQ(puzzle.text(), kPuzzle);
    for (const Grid& solution : read.solutions)
      EXPECT_EQ(solution.text(), c.solved ? kSolution : kEmptyGrid.text());
  }
}

// Beside puzzles, everything else in a list is a bad row with its place.
TEST(PuzzleReader, DropsNothingOfAList) {
  const std::string cells = fmt::format("{}", fmt::join(with_blanks('0'), ","));
  std::string rows;
  for (std::size_t r = 0; r < 81; r += 9)
    rows += fmt::format("{}[{}]", r == 0 ? "" : ",", fmt::join(with_blanks('0').substr(r, 9), ","));
  const std::string text = "\"" + kPuzzle + "\"";
  const std::string solution = "\"" + kSolution + "\"";
  const std::string number = "expected a whole number from 0 to 9, found ";

  const struct {
    std::string value;
    std::string fault;  // without the name of the file
  } cases[] = {
      {"null", "2:1: expected a puzzle, found null"},
      {"-1", "2:1: expected a puzzle, found -1"},
      {"\"\"", "2:2: expected a puzzle, found an empty text"},
      {"\"hard\"", "2:2: expected a puzzle, found 'hard'"},
      {"1e+78", "2:1: expected a puzzle, found '1e+78'"},
      {"[]", "2:1: expected a puzzle, found a list"},
      {"[5,3,0]", "2:1: expected a puzzle, found a list"},
      {"{}", "2:1: expected a puzzle, found an object"},
      {R"({"id":7})", "2:1: expected a puzzle, found an object"},
      {R"({"puzzle":null})", "2:11: expected a puzzle, found null"},
      {R"({"puzzle" : 17})", "2:13: expected a puzzle, found '17'"},
      {R"({"puzzle":[]})", "2:11: expected a puzzle, found a list"},
      {R"({"puzzle":"530070000"})", "2:12: expected a puzzle, found '530070000'"},
      {R"({"puzzle":"5300700006"})", "2:12: expected 81 cells, found 10"},
      {R"({"solution":)" + solution + "}", "2:14: expected a puzzle, found a solution alone"},
      {R"({"puzzle":)" + text + R"(,"solution":"534678912672195348"})",
       "2:107: expected 81 cells, found 18"},
      {"[" + cells + ",0]", "2:1: expected 81 cells, found 82"},
      {"[" + cells.substr(2) + "]", "2:1: expected 81 cells, found 80"},
      {"[" + cells.substr(2) + ",17]", "2:162: " + number + "'17'"},
      {"[" + cells.substr(2) + ",true]", "2:162: " + number + "'true'"},
      {"[" + cells.substr(2) + ",null]", "2:162: " + number + "null"},
      {"[" + cells.substr(2) + ",-1]", "2:162: " + number + "-1"},
      {"[" + rows.substr(20) + "]", "2:1: expected 9 rows, found 8"},
      {"[" + rows + ",[0,0,0,0,0,0,0,0,0]]", "2:1: expected 9 rows, found 10"},
      {"[[3," + rows.substr(1) + "]", "2:2: expected 9 cells in a row, found 10"},
      {"[[" + rows.substr(3) + "]", "2:2: expected 9 cells in a row, found 8"},
      {"[[\"a\"" + rows.substr(2) + "]", "2:4: " + number + "'a'"},
      {"[[1,2]," + rows.substr(20) + "]", "2:2: expected 9 cells in a row, found a list"},
      {"[\"a\",[1,2]," + rows.substr(40) + "]", "2:3: " + number + "'a'"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.value);
    const Contents read = read_text("[[" + cells + "],\n" + c.value + ",\n[" + cells + "]]");
    EXPECT_EQ(read.lines, (Lines{1, 3}));
    EXPECT_EQ(read.faults, std::vector<std::string>{"f:" + c.fault});
    EXPECT_EQ(read.error, "");
  }
  const std::string object = in_json(kPuzzle) + "\n";
  EXPECT_EQ(read_text(object + "null\n{}\n{\"id\":7}\n" + object).bad, 3U) << "JSON lines";
  EXPECT_EQ(read_text(R"({"a":)" + object + R"(,"b":null,"c":)" + object + "}").bad, 1U);
  EXPECT_EQ(read_text("[" + std::string(200, '7') + ",null,null," + text + "," + text + "]").bad,
            3U)
      << "before the first puzzle";
}

// Where the end of the file cuts a list off, what is whole is read, and the rest is a bad row.
TEST(PuzzleReader, NotesThatTheFileEndsWithinAList) {
  const std::string whole =
      "[" + in_json(kPuzzle) + "," + in_json(kPuzzle) + "," + in_json(kPuzzle) + "]";
  const std::size_t size = in_json(kPuzzle).size() + 1;
  for (std::size_t end = 1; end < whole.size(); ++end) {
    SCOPED_TRACE(end);
    const Contents read = read_text(whole.substr(0, end));
    EXPECT_EQ(read.puzzles.size(), end / size);
    EXPECT_EQ(read.bad, 1U);
  }
  EXPECT_EQ(
      read_text(whole.substr(0, size + 20)).faults,
      std::vector<std::string>{"f:1:108: expected a closing quote, found the end of the file"});
  EXPECT_EQ(read_text(whole.substr(0, size + 1)).faults,
            std::vector<std::string>{"f:1:1: expected a closing ']', found the end of the file"});
}

// Columns of puzzles and solutions, pairs, and maps from puzzles to solutions.
TEST(PuzzleReader, PairsThePuzzlesAndSolutionsOfLists) {
  const std::string p = "\"" + kPuzzle + "\"";
  const std::string s = "\"" + kSolution + "\"";
  const std::string wrong = "\"" + kOther + "\"";
  for (const std::string& text : {
           R"({"solutions":[)" + s + "," + s + R"(],"quizzes":[)" + p + "," + p + "]}",
           "[[" + p + "," + s + "],[" + s + "," + p + "]]",
           R"([{"question":)" + p + R"(,"answer":)" + s + R"(,"metadata":{"puzzle":)" + p +
               R"(,"solution":)" + s + "}},{\"question\":\"Solve this.\",\"answer\":" + s +
               R"(,"metadata":{"puzzle":)" + p + "}}]",
           "puzzles = [" + p + ", " + p + "]\nsolutions = [" + s + ", " + s + "]\n",
           "const puzzles = [\n" + p + ",\n" + p + "\n];\nconst solutions = [" + s + "," + s + "];",
           "- puzzle: " + kPuzzle + "\n  solution: " + s + "\n- puzzle: " + p +
               "\n  solution: " + s,
           "- name: a\n  puzzle: " + p + "\n  solution: " + s + "\n- puzzle: " + p +
               "\n  solution: " + kSolution + "\n",
       }) {
    SCOPED_TRACE(text);
    const Contents read = read_text(text);
    EXPECT_EQ(read.puzzles, std::vector<Grid>(2, grid_of(kPuzzle))) << read.error;
    EXPECT_EQ(read.solutions, std::vector<Grid>(2, grid_of(kSolution)));
    EXPECT_EQ(read.bad, 0U);
  }
  for (const std::string& text :
       {"[[" + p + "," + wrong + "]]", "puzzle = " + p + "\nsolution = " + wrong + "\n",
        "- puzzle: " + p + "\n  solution: " + kOther + "\n"})
    EXPECT_EQ(read_text(text).solutions, std::vector<Grid>{grid_of(kOther)}) << text;
  EXPECT_EQ(read_text("- puzzle: " + p + "\n- solution: " + s + "\n").faults,
            std::vector<std::string>{"f:2:14: expected a puzzle, found a solution alone"});
  EXPECT_EQ(read_text(R"({"puzzle":[)" + p + "," + p + R"(],"solution":[)" + s + "]}").error,
            "f:1:1: expected a solution for each puzzle of the column, found 1 for 2");
  EXPECT_EQ(read_text(R"({"puzzle":)" + p + R"(,"board":)" + wrong + "}").error,
            "f:1:104: expected one puzzle in an object, found 'puzzle' and 'board'");
}

// A column that is longer than what is kept is read as it comes, and may have no solutions behind.
TEST(PuzzleReader, KeepsSolutionsForColumnsOfThirtyThousandPuzzles) {
  const auto column = [](const std::string& title, const std::string& text, std::size_t size) {
    std::string all = "\"" + title + "\":[";
    for (std::size_t i = 0; i < size; ++i)
      all += (i == 0 ? "\"" : ",\"") + text + "\"";
    return all + "]";
  };
  for (const std::size_t size : {30'000U, 40'000U}) {
    const std::string puzzles = "{" + column("puzzle", kPuzzle, size);
    EXPECT_EQ(read_text(puzzles + "}").puzzles.size(), size);
    const Contents both = read_text(puzzles + "," + column("solution", kSolution, size) + "}");
    EXPECT_EQ(both.error, size == 30'000U ? ""
                                          : "f:1:3360024: expected at most 32768 solutions in "
                                            "a column, found more: write each beside its puzzle");
    EXPECT_EQ(std::ranges::count(both.solutions, kEmptyGrid), size == 30'000U ? 0 : 32'768);
  }
}

// Rows outside brackets are a grid if nine follow one another below one key or in one tag.
TEST(PuzzleReader, KeepsTheRowsOfGridsApart) {
  std::string rows;
  for (std::size_t r = 0; r < 81; r += 9)
    rows += fmt::format("  - [{}]\n", fmt::join(with_blanks('0').substr(r, 9), ", "));
  const std::string first = rows.substr(0, rows.find('\n') + 1);
  const std::string short_grid = rows.substr(first.size());
  const Contents read = read_text("a:\n" + rows + "b:\n" + short_grid + "c:\n" + rows);
  EXPECT_EQ(read.lines, (Lines{2, 21}));
  EXPECT_EQ(read.faults, std::vector<std::string>{"f:12:5: expected 9 rows, found 8"});
  EXPECT_EQ(read_text("36x36-590\t100.123456\n36x36-591\t107.43345\n").puzzles.size(), 0U);
}

TEST(PuzzleReader, TakesNoNumbersOfNineDigitsForPuzzles) {
  std::string ids;
  for (int i = 0; i < 20; ++i)
    ids += fmt::format("{}\n", 123456789 + 7 * i);
  EXPECT_EQ(read_text(ids).puzzles.size(), 0U);
  EXPECT_EQ(read_text("id,name\n" + ids).puzzles.size(), 0U);
}

// Rows that a library has turned into numbers are bad rows, also above the first puzzle.
TEST(PuzzleReader, CountsBadRowsAboveTheFirstPuzzle) {
  for (const std::string header : {"puzzle,solution\n", "given,full\n", ""}) {
    for (const std::size_t rows : {1, 2, 64}) {
      const Contents read =
          read_text(header + repeated("1e+78,7\n", rows) + kBoth + "\n" + kBoth + "\n");
      EXPECT_EQ(read.puzzles.size(), 2U) << header;
      EXPECT_EQ(read.bad, rows) << header;
    }
  }
}

// QQWing says what it found in the column of solutions, leaves columns out, and ends with a
// sentence.
TEST(PuzzleReader, ReadsWhatQqwingWrites) {
  const std::string text = "Puzzle,Solution,Solution Count,\n" + kPuzzle + "," + kSolution +
                           ",1,\n" + kPuzzle + ",Puzzle has no solution.,0,\n" + kPuzzle +
                           ",Puzzle is not possible.,\n";
  for (const std::string& quoted : {std::string(), "\"" + kPuzzle + "\",,1,\n"}) {
    const Contents read = read_text(text + quoted + text.substr(text.find('\n') + 1) +
                                    "6 puzzles solved in 0.01 seconds.\n");
    EXPECT_EQ(read.faults, std::vector<std::string>());
    EXPECT_EQ(read.puzzles.size(), quoted.empty() ? 6U : 7U);
    EXPECT_EQ(std::ranges::count(read.solutions, grid_of(kSolution)), 2);
  }
}

TEST(PuzzleReader, KnowsWordsForNoSolution) {
  for (const std::string& none : {std::string(), std::string(81, '.'), std::string("None"),
                                  std::string("NULL"), std::string("n/a"), std::string("nan")}) {
    const Contents read =
        read_text("puzzle,solution\n" + kBoth + "\n" + kPuzzle + "," + none + "\n");
    EXPECT_EQ(read.faults, std::vector<std::string>()) << none;
    EXPECT_EQ(read.solutions, (std::vector<Grid>{grid_of(kSolution), kEmptyGrid})) << none;
  }
}

// Between grids, a line is a damaged row if most of it is cells, unless it has several letters.
TEST(PuzzleReader, TellsDamagedRowsFromTitles) {
  const std::string cell = "expected a digit or a blank (one of . 0 * _), found ";
  const std::pair<const char*, std::string> cases[] = {
      {"1 2 3 4 5 6 7 8", "f:10:1: expected 9 cells in a row, found 8"},
      {"!: 1 2 3 4 5 6 7", "f:10:1: expected 9 cells in a row, found 8"},
      {"!: 1 2 3 4 5 6", ""},
      {"Puzzle 2 of 9", ""},
      {"1234x", ""},
      {"12345x", "f:10:6: " + cell + "'x'"},
      {"123456xy", ""},
      {"1234!!!", "f:10:5: " + cell + "'!'"},
      {"123!!!", ""},
      {"12 34 !! !!", ""},
      {"12 34 56 !! !!", "f:10:1: expected 9 cells in a row, found 5"},
      {"[1]", ""},
  };
  for (const auto& [line, fault] : cases) {
    SCOPED_TRACE(line);
    const Contents read = read_text(kGrid + line + (fault.empty() ? "\n" : "\n\n") + kGrid);
    EXPECT_EQ(read.puzzles, std::vector<Grid>(2, grid_of(kPuzzle)));
    EXPECT_EQ(read.faults, fault.empty() ? std::vector<std::string>() : std::vector{fault});
  }
}

// Only the solution of the puzzle before it is one; another full grid is a puzzle.
TEST(PuzzleReader, PairsAFullGridWithThePuzzleThatItCompletes) {
  const Contents read = read_text(grid_of_rows(kOther) + kGrid + grid_of_rows(kOther) + kGrid +
                                  grid_of_rows(kSolution) + grid_of_rows(kSolution));
  EXPECT_EQ(read.lines, (Lines{1, 10, 19, 28, 46}));
  EXPECT_EQ(read.solutions, (std::vector<Grid>{kEmptyGrid, kEmptyGrid, kEmptyGrid,
                                               grid_of(kSolution), kEmptyGrid}));
  EXPECT_EQ(read.puzzles[2].text(), kOther);
  EXPECT_EQ(read.puzzles[4].text(), kSolution);
}

// Between rows that have spaces for blanks, nine spaces are a row, and fewer are a gap.
TEST(PuzzleReader, TakesNineSpacesForARow) {
  std::string puzzle = with_blanks(' ');
  puzzle.replace(36, 9, 9, ' ');
  const std::string grid = grid_of_rows(puzzle);
  std::ranges::replace(puzzle, ' ', '.');
  const Contents read = read_text(grid + "        \n" + grid);
  EXPECT_EQ(read.puzzles, std::vector<Grid>(2, grid_of(puzzle)));
  EXPECT_EQ(read.lines, (Lines{1, 11}));
}

TEST(PuzzleReader, TakesTriplesWithoutAClueForTheEmptyGrid) {
  const Contents read = read_text("row,column,digit\n");
  ASSERT_EQ(read.puzzles.size(), 1);
  EXPECT_EQ(read.puzzles[0], kEmptyGrid);
}

// Texts are read in blocks of up to 256 KiB, of which each counts its own lines.
TEST(PuzzleReader, NumbersLinesInAllBlocksOfALongText) {
  const struct {
    const char* name;
    std::string head;
    std::string again;  // one puzzle
  } cases[] = {{"lines", "", kPuzzle + "\n"},
               {"lines of words", "", kPuzzle + " " + kSolution + " 17\n"},
               {"lines in turns", "", kPuzzle + "\n" + kSolution + "\n"},
               {"CSV", "puzzle,solution\n", kPuzzle + "," + kSolution + "\n"},
               {"quoted CSV", "id,puzzle\n", "7,\"" + kPuzzle + "\"\n"},
               {"grids", "", kGrid + "\n"}};

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    std::string text = c.head;
    std::uint64_t puzzles = 0;
    for (; text.size() < 700'000; ++puzzles)
      text += c.again;
    std::string bad = c.again;
    if (c.name == std::string("lines in turns")) bad = kPuzzle + "\n";
    bad.insert(std::min(bad.find(kPuzzle.substr(0, 9)), bad.size() - 1), "x");
    const auto line = static_cast<std::uint64_t>(std::ranges::count(text, '\n')) + 1;
    const Contents read = read_text(text + bad + c.again);
    EXPECT_EQ(read.lines.size(), puzzles + 1);
    EXPECT_EQ(read.lines.back(), line + static_cast<std::uint64_t>(std::ranges::count(bad, '\n')));
    ASSERT_EQ(read.faults.size(), 1U);
    EXPECT_EQ(read.faults.front().find(fmt::format("f:{}:", line)), 0U) << read.faults.front();
  }
}

bool go_on(std::uint64_t /*read*/, std::uint64_t /*total*/) { return true; }

TEST(Survey, CountsWhatAFileHolds) {
  const base::TemporaryFolder folder;
  const std::string wrong = kPuzzle + "," + std::string(81, '1') + "\n";
  const std::string text =
      "puzzle,solution\n" + kBoth + "\n" + wrong + "bad,\n" + kSolution + ",\n" + wrong;
  const base::InputFile file(folder.write("a.csv", text));
  std::uint64_t read = 0;
  const auto progress = [&read](std::uint64_t here, std::uint64_t total) {
    read = here == total ? here : 0;
    return true;
  };
  const Survey found = survey(file, {}, 1, progress);
  EXPECT_EQ(read, text.size());
  EXPECT_EQ(found.puzzles, 4U);
  EXPECT_EQ(found.bad_rows.count, 1U);
  EXPECT_EQ(found.sha256.size(), 64U);
  EXPECT_EQ(found.declared, 3U);
  EXPECT_EQ(found.declared_wrong, 2U);
  EXPECT_EQ(found.declared_wrong_line, 3U);
  EXPECT_EQ(found.full_grids, 1U);
  EXPECT_EQ(found.clues_min, 30);
  EXPECT_EQ(found.clues_mean, (3 * 30 + 81) / 4.0);
  EXPECT_EQ(found.clues_max, 81);
  EXPECT_EQ(found.pilots.size(), 4U);

  const auto stop = [](std::uint64_t /*read*/, std::uint64_t /*total*/) { return false; };
  EXPECT_EQ(survey(file, {.block_size = 3}, 1, stop).puzzles, 3U);
}

TEST(Survey, DrawsPilotsBySeed) {
  const base::TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += kPuzzle.substr(0, 77) + fmt::format("{}\n", 1000 + i);
  const base::InputFile file(folder.write("a.txt", text));
  const auto pilots = [&](std::uint64_t seed) {
    return survey(file, {.block_size = 600}, seed, go_on).pilots;
  };
  const std::vector<Grid> drawn = pilots(1);
  EXPECT_EQ(drawn.size(), Survey::kPilots);
  EXPECT_EQ(drawn, pilots(1));
  EXPECT_NE(drawn, pilots(2));
  const auto is_late = [](const Grid& puzzle) { return puzzle.cells[77] == '2'; };
  const auto late = std::ranges::count_if(drawn, is_late);
  const auto late_of_first = std::ranges::count_if(std::span(drawn).first(256), is_late);
  EXPECT_TRUE(late > 216 && late < 296) << late << " of the file's second half";
  EXPECT_TRUE(late_of_first > 88 && late_of_first < 168) << late_of_first << " of 256, in order";
}

TEST(PuzzleReader, CutsBlocksByIndex) {
  const base::TemporaryFolder folder;
  const std::string text = repeated(kPuzzle + "\nbad\n", 7);
  PuzzleReader reader(folder.write("f", text), "f", {.block_size = 3});
  Block block;
  ASSERT_TRUE(reader.read(block));
  EXPECT_EQ(block.lines, (Lines{1, 3, 5}));
  ASSERT_TRUE(reader.read(block));
  EXPECT_EQ(block.index, 1);
  EXPECT_EQ(block.first, 3);
  EXPECT_EQ(block.lines, (Lines{7, 9, 11}));
  ASSERT_TRUE(reader.read(block));
  EXPECT_EQ(block.first, 6);
  EXPECT_EQ(block.puzzles.size(), 1);
  EXPECT_EQ(block.solutions.size(), 1);
  EXPECT_FALSE(reader.read(block));
  EXPECT_TRUE(block.puzzles.empty());
  EXPECT_EQ(reader.bytes_read(), text.size());
  EXPECT_EQ(reader.bytes_total(), text.size());
}

// Result of parse_written_puzzle: the grid's text, "nothing" or the error message.
std::string read(const std::string& text) {
  try {
    const auto grid = parse_written_puzzle(text);
    return grid ? std::string(grid->text()) : "nothing";
  } catch (const base::InputError& error) {
    return error.what();
  }
}

TEST(WrittenPuzzle, MayHaveSeparators) {
  for (const char* separator : {"", " ", "\n", "|", "/", ",", "\r\n", " | ", "\n---+---+---\n"}) {
    EXPECT_EQ(read(joined_rows(separator)), kPuzzle) << separator;
  }
  std::string matrix = "[[";
  for (const char cell : kPuzzle)
    matrix += std::string(1, cell == '.' ? '0' : cell) + ", ";
  EXPECT_EQ(read(matrix + "]]"), kPuzzle);
  EXPECT_EQ(read("https://www.sudokuwiki.org/sudoku.htm?bd=" + kPuzzle + "&x=1"), kPuzzle);
  EXPECT_EQ(read(":0000:x:" + kPuzzle + ":::"), kPuzzle);
  std::string dashes = kPuzzle;
  std::ranges::replace(dashes, '.', '-');
  EXPECT_EQ(read(dashes), kPuzzle);
}

TEST(WrittenPuzzle, IsToldFromTheNameOfAFile) {
  const std::string fault = "the puzzle on the command line: ";
  const std::pair<std::string, std::string> cases[] = {
      {"puzzles.csv", "nothing"},
      {"2026-11", "nothing"},
      {"-", "nothing"},
      {"", "nothing"},
      {"x" + kPuzzle.substr(1), "nothing"},
      {std::string(729, '.'), fault + "expected 81 cells, found 729"},
      {std::string(59, '1'), "nothing"},
      {std::string(60, '1'), fault + "expected 81 cells, found 60"},
      {kPuzzle.substr(1), fault + "expected 81 cells, found 80"},
      {kPuzzle + ".", fault + "expected 81 cells, found 82"},
  };
  for (const auto& [text, found] : cases)
    EXPECT_EQ(read(text), found) << text;
}

}  // namespace

}  // namespace sudoku::dataset
