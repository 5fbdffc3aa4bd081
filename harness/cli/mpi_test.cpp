// Tests of runs by several ranks, from the command line.
#include <array>
#include <csignal>
#include <filesystem>
#include <regex>
#include <sstream>

#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/result/deterministic_fixture.h"
#include "harness/result/json.h"

#ifndef SUDOKU_BENCH_MPI_PROGRAM
#define SUDOKU_BENCH_MPI_PROGRAM ""
#define MPIRUN ""
#endif

namespace sudoku::cli {
namespace {

using Words = std::vector<std::string>;

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Lines of `text` that begin with `word`.
std::string lines_of(const std::string& text, const std::string& word) {
  std::istringstream lines(text);
  std::string found;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(word)) found += line + "\n";
  return found;
}

// Number of blocks taken by each rank, as printed with --verbose.
std::vector<int> blocks_taken(const std::string& text) {
  static const std::regex kTook("rank [0-9]+ on .*: took ([0-9]+) block");
  std::vector<int> taken;
  for (auto i = std::sregex_iterator(text.begin(), text.end(), kTook); i != std::sregex_iterator();
       ++i) {
    taken.push_back(std::stoi((*i)[1]));
  }
  return taken;
}

class Mpi : public Bench {
 protected:
  Mpi() {
    std::string many = kHeader;
    for (int i = 0; i < 200; ++i)
      many += kRows;
    folder_.write("many.csv", many);
  }

  void SetUp() override {
    if (*SUDOKU_BENCH_MPI_PROGRAM == '\0') GTEST_SKIP() << "not tried: built without MPI";
    if (::access(MPIRUN, X_OK) != 0) GTEST_SKIP() << "not tried: there is no " << MPIRUN;
  }

  // Arguments of mpirun for a test, which may use more ranks than cores and be run by root.
  static Words job(int ranks, const Words& arguments_of_run,
                   const Words& program = {SUDOKU_BENCH_MPI_PROGRAM}) {
    return Words{"--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n",
                 std::to_string(ranks)} +
           program + arguments_of_run;
  }

  Ended mpirun(const Words& words) const { return bench(words, {.program = MPIRUN}); }

  // Arguments of a run of 20 blocks with single-puzzle, batch and non-searching solvers.
  static Words arguments_of_run(const Words& more, const char* rounds = "1") {
    return Words{"run",      "many.csv", "good.csv", "--solvers", "mrv,lanes,logic",
                 "--rounds", rounds,     "--pin",    "off",       "--threads",
                 "1",        "--block",  "64",       "--warmup",  "0",
                 "--result", "r.json"} +
           more;
  }

  std::string facts_of(const std::string& name) const {
    return result::deterministic_json(result::read_result(path(name)));
  }

  // Command that runs as an MPI rank; rank 1 first starts `beside`, where $$ is its process id.
  Words wrapped(const std::string& beside) const {
    folder_.write("rank.sh", "#!/bin/sh\nif [ \"$OMPI_COMM_WORLD_RANK\" = 1 ]; then (" + beside +
                                 ") >/dev/null 2>&1 </dev/null & fi\nexec \"$@\"\n");
    return {"/bin/sh", "rank.sh", SUDOKU_BENCH_MPI_PROGRAM};
  }
};

// Every host has a rate of each row, and each row with a speed has one on a host.
void expect_rates_of_hosts(const result::RunResult& run) {
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const result::Row& row = run.results[i];
    bool is_known = false;
    for (const result::HostRecord& host : run.hosts.value()) {
      const result::HostRate& rate = host.rates.value().at(i);
      EXPECT_EQ(rate.solver + " on " + rate.dataset, row.solver + " on " + row.dataset);
      is_known = is_known || rate.puzzles_per_second > 0;
    }
    EXPECT_EQ(is_known, row.puzzles_per_second.median > 0) << row.solver << " on " << row.dataset;
  }
}

TEST_F(Mpi, RunEqualsThatOfOneProcess) {
  const std::pair<Words, std::vector<int>> cases[] = {
      {{"--time-budget", "0"}, {2, 4}},
      {{"--sample", "50%", "--latency", "off"}, {4}},
      {{"--shard", "2/3", "--isolate", "all", "--latency", "off"}, {2}}};
  for (const auto& [more, numbers] : cases) {
    ASSERT_EQ(bench(arguments_of_run(more)).code, kOk);
    const std::string alone = facts_of("r.json");
    for (const int ranks : numbers) {
      const Ended ended = mpirun(job(ranks, arguments_of_run(more)));
      ASSERT_EQ(ended.code, kOk) << ended.err;
      EXPECT_EQ(facts_of("r.json"), alone);
      const result::RunResult run = result::read_result(path("r.json"));
      ASSERT_EQ(run.hosts->size(), ranks);
      EXPECT_EQ(run.hosts->back().name.find(fmt::format("rank {} on ", ranks - 1)), 0);
      EXPECT_FALSE(std::filesystem::exists(path("r.json.journal")));
      expect_rates_of_hosts(run);
    }
  }
}

