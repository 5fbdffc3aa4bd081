// Tests of `sudoku-bench solve` from the command line.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "harness/cli/dataset_fixture.h"
#include "solvers/sudoku.h"

namespace sudoku::cli {

namespace {

const std::string kColumns = "puzzle,solution,outcome,guesses\n";
const std::string kAnswer = kPuzzle + "," + kSolution + ",unique,0\n";
// Puzzle and solution from a published integer programming model (MATLAB's intlinprog).
const std::string kIntlinprog =
    ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2.";
const std::string kIntlinprogSolution =
    "925631847618574293374982561749826135852413976163795482287359614491267358536148729";

class Solve : public Dataset {
 protected:
  Ended solve(const Arguments& arguments, const ChildSetup& setup = {}) const {
    Arguments all = {"solve"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return bench(all, setup);
  }

  // Runs a shell script in which $bench is the program.
  Ended shell(const std::string& script) const {
    return bench({"-c", fmt::format("bench='{}'\n{}", SUDOKU_BENCH_PROGRAM, script)},
                 {.program = "bash"});
  }
};

struct PuzzleCase {
  const char* name;
  std::string text;
};

TEST_F(Solve, TakesAPuzzleFromTheCommandLine) {
  std::string rows;
  for (std::size_t r = 0; r < 81; r += 9)
    rows += (r == 0 ? "" : "|") + kPuzzle.substr(r, 9);
  expect(solve({kPuzzle}), kOk, kColumns + kAnswer, "");
  expect(solve({rows}), kOk, kColumns + kAnswer, "");
  expect(solve({kPuzzle.substr(1)}), kBadInput, "",
         "sudoku-bench: the puzzle on the command line: expected 81 cells, found 80\n");
}

TEST_F(Solve, TakesPencilmarkPuzzles) {
  const std::string marks = marks_text(kPuzzle);
  const std::string answer = marks + "," + kSolution + ",unique,0\n";
  expect(solve({marks}), kOk, kColumns + answer, "");
  const std::string file = folder_.write("marks.txt", marks + "\n" + marks + "\n");
  expect(solve({file}), kOk, kColumns + answer + answer, "");
  expect(solve({file, "--solver", "flags"}), kOk,
         kColumns + marks + ",,unsupported,0\n" + marks + ",,unsupported,0\n", "");
  expect(solve({marks, "--all"}), kOk,
         "puzzle,number,solution\n" + marks + ",1," + kSolution + "\n", "");
  const Ended drawn = solve({marks, "--draw"});
  EXPECT_TRUE(
      drawn.out.starts_with("one solution, 0 guesses\n"
                            "┌─────────────┬─────────────┬─────────────┐\n"
                            "│       3 123 │ 123     123 │"))
      << drawn.out;
  EXPECT_TRUE(drawn.out.ends_with("│ 3 4 5 │ 2 8 6 │ 1 7 9 │\n└───────┴───────┴───────┘\n"))
      << drawn.out;
  EXPECT_EQ(solve({marks, "--explain"}).out, solve({kPuzzle, "--explain"}).out);
  const std::string mixed = folder_.write("mixed.txt", marks + "\n" + kPuzzle + "\n");
  const std::string error = fmt::format(
      "sudoku-bench: {}:2:1: expected a pencilmark puzzle, as the file holds others, "
      "found a puzzle of 81 cells\n",
      mixed);
  EXPECT_EQ(solve({mixed}).err, error);
  EXPECT_EQ(solve({mixed, "--draw"}).err, error);
}

std::string matrix_of(const std::string& puzzle, const std::string& separator) {
  std::string text;
  for (std::size_t cell = 0; cell < puzzle.size(); ++cell) {
    text += puzzle[cell] == kBlank ? '0' : puzzle[cell];
    text += cell % 9 == 8 ? "\n" : separator;
  }
  return text;
}

std::string triples_of(const std::string& puzzle, const std::string& separator) {
  std::string text;
  for (int cell = 0; cell < kCells; ++cell) {
    const char digit = puzzle[static_cast<std::size_t>(cell)];
    if (digit == kBlank) continue;
    text += fmt::format("{}{}{}{}{}\n", sudoku::row_of(cell) + 1, separator, column_of(cell) + 1,
                        separator, digit);
  }
  return text;
}

TEST_F(Solve, TakesMatricesAndTriplesFromStandardInput) {
  const PuzzleCase cases[] = {
      {"matrix, blanks", matrix_of(kIntlinprog, " ")},
      {"matrix, commas", matrix_of(kIntlinprog, ",")},
      {"matrix, tabs", matrix_of(kIntlinprog, "\t")},
      {"triples, blanks", triples_of(kIntlinprog, " ")},
      {"triples, commas", triples_of(kIntlinprog, ",")},
      {"triples, a header", "row,column,digit\n" + triples_of(kIntlinprog, ",")},
      {"ten lines", "Grid 01\n" + matrix_of(kIntlinprog, "")},
  };
  for (const PuzzleCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Ended ended = solve({"-", "--solver", "dlx"}, {.input = c.text});
    EXPECT_EQ(ended.code, kOk);
    EXPECT_EQ(ended.err, "");
    EXPECT_TRUE(ended.out.starts_with(
        fmt::format("{}{},{},unique,", kColumns, kIntlinprog, kIntlinprogSolution)))
        << ended.out;
  }
}

struct SolveFault {
  const char* name;
  std::string text;
  std::string err;
};

TEST_F(Solve, SaysWhatAMatrixLacks) {
  const std::string bad = "sudoku-bench: in: contains no usable puzzle; its only bad row: ";
  const std::string rows = matrix_of(kIntlinprog, " ");
  const SolveFault cases[] = {
      {"neither N-by-3 nor 9-by-9", "1 2\n1 5\n",
       "sudoku-bench: in:1:1: expected 3 numbers (row, column, digit) or 9 (a row of the grid), "
       "found 2\n"},
      {"four columns", "1,2,3,4\n",
       "sudoku-bench: in:1:1: expected 3 numbers (row, column, digit) or 9 (a row of the grid), "
       "found 4\n"},
      {"a fraction", "1,2,2.5\n1,5,3\n",
       bad + "in:1:5: expected a digit, a whole number from 1 to 9, found '2.5'\n"},
      {"a row of zero", "1,2,2\n0,5,3\n",
       bad + "in:2:1: expected a row, a whole number from 1 to 9, found '0'\n"},
      {"ten", "1,2,2\n1,10,3\n",
       bad + "in:2:3: expected a column, a whole number from 1 to 9, found '10'\n"},
      {"one number too few", "1,2,2\n1,5\n",
       bad + "in:2:1: expected a row, a column and a digit, found 2 values\n"},
      {"a cell twice", "1,2,2\n1,2,3\n",
       bad + "in:2:1: expected one digit for a cell, found a second one for row 1, column 2\n"},
      {"a matrix with ten", "10" + rows.substr(1),
       bad + "in:1:1: expected a whole number from 0 to 9, found '10'\n"},
      {"a matrix with a fraction", rows.substr(0, 18) + "6.5" + rows.substr(19),
       bad + "in:2:1: expected a whole number from 0 to 9, found '6.5'\n"},
      {"a matrix with eight rows", rows.substr(18), bad + "in:1:1: expected 9 rows, found 8\n"},
      {"a matrix with a short row", rows.substr(0, 18) + rows.substr(20),
       bad + "in:2:1: expected 9 cells in a row, found 8\n"},
  };
  for (const SolveFault& c : cases) {
    SCOPED_TRACE(c.name);
    folder_.write("in", c.text);
    const Ended ended = solve({"in", "--draw"});
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err, c.err);
  }
}

TEST_F(Solve, AnswersEveryRowOfAFileInOrder) {
  folder_.write("bad.txt", kPuzzle + "\n12\n" + kPuzzle + "\n");
  expect(solve({"bad.txt"}), kOk, kColumns + kAnswer + ",,unreadable,\n" + kAnswer,
         "bad.txt:2:1: expected 81 cells, found 2\nbad.txt: 1 bad row\n");
  expect(solve({"bad.txt", "--strict"}), kBadInput, kColumns,
         "sudoku-bench: bad.txt:2:1: expected 81 cells, found 2\n");
  const Ended ended = solve({"good.csv", "--solver", "mrv", "--threads", "3"});
  EXPECT_EQ(ended.code, kOk) << "to have no solution is an answer";
  EXPECT_NE(ended.out.find(",,none,"), std::string::npos);
  EXPECT_NE(ended.out.find(",multiple,"), std::string::npos);
  EXPECT_EQ(std::ranges::count(ended.out, '\n'), 7);
}

TEST_F(Solve, WritesFilesWholeAndPacked) {
  for (const char* name : {"a.csv", "a.csv.gz", "a.csv.zst"}) {
    SCOPED_TRACE(name);
    expect(solve({"good.csv", "-o", name}), kOk, "", "");
    EXPECT_EQ(dataset({"convert", name, "-", "--to", "lines"}).out,
              dataset({"convert", "good.csv", "-", "--to", "lines"}).out);
  }
  folder_.write("bad.txt", "12\n");
  folder_.write("old.csv", "old");
  EXPECT_EQ(solve({"bad.txt", "-o", "old.csv"}).code, kBadInput);
  EXPECT_EQ(content_of(path("old.csv")), "old");
}

TEST_F(Solve, FailsClearly) {
  folder_.write("empty.txt", "");
  folder_.write("two.txt", kPuzzle + "\n" + kPuzzle + "\n");
  const OutcomeCase cases[] = {
      {"missing", {"none.csv"}, kBadInput, "none.csv: cannot be opened: No such file or directory"},
      {"empty", {"empty.txt"}, kBadInput, "empty.txt: contains no usable puzzle"},
      {"full disk",
       {"good.csv", "-o", "/dev/full"},
       kBadInput,
       "/dev/full: cannot be written: No space left on device"},
      {"no folder",
       {"good.csv", "-o", "nowhere/a.csv"},
       kBadInput,
       "nowhere/a.csv: cannot be written: the directory nowhere does not exist"},
      {"no such solver",
       {"good.csv", "--solver", "lane"},
       kUsage,
       "--solver: there is no solver 'lane'; did you mean 'lanes'?\n(see `sudoku-bench solve "
       "--help`)"},
      {"two solvers",
       {"good.csv", "--solver", "mrv,dlx"},
       kUsage,
       "--solver: expected one solver, found 'mrv,dlx'\n(see `sudoku-bench solve --help`)"},
      {"every solver",
       {"good.csv", "--solver", "all"},
       kUsage,
       "--solver: expected one solver, found 'all'\n(see `sudoku-bench solve --help`)"},
      {"a picture of two",
       {"two.txt", "--svg", "a.svg"},
       kBadInput,
       "--svg draws one puzzle, found several"},
  };
  for (const OutcomeCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Ended ended = solve(c.arguments);
    EXPECT_EQ(ended.code, c.code);
    EXPECT_EQ(ended.err, "sudoku-bench: " + c.err + "\n");
  }
  EXPECT_FALSE(exists("a.svg"));
}

TEST_F(Solve, EndsQuietlyWhenItsReaderLeaves) {
  const Ended ended = shell("yes '" + kPuzzle +
                            "' | \"$bench\" solve - | head -n 2\n"
                            "echo \"${PIPESTATUS[1]}\"");
  EXPECT_EQ(ended.out, kColumns + kAnswer + "0\n");
  EXPECT_EQ(ended.err, "");
}

TEST_F(Solve, ReadsOnWhereOthersStopped) {
  folder_.write("in.txt", "not a puzzle\n" + kPuzzle + "\n");
  const Ended ended = shell("{ read -r _; \"$bench\" solve -; } < in.txt");
  expect(ended, kOk, kColumns + kAnswer, "");
}

TEST_F(Solve, ListsAllSolutions) {
  std::string puzzle = kPuzzle;
  for (const std::size_t cell : {0, 1, 12, 13, 14, 30})
    puzzle[cell] = kBlank;
  const Ended ended = solve({puzzle, "--all"});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_TRUE(ended.out.starts_with("puzzle,number,solution\n" + puzzle + ",1,")) << ended.out;
  EXPECT_NE(ended.out.find("," + kSolution + "\n"), std::string::npos);
  expect(
      solve({std::string(81, '.'), "--all", "--solutions", "1"}), kOk,
      "puzzle,number,solution\n" + std::string(81, '.') +
          ",1,123456789456789123789123456214365897365897214897214365531642978642978531978531642\n",
      "1 solution: there are more; --solutions N lists N of them\n");
  expect(solve({"11" + std::string(79, '.'), "--all"}), kOk, "puzzle,number,solution\n", "");
  const Ended most = solve({std::string(81, '.'), "--all"});
  EXPECT_EQ(std::ranges::count(most.out, '\n'), 1001);
  EXPECT_EQ(most.err, "1,000 solutions: there are more; --solutions N lists N of them\n");
  folder_.write("empty.txt", std::string(81, '.') + "\n" + kPuzzle + "\n");
  const Ended drawn = solve({"empty.txt", "--all", "--draw", "--solutions", "2"});
  EXPECT_TRUE(drawn.out.starts_with("empty.txt:1\nsolution 1\n┌──")) << drawn.out;
  EXPECT_NE(drawn.out.find("┘\nsolution 2\n┌──"), std::string::npos) << drawn.out;
  EXPECT_NE(drawn.out.find("┘\n\nempty.txt:2\nsolution 1\n┌──"), std::string::npos) << drawn.out;
  EXPECT_EQ(drawn.err, "empty.txt:1: 2 solutions: there are more; --solutions N lists N of them\n");
  const Ended none = solve({"11" + std::string(79, '.'), "--all", "--draw"});
  EXPECT_TRUE(none.out.starts_with("no solution\n┌───────┬───────┬───────┐\n│ 1 1 . │"))
      << none.out;
  EXPECT_EQ(std::ranges::count(none.out, '\n'), 14);
  expect(solve({kPuzzle, "--all", "--solver", "flags"}), kOk,
         "puzzle,number,solution\n" + kPuzzle + ",1," + kSolution + "\n", "");
}

constexpr const char* kDrawn =
    "one solution, 0 guesses\n"
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
    "└───────┴───────┴───────┘   └───────┴───────┴───────┘\n";

std::string on_terminal(std::string text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
    text.insert(at, 1, '\r');
  return text;
}

TEST_F(Solve, DrawsOnRequestAndASinglePuzzleOnATerminal) {
  folder_.write("one.txt", kPuzzle + "\n");
  folder_.write("two.txt", kPuzzle + "\n" + kPuzzle + "\n");
  const ChildSetup plain_terminal = {.name_and_value = "NO_COLOR=1", .terminal = true};
  expect(solve({kPuzzle, "--draw"}), kOk, kDrawn, "");
  EXPECT_EQ(solve({kPuzzle}, plain_terminal).out, on_terminal(kDrawn));
  EXPECT_EQ(solve({"one.txt"}, plain_terminal).out,
            on_terminal("one.txt:1\n" + std::string(kDrawn)));
  EXPECT_EQ(solve({"two.txt"}, plain_terminal).out, on_terminal(kColumns + kAnswer + kAnswer));
  folder_.write("marks.txt", marks_text(kPuzzle) + "\n");
  EXPECT_TRUE(solve({"marks.txt"}, plain_terminal).out.starts_with("marks.txt:1\r\n"));
  expect(solve({"two.txt", "--draw", "-o", "boards.txt"}), kOk, "", "");
  EXPECT_EQ(content_of(path("boards.txt")),
            fmt::format("two.txt:1\n{}\ntwo.txt:2\n{}", kDrawn, kDrawn));
}

TEST_F(Solve, ErasesTheProgressBeforeASentence) {
  folder_.write("bad.txt", kPuzzle + "\n12\n");
  const Ended ended = solve({"bad.txt", "-o", "out.csv"}, {.terminal = true});
  EXPECT_NE(ended.out.find("\r\x1b[Kbad.txt:2:1: expected 81 cells, found 2\r\n"),
            std::string::npos)
      << ended.out;
}

TEST_F(Solve, ColoursOnlyTerminals) {
  const Ended ended = solve({kPuzzle}, {.name_and_value = "NO_COLOR", .terminal = true});
  EXPECT_NE(ended.out.find("\x1b[1m5\x1b[0m"), std::string::npos);
  EXPECT_EQ(solve({kPuzzle, "--draw"}).out.find('\x1b'), std::string::npos);
}

TEST_F(Solve, DrawsPictures) {
  expect(solve({kPuzzle, "--svg", "a.svg"}), kOk, kColumns + kAnswer, "");
  const Ended ended = solve({kPuzzle, "--svg", "-"});
  EXPECT_EQ(ended.out, content_of(path("a.svg")));
  EXPECT_TRUE(ended.out.starts_with("<svg xmlns=")) << ended.out;
}

TEST_F(Solve, SaysAboveABoardWhatWasFound) {
  const std::string several =
      ".2.6.4.5.....5.7..3....2..1.8......3..5...24..3......61...4.8......7...9...3.6...";

  struct {
    std::string puzzle;
    Arguments options;
    const char* sentence;
  } const cases[] = {
      {kPuzzle, {}, "one solution, 0 guesses\n"},
      {"55" + kPuzzle.substr(2), {}, "no solution, 0 guesses\n"},
      {several, {"--solver", "mrv"}, "at least 2 solutions, one of them (8 guesses)\n"},
      {several,
       {"--solver", "mrv", "--solutions", "1000"},
       "exactly 38 solutions, one of them (102 guesses)\n"},
      {several,
       {"--solver", "mrv", "--solutions", "1"},
       "a solution, 7 guesses; others were not looked for\n"},
      {several, {"--solver", "singles"}, "search is needed, 53 blank cells\n"},
      {".4..6..2.....8....96..4..8739.8.7.41....9....8..3.6..27.......9..5...3..6..1.5..4",
       {"--solver", "simd", "--solutions", "2"},
       "one solution, 1 guess\n"},
      {marks_text(kPuzzle), {"--solver", "flags"}, "unsupported\n"},
  };

  for (const auto& c : cases) {
    Arguments arguments = {c.puzzle, "--draw"};
    arguments.insert(arguments.end(), c.options.begin(), c.options.end());
    const Ended ended = solve(arguments);
    EXPECT_EQ(ended.out.substr(0, ended.out.find('\n') + 1), c.sentence);
  }
}

TEST_F(Solve, ExplainsUntilSearchIsNeeded) {
  const Ended easy = solve({kPuzzle, "--explain"});
  EXPECT_EQ(easy.code, kOk);
  EXPECT_TRUE(easy.out.starts_with("r5c5=5, naked single")) << easy.out;
  EXPECT_TRUE(easy.out.ends_with("solved; the hardest step: naked single\n")) << easy.out;
  folder_.write("two.txt", kPuzzle + "\n" + kPuzzle + "\n");
  expect(solve({"two.txt", "--explain"}), kOk,
         "two.txt:1\n" + easy.out + "\ntwo.txt:2\n" + easy.out, "");
  expect(solve({kPuzzle, "--explain", "--draw"}), kOk, easy.out + kDrawn, "");
  expect(solve({kPuzzle, "--explain", "--svg", "a.svg"}), kOk, easy.out, "");
  EXPECT_TRUE(content_of(path("a.svg")).starts_with("<svg xmlns="));
  const Ended hard = solve({std::string(81, '.'), "--explain"});
  expect(hard, kOk, "search is needed, 81 blank cells\n", "");
  const Ended none = solve({"11" + std::string(79, '.'), "--explain"});
  expect(none, kOk, "there is no solution: the puzzle contradicts itself\n", "");
}

}  // namespace

}  // namespace sudoku::cli
