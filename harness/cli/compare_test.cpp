// `compare` as a pipeline meets it: exit codes and files.
#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/command.h"
#include "harness/results/example_result.h"
#include "harness/results/json.h"

namespace sudoku {
namespace {

class Compare : public Bench {
 protected:
  Compare() {
    RunResult run = example_result();
    run.results.resize(2);
    write("base.json", run);
    write("same.json", run);
    RunResult later = run;
    later.started = "2027-01-01T00:00:00Z";
    write("later.json", later);
    RunResult changed = run;
    changed.results[0].blocks[0].digest = 0;
    write("changed.json", changed);
    RunResult wrong = run;
    ++wrong.results[0].outcomes[static_cast<std::size_t>(Outcome::wrong)];
    write("wrong.json", wrong);
    RunResult fewer = run;
    fewer.results.pop_back();
    write("fewer.json", fewer);
    const std::string text = to_json(run);
    folder_.write("truncated.json", text.substr(0, text.size() / 2));
  }

 private:
  void write(const char* name, const RunResult& run) const { folder_.write(name, to_json(run)); }
};

TEST_F(Compare, EveryFindingHasItsExitCode) {
  const struct {
    const char* fresh;
    bool deterministic_only;
    int code;
  } cases[] = {
      {"same.json", false, kOk},
      {"later.json", true, kOk},
      {"later.json", false, kInconclusive},
      {"changed.json", true, kRegression},
      {"changed.json", false, kRegression},
      {"wrong.json", true, kWrongAnswer},
      {"fewer.json", true, kNothingToCompare},
      {"missing.json", true, kNothingToCompare},
      {"truncated.json", true, kBadInput},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.fresh);
    std::vector<std::string> words = {"compare", "base.json", c.fresh};
    if (c.deterministic_only) words.emplace_back("--deterministic-only");
    EXPECT_EQ(bench(words).code, c.code);
  }
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

TEST_F(Compare, AddsToTheSummaryOfAJob) {
  folder_.write("summary.md", "before\n");
  const Ended ended =
      bench({"compare", "base.json", "same.json"},
            {.name_and_value = "GITHUB_STEP_SUMMARY=" + folder_.path() + "/summary.md"});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(content_of(folder_.path() + "/summary.md").substr(0, 17), "before\n**PASSED: ");
}

}  // namespace
}  // namespace sudoku
