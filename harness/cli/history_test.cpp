// Tests of `history` from the command line.
#include "harness/history/history.h"

#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::cli {

namespace {

// Name of a stored result, a hash of its bytes, in a line printed by `history add`.
std::string name_in(const std::string& line) {
  return line.substr(std::string("added ").size(), 12);
}

class HistoryCommand : public Bench {
 protected:
  HistoryCommand() {
    for (int i = 1; i <= 3; ++i)
      folder_.write(fmt::format("r{}.json", i), document(i, 1));
  }

  // JSON of the example result's first rows, measured on day `day` at `speed` times their speed.
  static std::string document(int day, double speed) {
    result::RunResult run = result::example_result();
    run.results.resize(2);
    run.started = fmt::format("2026-01-{:02}T12:00:00Z", day);
    run.tool.git_revision = fmt::format("rev{}", day);
    for (result::Row& row : run.results) {
      row.complete = true;
      result::speed_up(row, speed * (1 + 0.001 * (day % 3)));
    }
    return result::to_json(run);
  }

  Ended history(std::vector<std::string> words, const ChildSetup& setup = {}) const {
    words.insert(words.begin(), "history");
    return bench(words, setup);
  }
};

TEST_F(HistoryCommand, AddsAndLists) {
  const Ended added = history({"add", "r1.json", "--label", "before 'the' \"change\"", "--commit",
                               "1a2b", "--commit-time", "2026-01-05T01:00:00+02:00"});
  ASSERT_EQ(added.code, kOk) << added.err;
  const std::string name = name_in(added.out);
  EXPECT_EQ(added.out, fmt::format("added {}: r1.json, 2 rows, revision 1a2b\n", name));
  const std::string list = history({"list"}).out;
  EXPECT_EQ(list.substr(0, list.find('\n')),
            "result        started               revision  committed             label             "
            "     machine           rows");
  EXPECT_TRUE(list.ends_with(
      "\n" + name +
      "  2026-01-01T12:00:00Z  1a2b      2026-01-04T23:00:00Z  before 'the' \"change\"  "
      "Example CPU 9000     2\n"))
      << list;
}

TEST_F(HistoryCommand, OrdersResultsByTheCommitsTimeThatIsGiven) {
  history({"add", "r2.json", "--commit-time", "2026-01-05T01:00:00+02:00"});
  const Ended trend = history({"trend", "--csv", "-"});
  EXPECT_EQ(trend.code, kOk) << trend.err;
  expect_part(trend.out, "\n2026-01-04T23:00:00Z,");
}

TEST_F(HistoryCommand, AddsADocumentOnce) {
  history({"add", "r1.json", "r2.json"});
  const Ended again = history({"add", "r2.json", "r3.json"});
  EXPECT_EQ(again.code, kOk);
  expect_part(again.out, " is already in the history: r2.json\nadded ");
}

TEST_F(HistoryCommand, AddsAllOrNone) {
  folder_.write("bad.json", "{\"schema_version\": 9}");
  const Ended ended = history({"add", "r1.json", "bad.json"});
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err, "sudoku-bench: bad.json: /schema_version: expected 1, found 9\n");
  EXPECT_EQ(history({"list"}).code, kBadInput) << "nothing was added, and no file made";
}

TEST_F(HistoryCommand, PrunesByNumberAndByAge) {
  history({"add", "r1.json", "r2.json", "r3.json"});
  const Ended dry = history({"prune", "--keep", "1", "--dry-run"});
  EXPECT_TRUE(dry.out.starts_with("would remove ")) << dry.out;
  EXPECT_TRUE(
      dry.out.ends_with(" of 2026-01-02T12:00:00Z, revision rev2\n"
                        "2 of 3 results would be removed\n"))
      << dry.out;
  EXPECT_EQ(history({"prune", "--keep", "4"}).out, "0 of 3 results removed\n");
  const Ended oldest = history({"prune", "--keep", "2"});
  EXPECT_TRUE(oldest.out.starts_with("removed ")) << oldest.out;
  EXPECT_TRUE(
      oldest.out.ends_with(" of 2026-01-01T12:00:00Z, revision rev1\n"
                           "1 of 3 results removed\n"))
      << oldest.out;
  EXPECT_EQ(history({"prune", "--older-than", "100y"}).out, "0 of 2 results removed\n");
  EXPECT_EQ(history({"list"}).out.find("rev1"), std::string::npos);
}

TEST_F(HistoryCommand, CountsAgesInDaysWeeksAndYears) {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const std::pair<const char*, int> cases[] = {{"2d", 2}, {"3w", 21}, {"1y", 365}};
  for (const auto& [age, days] : cases) {
    std::filesystem::remove(path("history.db"));
    for (const int hours : {-1, 1}) {
      result::RunResult run = result::example_result();
      run.started = history::utc_of(now - std::chrono::hours(24 * days + hours));
      folder_.write("r.json", result::to_json(run));
      ASSERT_EQ(history({"add", "r.json"}).code, kOk);
    }
    const std::string out = history({"prune", "--older-than", age, "--dry-run"}).out;
    EXPECT_TRUE(out.ends_with("\n1 of 2 results would be removed\n")) << age << out;
  }
}

