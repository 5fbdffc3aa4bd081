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
  const std::pair<const char*, const char*> cases[] = {
      {"none.csv", "none.csv: cannot be opened: No such file or directory"},
      {"empty.txt", "empty.txt: contains no usable puzzle"},
      {"good.csv -o /dev/full", "/dev/full: cannot be written: No space left on device"},
      {"good.csv -o nowhere/a.csv",
       "nowhere/a.csv: cannot be written: the directory nowhere does not exist"},
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
  folder_.write("two.txt", blank + "\n" + kPuzzle + "\n");
  const Ended two = solve("two.txt --all --solutions 2");
  EXPECT_EQ(std::ranges::count(two.out, '\n'), 4);
  EXPECT_TRUE(two.out.ends_with("\n" + kPuzzle + ",1," + kSolution + "\n"));
  EXPECT_EQ(two.err, "two.txt:1: 2 solutions: there are more; --solutions N lists N of them\n");
  expect(solve("11" + std::string(79, '.') + " --all"), kOk, "puzzle,number,solution\n", "");
}

TEST_F(Solve, ErasesTheProgressBeforeASentence) {
  folder_.write("bad.txt", kPuzzle + "\n12\n");
  const Ended ended = solve("bad.txt -o out.csv", {.terminal = true});
  expect_part(ended.out, "\r\x1b[Kbad.txt:2:1: expected 81 cells, found 2\r\n");
}

}  // namespace
}  // namespace sudoku::cli
