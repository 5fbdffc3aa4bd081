// Tests of `compare` from the command line: exit codes and files.
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::cli {

namespace {

result::ProcessesRecord eleven_processes(double ns) {
  result::ProcessesRecord processes;
  for (const int mille : {0, 4, -3, 2, -5, 1, 3, -2, 5, -4, -1})
    processes.time_per_puzzle_ns.push_back(ns * (1 + mille / 1000.0));
  return processes;
}

// A result of two rows, each measured by eleven processes.
result::RunResult measured() {
  result::RunResult run = result::example_result();
  run.results.resize(2);
  run.complete = true;
  for (result::Row& row : run.results)
    row.processes = eleven_processes(row.time_per_puzzle_ns.median);
  return run;
}

void slow_down(result::Row& row) {
  result::speed_up(row, 1 / 1.1);
  row.processes = eleven_processes(row.time_per_puzzle_ns.median);
}

void change_outcome(result::Row& row, Outcome to) {
  --row.outcomes[Outcome::unique];
  ++row.outcomes[to];
  if (to == Outcome::wrong) row.wrong_answers = {{.puzzle = "p", .line = 1, .reason = "r"}};
  if (to == Outcome::crashed)
    row.incidents = {{.puzzle = "p", .line = 1, .outcome = to, .reason = "r"}};
  if (result::is_void(row)) row = result::finished(row);
}

// Makes a row look interrupted after its first block of puzzles, with totals that fit.
void cut_short(result::Row& row) {
  row.complete = false;
  row.blocks.resize(1);
  result::add_up(row);
  row.outcomes.fill(0);
  row.outcomes[Outcome::unique] = row.puzzles;
  row.processes.reset();
  const double ns = 1e9 * row.blocks[0].seconds[0] / static_cast<double>(row.puzzles);
  row.time_per_puzzle_ns = {ns, ns, ns};
  row.puzzles_per_second = {1e9 / ns, 1e9 / ns, 1e9 / ns};
  row.blocks[0].seconds.resize(1);
}

class Compare : public Bench {
 protected:
  Compare() {
    write("base.json", measured());
    write("same.json", measured());
    result::RunResult changed = measured();
    changed.results[0].blocks[0].digest = 0;
    result::add_up(changed.results[0]);
    write("changed.json", changed);
  }

  void write(const char* name, const result::RunResult& run) const {
    folder_.write(name, result::to_json(run));
  }
};

// A change between two results, and what `compare` must report.
struct InjectedCase {
  const char* name;
  void (*inject)(result::RunResult& candidate);
  std::vector<const char*> options;
  int code;
  const char* verdict;  // start of the last line printed
};

const InjectedCase kInjected[] = {
    {"nothing but another day",
     [](result::RunResult& candidate) { candidate.started = "2027-01-01T00:00:00Z"; },
     {},
     kOk,
     "PASSED: the same answers to all "},
    {"no solver to be measured by, when no time is wanted",
     [](result::RunResult& candidate) { candidate.results[1].speedup.reset(); },
     {"--deterministic-only"},
     kOk,
     "PASSED: the same answers to all "},
    {"a wrong answer",
     [](result::RunResult& candidate) { change_outcome(candidate.results[0], Outcome::wrong); },
     {},
     kWrongAnswer,
     "WRONG: mrv on "},
    {"a slow-down",
     [](result::RunResult& candidate) { slow_down(candidate.results[1]); },
     {},
     kRegression,
     "SLOWER: "},
    {"a slow-down below the threshold",
     [](result::RunResult& candidate) { slow_down(candidate.results[1]); },
     {"--threshold", "15%"},
     kOk,
     "PASSED: the same answers to all "},
    {"more guesses",
     [](result::RunResult& candidate) {
       candidate.results[0].blocks[0].guesses += 9;
       result::add_up(candidate.results[0]);
     },
     {},
     kRegression,
     "CHANGED: mrv on "},
    {"more guesses that are meant",
     [](result::RunResult& candidate) {
       candidate.results[0].blocks[0].guesses += 9;
       result::add_up(candidate.results[0]);
     },
     {"--accept-guesses"},
     kOk,
     "PASSED: the same answers to all "},
    {"an interruption before any row was cut short",
     [](result::RunResult& candidate) { candidate.complete = false; },
     {"--deterministic-only"},
     kInconclusive,
     "INCONCLUSIVE: the new result was interrupted"},
    {"a missing row",
     [](result::RunResult& candidate) { candidate.results.pop_back(); },
     {},
     kNothingToCompare,
     "NOT COMPARABLE: "},
};

using SlowCompare = Compare;

TEST_F(SlowCompare, EverythingThatMayHappenHasItsVerdictAndExitCode) {
  for (const InjectedCase& c : kInjected) {
    SCOPED_TRACE(c.name);
    result::RunResult candidate = measured();
    candidate.finished = "2027-01-01T00:00:00Z";  // identical results would get no verdict on time
    c.inject(candidate);
    write("new.json", candidate);
    std::vector<std::string> words = {"compare", "base.json", "new.json"};
    words.insert(words.end(), c.options.begin(), c.options.end());
    const Ended ended = bench(words);
    EXPECT_EQ(ended.code, c.code) << ended.out;
    EXPECT_NE(ended.out.rfind(std::string("\n") + c.verdict), std::string::npos) << ended.out;
  }
}

TEST_F(Compare, FilesThatCannotBeReadAreNoResults) {
  const std::string text = result::to_json(measured());
  folder_.write("truncated.json", text.substr(0, text.size() / 2));
  std::string changed = text;
  changed.replace(changed.find("\"schema_version\": 2"), 19, "\"schema_version\": 9");
  folder_.write("schema.json", changed);

  const struct {
    const char* base;
    int code;
    const char* error;
  } cases[] = {
      {"truncated.json", kBadInput,
       "sudoku-bench: truncated.json: expected a result document, but it ends too early\n"},
      {"schema.json", kBadInput,
       "sudoku-bench: schema.json: /schema_version: expected 2, found 9\n"},
  };

  for (const auto& c : cases) {
    const Ended ended = bench({"compare", c.base, "same.json"});
    EXPECT_EQ(ended.code, c.code);
    EXPECT_EQ(ended.err, c.error);
  }
}

TEST_F(Compare, AnInterruptedResultIsNotEvenTheSameAsItself) {
  result::RunResult run = measured();
  cut_short(run.results[0]);
  run.complete = false;
  write("part.json", run);
  const Ended ended = bench({"compare", "part.json", "part.json", "--junit", "v.xml"});
  EXPECT_EQ(ended.code, kInconclusive);
  expect_part(ended.out, "the new result was cut short: 8,192 of 44,242 puzzles solved");
  expect_part(content_of(path("v.xml")), "name=\"completeness\">");
}

TEST_F(Compare, IdenticalFilesPassWithoutProcesses) {
  result::RunResult run = measured();
  for (result::Row& row : run.results)
    row.processes.reset();
  write("one.json", run);
  EXPECT_EQ(bench({"compare", "one.json", "one.json"}).code, kOk);
}

TEST_F(Compare, AThresholdIsAShare) {
  const Ended ended = bench({"compare", "base.json", "same.json", "--threshold", "0"});
  EXPECT_EQ(ended.code, kUsage);
  EXPECT_EQ(ended.err.substr(0, ended.err.find('\n')),
            "sudoku-bench: --threshold: expected a share such as 5% or 0.05, found '0'");
}

TEST_F(Compare, APageStartsWithTheVerdict) {
  EXPECT_EQ(bench({"compare", "base.json", "same.json", "--html", "page.html"}).code, kOk);
  const std::string page = content_of(path("page.html"));
  EXPECT_NE(page.find(R"("verdict_summary":{"verdict":"PASSED)"), std::string::npos);
  expect_part(page, R"("label":"base")");
  EXPECT_EQ(page.find("single_pass\":"), std::string::npos) << "whole results name winners";
}

// Three results of one process each are as one of three processes.
TEST_F(Compare, SeveralResultsOfASideAreOne) {
  const auto one_of = [](double slower) {
    result::RunResult run = measured();
    for (result::Row& row : run.results)
      row.processes.reset();
    result::speed_up(run.results[1], 1 / slower);
    const double ratio = 3 / slower;
    run.results[1].speedup->ratio = {ratio, ratio / 1.01, ratio * 1.01};
    return run;
  };
  for (const int number : {0, 1, 2}) {
    write(fmt::format("a{}.json", number).c_str(), one_of(1 + 0.001 * number));
    write(fmt::format("b{}.json", number).c_str(), one_of(1.2 + 0.001 * number));
  }
  const Ended same = bench({"compare", "a0.json", "a1.json", "a2.json", "--new", "a0.json", "--new",
                            "a1.json", "--new", "a2.json"});
  EXPECT_EQ(same.code, kOk) << same.out << same.err;
  const Ended slower = bench({"compare", "a0.json", "a1.json", "a2.json", "--new", "b0.json",
                              "--new", "b1.json", "--new", "b2.json"});
  EXPECT_EQ(slower.code, kRegression) << slower.out << slower.err;
  expect_part(slower.out, "SLOWER: simd on rated, +20.0 % (+");
  const Ended alone = bench({"compare", "a0.json"});
  EXPECT_EQ(alone.code, kUsage);
  EXPECT_EQ(alone.err,
            "sudoku-bench: NEW: expected a result of the new build\n(see `sudoku-bench compare "
            "--help`)\n");
}

TEST_F(Compare, AMissingBaselineIsNamed) {
  const Ended ended = bench({"compare", "none.json", "base.json"});
  EXPECT_EQ(ended.code, kNothingToCompare);
  EXPECT_EQ(ended.err, "sudoku-bench: none.json: there is no such file; the baseline is missing\n");
}

TEST_F(Compare, LeavesItsVerdictInFiles) {
  const Ended ended = bench({"compare", "base.json", "changed.json", "--deterministic-only",
                             "--markdown", "v.md", "--junit", "v.xml"});
  EXPECT_EQ(ended.code, kRegression);
  EXPECT_EQ(content_of(folder_.path() + "/v.md").substr(0, 11), "**CHANGED: ");
  EXPECT_EQ(content_of(folder_.path() + "/v.xml").substr(0, 5), "<?xml");
}

TEST_F(Compare, AnnotatesOnGitHubOnly) {
  const Arguments arguments = {"compare", "base.json", "changed.json", "--deterministic-only"};
  const Ended there = bench(arguments, {.name_and_value = "GITHUB_ACTIONS=true"});
  const Ended elsewhere = bench(arguments, {.name_and_value = "GITHUB_ACTIONS"});
  EXPECT_NE(there.out.find("\n::error "), std::string::npos) << there.out;
  EXPECT_EQ(elsewhere.out.find("::error "), std::string::npos) << elsewhere.out;
}

TEST_F(Compare, AddsToTheSummaryOfAJob) {
  folder_.write("summary.md", "before\n");
  const Ended ended =
      bench({"compare", "base.json", "same.json"},
            {.name_and_value = "GITHUB_STEP_SUMMARY=" + folder_.path() + "/summary.md"});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(content_of(folder_.path() + "/summary.md").substr(0, 17), "before\n**PASSED: ");
  EXPECT_TRUE(content_of(path("summary.md")).ends_with("\n\n"));
  const Ended full = bench({"compare", "base.json", "same.json"},
                           {.name_and_value = "GITHUB_STEP_SUMMARY=/dev/full"});
  EXPECT_EQ(full.code, kBadInput);
  EXPECT_EQ(full.err, "sudoku-bench: /dev/full: cannot be written\n");
}

}  // namespace

}  // namespace sudoku::cli
