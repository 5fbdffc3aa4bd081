// Tests of `sudoku-bench dataset generate` from the command line.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "harness/base/input.h"
#include "harness/base/test_files.h"
#include "harness/cli/dataset_fixture.h"

namespace sudoku::cli {

namespace {

class Generate : public Dataset {
 protected:
  Ended generate(const Arguments& arguments, const ChildSetup& setup = {}) const {
    Arguments all = {"generate"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return dataset(all, setup);
  }

  std::size_t files() const {
    const auto entries = std::filesystem::directory_iterator(folder_.path());
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
  }
};

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

TEST_F(Generate, RefusesWhatDoesNotFit) {
  const OutcomeCase cases[] = {
      {"clues without a kind",
       {"--clues", "24"},
       kUsage,
       "--clues: cannot be used with --kind minimal, only with clues and easy"},
      {"no clues",
       {"--kind", "clues"},
       kUsage,
       "--clues: --kind clues needs a number of clues, "
       "20 to 80"},
      {"impossible",
       {"--kind", "clues", "--clues", "16"},
       kUsage,
       "--clues: expected 20 to 80 clues: no puzzle of fewer than 17 clues has exactly one "
       "solution (McGuire, Tugemann and Civario, 2014)"},
      {"17 clues",
       {"--kind", "clues", "--clues", "17"},
       kUsage,
       "--clues: expected 20 to 80 clues: about 49,000 essentially different puzzles of 17 clues "
       "are known, and random generation finds none of them; use the published list"},
      {"19 clues",
       {"--kind", "clues", "--clues", "19"},
       kUsage,
       "--clues: expected 20 to 80 clues: generating one with 19 takes a core many minutes or "
       "hours"},
      {"full",
       {"--kind", "clues", "--clues", "81"},
       kUsage,
       "--clues: expected 20 to 80 clues, found '81'"},
      {"easy with too few",
       {"--kind", "easy", "--clues", "21"},
       kUsage,
       "--clues: expected 22 to 80 clues, found '21'"},
      {"not a number",
       {"--kind", "easy", "--clues", "few"},
       kUsage,
       "--clues: expected a whole number from 0 to 81, found 'few'"},
      {"sampling of another kind",
       {"--kind", "full", "--sampling", "subsets"},
       kUsage,
       "--sampling: cannot be used with --kind full, only with clues"},
      {"subsets of few clues",
       {"--kind", "clues", "--clues", "25", "--sampling", "subsets"},
       kUsage,
       "--sampling: expected at least 26 clues with subsets: fewer hardly ever make a proper "
       "puzzle"},
      {"target of another kind",
       {"--kind", "none", "--target", "9"},
       kUsage,
       "--target: cannot be used with --kind none, only with hard"},
      {"target of guesses",
       {"--kind", "hard", "--target", "1ms"},
       kUsage,
       "--target: expected a whole number from 1, found '1ms'"},
      {"target of time",
       {"--kind", "hard", "--by", "time", "--target", "9"},
       kUsage,
       "--target: expected a time such as 500ms, 10s or 5min (1ns at least), found '9'"},
      {"solver",
       {"--kind", "hard", "--solver", "null"},
       kUsage,
       "--solver: 'null' measures the harness in every run and is not ranked; name another "
       "solver"},
      {"layout",
       {"-o", "puzzles"},
       kUsage,
       "--to: no format is known for the file name 'puzzles'; choose one of " + formats_to_write()},
      {"columns",
       {"-o", "a.sdm", "--columns", "puzzle"},
       kUsage,
       "--columns: sdm has no columns; csv and bare have"},
      {"triples",
       {"--to", "triples", "--count", "2"},
       kUsage,
       "--count: a triples file holds one puzzle, found '2'"},
  };
  for (const OutcomeCase& c : cases) {
    SCOPED_TRACE(c.name);
    expect(generate(c.arguments), c.code, "",
           "sudoku-bench: " + c.err + "\n(see `sudoku-bench dataset generate --help`)\n");
  }
  EXPECT_EQ(files(), 1);
}

using SlowGenerate = Generate;

TEST_F(SlowGenerate, NothingDependsOnThreads) {
  const Arguments kinds[] = {
      {"full"},
      {"minimal"},
      {"clues", "--clues", "25"},
      {"clues", "--clues", "34", "--sampling", "subsets"},
      {"easy"},
      {"hard", "--steps", "3"},
      {"several"},
      {"none"},
      {"kaggle"},
  };
  for (Arguments arguments : kinds) {
    SCOPED_TRACE(arguments[0]);
    arguments.insert(arguments.begin(), "--kind");
    arguments.insert(arguments.end(), {"--count", "60", "--seed", "5", "--threads", "1"});
    const Ended one = generate(arguments);
    EXPECT_EQ(one.code, kOk);
    EXPECT_EQ(lines_of(one.out), 60);
    for (const char* threads : {"2", "3"}) {
      arguments.back() = threads;
      EXPECT_EQ(generate(arguments).out, one.out);
    }
  }
}

TEST_F(Generate, MakesPuzzlesOfTheFewestAndOfTheMostClues) {
  for (const std::string clues : {"22", "80"}) {
    const Ended ended = generate({"--kind", "easy", "--clues", clues, "--count", "1"});
    EXPECT_EQ(ended.code, kOk) << ended.err;
    EXPECT_EQ(lines_of(ended.out), 1) << clues;
  }
}

TEST_F(Generate, MakesTheBundledFilesAgain) {
  constexpr std::size_t kRows = 5;
  const std::string command =
      fmt::format("SUDOKU_BENCH='{}' '{}/scripts/dev/make-datasets' '{}' {}", SUDOKU_BENCH_PROGRAM,
                  SOURCE_FOLDER, folder_.path(), kRows);
  ASSERT_EQ(std::system(command.c_str()), 0);
  for (const char* name : {"easy.csv", "minimal.csv", "hard.csv", "multiple.csv", "none.csv"}) {
    const std::string made = base::whole_file(path(name));
    EXPECT_EQ(lines_of(made), 1 + kRows) << name;
    EXPECT_TRUE(base::whole_file(fmt::format("{}/{}", BUNDLED_DATASETS, name)).starts_with(made))
        << name;
  }
}

TEST_F(Generate, MakesPencilmarkPuzzles) {
  const Ended made = generate({"--kind", "pencilmark", "--count", "3"});
  EXPECT_EQ(made.code, kOk) << made.err;
  EXPECT_EQ(made.out.size(), 3 * (729 + 1 + 81 + 1));
  folder_.write("marks.txt", made.out);
  EXPECT_EQ(dataset({"verify", "marks.txt"}).code, kOk);
  const Ended stats = dataset({"stats", "marks.txt"});
  EXPECT_NE(stats.out.find("3 (100 %) of the proper ones"), std::string::npos) << stats.out;
  expect(generate({"--kind", "pencilmark", "-o", "a.sdk"}), kUsage, "",
         "sudoku-bench: --kind: a sdk file cannot hold pencilmark puzzles; --to chooses another "
         "format\n(see `sudoku-bench dataset generate --help`)\n");
}

TEST_F(Generate, PuzzlesDependOnTheSeedAndTheirNumber) {
  const Arguments some = {"--count", "9", "--seed", "5"};
  const std::string puzzles = generate(some).out;
  EXPECT_EQ(generate(some).out, puzzles);
  EXPECT_TRUE(puzzles.starts_with(generate({"--count", "7", "--seed", "5"}).out));
  EXPECT_NE(generate({"--count", "9", "--seed", "6"}).out, puzzles);
}

TEST_F(Generate, LeavesNoSolutionOutThatThereIs) {
  expect(generate({"--count", "300", "-o", "a.csv.gz"}), kOk, "", "");
  expect(dataset({"verify", "a.csv.gz"}), kOk,
         "file      puzzles  proper  several  none  solutions declared  wrong  bad rows\n"
         "────────  ───────  ──────  ───────  ────  ──────────────────  ─────  ────────\n"
         "a.csv.gz      300     300        0     0                 300      0         0\n",
         "");
  expect(generate({"--kind", "several", "--count", "2", "-o", "b.csv"}), kOk, "", "");
  const std::string several = content_of(path("b.csv"));
  EXPECT_TRUE(several.starts_with("puzzle,solution\n"));
  EXPECT_EQ(several.size(), 16 + 2 * 83);
  EXPECT_TRUE(several.ends_with(",\n"));
}

TEST_F(Generate, WritesTheLayoutThatIsAskedFor) {
  const std::string pair = generate({}).out;
  ASSERT_EQ(pair.size(), 2 * 82);
  const std::string puzzle = pair.substr(0, 81);
  const std::string solution = pair.substr(82, 81);
  EXPECT_EQ(generate({"--to", "lines", "--count", "1"}).out, puzzle + "\n");
  EXPECT_EQ(generate({"--to", "bare", "--columns", "solution,puzzle"}).out,
            solution + "," + puzzle + "\n");
  std::string zeros = puzzle;
  std::ranges::replace(zeros, '.', '0');
  EXPECT_EQ(generate({"--to", "csv", "--columns", "puzzle", "--blank", "0"}).out,
            "puzzle\n" + zeros + "\n");
  EXPECT_TRUE(generate({"--to", "triples"}).out.starts_with("row,column,digit\n"));
}

TEST_F(Generate, NoneAreAFileToo) {
  expect(generate({"--count", "0", "-o", "a.csv"}), kOk, "", "");
  EXPECT_EQ(content_of(path("a.csv")), "puzzle,solution\n");
  expect(generate({"--count", "0"}), kOk, "", "");
}

TEST_F(Generate, SaysWhatFellShort) {
  const Arguments hard = {"--kind", "hard",     "--count", "3",  "--steps",
                          "0",      "--target", "1000000", "-o", "a.csv"};
  expect(generate(hard), kOk, "",
         "3 of 3 puzzles are below the target 1000000; more --steps may reach it\n");
  expect(
      generate({"--kind", "hard", "--count", "20", "--steps", "0", "--target", "3", "-o", "a.csv"}),
      kOk, "", "13 of 20 puzzles are below the target 3; more --steps may reach it\n");
  expect(generate({"--kind", "hard", "--by", "time", "--target", "1ns", "-o", "b.csv"}), kOk, "",
         "");
}

TEST_F(Generate, LeavesNothingBehindWhenInterrupted) {
  folder_.write("a.csv", "old");
  const Arguments endless[] = {
      {"--kind", "minimal"},
      // So few clues are rarely unique: no puzzle is finished before the test sends SIGINT.
      {"--kind", "clues", "--clues", "26", "--sampling", "subsets"},
      {"--kind", "hard", "--steps", "1000000000"},
  };
  for (Arguments arguments : endless) {
    SCOPED_TRACE(arguments[1]);
    arguments.insert(arguments.begin(), {"dataset", "generate"});
    arguments.insert(arguments.end(), {"--count", "1000000000", "-o", "a.csv"});
    Child child(folder_.path(), arguments);
    while (files() < 3)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    child.signal(SIGINT);
    EXPECT_EQ(child.wait().code, kInterrupted);
    EXPECT_EQ(content_of(path("a.csv")), "old");
    EXPECT_EQ(files(), 2);
  }
}

}  // namespace

}  // namespace sudoku::cli
