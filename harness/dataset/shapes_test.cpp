// Tests that the files in reader_fuzz/, which have the shapes of public puzzle files, are read as
// their authors meant, or named in one line.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "harness/dataset/contents_fixture.h"
#include "harness/dataset/text_blocks.h"

namespace sudoku::dataset {

namespace {

std::set<std::filesystem::path> files() {
  return {std::filesystem::directory_iterator(SOURCE_FOLDER "/harness/dataset/reader_fuzz"), {}};
}

// What a file holds, or why it is refused.
std::string description_of(const std::filesystem::path& path) {
  const Contents read = read_all(path);
  if (!read.error.empty()) return read.error;
  const InputFormat format = TextBlockReader(path, "f", {}).format();
  const auto solutions = read.solutions.size() - std::ranges::count(read.solutions, kEmptyGrid);
  EXPECT_EQ(format.solution.has_value(), solutions > 0);
  return fmt::format("{}; puzzles in lines {}; {} with solutions{}{}", format.format->name,
                     listed(read.lines), solutions, read.faults.empty() ? "" : "\n    ",
                     fmt::join(read.faults, "\n    "));
}

// shapes.txt holds a paragraph for each file.
TEST(Shapes, AreReadAsMeantOrNamed) {
  std::string text;
  for (const std::filesystem::path& file : files()) {
    SCOPED_TRACE(file);
    text += fmt::format("{}: {}\n", file.filename().string(), description_of(file));
  }
  EXPECT_EQ(text, base::content_of(SOURCE_FOLDER "/harness/dataset/shapes.txt"));
}

// The files hold the same few puzzles in different notations.
TEST(Shapes, HoldTheSamePuzzles) {
  std::map<std::string, std::string> known;
  for (const char* const file : {"json_lines", "csv_without_header"}) {
    const Contents read =
        read_all(SOURCE_FOLDER "/harness/dataset/reader_fuzz/" + std::string(file));
    for (std::size_t i = 0; i < read.puzzles.size(); ++i)
      known[std::string(read.puzzles[i].text())] = read.solutions[i].text();
  }
  for (const std::filesystem::path& file : files()) {
    SCOPED_TRACE(file);
    const Contents read = read_all(file);
    for (std::size_t i = 0; i < read.puzzles.size(); ++i) {
      const std::string& solution = known[std::string(read.puzzles[i].text())];
      EXPECT_NE(solution, "");
      if (read.solutions[i] != kEmptyGrid) {
        EXPECT_EQ(read.solutions[i].text(), solution);
      }
    }
  }
}

}  // namespace

}  // namespace sudoku::dataset
