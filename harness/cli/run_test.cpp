// Tests of the output of `run`: results, rows, the terminal.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/options/values.h"
#include "harness/result/json.h"

namespace sudoku::cli {
namespace {

class Run : public Bench {
 protected:
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
      sudoku_bench("run --suite " + std::string(BUNDLED_DATASETS) + "/bundled.toml" +
                   " --solvers mrv_hidden --reference mrv_hidden --time-budget 1ms --warmup 0 "
                   "--latency off --result -");
  EXPECT_EQ(ended.code, kOk) << ended.err;
  std::vector<std::string> names;
  for (const result::DatasetRecord& dataset : result::from_json(ended.out, "result").datasets) {
    names.push_back(dataset.name);
    EXPECT_EQ(dataset.bad_rows, 0U) << dataset.name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"classics.csv", "easy.csv", "hard.csv", "minimal.csv",
                                             "multiple.csv", "none.csv"}));
}

TEST_F(Run, ResultOnStandardOutputIsNothingButJson) {
  const Ended ended = sudoku_bench(quick_run("good.csv --result -"));
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
  expect_part(ended.err, "good.csv: 6 puzzles");
}

TEST_F(Run, QuietPrintsNothing) {
  const Ended ended =
      sudoku_bench(quick_run("good.csv -q --markdown report.md --html report.html"));
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.out + ended.err, "");
  expect_part(content_of(path("report.md")), "good.csv");
  expect_part(content_of(path("report.html")), "\"name\":\"good.csv\"");
}

TEST_F(Run, VerboseSaysHowLongItTakes) {
  const Ended ended = sudoku_bench(quick_run("good.csv -v --result -"));
  expect_start(ended.err, "good.csv: about 0.04 s and the checks, 20ms for each of 2 rows\n");
}

TEST_F(Run, PuzzleCsvHasARowPerPuzzleAndSolver) {
  const Ended ended = sudoku_bench(quick_run("good.csv --puzzle-csv rows.csv --latency off -q"));
  EXPECT_EQ(ended.code, kOk) << ended.err;
  const std::string rows = content_of(path("rows.csv"));
  expect_start(rows,
               "dataset,line,puzzle,solver,threads,outcome,guesses,latency_ns,solution,hardest\n");
  EXPECT_EQ(std::ranges::count(rows, '\n'), 1 + 2 * static_cast<long>(kPuzzles));
  const std::string puzzle(kRows, 81);
  const std::string solution(kRows + 82, 81);
  const std::string first = fmt::format("good.csv,2,{},dlx,1,unique,0,,{},\n", puzzle, solution);
  for (const std::string& part :
       {first, std::string(",dlx,1,multiple,"), std::string(",dlx,1,none,")})
    expect_part(rows, part);
  EXPECT_EQ(files(), (std::vector<std::string>{"good.csv", "rows.csv"}));
}

TEST_F(Run, PuzzleCsvHasTheHardestTechniqueOfWhatIsSolved) {
  const Ended ended = sudoku_bench(
      "run good.csv --solvers logic --time-budget 0 --rounds 1 --threads 1 --puzzle-csv -");
  std::string hardest;
  for (const std::string& row : options::split(ended.out, '\n'))
    hardest += row.substr(row.rfind(',') + 1) + "|";
  EXPECT_EQ(hardest, "hardest|hidden single|hidden single|naked single|hidden single||||")
      << ended.out;
  expect_part(ended.err, "good.csv: 6 puzzles");
}

// Regression: renaming a file over a device would have removed the device.
TEST_F(Run, PuzzleCsvLeavesALinkAndADeviceWhatTheyAre) {
  std::filesystem::create_symlink("/dev/null", path("link"));
  EXPECT_EQ(sudoku_bench(quick_run("good.csv -q --puzzle-csv link")).code, kOk);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(files(), (std::vector<std::string>{"good.csv", "link"}));
}

TEST_F(Run, OutputThatCannotBeWrittenIsFoundBeforeTheRun) {
  for (const std::string option : {"--result", "--html", "--markdown", "--puzzle-csv"}) {
    SCOPED_TRACE(option);
    const Ended ended = sudoku_bench(quick_run("good.csv -v " + option + " nowhere/out"));
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(
        ended.err,
        "sudoku-bench: nowhere/out: cannot be written: the directory nowhere does not exist\n");
  }
}

TEST_F(Run, AFullDiskUnderThePuzzleCsvLeavesTheTable) {
  folder_.write("good.csv", many_rows(20));
  const Ended ended =
      sudoku_bench(quick_run("good.csv --puzzle-csv rows.csv"), {.file_limit = 8192});
  EXPECT_EQ(ended.code, kBadInput);
  expect_part(ended.out, "good.csv: 120 puzzles");
  EXPECT_EQ(ended.err, "sudoku-bench: rows.csv: cannot be written: File too large\n");
  EXPECT_EQ(files(), (std::vector<std::string>{"good.csv"}));
}

class Terminal : public Run {
 protected:
  // What a run prints on a terminal.
  std::string shown(const std::string& more, const std::string& variable = "NO_COLOR") const {
    const Ended ended =
        sudoku_bench(quick_run(more), {.name_and_value = variable, .terminal = true});
    EXPECT_EQ(ended.code, kOk);
    return ended.out;
  }
};

TEST_F(Terminal, ElsewhereThereIsNeitherColourNorProgress) {
  const Ended ended = sudoku_bench(quick_run("good.csv"), {.name_and_value = "NO_COLOR"});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out.find_first_of("\x1b\r"), std::string::npos);
}

TEST_F(Terminal, ShowsColourUnlessNoColorIsSetAndProgress) {
  const std::string coloured = shown("good.csv");
  expect_part(coloured, "\x1b[1mgood.csv\x1b[0m: 6 puzzles");
  expect_part(coloured, "good.csv: reading");
  const std::string plain = shown("good.csv --verbose", "NO_COLOR=1");
  expect_part(plain, "good.csv: 6 puzzles, 22–33 clues (mean 29.0)");
  expect_part(plain, "\r\x1b[Kgood.csv: about");  // the progress is erased before a sentence
  EXPECT_EQ(plain.find("\x1b[0m"), std::string::npos) << plain;
}

}  // namespace
}  // namespace sudoku::cli