class HistoryTrend : public HistoryCommand {
 protected:
  // Adds a result for each of `days` days to the history, slower by a tenth from day `slower` on.
  void add_days(int days, int slower) const {
    std::vector<std::string> words = {"history", "add"};
    for (int day = 1; day <= days; ++day) {
      words.push_back(fmt::format("d{}.json", day));
      folder_.write(words.back(), document(day, day < slower ? 1 : 0.9));
    }
    ASSERT_EQ(bench(words).code, kOk);
  }
};

TEST_F(HistoryTrend, WritesWhatItIsAskedFor) {
  add_days(16, 11);
  const Ended ended =
      history({"trend", "--html", "t.html", "--markdown", "t.md", "--csv", "t.csv"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  expect_part(ended.out, "changes of speed: 2, of guesses: none.");
  expect_part(ended.out, "rev10..rev11");
  EXPECT_TRUE(content_of(path("t.html")).starts_with("<!doctype html>"));
  EXPECT_TRUE(content_of(path("t.md")).starts_with("**16 results from 2026-01-01 to 2026-01-16"));
  EXPECT_TRUE(content_of(path("t.csv")).starts_with("when,result,"));
}

struct GateCase {
  const char* name;
  int days;
  int slower;
  std::vector<std::string> words;
  int code;
  const char* says = "";  // on standard error
};

const GateCase kGateCases[] = {
    {"a slow-down",
     16,
     11,
     {"--fail-on-regression"},
     kRegression,
     "mrv on rated: slower by 10.0 % since 2026-01-11T12:00:00Z (revision rev11)\nsimd on rated: "
     "slower by 10.0 % since 2026-01-11T12:00:00Z (revision rev11)\n"},
    {"not asked", 16, 11, {}, kOk},
    {"long ago", 16, 11, {"--fail-on-regression", "--last", "5"}, kOk},
    {"below the threshold", 16, 11, {"--fail-on-regression", "--threshold", "20%"}, kOk},
    {"steady", 16, 99, {"--fail-on-regression"}, kOk},
    {"too few", 6, 4, {"--fail-on-regression"}, kInconclusive},
    {"no such solver",
     3,
     99,
     {"--solver", "none"},
     kNothingToCompare,
     "sudoku-bench: history.db: no result has a matching row\n"},
};

using SlowHistoryTrend = HistoryTrend;

TEST_F(SlowHistoryTrend, HasAnExitCodeForCi) {
  for (const GateCase& c : kGateCases) {
    SCOPED_TRACE(c.name);
    std::filesystem::remove(path("history.db"));
    add_days(c.days, c.slower);
    std::vector<std::string> words = c.words;
    words.insert(words.begin(), "trend");
    const Ended ended = history(words);
    EXPECT_EQ(ended.code, c.code);
    EXPECT_EQ(ended.err, c.says);
  }
}

struct RefusedCase {
  std::vector<std::string> words;
  int code;
  std::string error;
};

TEST_F(HistoryCommand, SaysWhatIsWrong) {
  folder_.write("text.db",
                "not a database, but long enough to be taken for the header of one ....");
  const RefusedCase cases[] = {
      {{"list"}, kBadInput, "history.db: no such history; `sudoku-bench history add` creates one"},
      {{"list", "--db", "text.db"},
       kBadInput,
       "text.db: expected a history of results, found another file"},
      {{"add", "none.json"}, kBadInput, "none.json: cannot be read: No such file or directory"},
      {{"add", "r1.json", "--db", "none/h.db"},
       kBadInput,
       "none/h.db: cannot be used: unable to open database file"},
      {{"add", "r1.json", "--commit-time", "today"},
       kUsage,
       "--commit-time: expected a time such as 2026-11-22T01:00:00Z, found 'today'\n(see --help)"},
      {{"prune"}, kUsage, "history prune: expected either --keep or --older-than\n(see --help)"},
      {{"prune", "--older-than", "90"},
       kUsage,
       "--older-than: expected an age such as 90d, 12w or 1y, found '90'\n(see --help)"},
      {{"prune", "--keep", "0"},
       kUsage,
       "--keep: expected a whole number from 1, found '0'\n(see --help)"},
      {{"trend", "--threshold", "much"},
       kUsage,
       "--threshold: expected a share such as 2% or 0.02, found 'much'\n(see --help)"},
  };
  for (const RefusedCase& c : cases) {
    SCOPED_TRACE(c.error);
    const Ended ended = history(c.words);
    EXPECT_EQ(ended.code, c.code);
    EXPECT_EQ(ended.err, "sudoku-bench: " + c.error + "\n");
  }
}

// A limit on the size of the database file simulates a full disk.
TEST_F(HistoryCommand, StaysSoundWhenTheDiskIsFull) {
  ASSERT_EQ(history({"add", "r1.json"}).code, kOk);
  const Ended full = history({"add", "r2.json", "r3.json"}, {.file_limit = 8192});
  EXPECT_EQ(full.code, kBadInput);
  EXPECT_TRUE(full.err.starts_with("sudoku-bench: history.db: cannot be used: ")) << full.err;
  const Ended list = history({"list"});
  expect_part(list.out, "rev1");
  EXPECT_EQ(list.out.find("rev2"), std::string::npos);
  EXPECT_EQ(history({"add", "r2.json"}).code, kOk);
}

}  // namespace

}  // namespace sudoku::cli
