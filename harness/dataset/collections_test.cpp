// Tests that the reader reads well-known puzzle collections in their own formats.
#include <algorithm>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "harness/dataset/reader.h"

namespace sudoku::dataset {
namespace {

struct SharedFile {
  const char* name;
  std::uint64_t puzzles;
  bool solved = false;
};

// Public puzzle files, each with its documented number of puzzles.
const SharedFile kSharedFiles[] = {
    {"GENERATED_mutants_4500.txt", 4500},
    {"GENERATED_pathological_560.txt", 560},
    {"GENERATED_random_minimal_40k.txt", 40000},
    {"emerentius_easy.txt", 50},
    {"emerentius_hard.txt", 20},
    {"emerentius_invalid.txt", 7},
    {"emerentius_medium.txt", 11},
    {"kaggle1m_excerpt_10000.csv", 10000, true},
    {"norvig_easy50.txt", 50},
    {"norvig_hardest11.txt", 11},
    {"norvig_sudoku10k.txt", 10000},
    {"norvig_top95.txt", 95},
    {"plb_sudoku20.txt", 20},
    {"project_euler_p096_sudoku.txt", 50},
    {"puzzles2_17_clue.txt", 44242},
    {"puzzles3_magictour_top1465.txt", 1465},
    {"puzzles5_forum_hardest_1905_11+.txt", 43890},
    {"puzzles6_forum_hardest_1106.txt", 375},
    {"puzzles7_serg_benchmark.txt", 10000},
    {"sudoku_exchange_diabolical_500_with_solutions.txt", 500, true},
    {"sudoku_exchange_easy_500_with_solutions.txt", 500, true},
    {"sudoku_exchange_hard_500_with_solutions.txt", 500, true},
    {"sudoku_exchange_medium_500_with_solutions.txt", 500, true},
    {"sudoku_exchange_rated_sample.txt", 59943},
};

bool all_solved(const Block& block) {
  return std::ranges::equal(block.puzzles, block.solutions, is_solution);
}

// Counts puzzles with a strict reader, which throws at a bad row.
std::uint64_t count_puzzles(const std::string& path, bool solved) {
  PuzzleReader reader(path, path, {.strict = true});
  Block block;
  std::uint64_t puzzles = 0;
  while (reader.read(block)) {
    puzzles += block.puzzles.size();
    EXPECT_EQ(all_solved(block), solved);
  }
  return puzzles;
}

TEST(WellKnownCollections, AreReadToTheLastPuzzle) {
  const char* folder = std::getenv("SUDOKU_BENCH_DATASETS");
  if (folder == nullptr) {
    GTEST_SKIP() << "SUDOKU_BENCH_DATASETS is not set: the well-known collections were not read";
  }
  for (const SharedFile& file : kSharedFiles) {
    SCOPED_TRACE(file.name);
    EXPECT_EQ(count_puzzles(std::string(folder) + "/" + file.name, file.solved), file.puzzles);
  }
}

}  // namespace
}  // namespace sudoku::dataset
