// Tests of `sudoku-bench solve` from the command line.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "harness/cli/dataset_fixture.h"

namespace sudoku::cli {
namespace {

const std::string kColumns = "puzzle,solution,outcome,guesses\n";
const std::string kAnswer = kPuzzle + "," + kSolution + ",unique,0\n";

class Solve : public Dataset {
 protected:
  Ended solve(const std::string& words, const ChildSetup& setup = {}) const {
    return sudoku_bench("solve " + words, setup);
  }
};

TEST_F(Solve, TakesAPuzzleFromTheCommandLine) {
  std::string rows;
  for (std::size_t r = 0; r < 81; r += 9)
    rows += (r == 0 ? "" : "|") + kPuzzle.substr(r, 9);
  expect(solve(kPuzzle), kOk, kColumns + kAnswer, "");
  expect(solve(rows), kOk, kColumns + kAnswer, "");
  expect(solve(kPuzzle.substr(1)), kBadInput, "",
         "sudoku-bench: the puzzle on the command line: expected 81 cells, found 80\n");
}

TEST_F(Solve, TakesPencilmarkPuzzles) {
  const std::string marks = marks_text(kPuzzle);
  const std::string answer = marks + "," + kSolution + ",unique,0\n";
  expect(solve(marks), kOk, kColumns + answer, "");
  folder_.write("marks.txt", marks + "\n" + marks + "\n");
  expect(solve("marks.txt"), kOk, kColumns + answer + answer, "");
  expect(solve("marks.txt --solver flags"), kOk,
         kColumns + marks + ",,unsupported,0\n" + marks + ",,unsupported,0\n", "");
  expect(solve(marks + " --all"), kOk,
         "puzzle,number,solution\n" + marks + ",1," + kSolution + "\n", "");
  const std::string drawn = solve(marks + " --draw").out;
  expect_start(drawn,
               "one solution, 0 guesses\n"
               "┌─────────────┬─────────────┬─────────────┐\n"
               "│       3 123 │ 123     123 │");
  EXPECT_TRUE(drawn.ends_with("│ 3 4 5 │ 2 8 6 │ 1 7 9 │\n└───────┴───────┴───────┘\n")) << drawn;
  EXPECT_EQ(solve(marks + " --explain").out, solve(kPuzzle + " --explain").out);
  folder_.write("mixed.txt", marks + "\n" + kPuzzle + "\n");
  for (const char* words : {"mixed.txt", "mixed.txt --draw"}) {
    EXPECT_EQ(solve(words).err,
              "sudoku-bench: mixed.txt:2:1: expected a pencilmark puzzle, as the file holds "
              "others, found a puzzle of 81 cells\n");
  }
}

// The layouts that a puzzle can have are told with the reader.
TEST_F(Solve, SaysWhatIsWrongWithNumbers) {
  const std::string row = "0 0 0 0 0 0 0 0 0\n";
  const std::pair<std::string, const char*> cases[] = {
      {"1,2,2.5\n", "in:1:5: expected a digit, a whole number from 1 to 9, found '2.5'"},
      {"1,2,2\n0,5,3\n", "in:2:1: expected a row, a whole number from 1 to 9, found '0'"},
      {row + "0 0 10" + row.substr(5), "in:2:5: expected a whole number from 0 to 9, found '10'"},
      {row + "0 0 6.5" + row.substr(5), "in:2:5: expected a whole number from 0 to 9, found '6.5'"},
  };
  for (const auto& [text, error] : cases) {
    folder_.write("in", text);
    EXPECT_EQ(
        solve("in --draw").err,
        fmt::format("sudoku-bench: in: contains no usable puzzle; its only bad row: {}\n", error));
  }
}

TEST_F(Solve, AnswersEveryRowOfAFileInOrder) {
  folder_.write("bad.txt", kPuzzle + "\n12\n" + kPuzzle + "\n");
  expect(solve("bad.txt"), kOk, kColumns + kAnswer + ",,unreadable,\n" + kAnswer,
         "bad.txt:2:1: expected 81 cells, found 2\nbad.txt: 1 bad row\n");
  expect(solve("bad.txt --strict"), kBadInput, kColumns,
         "sudoku-bench: bad.txt:2:1: expected 81 cells, found 2\n");
  const Ended ended = solve("good.csv --solver mrv --threads 3");
  EXPECT_EQ(ended.code, kOk) << "to have no solution is an answer";
  expect_part(ended.out, ",,none,");
  expect_part(ended.out, ",multiple,");
  EXPECT_EQ(std::ranges::count(ended.out, '\n'), 7);
}

TEST_F(Solve, WritesFilesWholeAndPacked) {
  for (const std::string name : {"a.csv", "a.csv.gz", "a.csv.zst"}) {
    SCOPED_TRACE(name);
    expect(solve("good.csv -o " + name), kOk, "", "");
    EXPECT_EQ(dataset("convert " + name + " - --to lines").out,
              dataset("convert good.csv - --to lines").out);
  }
  folder_.write("bad.txt", "12\n");
  folder_.write("old.csv", "old");
  EXPECT_EQ(solve("bad.txt -o old.csv").code, kBadInput);
  EXPECT_EQ(content_of(path("old.csv")), "old");
}

TEST_F(Solve, FailsClearly) {
  folder_.write("empty.txt", "");
  folder_.write("two.txt", kPuzzle + "\n" + kPuzzle + "\n");
  const std::pair<const char*, const char*> cases[] = {
      {"none.csv", "none.csv: cannot be opened: No such file or directory"},
      {"empty.txt", "empty.txt: contains no usable puzzle"},
      {"good.csv -o /dev/full", "/dev/full: cannot be written: No space left on device"},
      {"good.csv -o nowhere/a.csv",
       "nowhere/a.csv: cannot be written: the directory nowhere does not exist"},
      {"two.txt --svg a.svg", "--svg draws one puzzle, found several"},
  };
  for (const auto& [words, message] : cases) {
    SCOPED_TRACE(words);
    const Ended ended = solve(words);
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.err, fmt::format("sudoku-bench: {}\n", message));
  }
  for (const std::string solvers : {"mrv,dlx", "all"}) {
    expect(
        solve("good.csv --solver " + solvers), kUsage, "",
        "sudoku-bench: --solver: expected one solver, found '" + solvers + "'" + see_help("solve"));
  }
  EXPECT_FALSE(exists("a.svg"));
}

TEST_F(Solve, EndsQuietlyWhenItsReaderLeaves) {
  const Ended ended = shell("yes '" + kPuzzle +
                            "' | sudoku-bench solve - | head -n 2\n"
                            "echo \"${PIPESTATUS[1]}\"");
  EXPECT_EQ(ended.out, kColumns + kAnswer + "0\n");
  EXPECT_EQ(ended.err, "");
}

TEST_F(Solve, ListsAllSolutions) {
  const std::string blank(81, '.');
  expect(
      solve(blank + " --all --solutions 1"), kOk,
      "puzzle,number,solution\n" + blank +
          ",1,123456789456789123789123456214365897365897214897214365531642978642978531978531642\n",
      "1 solution: there are more; --solutions N lists N of them\n");
  expect(solve(kPuzzle + " --all --solver flags --solutions 1"), kOk,
         "puzzle,number,solution\n" + kPuzzle + ",1," + kSolution + "\n", "");
  const Ended most = solve(blank + " --all");
  EXPECT_EQ(std::ranges::count(most.out, '\n'), 1001);
  EXPECT_EQ(most.err, "1,000 solutions: there are more; --solutions N lists N of them\n");
  folder_.write("empty.txt", blank + "\n" + kPuzzle + "\n");
  const Ended drawn = solve("empty.txt --all --draw --solutions 2");
  expect_start(drawn.out, "empty.txt:1\nsolution 1\n┌──");
  expect_part(drawn.out, "┘\nsolution 2\n┌──");
  expect_part(drawn.out, "┘\n\nempty.txt:2\nsolution 1\n┌──");
  EXPECT_EQ(drawn.err, "empty.txt:1: 2 solutions: there are more; --solutions N lists N of them\n");
  const std::string impossible = "11" + std::string(79, '.');
  expect(solve(impossible + " --all"), kOk, "puzzle,number,solution\n", "");
  const Ended none = solve(impossible + " --all --draw");
  expect_start(none.out, "no solution\n┌───────┬───────┬───────┐\n│ 1 1 . │");
  EXPECT_EQ(std::ranges::count(none.out, '\n'), 14);
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
  expect(solve(kPuzzle + " --draw"), kOk, kDrawn, "");
  EXPECT_EQ(solve(kPuzzle, plain_terminal).out, on_terminal(kDrawn));
  EXPECT_EQ(solve("one.txt", plain_terminal).out, on_terminal("one.txt:1\n" + std::string(kDrawn)));
  EXPECT_EQ(solve("two.txt", plain_terminal).out, on_terminal(kColumns + kAnswer + kAnswer));
  folder_.write("marks.txt", marks_text(kPuzzle) + "\n");
  expect_start(solve("marks.txt", plain_terminal).out, "marks.txt:1\r\n");
  expect(solve("two.txt --draw -o boards.txt"), kOk, "", "");
  EXPECT_EQ(content_of(path("boards.txt")),
            fmt::format("two.txt:1\n{}\ntwo.txt:2\n{}", kDrawn, kDrawn));
}

TEST_F(Solve, ErasesTheProgressBeforeASentence) {
  folder_.write("bad.txt", kPuzzle + "\n12\n");
  const Ended ended = solve("bad.txt -o out.csv", {.terminal = true});
  expect_part(ended.out, "\r\x1b[Kbad.txt:2:1: expected 81 cells, found 2\r\n");
}

TEST_F(Solve, ColoursOnlyTerminals) {
  const Ended ended = solve(kPuzzle, {.name_and_value = "NO_COLOR", .terminal = true});
  EXPECT_NE(ended.out.find("\x1b[1m5\x1b[0m"), std::string::npos);
  EXPECT_EQ(solve(kPuzzle + " --draw").out.find('\x1b'), std::string::npos);
}

TEST_F(Solve, DrawsPictures) {
  expect(solve(kPuzzle + " --svg a.svg"), kOk, kColumns + kAnswer, "");
  const Ended ended = solve(kPuzzle + " --svg -");
  EXPECT_EQ(ended.out, content_of(path("a.svg")));
  expect_start(ended.out, "<svg xmlns=");
}

TEST_F(Solve, SaysAboveABoardWhatWasFound) {
  const std::string several =
      ".2.6.4.5.....5.7..3....2..1.8......3..5...24..3......61...4.8......7...9...3.6...";
  const std::string guessed =
      ".4..6..2.....8....96..4..8739.8.7.41....9....8..3.6..27.......9..5...3..6..1.5..4";
  const std::pair<std::string, const char*> cases[] = {
      {kPuzzle, "one solution, 0 guesses\n"},
      {"55" + kPuzzle.substr(2), "no solution, 0 guesses\n"},
      {several + " --solver mrv", "at least 2 solutions, one of them (8 guesses)\n"},
      {several + " --solver mrv --solutions 1000",
       "exactly 38 solutions, one of them (102 guesses)\n"},
      {several + " --solver mrv --solutions 1",
       "a solution, 7 guesses; others were not looked for\n"},
      {several + " --solver singles", "search is needed, 53 blank cells\n"},
      {guessed + " --solver simd --solutions 2", "one solution, 1 guess\n"},
      {marks_text(kPuzzle) + " --solver flags", "unsupported\n"},
  };
  for (const auto& [words, sentence] : cases)
    expect_start(solve(words + " --draw").out, sentence);
}

TEST_F(Solve, ExplainsUntilSearchIsNeeded) {
  const Ended easy = solve(kPuzzle + " --explain");
  EXPECT_EQ(easy.code, kOk);
  expect_start(easy.out, "r5c5=5, naked single");
  EXPECT_TRUE(easy.out.ends_with("solved; the hardest step: naked single\n")) << easy.out;
  folder_.write("two.txt", kPuzzle + "\n" + kPuzzle + "\n");
  expect(solve("two.txt --explain"), kOk, "two.txt:1\n" + easy.out + "\ntwo.txt:2\n" + easy.out,
         "");
  expect(solve(kPuzzle + " --explain --draw"), kOk, easy.out + kDrawn, "");
  expect(solve(kPuzzle + " --explain --svg a.svg"), kOk, easy.out, "");
  expect_start(content_of(path("a.svg")), "<svg xmlns=");
  expect(solve(std::string(81, '.') + " --explain"), kOk, "search is needed, 81 blank cells\n", "");
  expect(solve("11" + std::string(79, '.') + " --explain"), kOk,
         "there is no solution: the puzzle contradicts itself\n", "");
}

}  // namespace
}  // namespace sudoku::cli
