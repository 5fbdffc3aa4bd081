// Tests of the output of `run`: results, rows, the terminal.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <tuple>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/options/values.h"
#include "harness/result/json.h"
#include "solvers/roster.h"

namespace sudoku::cli {

namespace {

class Run : public Bench {
 protected:
  result::RunResult result_of(const std::vector<std::string>& more) const {
    const Ended ended = bench(quick_run(more));
    EXPECT_EQ(ended.code, kOk) << ended.err;
    return result::from_json(ended.out, "result");
  }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
  }
};

const result::Row& row_of(const result::RunResult& run, std::string_view solver,
                          std::uint64_t threads) {
  static const result::Row kMissing;
  const auto found = std::ranges::find_if(run.results, [&](const result::Row& row) {
    return row.solver == solver && row.threads == threads;
  });
  EXPECT_NE(found, run.results.end()) << solver << " on " << threads;
  return found == run.results.end() ? kMissing : *found;
}

// The bundled suite is the one that scripts/bench runs.
TEST_F(Run, BundledSuiteHoldsEveryBundledPuzzle) {
  const Ended ended =
      bench({"run", "--suite", std::string(BUNDLED_DATASETS) + "/bundled.toml", "--solvers",
             "mrv_hidden", "--reference", "mrv_hidden", "--time-budget", "1ms", "--warmup", "0",
             "--latency", "off", "--result", "-"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  std::vector<std::string> names;
  for (const result::DatasetRecord& dataset : result::from_json(ended.out, "result").datasets) {
    names.push_back(dataset.name);
    EXPECT_EQ(dataset.quarantined, 0U) << dataset.name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"classics.csv", "easy.csv", "hard.csv", "minimal.csv",
                                             "multiple.csv", "none.csv"}));
}

TEST_F(Run, ResultOnStandardOutputIsNothingButJson) {
  const Ended ended = bench(quick_run({"good.csv", "--result", "-"}));
  EXPECT_EQ(ended.code, kOk);
  const result::RunResult run = result::from_json(ended.out, "result");
  EXPECT_TRUE(run.complete);
  ASSERT_EQ(run.datasets.size(), 1U);
  EXPECT_EQ(run.datasets[0].name, "good.csv");
  EXPECT_EQ(run.datasets[0].puzzles, kPuzzles);
  EXPECT_EQ(run.command[1], "run");
  const result::Row& dlx = row_of(run, "dlx", 1);
  EXPECT_EQ(dlx.outcomes[Outcome::unique], 4U);
  EXPECT_EQ(dlx.outcomes[Outcome::multiple], 1U);
  EXPECT_EQ(dlx.outcomes[Outcome::none], 1U);
  EXPECT_NE(ended.err.find("good.csv: 6 puzzles"), std::string::npos) << "the table moves there";
}

TEST_F(Run, QuietPrintsNothing) {
  const Ended ended = bench(quick_run({"good.csv", "-q", "--markdown", "report.md"}));
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.out + ended.err, "");
  EXPECT_NE(content_of(path("report.md")).find("good.csv"), std::string::npos);
}

TEST_F(Run, VerboseSaysWhatIsPlanned) {
  const Ended ended = bench(quick_run({"good.csv", "-v", "--result", "-"}));
  std::string plans;
  for (const char* solver : {"mrv", "dlx"}) {
    plans += fmt::format(
        "good.csv: {} at about {:.3g} us/puzzle: 100 % of the puzzles, 5 rounds, tasks of 1\n",
        solver, row_of(result::from_json(ended.out, "r"), solver, 1).pilot_ns.value() / 1e3);
  }
  EXPECT_TRUE(ended.err.starts_with(
      "good.csv: about 0.04 s and the checks, 20ms for each of 2 rows\n" + plans))
      << ended.err << "\nexpected at its start:\n"
      << plans;
}

// Fields of a row that must not depend on threads, scheduling or time.
struct Deterministic {
  std::string solver;
  std::uint64_t puzzles = 0;
  std::uint64_t digest = 0;
  std::uint64_t guesses = 0;
  std::array<std::uint64_t, kOutcomes> outcomes{};
  std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>> blocks;

  bool operator==(const Deterministic&) const = default;
};

std::vector<Deterministic> facts_of_rows(const result::RunResult& run) {
  std::vector<Deterministic> rows;
  for (const result::Row& row : run.results) {
    Deterministic& kept = rows.emplace_back(Deterministic{.solver = row.solver,
                                                          .puzzles = row.puzzles,
                                                          .digest = row.solution_digest,
                                                          .guesses = row.guesses,
                                                          .outcomes = row.outcomes,
                                                          .blocks = {}});
    for (const result::BlockRecord& block : row.blocks) {
      kept.blocks.emplace_back(block.index, block.puzzles, block.guesses, block.digest);
    }
  }
  std::ranges::sort(rows, {}, &Deterministic::solver);
  return rows;
}

