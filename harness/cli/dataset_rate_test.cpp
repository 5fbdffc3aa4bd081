// Tests of `sudoku-bench dataset rate` from the command line.
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "harness/cli/dataset_fixture.h"

namespace sudoku::cli {

namespace {

// Table printed by `dataset rate` without its last column, the times.
std::string without_times(const std::string& table) {
  std::string text;
  for (std::size_t begin = 0; begin < table.size();) {
    const std::size_t end = table.find('\n', begin);
    const std::string line = table.substr(begin, end - begin);
    text += line.substr(0, line.rfind(',')) + "\n";
    begin = end + 1;
  }
  return text;
}

TEST_F(Dataset, RateWritesARowForEachPuzzle) {
  folder_.write("a.txt", kPuzzle + " 2.5\n" + std::string(81, '.') + "\n55" + kPuzzle.substr(2) +
                             "\n" + kSolution + "\n");
  const Ended ended = dataset({"rate", "a.txt", "--isomorphs", "2"});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(without_times(ended.out),
            "dataset,line,puzzle,outcome,level,technique,rating,mrv_hidden_guesses\n"
            "a.txt,1," +
                kPuzzle + ",unique,1,naked single,2.5,0\n" + "a.txt,2," + std::string(81, '.') +
                ",multiple,,,,46\n" + "a.txt,3,55" + kPuzzle.substr(2) + ",none,,,,0\n" +
                "a.txt,4," + kSolution + ",unique,0,none,,0\n");
  EXPECT_TRUE(ended.err.starts_with("a.txt: 4 puzzles\n\n")) << ended.err;
}

TEST_F(Dataset, RateTakesPencilmarkPuzzles) {
  const std::string marks = marks_text(kPuzzle);
  folder_.write("marks.txt", marks + "\n");
  const Ended ended = dataset({"rate", "marks.txt", "--solvers", "mrv_hidden,lanes"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_NE(ended.out.find("\nmarks.txt,1," + marks + ",unique,1,naked single,,0,"),
            std::string::npos)
      << ended.out;
  EXPECT_EQ(ended.err.find("rank correlation"), std::string::npos) << "of a single puzzle";
  const Ended refused = dataset({"rate", "marks.txt", "--solvers", "flags"});
  EXPECT_EQ(refused.code, kBadInput);
  EXPECT_EQ(refused.err,
            "sudoku-bench: marks.txt: holds pencilmark puzzles, which flags does not solve\n");
}

TEST_F(Dataset, RateDoesNotDependOnThreads) {
  EXPECT_EQ(dataset({"isomorph", "good.csv", "--count", "300", "-o", "many.csv"}).code, kOk);
  const auto rated = [&](const char* threads) {
    const Ended ended = dataset({"rate", "many.csv", "--threads", threads});
    EXPECT_EQ(ended.code, kOk);
    return without_times(ended.out);
  };
  EXPECT_EQ(rated("1"), rated("3"));
}

TEST_F(Dataset, RatePutsTheSummaryOnStandardOutputBesideAFile) {
  const Ended ended = dataset({"rate", "good.csv", "good.csv", "-o", "rated.csv.gz"});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.err, "");
  EXPECT_TRUE(ended.out.starts_with("good.csv: 6 puzzles\n\n")) << ended.out;
  EXPECT_TRUE(exists("rated.csv.gz"));
}

TEST_F(Dataset, RateRefusesMistakes) {
  folder_.write("bad.txt", kPuzzle + "\n12\n");
  const std::string hint = "\n(see --help)\n";
  const OutcomeCase cases[] = {
      {"a solver that does not search",
       {"rate", "good.csv", "--solvers", "mrv,singles"},
       kUsage,
       "--solvers: expected solvers that search and prove uniqueness, found 'mrv,singles'" + hint},
      {"no solver",
       {"rate", "good.csv", "--solvers", "none"},
       kUsage,
       "--solvers: expected solvers that search and prove uniqueness, found 'none'" + hint},
  };
  for (const OutcomeCase& c : cases) {
    SCOPED_TRACE(c.name);
    expect(dataset(c.arguments), c.code, "", "sudoku-bench: " + c.err);
  }
  const Ended bad = dataset({"rate", "bad.txt", "-o", "rated.csv"});
  EXPECT_EQ(bad.code, kBadInput);
  EXPECT_FALSE(exists("rated.csv"));
  EXPECT_EQ(dataset({"rate", "bad.txt", "-o", "rated.csv", "--lenient"}).code, kOk);
}

// Summary printed by `dataset rate` without its times, without rules and with single spaces.
std::string squeezed(std::string summary) {
  summary = std::regex_replace(summary, std::regex("\nmrv ns[^\n]*"), "");
  summary = std::regex_replace(summary, std::regex("\n[─ ]*─(?=\n)"), "");
  return std::regex_replace(summary, std::regex(" +"), " ");
}

TEST_F(Dataset, RateTellsTheLevelsTheSpreadsAndHowTheyAgree) {
  folder_.write(
      "a.txt",
      kPuzzle + " 4.5\n" +
          ".......1..2..53..79.......27..8159233....475...5..6.4...14......5...7...8..53..94 3.5\n"
          ".....8.73.45..26..8..3.6.1..8...1.262...3.7...3.2658.....1.746.71.......6...2.... 2.5\n"
          "......12.....5.....3.8...6..283..........4.9....1...4...4.....35..689...21.4....6 "
          "1.5\n" +
          std::string(81, '.') + "\n");
  const Ended ended = dataset({"rate", "a.txt", "--solvers", "mrv", "--isomorphs", "0"});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(squeezed(ended.err),
            "a.txt: 5 puzzles\n\n"
            "level hardest technique puzzles share\n"
            " 1 naked single 1 20.0 %\n"
            " 2 hidden single 2 40.0 %\n"
            " 14 search 1 20.0 %\n"
            " – not proper 1 20.0 %\n"
            "\n"
            " mean median p90 p99 max\n"
            "level 4.75 2.00 14.0 14.0 14.0\n"
            "file's rating 3.00 2.50 4.50 4.50 4.50\n"
            "mrv guesses 17.0 8.00 47.0 47.0 47.0\n"
            "\n"
            "rank correlation level file's rating mrv guesses mrv ns\n"
            "level\n"
            "file's rating -0.949\n"
            "mrv guesses 0.949 -1.000\n\n");
}

}  // namespace

}  // namespace sudoku::cli
