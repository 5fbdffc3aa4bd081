// Tests of the examples of harness/cluster, with the variables that Slurm and Kubernetes set: their
// parts merge to the run of one process.
#include <filesystem>
#include <regex>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/result/deterministic_fixture.h"
#include "harness/result/json.h"

namespace sudoku::cli {
namespace {

constexpr const char* kOptions =
    " --solvers mrv,lanes --block 64 --rounds 1 --warmup 0 --time-budget 0";

class Shards : public Bench {
 protected:
  Shards() {
    folder_.write("puzzles.csv", many_rows(50));
    std::filesystem::create_directory(path("parts"));
  }

  void expect_ok(const std::string& line) const {
    const Ended ended = shell(line);
    EXPECT_EQ(ended.code, kOk) << line << "\n" << ended.err;
  }

  std::string facts_of(const std::string& name) const {
    return result::deterministic_json(result::read_result(path(name)));
  }

  std::string facts_of_one_process() const {
    expect_ok(std::string("sudoku-bench run puzzles.csv --threads 1 --result alone.json") +
              kOptions);
    return facts_of("alone.json");
  }
};

TEST_F(Shards, OfAnArrayOfSlurmMerge) {
  const std::string script = SOURCE_FOLDER "/harness/cluster/examples/array.sbatch";
  for (int task = 1; task <= 3; ++task) {
    expect_ok(
        fmt::format("PARTS_OF_RUN=3 SLURM_ARRAY_TASK_ID={} SLURM_CPUS_PER_TASK=1 bash {} "
                    "puzzles.csv{}",
                    task, script, kOptions));
  }
  expect_ok(fmt::format("PARTS_OF_RUN=3 SLURM_ARRAY_TASK_ID=0 bash {}", script));
  EXPECT_EQ(facts_of("result.json"), facts_of_one_process());
}

TEST_F(Shards, OfAnIndexedJobOfKubernetesMerge) {
  const std::string job = content_of(SOURCE_FOLDER "/harness/cluster/examples/indexed-job.yaml");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(job, found, std::regex("args:\n *- ([^\n]*\n[^\n]*)\n")));
  std::string line = std::regex_replace(found[1].str(), std::regex("\n *"), " ");
  ASSERT_NE(line.find("/16\""), std::string::npos) << line;
  line.replace(line.find("/16\""), 4, "/3\"");
  ASSERT_NE(line.find("--threads 32"), std::string::npos) << line;
  line.replace(line.find("--threads 32"), 12, "--threads 1");
  for (int pod = 0; pod < 3; ++pod)
    expect_ok(fmt::format("export JOB_COMPLETION_INDEX={}; {}{}", pod, line, kOptions));
  expect_ok("sudoku-bench merge parts/*.json -o result.json");
  EXPECT_EQ(facts_of("result.json"), facts_of_one_process());
}

}  // namespace
}  // namespace sudoku::cli
