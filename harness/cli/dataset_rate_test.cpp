// `sudoku-bench dataset rate`, as a user of the command line meets it.
#include <string>
#include <vector>

#include "harness/cli/dataset_fixture.h"

namespace sudoku {
namespace {

// A table without its last column, the time.
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
  const std::string hint = "\n(--help lists what there is)\n";
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

}  // namespace
}  // namespace sudoku
