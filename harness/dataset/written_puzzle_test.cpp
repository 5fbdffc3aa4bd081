#include "harness/dataset/written_puzzle.h"

#include <string>

#include <gtest/gtest.h>

#include "harness/dataset/contents.h"

namespace sudoku {
namespace {

std::string joined_rows(const std::string& separator) {
  std::string text;
  for (std::size_t r = 0; r < 81; r += 9)
    text += (r == 0 ? "" : separator) + kPuzzle.substr(r, 9);
  return text;
}

// What is read, "nothing", or the error.
std::string read(const std::string& text) {
  try {
    const auto grid = parse_written_puzzle(text);
    return grid ? std::string(grid->text()) : "nothing";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(WrittenPuzzle, MayHaveSeparators) {
  for (const char* separator : {"", " ", "\n", "|", "/", ",", "\r\n", " | ", "\n---+---+---\n"}) {
    EXPECT_EQ(read(joined_rows(separator)), kPuzzle) << separator;
  }
  std::string matrix = "[[";
  for (const char cell : kPuzzle)
    matrix += std::string(1, cell == '.' ? '0' : cell) + ", ";
  EXPECT_EQ(read(matrix + "]]"), kPuzzle);
}

struct OtherCase {
  const char* name;
  std::string text;
  std::string read;
};

TEST(WrittenPuzzle, IsToldFromTheNameOfAFile) {
  const OtherCase cases[] = {
      {"a name", "puzzles.csv", "nothing"},
      {"a number", "2026-11", "nothing"},
      {"standard input", "-", "nothing"},
      {"empty", "", "nothing"},
      {"a letter in it", "x" + kPuzzle.substr(1), "nothing"},
      {"a cell too few", kPuzzle.substr(1),
       "the puzzle on the command line: expected 81 cells, found 80"},
      {"a cell too many", kPuzzle + ".",
       "the puzzle on the command line: expected 81 cells, found 82"},
  };
  for (const OtherCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(read(c.text), c.read);
  }
}

}  // namespace
}  // namespace sudoku
