// Tests of `sudoku-bench dataset generate` from the command line.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

#include "harness/base/input.h"
#include "harness/base/test_files.h"
#include "harness/cli/dataset_fixture.h"

namespace sudoku::cli {
namespace {

class Generate : public Dataset {
 protected:
  Ended generate(const std::string& options) const { return dataset("generate " + options); }

  std::size_t files() const {
    const auto entries = std::filesystem::directory_iterator(folder_.path());
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
  }
};

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

TEST_F(Generate, RefusesWhatDoesNotFit) {
  const std::pair<const char*, const char*> cases[] = {
      {"--clues 24", "--clues: cannot be used with --kind minimal, only with clues"},
      {"--kind clues", "--clues: --kind clues needs a number of clues, 20 to 80"},
      {"--kind clues --clues 19", "--clues: expected a whole number from 20 to 80, found '19'"},
      {"--kind clues --clues 81", "--clues: expected a whole number from 20 to 80, found '81'"},
      {"--kind none --steps 9", "--steps: cannot be used with --kind none, only with hard"},
      {"--kind hard --solver null",
       "--solver: 'null' measures the harness in every run and is not ranked; name another "
       "solver"},
  };
  for (const auto& [options, message] : cases)
    expect_failures({{std::string("generate ") + options, kUsage, message}});
  EXPECT_EQ(files(), 1);
}

using SlowGenerate = Generate;

TEST_F(SlowGenerate, NothingDependsOnThreads) {
  for (const std::string kind :
       {"full", "minimal", "clues --clues 25", "easy", "hard --steps 3", "several", "none"}) {
    SCOPED_TRACE(kind);
    const std::string options = "--count 60 --seed 5 --kind " + kind + " --threads ";
    const Ended one = generate(options + "1");
    EXPECT_EQ(one.code, kOk);
    EXPECT_EQ(lines_of(one.out), 60);
    for (const char* threads : {"2", "3"})
      EXPECT_EQ(generate(options + threads).out, one.out);
  }
}

TEST_F(Generate, LeavesNoSolutionOutThatThereIs) {
  expect(generate("--count 300 -o a.csv.gz"), kOk, "", "");
  expect(dataset("verify a.csv.gz"), kOk,
         "file      puzzles  proper  several  none  solutions declared  wrong  bad rows\n"
         "────────  ───────  ──────  ───────  ────  ──────────────────  ─────  ────────\n"
         "a.csv.gz      300     300        0     0                 300      0         0\n",
         "");
  expect(generate("--kind several --count 2 -o b.csv"), kOk, "", "");
  const std::string several = content_of(path("b.csv"));
  EXPECT_TRUE(several.starts_with("puzzle,solution\n"));
  EXPECT_EQ(several.size(), 16 + 2 * 83);
  EXPECT_TRUE(several.ends_with(",\n"));
}

TEST_F(Generate, WritesTheLayoutThatIsAskedFor) {
  const std::string pair = generate("").out;
  ASSERT_EQ(pair.size(), 2 * 82);
  const std::string puzzle = pair.substr(0, 81);
  const std::string solution = pair.substr(82, 81);
  EXPECT_EQ(generate("--to bare --columns solution,puzzle").out, solution + "," + puzzle + "\n");
}

TEST_F(Generate, NoneAreAFileToo) {
  expect(generate("--count 0 -o a.csv"), kOk, "", "");
  EXPECT_EQ(content_of(path("a.csv")), "puzzle,solution\n");
  expect(generate("--count 0"), kOk, "", "");
}

TEST_F(Generate, LeavesNothingBehindWhenInterrupted) {
  folder_.write("a.csv", "old");
  for (const std::string kind :
       // No puzzle of the latter two is finished before the test sends SIGINT.
       {"minimal", "clues --clues 20", "hard --steps 1000000000"}) {
    SCOPED_TRACE(kind);
    Child child(folder_.path(), options::split_command(
                                    "dataset generate --count 1000000000 -o a.csv --kind " + kind));
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
