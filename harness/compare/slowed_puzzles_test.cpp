#include "harness/compare/slowed_puzzles.h"

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"

namespace sudoku::compare {

namespace {

// `count` puzzles of 1 us, but for those in `others`.
PuzzleTimes times_of(std::uint64_t count, const std::map<std::uint64_t, double>& others = {}) {
  PuzzleTimes times;
  for (std::uint64_t line = 1; line <= count; ++line) {
    const auto other = others.find(line);
    times[line] = {"..7", other == others.end() ? 1000 : other->second};
  }
  return times;
}

TEST(JudgePuzzles, CountsWhatTheSlowerPuzzlesCost) {
  const std::string slower = ": +4.0 % of the time of all 1,000 puzzles";
  std::map<std::uint64_t, double> many;
  for (std::uint64_t line = 1; line <= 51; ++line)
    many[line] = 3000;
  std::map<std::uint64_t, double> even = {{483, 41'000}};
  for (std::uint64_t line = 1; line <= 20; ++line)
    even[line] = 100;

  const struct {
    const char* name;
    std::map<std::uint64_t, double> now;
    Finding finding;
    std::string text;
  } cases[] = {
      {"one", {{483, 41'000}}, Finding::slower, "line 483: 1.00 µs, now 41.0 µs (..7)" + slower},
      {"two, of which one costs more",
       {{7, 11'000}, {483, 31'000}},
       Finding::slower,
       "line 483: 1.00 µs, now 31.0 µs (..7), and 1 more" + slower},
      {"one that costs less than the threshold", {{483, 31'000}}, Finding::same, ""},
      {"many, which are not twice as slow", {{3, 1999}}, Finding::same, ""},
      {"more than a twentieth, which the mean shows", many, Finding::same, ""},
      {"one, beside others that became faster", even, Finding::minor,
       "line 483: 1.00 µs, now 41.0 µs (..7)" + slower + "; others became faster by as much"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto judged = judge_puzzles(times_of(1000), times_of(1000, c.now), 0.03);
    ASSERT_EQ(judged.has_value(), c.finding != Finding::same);
    if (!judged) continue;
    EXPECT_EQ(judged->finding, c.finding);
    EXPECT_EQ(judged->text, c.text);
  }
}

TEST(JudgePuzzles, ComparesThoseThatBothSidesSolved) {
  PuzzleTimes before = times_of(1000);
  before.erase(483);
  EXPECT_FALSE(judge_puzzles(before, times_of(1000, {{483, 41'000}}), 0.03));
}

TEST(KeepShorter, TakesTheShorterTimeOfEachPuzzle) {
  PuzzleTimes times = times_of(3, {{1, 5000}, {3, 500}});
  PuzzleTimes again = times_of(3);
  again.erase(2);
  keep_shorter(times, again);
  EXPECT_EQ(times.at(1).ns, 1000);
  EXPECT_EQ(times.at(2).ns, 1000);
  EXPECT_EQ(times.at(3).ns, 500);
}

TEST(PuzzleTimesOfAFile, AreThoseOfTheRowsByLine) {
  const base::TemporaryFolder folder;
  const std::string path = folder.write(
      "puzzles.csv",
      "dataset,line,puzzle,solver,threads,outcome,guesses,latency_ns,solution,hardest\n"
      "\"a, b.csv\",2,..7,mrv,1,unique,3,1250.5,123,\n"
      "\"a, b.csv\",3,..8,mrv,1,timeout,3,1000000000.0,,\n"
      "\"a, b.csv\",4,..9,mrv,1,unique,3,,123,\n"
      "\"a, b.csv\",5,..5,mrv,2,unique,3,7.0,123,\n"
      "other.csv,6,..6,mrv,1,unique,3,8.0,123,\n");
  result::Row row;
  row.solver = "mrv";
  row.dataset = "a, b.csv";
  row.threads = 1;
  result::Row unknown = row;
  unknown.solver = "dlx";
  const std::vector<PuzzleTimes> times = read_puzzle_times(path, {&row, &unknown});
  ASSERT_EQ(times.size(), 2U);
  ASSERT_EQ(times[0].size(), 1U) << "timeouts and puzzles without a time are left out";
  EXPECT_EQ(times[0].at(2).ns, 1250.5);
  EXPECT_EQ(times[0].at(2).puzzle, "..7");
  EXPECT_TRUE(times[1].empty());
}

TEST(PuzzleTimesOfAFile, ThatIsNoneAreAnErrorThatNamesIt) {
  const base::TemporaryFolder folder;
  try {
    read_puzzle_times(folder.write("puzzles.csv", "dataset,line\n"), {});
    FAIL() << "expected an error";
  } catch (const base::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("puzzles.csv"), std::string::npos);
  }
}

}  // namespace

}  // namespace sudoku::compare