TEST_F(Mpi, RunWhoseRankDiedIsResumedByAnyNumberOfRanks) {
  ASSERT_EQ(bench(arguments_of_run({"--time-budget", "0"})).code, kOk);
  const std::string alone = facts_of("r.json");
  std::filesystem::remove(path("r.json"));
  const Words killed =
      wrapped("until [ $(grep -c sums r.json.journal) -gt 2 ]; do sleep 0.01; done; kill -9 $$");
  const Ended died = mpirun(job(2, arguments_of_run({"--time-budget", "0"}), killed));
  EXPECT_NE(died.code, kOk);
  EXPECT_NE(died.err.find("exited on signal 9 (Killed)"), std::string::npos) << died.err;
  EXPECT_FALSE(std::filesystem::exists(path("r.json")));

  const Ended resumed = mpirun(job(3, arguments_of_run({"--time-budget", "0", "--resume"})));
  ASSERT_EQ(resumed.code, kOk) << resumed.err;
  EXPECT_NE(resumed.err.find("finished, resuming the run"), std::string::npos) << resumed.err;
  EXPECT_EQ(facts_of("r.json"), alone);
  EXPECT_FALSE(std::filesystem::exists(path("r.json.journal")));
  const Ended again = mpirun(job(2, arguments_of_run({"--time-budget", "0", "--resume"})));
  EXPECT_EQ(again.code, kOk);
  EXPECT_EQ(lines_of(again.err, ""), "r.json: is complete, there is nothing to do\n");
}

TEST_F(Mpi, InterruptedRunWritesWhatItHas) {
  // A run of three rounds lasts until mpirun has passed SIGINT on to the ranks.
  const char* const rounds = "3";
  ASSERT_EQ(bench(arguments_of_run({"--time-budget", "0"}, rounds)).code, kOk);
  const std::string alone = facts_of("r.json");
  Child child(folder_.path(), job(2, arguments_of_run({"--time-budget", "0", "-v"}, rounds)),
              {.program = MPIRUN});
  ASSERT_TRUE(child.waits_to_say("many.csv: logic at about"));
  child.signal(SIGINT);
  EXPECT_NE(child.wait().code, kOk);
  const result::RunResult run = result::read_result(path("r.json"));
  EXPECT_FALSE(run.complete);
  EXPECT_EQ(run.hosts->size(), 2);
  const Ended ended = mpirun(job(2, arguments_of_run({"--time-budget", "0", "--resume"}, rounds)));
  ASSERT_EQ(ended.code, kOk) << ended.err;
  EXPECT_EQ(facts_of("r.json"), alone);
}

TEST_F(Mpi, SlowRankTakesFewerBlocks) {
  const Words slowed =
      wrapped("while kill -STOP $$; do sleep 0.2; kill -CONT $$; sleep 0.01; done");
  const Ended ended = mpirun(job(2, arguments_of_run({"--time-budget", "0", "-v"}), slowed));
  ASSERT_EQ(ended.code, kOk) << ended.err;
  const std::vector<int> took = blocks_taken(ended.err);
  ASSERT_EQ(took.size(), 2) << ended.err;
  EXPECT_EQ(took[0] + took[1], 20);
  EXPECT_GT(took[0], took[1]);
}

struct RefusedCase {
  const char* name;
  Words first;   // arguments of one rank
  Words second;  // arguments of the other rank
  int code;
  const char* message;  // expected message, with %H for the host's name
};

TEST_F(Mpi, RanksThatCannotRunEndWithOneMessage) {
  const RefusedCase cases[] = {
      {"another seed",
       {"--seed", "1"},
       {"--seed", "2"},
       kBadInput,
       "rank 0 on %H and rank 1 on %H: do not belong to the same run: settings: seed is 1 and 2"},
      {"another number of threads",
       {"--threads", "1"},
       {"--threads", "2"},
       kBadInput,
       "rank 0 on %H and rank 1 on %H: do not belong to the same run: threads is 1 and 2"},
      {"a file that one has not",
       {},
       {"gone.csv"},
       kBadInput,
       "rank 1 on %H: gone.csv: cannot be opened: No such file or directory"},
      {"a file that nobody has",
       {"gone.csv"},
       {"gone.csv"},
       kBadInput,
       "gone.csv: cannot be opened: No such file or directory"},
      {"a mistake",
       {"--rounds", "0"},
       {"--rounds", "0"},
       kUsage,
       "--rounds: expected a whole number from 1 to 1000, found '0'"},
      {"rows",
       {"--puzzle-csv", "rows.csv"},
       {"--puzzle-csv", "rows.csv"},
       kUsage,
       "--puzzle-csv: each rank would write only the rows of its own blocks"},
      {"processes",
       {"--processes", "2"},
       {"--processes", "2"},
       kUsage,
       "--processes: the ranks of a job share one run; use --processes without mpirun"},
      {"standard input",
       {"-"},
       {"-"},
       kUsage,
       "FILE: standard input reaches only one rank, but all ranks read the files"},
      {"no place for the result",
       {"--result", "no/r.json"},
       {"--result", "no/r.json"},
       kBadInput,
       "no/r.json: cannot be written: the directory no does not exist"},
  };
  std::array<char, 256> host{};
  ASSERT_EQ(::gethostname(host.data(), host.size()), 0);
  const Words common = {SUDOKU_BENCH_MPI_PROGRAM, "run", "good.csv", "--solvers", "mrv"};
  for (const RefusedCase& c : cases) {
    SCOPED_TRACE(c.name);
    std::string expected = std::string("sudoku-bench-mpi: ") + c.message + "\n";
    for (std::size_t at = 0; (at = expected.find("%H")) != std::string::npos;)
      expected.replace(at, 2, host.data());
    const Ended ended = mpirun(job(1, c.first, common) + Words{":", "-n", "1"} + common + c.second);
    EXPECT_EQ(ended.code, c.code);
    EXPECT_EQ(lines_of(ended.err, "sudoku-bench-mpi: "), expected) << ended.err;
    EXPECT_FALSE(std::filesystem::exists(path("r.json")));
  }
}

}  // namespace
}  // namespace sudoku::cli