TEST_F(Run, DeterministicFieldsDependOnNeitherThreadsNorTheRun) {
  std::string many = kHeader;
  for (int i = 0; i < 20; ++i)
    many += kRows;
  folder_.write("many.csv", many);
  const std::vector<std::string> common = {"many.csv", "--time-budget", "0",  "--sample",
                                           "1/2",      "--block",       "32", "--rounds",
                                           "1",        "--result",      "-"};
  const auto with = [&](const std::string& threads, const std::string& seed) {
    std::vector<std::string> arguments = {"run",       "--solvers", "mrv,dlx", "--warmup", "0",
                                          "--threads", threads,     "--seed",  seed};
    arguments.insert(arguments.end(), common.begin(), common.end());
    const Ended ended = bench(arguments);
    EXPECT_EQ(ended.code, kOk) << ended.err;
    return facts_of_rows(result::from_json(ended.out, "result"));
  };
  const std::vector<Deterministic> one = with("1", "7");
  ASSERT_EQ(one.size(), 2U);
  EXPECT_GT(one[0].puzzles, 0U);
  EXPECT_LT(one[0].puzzles, 120U);
  EXPECT_GT(one[0].blocks.size(), 1U);
  EXPECT_EQ(one[0].digest, one[1].digest) << "both solvers are right";
  EXPECT_EQ(one, with("1", "7"));
  EXPECT_EQ(one, with("2", "7"));
  EXPECT_NE(one, with("1", "8")) << "another seed draws another sample";
}

TEST_F(Run, ThreadsAreRowsOfTheirOwn) {
  const result::RunResult run = result_of({"good.csv", "--result", "-"});
  EXPECT_EQ(run.results.size(), 2U);
  const Ended ended = bench({"run", "good.csv", "--solvers", "mrv", "--threads", "1,2", "--warmup",
                             "0", "--time-budget", "20ms", "--result", "-"});
  const result::RunResult both = result::from_json(ended.out, "result");
  EXPECT_EQ(row_of(both, "mrv", 1).solution_digest, row_of(both, "mrv", 2).solution_digest);
}

TEST_F(Run, PuzzleCsvHasARowPerPuzzleAndSolver) {
  const Ended ended =
      bench(quick_run({"good.csv", "--puzzle-csv", "rows.csv", "--latency", "off", "-q"}));
  EXPECT_EQ(ended.code, kOk) << ended.err;
  const std::string rows = content_of(path("rows.csv"));
  EXPECT_TRUE(rows.starts_with(
      "dataset,line,puzzle,solver,threads,outcome,guesses,latency_ns,solution,hardest\n"));
  EXPECT_EQ(std::ranges::count(rows, '\n'), 1 + 2 * static_cast<long>(kPuzzles));
  const std::string puzzle(kRows, 81);
  const std::string solution(kRows + 82, 81);
  const std::string first = fmt::format("good.csv,2,{},dlx,1,unique,0,,{},\n", puzzle, solution);
  EXPECT_NE(rows.find(first), std::string::npos) << rows;
  EXPECT_NE(rows.find(",dlx,1,multiple,"), std::string::npos) << rows;
  EXPECT_NE(rows.find(",dlx,1,none,"), std::string::npos) << rows;
  EXPECT_EQ(files(), (std::vector<std::string>{"good.csv", "rows.csv"}));
}

TEST_F(Run, PuzzleCsvHasTheHardestTechniqueOfWhatIsSolved) {
  const std::string rows = bench({"run", "good.csv", "--solvers", "logic", "--time-budget", "0",
                                  "--rounds", "1", "--threads", "1", "--puzzle-csv", "-"})
                               .out;
  std::string hardest;
  for (const std::string& row : options::split(rows, '\n'))
    hardest += row.substr(row.rfind(',') + 1) + "|";
  EXPECT_EQ(hardest, "hardest|hidden single|hidden single|naked single|hidden single||||") << rows;
}

TEST_F(Run, PuzzleCsvCanGoToStandardOutput) {
  const Ended ended = bench(quick_run({"good.csv", "--puzzle-csv", "-"}));
  EXPECT_EQ(ended.code, kOk);
  EXPECT_TRUE(ended.out.starts_with("dataset,line,")) << ended.out;
  EXPECT_EQ(std::ranges::count(ended.out, '\n'), 1 + 2 * static_cast<long>(kPuzzles));
  EXPECT_NE(ended.err.find("good.csv: 6 puzzles"), std::string::npos);
}

// Regression: renaming a file over a device would have removed the device.
TEST_F(Run, PuzzleCsvLeavesALinkAndADeviceWhatTheyAre) {
  std::filesystem::create_symlink("/dev/null", path("link"));
  EXPECT_EQ(bench(quick_run({"good.csv", "-q", "--puzzle-csv", "link"})).code, kOk);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(files(), (std::vector<std::string>{"good.csv", "link"}));
}

TEST_F(Run, OutputThatCannotBeWrittenIsFoundBeforeTheRun) {
  for (const char* option : {"--result", "--html", "--markdown", "--puzzle-csv"}) {
    SCOPED_TRACE(option);
    const Ended ended = bench(quick_run({"good.csv", "-v", option, "nowhere/out"}));
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(
        ended.err,
        "sudoku-bench: nowhere/out: cannot be written: the directory nowhere does not exist\n");
  }
}

