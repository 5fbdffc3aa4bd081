#include "harness/dataset/formats.h"

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/test_files.h"
#include "harness/dataset/contents_fixture.h"

namespace sudoku::dataset {

namespace {

const std::string kRow = "53..7....\n";

std::string format_error(const std::string& head, const ColumnChoice& columns = {}) {
  try {
    detect_format(head, "data.csv", columns);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "no error";
}

struct ErrorCase {
  std::string head;
  std::string error;  // behind the name of the file
  ColumnChoice columns = {};
};

void expect_errors(const std::vector<ErrorCase>& cases) {
  for (const ErrorCase& c : cases)
    EXPECT_EQ(format_error(c.head, c.columns), "data.csv:" + c.error);
}

TEST(DetectFormat, NamesTheColumnsWhenNoneHoldsPuzzles) {
  const std::string expected =
      "1:1: expected a column named puzzle, puzzles, quiz, quizzes, question, questions, sudoku, "
      "board, grid, clues; found ";
  expect_errors({
      {"id,rating\n1,2.5\n", expected + "id, rating"},
      {"id," + std::string(58, 'x') + ",y\n1,2,3\n",
       expected + "id, " + std::string(56, 'x') + "..."},
      {"name;solution\n", expected + "name, solution"},
      {"clues,rating\n25,1.0\n", expected + "clues, rating"},
      {"[{\"id\": 1},\n{\"id\": 2}]\n", " expected lists or texts of 81 cells, found none"},
      {"[\"a\", \"b\"]\n[\"c\", \"d\"]\n", " expected lists or texts of 81 cells, found none"},
  });
}

TEST(DetectFormat, RefusesASecondColumnOfPuzzlesOrSolutions) {
  const std::string row = kPuzzle + "," + kPuzzle + "," + kSolution + "," + kSolution + "\n";
  const std::string puzzles = " expected one column of puzzles, found ";
  const std::string solutions = " expected one column of solutions, found ";
  expect_errors({
      {"puzzle,puzzle\n", "1:8:" + puzzles + "'puzzle' and 'puzzle'"},
      {"# x\nid,Puzzle,name,PUZZLE\n1,x,y,z\n", "2:16:" + puzzles + "'PUZZLE' and 'Puzzle'"},
      {"grid,quiz,solution,note\n" + row, "1:1:" + puzzles + "'grid' and 'quiz'"},
      {"puzzle,note,solution,answer\n" + row, "1:22:" + solutions + "'answer' and 'solution'"},
      {"puzzle;solution;solution\n", "1:17:" + solutions + "'solution' and 'solution'"},
  });
}

// The format's name, and which of how many columns hold puzzles and solutions, counted from 0.
std::string shown(const InputFormat& format) {
  return fmt::format("{} {} {} of {}", format.format->name, format.puzzle,
                     format.solution ? fmt::to_string(*format.solution) : "-", format.columns);
}

TEST(DetectFormat, TakesTheColumnsThatAreChosen) {
  const std::string row = "1," + kPuzzle + "," + kSolution + "," + kPuzzle + "\n";

  const struct {
    const char* name;
    std::string head;
    ColumnChoice columns;
    const char* format;
    std::uint64_t line = 2;  // of the first row
  } cases[] = {
      {"titles", "id,puzzle,b,C\n" + row, {"c", "B"}, "csv 3 2 of 4"},
      {"numbers", "id,puzzle,b,C\n" + row, {"4", "3"}, "csv 3 2 of 4"},
      {"a puzzle alone", "id,quiz,solution,d\n" + row, {"4", ""}, "csv 3 2 of 4"},
      {"a solution alone", "id,quiz,b,d\n" + row, {"", "b"}, "csv 1 2 of 4"},
      {"below a title", "Mine, all\nid,puzzle,b,C\n" + row, {"C", ""}, "csv 3 - of 4", 3},
      {"the solutions", "id,quiz,solution,d\n" + row, {"3", ""}, "csv 2 - of 4"},
      {"no header", row + row, {"4", "3"}, "bare 3 2 of 4", 1},
      {"rows with a comma more", "id,quiz\n1," + kPuzzle + ",\n", {"quiz", ""}, "csv 1 - of 3"},
      {"the first", kPuzzle + "," + kSolution + "\n", {"1", ""}, "bare 0 - of 2", 1},
      {"words", "0 " + kPuzzle + " " + kPuzzle + "\n", {"3", ""}, "lines 2 - of 1", 1},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const InputFormat found = detect_format(c.head, "file", c.columns);
    EXPECT_EQ(shown(found), c.format);
    EXPECT_EQ(found.body_line, c.line);
  }
}

TEST(DetectFormat, NamesWhatCannotBeChosen) {
  const std::string table = "id,quiz\n1," + kPuzzle + "\n";
  const std::string row = "1," + kPuzzle + "\n";
  const std::string number = " expected a number of a column from 1 to 2, found ";
  expect_errors({
      {table, "1:1: expected a column named 'board'; found id, quiz", {"board", ""}},
      {table, "1:1: expected a column named '3'; found id, quiz", {"", "3"}},
      {"id,,quiz\n1,x," + kPuzzle + "\n",
       "1:1: expected a column named 'board'; found id, , quiz",
       {"board", ""}},
      {row, "1:1:" + number + "'board'", {"board", ""}},
      {row, "1:1:" + number + "'0'", {"0", ""}},
      {"Mine, all, of them\n" + row, "2:1:" + number + "'all'", {"all", ""}},
      {table, " expected two columns, found one for puzzles and solutions: 2", {"quiz", "2"}},
      {"1,2\n", "1:1: expected a puzzle in a column, found none", {"", "1"}},
      {kRow + kRow, " expected columns to choose from, found none", {"1", ""}},
  });
}

TEST(DetectFormat, RefusesNumbersAndPuzzlesOfOtherSizes) {
  const std::string numbers =
      " expected 3 numbers (row, column, digit) or 9 (a row of the grid), found 2";
  // Half of the rows that have nine cells are too few.
  expect_errors({{"# x\n1 2\n3 4\n", "2:1:" + numbers}, {"53  7    \n6  195\n", "1:1:" + numbers}});
  EXPECT_EQ(format_error("53  7    \n6  195\n 98    6 \n"), "no error");
  const auto size_in = [](const std::string& text) {
    const std::string error = format_error(text);
    const std::string start = "data.csv: seems to hold ";
    const std::string end = " puzzles; only those of 9 x 9 are read";
    if (!error.starts_with(start) || !error.ends_with(end)) return error;
    return error.substr(start.size(), error.size() - start.size() - end.size());
  };
  const std::string row = "12.4\n";
  const std::string sixteen(16, '.');
  EXPECT_EQ(size_in("3\n" + row + row + row), "4 x 4")
      << "three rows and the first taken for a number";
  EXPECT_EQ(size_in(row + row), "no error");
  EXPECT_EQ(size_in("||\n||\n"), "no error");
  EXPECT_EQ(size_in(row + row + row + "12345\n1 2\n"), "4 x 4") << "most of the lines";
  EXPECT_EQ(size_in(row + row + row + "12345\n123\n..\n"), "no error") << "half of the lines";
  EXPECT_EQ(size_in(sixteen + "\n"), "4 x 4") << "a puzzle on a line";
  EXPECT_EQ(size_in(std::string(36, '.') + "\nabc\n"), "no error");
  EXPECT_EQ(size_in("1 one two 4\n2 six ten 5\n3 big cat 6\n4 red fox 7\n"), "no error") << "words";
  EXPECT_EQ(size_in("1.|3.\n..|..\n4.|..\n..|1.\n"), "4 x 4");
  EXPECT_EQ(size_in("1;2;;4\n;;;1\n;;3;\n4;;;\n"), "4 x 4");
  EXPECT_EQ(size_in("1 0 10 0 0 6\n0 0 0 0 0 0\n0 0 0 5 0 0\n0 0 0 0 0 0\n0 0 0 0 0 3\n"), "6 x 6");
}

struct Written {
  std::string text;
  std::uint64_t left_out = 0;
};

// kPuzzle written twice, the second time without its solution.
Written write(const OutputFormat& output) {
  base::TextSink sink;
  PuzzleWriter writer(output, sink);
  writer.add(grid_of(kPuzzle), grid_of(kSolution));
  writer.add(grid_of(kPuzzle), kEmptyGrid);
  writer.flush();
  return {sink.text, writer.solutions_left_out()};
}

// The picture that Simple Sudoku writes.
const std::string kFramed =
    "*-----------*\n|53.|.7.|...|\n|6..|195|...|\n|.98|...|.6.|\n|---+---+---|\n"
    "|8..|.6.|..3|\n|4..|8.3|..1|\n|7..|.2.|..6|\n|---+---+---|\n"
    "|.6.|...|28.|\n|...|419|..5|\n|...|.8.|.79|\n*-----------*\n";

struct WriteCase {
  const char* format;
  std::string text;
  bool leaves_out = false;  // the solution
  Columns columns = Columns::puzzle_solution;
};

const WriteCase kWriteCases[] = {
    {"csv", "puzzle,solution\n" + kBoth + "\n" + kPuzzle + ",\n"},
    {"csv", "puzzle\n" + kPuzzle + "\n" + kPuzzle + "\n", true, Columns::puzzle},
    {"csv", "solution,puzzle\n" + kSolution + "," + kPuzzle + "\n," + kPuzzle + "\n", false,
     Columns::solution_puzzle},
    {"bare", kBoth + "\n" + kPuzzle + ",\n"},
    {"pairs", kPuzzle + " " + kSolution + "\n" + kPuzzle + "\n"},
    {"lines", kPuzzle + "\n" + kPuzzle + "\n", true},
    {"alternating", kPuzzle + "\n" + kSolution + "\n" + kPuzzle + "\n"},
    {"jsonl", "{\"puzzle\":\"" + kPuzzle + "\",\"solution\":\"" + kSolution + "\"}\n" +
                  "{\"puzzle\":\"" + kPuzzle + "\"}\n"},
    {"cells", apart(kPuzzle) + apart(kPuzzle), true},
    {"sdm", kPuzzle + "\n" + kPuzzle + "\n", true},
    {"sdk", kGrid + "\n" + kGrid, true},
    {"ss", kFramed + "\n" + kFramed, true},
    {"blocks", "Grid 01\n" + kGrid + "Grid 02\n" + kGrid, true},
};

TEST(PuzzleWriter, WritesEveryFormat) {
  for (const WriteCase& c : kWriteCases) {
    SCOPED_TRACE(c.format);
    const Written written = write({.format = find_format(c.format), .columns = c.columns});
    EXPECT_EQ(written.text, c.text);
    EXPECT_EQ(written.left_out, c.leaves_out ? 1 : 0);
  }
}

TEST(PuzzleWriter, WritesWhatTheReaderReads) {
  for (const Format& format : all_formats()) {
    if (format.write == nullptr) continue;
    for (const char blank : {'.', '0', '*', '_'}) {
      SCOPED_TRACE(std::string(format.name) + blank);
      const Contents read = read_text(write({.format = &format, .blank = blank}).text);
      EXPECT_EQ(read.error, "");
      EXPECT_EQ(read.bad, 0) << read.faults[0];
      ASSERT_EQ(read.puzzles.size(), 2);
      EXPECT_EQ(read.puzzles[0].text(), kPuzzle);
      EXPECT_EQ(read.solutions[0].text(), format.holds_solutions ? kSolution : kEmptyGrid.text());
    }
  }
}

TEST(PuzzleWriter, PassesOnWhatItHasWrittenOnce) {
  base::TextSink sink;
  PuzzleWriter writer({.format = find_format("lines")}, sink);
  for (int i = 0; i < 8000; ++i)
    writer.add(grid_of(kPuzzle), kEmptyGrid);
  EXPECT_GT(sink.text.size(), 2 * 256 << 10) << "the memory that it takes is limited";
  writer.flush();
  EXPECT_EQ(sink.text.size(), 8000 * 82);
}

struct NameCase {
  const char* name;
  const char* format;  // null: the file name implies no format
};

TEST(Formats, AreToldByFileNames) {
  const NameCase cases[] = {
      {"a.csv", "csv"}, {"a.csv.gz", "csv"},    {"a.b.txt", "pairs"}, {"a.sdm.zst", "sdm"},
      {"a.sdk", "sdk"}, {"a.ss", "ss"},         {"a", nullptr},       {"a.gz", nullptr},
      {"-", nullptr},   {"lines.xml", nullptr},
  };
  for (const NameCase& c : cases) {
    const Format* expected = c.format == nullptr ? nullptr : find_format(c.format);
    EXPECT_EQ(format_of_file(c.name), expected) << c.name;
  }
  for (const Format& format : all_formats())
    EXPECT_EQ(find_format(format.name), &format);
  EXPECT_EQ(find_format("sudoku"), nullptr);
}

// Cells of the Markdown table below `heading` in datasets/README.md.
std::vector<std::vector<std::string>> readme_rows(const std::string& heading) {
  std::ifstream readme(std::string(BUNDLED_DATASETS) + "/README.md");
  std::string line;
  while (std::getline(readme, line) && line != heading)
    continue;
  while (std::getline(readme, line) && !line.starts_with("|---"))
    continue;
  std::vector<std::vector<std::string>> rows;
  while (std::getline(readme, line) && line.starts_with("| ")) {
    rows.emplace_back();
    for (std::size_t at = 2; at < line.size();) {
      const std::size_t end = line.find(" |", at);
      rows.back().push_back(line.substr(at, end - at));
      at = end + 3;
    }
  }
  return rows;
}

std::string in_backticks(std::string_view text) {
  return text.empty() ? "" : fmt::format("`{}`", text);
}

TEST(Formats, AreThoseOfTheReadme) {
  std::vector<std::string> read;
  std::vector<std::vector<std::string>> written;
  for (const Format& format : all_formats()) {
    if (format.make_parser != nullptr) read.push_back(in_backticks(format.name));
    if (format.write == nullptr) continue;
    written.push_back({in_backticks(format.name), in_backticks(format.ending),
                       in_backticks({&format.blank, 1}),
                       format.holds_solutions ? "kept" : "left out"});
  }
  std::vector<std::string> described;
  for (const auto& cells : readme_rows("## What the reader accepts"))
    described.push_back(cells[0]);
  EXPECT_EQ(described, read);
  auto table = readme_rows("## What can be written");
  for (auto& cells : table)
    cells.erase(cells.begin() + 2);  // drops the column with the appearance of a file
  EXPECT_EQ(table, written);
}

}  // namespace

}  // namespace sudoku::dataset
