// Tests of `sudoku-bench dataset convert` from the command line.
#include <algorithm>
#include <filesystem>
#include <string>

#include "harness/base/test_files.h"
#include "harness/cli/dataset_fixture.h"

namespace sudoku::cli {
namespace {

struct ConvertCase {
  std::string options;
  std::string out;
  std::string written;
  std::string err = {};
};

TEST_F(Dataset, ConvertTakesTheLayoutFromTheNameOrTheOption) {
  folder_.write("pair.txt", kPair);
  const std::string table = "puzzle,solution\n" + kPuzzle + "," + kSolution + "\n";
  std::string zeros = kPuzzle;
  std::ranges::replace(zeros, '.', '0');
  const std::string left_out = "1 declared solution left out: this format cannot hold them\n";
  const ConvertCase cases[] = {
      {"", "a.csv", table},
      {" --to pairs", "a.csv", kPair},
      {" --to bare", "a", kPuzzle + "," + kSolution + "\n"},
      {" --columns solution,puzzle", "a.csv",
       "solution,puzzle\n" + kSolution + "," + kPuzzle + "\n"},
      {"", "a.sdm", zeros + "\n", "a.sdm: " + left_out},
      {" --to lines --blank 0", "a", zeros + "\n", "a: " + left_out},
  };
  for (const ConvertCase& c : cases) {
    SCOPED_TRACE(c.written);
    expect(dataset("convert pair.txt " + c.out + c.options), kOk, "", c.err);
    EXPECT_EQ(content_of(path(c.out)), c.written);
  }
}

TEST_F(Dataset, ConvertReadsBackWhatItWrote) {
  for (const std::string name : {"a.csv", "a.csv.gz", "a.csv.zst", "a.txt"}) {
    SCOPED_TRACE(name);
    expect(dataset("convert good.csv " + name), kOk, "", "");
    expect(dataset("convert " + name + " back.csv"), kOk, "", "");
    EXPECT_EQ(content_of(path("back.csv")), std::string(kHeader) + kRows);
  }
  for (const std::string name : {"a.sdm", "a.sdk", "a.ss"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(dataset("convert good.csv " + name).code, kOk);
    expect(dataset("convert " + name + " back.csv"), kOk, "", "");
    EXPECT_EQ(dataset("convert good.csv puzzles.csv --columns puzzle").code, kOk);
    EXPECT_EQ(content_of(path("back.csv")), content_of(path("puzzles.csv")));
  }
}

TEST_F(Dataset, ConvertIsAFilter) {
  const Ended ended =
      dataset("convert - - --to pairs",
              {.input = base::gzipped("puzzle,solution\n" + kPuzzle + "," + kSolution + "\n")});
  expect(ended, kOk, kPair, "");
}

TEST_F(Dataset, ConvertWritesNothingWhenARowIsBad) {
  folder_.write("bad.txt", kPuzzle + "\n12\n" + kPuzzle + "\n");
  folder_.write("a.txt", "old");
  const std::string bad = "bad.txt:2:1: expected 81 cells, found 2\nbad.txt: 1 bad row\n";
  const std::string hint = " because of 1 bad row; --lenient skips bad rows\n";
  expect(dataset("convert bad.txt a.txt"), kBadInput, "",
         bad + "sudoku-bench: a.txt: not written" + hint);
  EXPECT_EQ(content_of(path("a.txt")), "old");
  expect(dataset("convert bad.txt - --to lines"), kBadInput, "",
         bad + "sudoku-bench: standard output: incomplete" + hint);
  expect(dataset("convert bad.txt a.txt --lenient"), kOk, "", bad);
  EXPECT_EQ(content_of(path("a.txt")), kPuzzle + "\n" + kPuzzle + "\n");
}

TEST_F(Dataset, ConvertLeavesNothingBehindWhenItFails) {
  folder_.write("empty.csv", "puzzle\n");
  expect_failures({
      {"convert none.csv new.csv", kBadInput,
       "none.csv: cannot be opened: No such file or directory"},
      {"convert empty.csv new.csv", kBadInput, "empty.csv: contains no usable puzzle"},
      {"convert good.csv new --to triples", kUsage,
       "--to: expected csv, bare, pairs, lines, sdm, alternating, cells, sdk, ss, blocks or jsonl, "
       "found 'triples'"},
      {"convert good.csv nowhere/new.csv", kBadInput,
       "nowhere/new.csv: cannot be written: the directory nowhere does not exist"},
      {"convert good.csv /dev/full --to csv", kBadInput,
       "/dev/full: cannot be written: No space left on device"},
  });
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    const std::string name = entry.path().filename();
    EXPECT_TRUE(name == "good.csv" || name == "empty.csv") << name;
  }
}

}  // namespace
}  // namespace sudoku::cli