TEST_F(Run, AFullDiskLeavesTheOldResultAlone) {
  folder_.write("result.json", "old");
  const Ended ended =
      bench(quick_run({"good.csv", "-q", "--result", "result.json"}), {.file_limit = 1000});
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err,
            "result.json.journal: cannot be written: File too large; the run continues, but "
            "--resume would repeat what is missing from it\nsudoku-bench: result.json: cannot be "
            "written: File too large\n");
  EXPECT_EQ(content_of(path("result.json")), "old");
  EXPECT_EQ(files(), (std::vector<std::string>{"good.csv", "result.json"}));
}

TEST_F(Run, AFullDiskUnderThePuzzleCsvLeavesTheTable) {
  std::string many = kHeader;
  for (int i = 0; i < 20; ++i)
    many += kRows;
  folder_.write("good.csv", many);
  const Ended ended =
      bench(quick_run({"good.csv", "--puzzle-csv", "rows.csv"}), {.file_limit = 8192});
  EXPECT_EQ(ended.code, kBadInput);
  expect_part(ended.out, "good.csv: 120 puzzles");
  EXPECT_EQ(ended.err, "sudoku-bench: rows.csv: cannot be written: File too large\n");
  EXPECT_EQ(files(), (std::vector<std::string>{"good.csv"}));
}

TEST_F(Run, AFullDeviceIsAnError) {
  const Ended ended = bench(quick_run({"good.csv", "-q", "--result", "/dev/full"}));
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err, "sudoku-bench: /dev/full: cannot be written: No space left on device\n");
}

class InterruptedRun : public Run {
 protected:
  // Arguments of a run that would take hours.
  std::vector<std::string> long_run() const {
    std::string many = kHeader;
    for (int i = 0; i < 2000; ++i)
      many += kRows;
    folder_.write("many.csv", many);
    return {"run",      "many.csv",      "-v", "--solvers",        "naive,mrv", "--threads",
            "1",        "--time-budget", "0",  "--puzzle-timeout", "0",         "--rounds",
            "1000",     "--block",       "64", "--warmup",         "0",         "--result",
            "part.json"};
  }
};

TEST_F(InterruptedRun, LeavesAMarkedPartOfTheResult) {
  Child child(folder_.path(), long_run());
  ASSERT_TRUE(child.waits_to_say("many.csv: mrv at about"));
  child.signal(SIGINT);
  const Ended ended = child.wait();
  EXPECT_EQ(ended.code, kInterrupted) << ended.err;
  EXPECT_NE(ended.out.find("the run was interrupted"), std::string::npos) << ended.out;
  const result::RunResult run = result::read_result(path("part.json"));
  EXPECT_FALSE(run.complete);
  EXPECT_NE(content_of(path("part.json")).find("\"complete\": false"), std::string::npos);
}

class Terminal : public Run {};

constexpr const char* kWithoutVariable = "NO_COLOR";

TEST_F(Terminal, ElsewhereThereIsNeitherColourNorProgress) {
  const Ended ended = bench(quick_run({"good.csv"}), {.name_and_value = kWithoutVariable});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(ended.out.find('\r'), std::string::npos);
}

TEST_F(Terminal, ShowsColourAndProgress) {
  const Ended ended =
      bench(quick_run({"good.csv"}), {.name_and_value = kWithoutVariable, .terminal = true});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_NE(ended.out.find("\x1b[1mgood.csv\x1b[0m: 6 puzzles"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("good.csv: reading"), std::string::npos) << ended.out;
}

TEST_F(Terminal, ErasesTheProgressBeforeASentence) {
  const Ended ended = bench(quick_run({"good.csv", "--verbose"}), {.terminal = true});
  EXPECT_NE(ended.out.find("\r\x1b[Kgood.csv: about"), std::string::npos) << ended.out;
}

// Tables of all solvers lack those whose engine was not found when the program was built.
TEST_F(Terminal, IsToldWhichSolversTheBuildLacks) {
  const std::string lack = " is not in this build: install ";
  const auto run = [&](const char* solvers) {
    return bench({"run", "good.csv", "--solvers", solvers, "--sample", "1", "--rounds", "1"},
                 {.terminal = true})
        .out;
  };
  const std::string all = run("all");
  for (const MissingEngine& missing : missing_engines())
    EXPECT_NE(all.find(std::string(missing.solver) + lack), std::string::npos) << all;
  EXPECT_EQ(all.find(lack) == std::string::npos, missing_engines().empty()) << all;
  EXPECT_EQ(run("mrv,dlx").find(lack), std::string::npos);
}

TEST_F(Terminal, HonoursNoColor) {
  const Ended ended =
      bench(quick_run({"good.csv"}), {.name_and_value = "NO_COLOR=1", .terminal = true});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_NE(ended.out.find("good.csv: 6 puzzles, 22–33 clues (mean 29.0)"), std::string::npos)
      << ended.out;
  EXPECT_EQ(ended.out.find("\x1b[0m"), std::string::npos) << ended.out;
}

}  // namespace

}  // namespace sudoku::cli
