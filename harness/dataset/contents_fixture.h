// Test fixture: a puzzle in several layouts, and what PuzzleReader returns for a whole file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"
#include "harness/dataset/reader.h"

namespace sudoku::dataset {

inline const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
inline const std::string kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

inline const std::string kBoth = kPuzzle + "," + kSolution;

inline const std::string kPicture =
    "53.|.7.|...\n6..|195|...\n.98|...|.6.\n---+---+---\n8..|.6.|..3\n4..|8.3|..1\n"
    "7..|.2.|..6\n---+---+---\n.6.|...|28.\n...|419|..5\n...|.8.|.79\n";

inline Grid grid_of(std::string_view text) { return parse_grid(text).grid; }

inline std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i)
    all += text;
  return all;
}

// Everything that PuzzleReader returned for a file.
struct Contents {
  std::vector<Grid> puzzles;
  std::vector<Grid> solutions;
  std::vector<std::uint64_t> lines;
  std::uint64_t bad = 0;
  std::vector<std::string> faults;
  std::string error;  // message of the InputError that ended the reading
};

inline Contents read_all(const std::string& path, const ReadOptions& options = {}) {
  Contents all;
  try {
    PuzzleReader reader(path, "f", options);
    Block block;
    while (reader.read(block)) {
      all.puzzles.insert(all.puzzles.end(), block.puzzles.begin(), block.puzzles.end());
      all.solutions.insert(all.solutions.end(), block.solutions.begin(), block.solutions.end());
      all.lines.insert(all.lines.end(), block.lines.begin(), block.lines.end());
    }
    all.bad = reader.bad_rows().count;
    all.faults = reader.bad_rows().first;
  } catch (const base::InputError& error) {
    all.error = error.what();
  }
  return all;
}

inline Contents read_text(std::string_view text, const ReadOptions& options = {}) {
  const base::TemporaryFolder folder;
  return read_all(folder.write("text", text), options);
}

using Lines = std::vector<std::uint64_t>;

inline std::string listed(const Lines& lines) { return fmt::format("{}", fmt::join(lines, " ")); }

inline std::string with_blanks(char blank) {
  std::string puzzle = kPuzzle;
  std::ranges::replace(puzzle, '.', blank);
  return puzzle;
}

// The cells of a puzzle with commas between them, as a line.
inline std::string apart(const std::string& puzzle) {
  return fmt::format("{}\n", fmt::join(puzzle, ","));
}

inline std::string grid_of_rows(const std::string& puzzle) {
  std::string rows;
  for (std::size_t r = 0; r < 81; r += 9)
    rows += puzzle.substr(r, 9) + "\n";
  return rows;
}

inline const std::string kGrid = grid_of_rows(kPuzzle);

}  // namespace sudoku::dataset
