// Tests of `compare` from the command line: exit codes and files.
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::cli {

namespace {

using Result = result::RunResult;

result::ProcessesRecord eleven_processes(double ns) {
  result::ProcessesRecord processes;
  for (const int mille : {0, 4, -3, 2, -5, 1, 3, -2, 5, -4, -1})
    processes.time_per_puzzle_ns.push_back(ns * (1 + mille / 1000.0));
  return processes;
}

// A result of two rows, each measured by eleven processes.
Result measured() {
  Result run = result::example_result();
  run.results.resize(2);
  run.complete = true;
  for (result::Row& row : run.results)
    row.processes = eleven_processes(row.time_per_puzzle_ns.median);
  return run;
}

void slow_down(Result& run) {
  result::Row& row = run.results[1];
  result::speed_up(row, 1 / 1.1);
  row.processes = eleven_processes(row.time_per_puzzle_ns.median);
}

void answer_wrongly(Result& run) {
  result::Row& row = run.results[0];
  --row.outcomes[Outcome::unique];
  ++row.outcomes[Outcome::wrong];
  row.wrong_answers = {{.puzzle = "p", .line = 1, .reason = "r"}};
  row = result::finished(row);
}

void guess_more(Result& run) {
  run.results[0].blocks[0].guesses += 9;
  result::add_up(run.results[0]);
}

void interrupt(Result& run) { run.complete = false; }

void lose_a_row(Result& run) { run.results.pop_back(); }

class Compare : public Bench {
 protected:
  Compare() {
    write("base.json", measured());
    write("same.json", measured());
    Result changed = measured();
    guess_more(changed);
    write("changed.json", changed);
  }

  void write(const char* name, const Result& run) const {
    folder_.write(name, result::to_json(run));
  }
};

// A change between two results, and what `compare` must report.
struct InjectedCase {
  void (*inject)(Result& candidate);
  std::vector<const char*> options;
  int code;
  const char* verdict;  // start of the last line printed
};

const InjectedCase kInjected[] = {
    {answer_wrongly, {}, kWrongAnswer, "WRONG: mrv on "},
    {slow_down, {}, kRegression, "SLOWER: "},
    {slow_down, {"--threshold", "15%"}, kOk, "PASSED: "},
    {slow_down, {"--deterministic-only"}, kOk, "PASSED: "},
    {guess_more, {"--accept-guesses"}, kOk, "PASSED: "},
    {interrupt, {"--deterministic-only"}, kInconclusive, "INCONCLUSIVE: the new result was "},
    {lose_a_row, {}, kNothingToCompare, "NOT COMPARABLE: "},
};

using SlowCompare = Compare;

TEST_F(SlowCompare, EverythingThatMayHappenHasItsVerdictAndExitCode) {
  for (const InjectedCase& c : kInjected) {
    SCOPED_TRACE(c.verdict);
    Result candidate = measured();
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

TEST_F(Compare, IdenticalFilesPassWithoutATime) {
  Result run = measured();
  for (result::Row& row : run.results) {
    row.processes.reset();
    row.speedup.reset();
  }
  write("one.json", run);
  EXPECT_EQ(bench({"compare", "one.json", "one.json"}).code, kOk);
}

TEST_F(Compare, LeavesItsVerdictInFiles) {
  const Ended ended = bench({"compare", "base.json", "changed.json", "--deterministic-only",
                             "--markdown", "v.md", "--junit", "v.xml", "--html", "v.html"});
  EXPECT_EQ(ended.code, kRegression);
  EXPECT_TRUE(content_of(path("v.md")).starts_with("**CHANGED: "));
  EXPECT_TRUE(content_of(path("v.xml")).starts_with("<?xml"));
  const std::string page = content_of(path("v.html"));
  expect_part(page, R"("verdict_summary":{"verdict":"CHANGED)");
  expect_part(page, R"("label":"base")");
  EXPECT_EQ(page.find("single_pass\":"), std::string::npos) << "whole results name winners";
}

// Three results of one process each are as one of three processes.
TEST_F(Compare, SeveralResultsOfASideAreOne) {
  const auto one_of = [](double slower) {
    Result run = measured();
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
  const Ended slower = bench({"compare", "a0.json", "a1.json", "a2.json", "--new", "b0.json",
                              "--new", "b1.json", "--new", "b2.json", "--html", "v.html"});
  EXPECT_EQ(slower.code, kRegression) << slower.out << slower.err;
  for (const char* last : {R"("label":"a2")", R"("label":"b2")"})
    expect_part(content_of(path("v.html")), last);
  expect_part(slower.out, "SLOWER: simd on rated, +20.0 % (+");
  const Ended alone = bench({"compare", "a0.json"});
  EXPECT_EQ(alone.code, kUsage);
  EXPECT_EQ(alone.err,
            "sudoku-bench: NEW: expected a result of the new build" + see_help("compare"));
}

TEST_F(Compare, AMissingBaselineIsNamed) {
  const Ended ended = bench({"compare", "none.json", "base.json"});
  EXPECT_EQ(ended.code, kNothingToCompare);
  EXPECT_EQ(ended.err, "sudoku-bench: none.json: there is no such file; the baseline is missing\n");
}

TEST_F(Compare, AnnotatesOnGitHubOnly) {
  const Arguments arguments = {"compare", "base.json", "changed.json", "--deterministic-only"};
  const Ended there = bench(arguments, {.name_and_value = "GITHUB_ACTIONS=true"});
  const Ended elsewhere = bench(arguments, {.name_and_value = "GITHUB_ACTIONS"});
  expect_part(there.out, "\n::error ");
  EXPECT_EQ(elsewhere.out.find("::error "), std::string::npos) << elsewhere.out;
}

TEST_F(Compare, AddsToTheSummaryOfAJob) {
  folder_.write("summary.md", "before\n");
  const Arguments arguments = {"compare", "base.json", "same.json"};
  const Ended ended =
      bench(arguments, {.name_and_value = "GITHUB_STEP_SUMMARY=" + path("summary.md")});
  EXPECT_EQ(ended.code, kOk);
  const std::string summary = content_of(path("summary.md"));
  EXPECT_TRUE(summary.starts_with("before\n**PASSED: ") && summary.ends_with("\n\n")) << summary;
  const Ended full = bench(arguments, {.name_and_value = "GITHUB_STEP_SUMMARY=/dev/full"});
  EXPECT_EQ(full.code, kBadInput);
  EXPECT_EQ(full.err, "sudoku-bench: /dev/full: cannot be written\n");
}

}  // namespace

}  // namespace sudoku::cli
