// Tests on systems that fail: the program must report an error or mark the result.
#include <filesystem>
#include <set>
#include <string>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/machine/memory.h"
#include "harness/result/json.h"

namespace sudoku::cli {
namespace {

class Faults : public Bench {
 protected:
  Ended bench_with(const std::string& fault, const Arguments& arguments) const {
    Arguments words = {"LD_PRELOAD=" FAULTY_SYSTEM, "SUDOKU_BENCH_FAULT=" + fault,
                       SUDOKU_BENCH_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_child(folder_.path(), words, {.program = "env"});
  }

  // Arguments of a run that solves all puzzles, so that its results depend on the puzzles alone.
  static Arguments whole_run() {
    return {"run",       "good.csv", "--solvers", "mrv",       "--time-budget",
            "0",         "--rounds", "1",         "--warmup",  "0",
            "--threads", "1",        "--quiet",   "--latency", "off",
            "--result",  "-"};
  }
};

TEST_F(Faults, ReadingThatFailsIsAnErrorAndNoResult) {
  folder_.write("suite.toml", "files = \"good.csv\"\nrounds = 1\nseed = 12\n");
  folder_.write("result.json", bench(whole_run()).out);
  const auto size = std::filesystem::file_size(path("good.csv"));
  const std::string broken = ": cannot be read: Input/output error";

  const struct {
    std::string fault;
    Arguments arguments;
    std::string error;
  } cases[] = {
      {"error=300:good.csv", whole_run(), "good.csv" + broken},
      {"error=0:good.csv", whole_run(), "good.csv" + broken},
      {"late-error=300:good.csv", whole_run(), "good.csv" + broken},
      {"end=300:good.csv", whole_run(),
       fmt::format("good.csv: the file shrank while it was read: 300 of {} bytes were read", size)},
      {"error=300:good.csv", {"dataset", "convert", "good.csv", "new.csv"}, "good.csv" + broken},
      {"error=300:good.csv", {"solve", "good.csv", "-o", "new.csv"}, "good.csv" + broken},
      {"error=20:suite.toml", {"run", "--suite", "suite.toml"}, "suite.toml" + broken},
      {"error=300:result.json", {"report", "result.json"}, "result.json" + broken},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.fault + testing::PrintToString(c.arguments));
    const Ended ended = bench_with(c.fault, c.arguments);
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err, "sudoku-bench: " + c.error + "\n");
    EXPECT_FALSE(std::filesystem::exists(path("new.csv")));
  }
}

TEST_F(Faults, BytesThatComeSlowlyAreTheSame) {
  const result::RunResult plain = result::from_json(bench(whole_run()).out, "plain");
  for (const char* fault : {"short=7:good.csv", "interrupted=3:good.csv"}) {
    SCOPED_TRACE(fault);
    const Ended ended = bench_with(fault, whole_run());
    ASSERT_EQ(ended.code, kOk) << ended.err;
    const result::RunResult run = result::from_json(ended.out, fault);
    EXPECT_EQ(run.datasets[0].sha256, plain.datasets[0].sha256);
    EXPECT_EQ(run.results[0].solution_digest, plain.results[0].solution_digest);
    EXPECT_EQ(run.results[0].outcomes, plain.results[0].outcomes);
  }
}

TEST_F(Faults, WithoutMemoryItSaysSo) {
  if (machine::kIsSanitized)
    GTEST_SKIP() << "not tried: the sanitizer takes more addresses than it is given";
  // Exit code when a program cannot be loaded: its libraries need more memory than the limit.
  constexpr int kNotLoaded = 127;
  std::set<std::string> errors;
  for (const int threads : {1, 2}) {
    Ended ended;
    for (int limit_kb = 60'000; ended.code != kNotLoaded; limit_kb -= 2000) {
      ended =
          shell(fmt::format("ulimit -v {}; exec sudoku-bench run good.csv --solvers mrv --quiet "
                            "--time-budget 1ms --wait-for-core 0 --threads {}",
                            limit_kb, threads));
      if (ended.code == kOk || ended.code == kNotLoaded) continue;
      EXPECT_EQ(ended.code, kBadInput) << limit_kb;
      errors.insert(ended.err);
    }
  }
  for (const char* const what : {"cannot start a thread", "pthread_create has failed"})
    errors.erase(fmt::format("sudoku-bench: {}: Resource temporarily unavailable\n", what));
  EXPECT_EQ(errors, std::set<std::string>{"sudoku-bench: not enough memory\n"});
}

TEST_F(Faults, AReaderThatLeavesCostsNoResult) {
  shell("sudoku-bench run good.csv --solvers mrv --time-budget 20ms --result kept.json | :");
  EXPECT_TRUE(result::read_result(path("kept.json")).complete);
}

}  // namespace
}  // namespace sudoku::cli
