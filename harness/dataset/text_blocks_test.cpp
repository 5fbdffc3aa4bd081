// Tests that text blocks of any size give the rows that PuzzleReader reads.
#include "harness/dataset/text_blocks.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "harness/base/test_files.h"
#include "harness/dataset/contents_fixture.h"

namespace sudoku::dataset {

namespace {

constexpr std::size_t kShort = 300;  // bytes of a few rows

Contents read_blocks(const std::string& path, std::size_t least) {
  Contents all;
  BadRows bad_rows;
  try {
    TextBlockReader reader(path, "f", {.least = least});
    const auto rows = reader.make_parser();
    TextBlock block;
    std::uint64_t lines = reader.lines_before();
    ParsedRow row;
    while (reader.read(block)) {
      rows->begin(block);
      while (rows->next(row)) {
        row.line += lines;
        if (row.fault.empty()) {
          all.puzzles.push_back(row.puzzle);
          all.solutions.push_back(row.solution);
          all.lines.push_back(row.line);
        } else {
          ++all.bad;
          bad_rows.keep(row, "f", false);
        }
      }
      lines += rows->lines();
    }
  } catch (const base::InputError& error) {
    all = {};
    all.error = error.what();
    return all;
  }
  all.faults = bad_rows.first;
  return all;
}

void expect_same_rows(const std::string& path) {
  for (const std::size_t least : {std::size_t{100}, kShort, std::size_t{1} << 20}) {
    SCOPED_TRACE(testing::Message() << path << ", " << least);
    const Contents expected = read_all(path);
    const Contents found = read_blocks(path, least);
    EXPECT_EQ(found.puzzles, expected.puzzles);
    EXPECT_EQ(found.solutions, expected.solutions);
    EXPECT_EQ(found.lines, expected.lines);
    EXPECT_EQ(found.bad, expected.bad);
    EXPECT_EQ(found.faults, expected.faults);
    EXPECT_EQ(found.error, expected.error);
  }
}

TEST(TextBlocks, HoldTheRowsOfTheFile) {
  for (const auto& file :
       std::filesystem::directory_iterator(SOURCE_FOLDER "/harness/dataset/reader_fuzz"))
    expect_same_rows(file.path());
  const base::TemporaryFolder folder;
  const std::string nine = repeated(kPuzzle + "\n", 9);
  const std::string quoted = "\"" + kPuzzle + "\",\"" + kSolution + "\"\n";
  for (const std::string& text :
       {nine + kPuzzle, nine + std::string(5000, '1') + "\n" + nine,
        nine + std::string(100'000, '1') + "\n" + nine,
        "puzzle,solution\n" + repeated(repeated(kBoth + "\n", 9) + quoted + "1,2,3\n\"12\n", 2),
        repeated("0006 " + kPuzzle + " 2.5\n", 5) + "0006\n", repeated("Grid 01\n" + kGrid, 200)})
    expect_same_rows(folder.write("text", text));
}

TEST(TextBlocks, EndWhereLinesDoAndGrow) {
  const base::TemporaryFolder folder;
  const std::string text = repeated(kPuzzle + "\n", 40'000);
  TextBlockReader reader(folder.write("text", text), "f", {.least = kShort});
  TextBlock block;
  std::string together;
  std::size_t first = 0;
  while (reader.read(block)) {
    if (first == 0) first = block.size;
    ASSERT_TRUE(block.text().ends_with('\n'));
    together += block.text();
  }
  EXPECT_EQ(together, text);
  EXPECT_LE(first, kShort);
  EXPECT_EQ(block.consumed, text.size());
  EXPECT_GT(block.buffer.size(), 100 * first);
}

}  // namespace

}  // namespace sudoku::dataset
