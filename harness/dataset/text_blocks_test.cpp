// Tests that text blocks of any size give the rows that PuzzleReader reads.
#include "harness/dataset/text_blocks.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/test_files.h"
#include "harness/dataset/contents_fixture.h"

namespace sudoku::dataset {

namespace {

constexpr std::size_t kShort = 300;  // bytes of a few rows

void add(const ParsedRow& row, Contents& all) {
  if (row.fault.empty()) {
    all.puzzles.push_back(row.puzzle);
    all.solutions.push_back(row.solution);
    all.lines.push_back(row.line);
  } else {
    ++all.bad;
    all.faults.push_back(message_of(row, "f"));
  }
}

Contents read_blocks(const std::string& text, std::size_t least) {
  const base::TemporaryFolder folder;
  Contents all;
  try {
    TextBlockReader reader(folder.write("text", text), "f", {.least = least});
    const auto rows = reader.make_parser();
    TextBlock block;
    std::uint64_t lines = reader.lines_before();
    ParsedRow row;
    while (reader.read(block)) {
      rows->begin(block);
      while (rows->next(row)) {
        row.line += lines;
        add(row, all);
      }
      lines += rows->lines();
    }
  } catch (const base::InputError& error) {
    all.error = error.what();
  }
  if (all.faults.size() > Quarantine::kKept) all.faults.resize(Quarantine::kKept);
  return all;
}

struct TextCase {
  const char* name;
  std::string text;
};

std::vector<TextCase> text_cases() {
  const std::string pair = kPuzzle + " " + kSolution;
  const std::string quoted = "\"" + kPuzzle + "\",\"" + kSolution + "\"";
  const std::string head = "puzzle,solution\n";
  return {
      {"lines", repeated(kPuzzle + "\n", 20)},
      {"lines, no line feed at the end", repeated(kPuzzle + "\n", 20) + kPuzzle},
      {"lines, CRLF and comments", repeated(kPuzzle + "\r\n# no row\r\n\r\n", 20)},
      {"lines, a count first", "7\n" + repeated(kPuzzle + "\n", 7)},
      {"pairs", repeated(pair + "\n", 20)},
      {"pairs, solutions missing", repeated(pair + "\n" + kPuzzle + "\n", 20)},
      {"pairs, a bad solution", repeated(pair + "\n", 9) + kPuzzle + " 12x\n" + pair + "\n"},
      {"words", repeated("0006 " + kPuzzle + " 2.5\n", 20)},
      {"words, more blanks", repeated("  0006\t" + kPuzzle + "  2.5 # x\n", 20)},
      {"words, the puzzle missing", repeated("0006 " + kPuzzle + " 2.5\n", 5) + "0006\n"},
      {"words, one of 81 with a blank", repeated("0006 " + kPuzzle + " 2.5\n", 5) + "0006 " +
                                            kPuzzle.substr(0, 40) + " " + kPuzzle.substr(41) +
                                            "\n"},
      {"lines, bad ones", repeated(kPuzzle + "\n12\n" + kPuzzle.substr(1) + "x\n", 9)},
      {"lines, a NUL", repeated(kPuzzle + "\n", 9) + std::string(81, '\0') + "\n" + kPuzzle + "\n"},
      {"lines, one longer than a block",
       repeated(kPuzzle + "\n", 9) + std::string(5000, '1') + "\n" + kPuzzle + "\n"},
      {"lines, one that is cut",
       repeated(kPuzzle + "\n", 9) + std::string(100'000, '1') + "\n" + kPuzzle + "\n"},
      {"CSV", head + repeated(kBoth + "\n", 20)},
      {"CSV, CRLF", head + repeated(kBoth + "\r\n", 20)},
      {"CSV, comments", "# c\n" + head + repeated(kBoth + "\n# c\n\n", 20)},
      {"CSV, quoted", head + repeated(quoted + "\n", 20)},
      {"CSV, quoted in the middle",
       head + repeated(kBoth + "\n", 9) + quoted + "\n" + repeated(kBoth + "\n", 9)},
      {"CSV, blanks", head + repeated(kBoth + "\n " + kPuzzle + " , " + kSolution + "\n", 9)},
      {"CSV, no solution", head + repeated(kPuzzle + ",\n" + kBoth + "\n", 9)},
      {"CSV, bad ones", head + repeated(kBoth + "\n1,2,3\n" + kPuzzle + "\n\"12\n", 9)},
      {"CSV, many columns", "a,puzzle,b;c\n" + repeated("1," + kPuzzle + ",\n", 9)},
      {"CSV, semicolons", "puzzle;solution\n" + repeated(kPuzzle + ";" + kSolution + "\n", 9)},
      {"CSV, tabs", "puzzle\tsolution\n" + repeated(kPuzzle + "\t" + kSolution + "\n", 9)},
      {"grids", repeated("Grid 01\n" + kGrid, 200)},
      {"grids, a bad one", repeated(kGrid + "\n", 3) + "12\n\n"},
  };
}

TEST(TextBlocks, HoldTheRowsOfTheFile) {
  for (const TextCase& c : text_cases()) {
    for (const std::size_t least : {kShort, std::size_t{1} << 20}) {
      SCOPED_TRACE(testing::Message() << c.name << ", " << least);
      const Contents expected = read_text(c.text);
      const Contents found = read_blocks(c.text, least);
      EXPECT_EQ(found.puzzles, expected.puzzles);
      EXPECT_EQ(found.solutions, expected.solutions);
      EXPECT_EQ(found.lines, expected.lines);
      EXPECT_EQ(found.bad, expected.bad);
      EXPECT_EQ(found.faults, expected.faults);
      EXPECT_EQ(found.error, expected.error);
    }
  }
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
