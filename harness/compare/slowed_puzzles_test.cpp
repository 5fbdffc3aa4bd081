#include "harness/compare/slowed_puzzles.h"

#include <gtest/gtest.h>

#include "harness/base/byte_source_fixture.h"
#include "harness/base/test_files.h"
#include "harness/base/texts_fixture.h"

namespace sudoku::compare {

namespace {

// `count` puzzles of 1 us, but for those in `others`.
PuzzleTimes times_of(std::uint64_t count, const std::map<std::uint64_t, double>& others = {}) {
  PuzzleTimes times;
  for (std::uint64_t line = 1; line <= count; ++line)
    times[line] = {"..7", others.contains(line) ? others.at(line) : 1000};
  return times;
}

TEST(JudgePuzzles, CountsWhatTheSlowerPuzzlesCost) {
  const std::string slower = ": +4.0 % of the time of all 1,000 puzzles";
  const std::string one = "line 483: 1.00 µs, now 41.0 µs (..7)" + slower;
  std::map<std::uint64_t, double> many;
  for (std::uint64_t line = 1; line <= 51; ++line)
    many[line] = 3000;
  std::map<std::uint64_t, double> even = {{483, 41'000}};
  for (std::uint64_t line = 1; line <= 20; ++line)
    even[line] = 100;

  const struct {
    const char* name;
    std::map<std::uint64_t, double> now;
    std::string text;
    Finding finding = Finding::slower;
  } cases[] = {
      {"one", {{483, 41'000}}, one},
      {"two, of which one costs more",
       {{7, 11'000}, {483, 31'000}},
       "line 483: 1.00 µs, now 31.0 µs (..7), and 1 more" + slower},
      {"one that costs less than the threshold", {{483, 31'000}}, ""},
      {"many, which are not twice as slow", {{3, 1999}}, ""},
      {"more than a twentieth, which the mean shows", many, ""},
      {"one, beside others that became faster", even, one + "; others became faster by as much",
       Finding::minor},
  };

  for (const auto& c : cases) {
    const auto judged = judge_puzzles({times_of(1000), times_of(1000, c.now)}, 0.03);
    EXPECT_EQ(judged ? judged->text : "", c.text) << c.name;
    EXPECT_EQ(judged ? judged->finding : c.finding, c.finding) << c.name;
  }

  PuzzleTimes before = times_of(1000);
  before.erase(483);
  const PuzzleTimes slow = times_of(1000, {{483, 41'000}});
  EXPECT_FALSE(judge_puzzles({before, slow}, 0.03)) << "not solved before";
  EXPECT_FALSE(judge_puzzles({slow, before}, 0.03)) << "not solved now";
}

TEST(PuzzleTimesOfAFile, AreThoseOfTheRowsByLineThatHaveATimeAndAnAnswer) {
  const auto build = &TimesOfBoth::candidate;
  const base::TemporaryFolder folder;
  const std::string path = folder.write(
      "puzzles.csv",
      "dataset,line,puzzle,solver,threads,outcome,guesses,latency_ns,solution,hardest\n"
      "\"a, b.csv\",2,..7,mrv,1,unique,3,1250.5,123,\n"
      "\"a, b.csv\",3,..8,mrv,1,timeout,3,1000000000.0,,\n"
      "\"a, b.csv\",4,..9,mrv,1,unique,3,,123,\n"
      "\"a, b.csv\",5,..5,mrv,2,unique,3,7.0,123,\n"
      "other.csv,6,..6,mrv,1,unique,3,8.0,123,\n");
  std::vector<result::Row> rows(2);
  rows[0].solver = "mrv";
  rows[1].solver = "dlx";
  for (result::Row& row : rows)
    row.dataset = "a, b.csv";
  std::vector<TimesOfBoth> times(2);
  add_puzzle_times(path, {rows.data(), &rows[1]}, build, times);
  ASSERT_EQ(times[0].candidate.size(), 1U);
  EXPECT_EQ(times[0].candidate.at(2).ns, 1250.5);
  EXPECT_EQ(times[0].candidate.at(2).puzzle, "..7");
  EXPECT_TRUE(times[0].base.empty() && times[1].candidate.empty());

  for (const double before : {2000.0, 1000.0}) {
    times[0].candidate.at(2).ns = before;
    add_puzzle_times(path, {rows.data(), &rows[1]}, build, times);
    EXPECT_EQ(times[0].candidate.at(2).ns, std::min(before, 1250.5)) << "the shorter time stays";
  }

  const std::string none = folder.write("none.csv", "dataset,line\n");
  base::expect_part(base::error_of([&] { add_puzzle_times(none, {}, build, times); }), none + ": ");
}

}  // namespace

}  // namespace sudoku::compare
