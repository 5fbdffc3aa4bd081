#include "harness/dataset/writer.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/text_sink.h"
#include "harness/dataset/contents.h"

namespace sudoku::dataset {

namespace {

struct Written {
  std::string text;
  std::uint64_t left_out = 0;
};

// The puzzle twice, the second time without its solution.
Written write(const WriteOptions& options) {
  base::TextSink sink;
  PuzzleWriter writer(options, sink);
  writer.add(grid_of(kPuzzle), grid_of(kSolution));
  writer.add(grid_of(kPuzzle), kEmptyGrid);
  writer.flush();
  return {sink.text, writer.solutions_left_out()};
}

struct WriteCase {
  const char* name;
  WriteOptions options;
  std::string text;
  std::uint64_t left_out = 0;
};

const WriteCase kWriteCases[] = {
    {"csv", {}, "puzzle,solution\n" + kBoth + "\n" + kPuzzle + ",\n"},
    {"csv of puzzles",
     {.columns = Columns::puzzle},
     "puzzle\n" + kPuzzle + "\n" + kPuzzle + "\n",
     1},
    {"csv the other way round",
     {.columns = Columns::solution_puzzle},
     "solution,puzzle\n" + kSolution + "," + kPuzzle + "\n," + kPuzzle + "\n"},
    {"bare", {.target = Target::bare}, kBoth + "\n" + kPuzzle + ",\n"},
    {"pairs", {.target = Target::pairs}, kPuzzle + " " + kSolution + "\n" + kPuzzle + "\n"},
    {"lines", {.target = Target::lines}, kPuzzle + "\n" + kPuzzle + "\n", 1},
    {"sdm", {.target = Target::sdm}, kPuzzle + "\n" + kPuzzle + "\n", 1},
    {"sdk", {.target = Target::sdk}, grid_of_rows(kPuzzle) + "\n" + grid_of_rows(kPuzzle), 1},
    {"ss", {.target = Target::ss}, kPicture + "\n" + kPicture, 1},
    {"blocks",
     {.target = Target::blocks},
     "Grid 01\n" + grid_of_rows(kPuzzle) + "Grid 02\n" + grid_of_rows(kPuzzle),
     1},
};

TEST(PuzzleWriter, WritesEveryLayout) {
  for (const WriteCase& c : kWriteCases) {
    SCOPED_TRACE(c.name);
    const Written written = write(c.options);
    EXPECT_EQ(written.text, c.text);
    EXPECT_EQ(written.left_out, c.left_out);
  }
}

TEST(PuzzleWriter, WritesWhatTheReaderReads) {
  for (const TargetInfo& info : all_targets()) {
    for (const char blank : {'.', '0', '*', '_'}) {
      SCOPED_TRACE(std::string(info.name) + blank);
      const Contents read = read_text(write({.target = info.target, .blank = blank}).text);
      EXPECT_EQ(read.error, "");
      EXPECT_EQ(read.bad, 0) << read.faults[0];
      ASSERT_EQ(read.puzzles.size(), info.target == Target::triples ? 1 : 2);
      EXPECT_EQ(read.puzzles[0].text(), kPuzzle);
      EXPECT_EQ(read.solutions[0].text(), info.holds_solutions ? kSolution : kEmptyGrid.text());
    }
  }
}

TEST(PuzzleWriter, TakesOnePuzzleForTriples) {
  base::TextSink sink;
  PuzzleWriter writer({.target = Target::triples}, sink);
  EXPECT_TRUE(writer.add(grid_of(".5" + std::string(78, '.') + "7"), kEmptyGrid));
  EXPECT_FALSE(writer.add(grid_of(kPuzzle), kEmptyGrid));
  writer.flush();
  EXPECT_EQ(sink.text, "row,column,digit\n1,2,5\n9,9,7\n");
}

struct NameCase {
  const char* name;
  std::optional<Target> target;
};

TEST(Targets, AreToldByFileNames) {
  const NameCase cases[] = {
      {"a.csv", Target::csv},      {"a.csv.gz", Target::csv}, {"a.b.txt", Target::pairs},
      {"a.sdm.zst", Target::sdm},  {"a.sdk", Target::sdk},    {"a.ss", Target::ss},
      {"a", std::nullopt},         {"a.gz", std::nullopt},    {"-", std::nullopt},
      {"lines.xml", std::nullopt},
  };
  for (const NameCase& c : cases)
    EXPECT_EQ(target_of_file(c.name), c.target) << c.name;
  for (const TargetInfo& info : all_targets()) {
    EXPECT_EQ(target_named(info.name), info.target);
    EXPECT_EQ(&info_of(info.target), &info);
  }
  EXPECT_EQ(target_named("sudoku"), std::nullopt);
}

TEST(Encoders, WriteWhatDecodersRead) {
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text += kPuzzle + "\n";
  for (const std::string name : {"f.gz", "f.zst"}) {
    base::TextSink packed;
    const auto encoder = base::make_encoder(name, packed);
    encoder->write({});
    encoder->write(text);
    encoder->write("# end\n");
    encoder->finish();
    EXPECT_LT(packed.text.size(), text.size() / 10);
    const Contents read = read_text(packed.text);
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.puzzles.size(), 20'000);
  }
  base::TextSink plain;
  EXPECT_EQ(base::make_encoder("f.csv", plain), nullptr);
}

}  // namespace

}  // namespace sudoku::dataset
