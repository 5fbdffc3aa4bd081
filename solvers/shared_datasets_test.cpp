// Tests of every searching solver on the shared puzzle sets, when these are installed.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/every_solver_fixture.h"

namespace sudoku {
namespace {

// Guess limit, so that no solver searches for hours; puzzles that exceed it are skipped.
constexpr std::uint64_t kMostGuesses = 2'000;

// Puzzles read from each file; fewer in debug builds, which are slow.
#ifdef NDEBUG
constexpr std::size_t kAll = 1'000'000;
constexpr std::size_t kSample = 1'000;
#else
constexpr std::size_t kAll = 1'000;
constexpr std::size_t kSample = 100;
#endif

struct Dataset {
  const char* file;
  bool proper = true;  // every puzzle has exactly one solution
};

const Dataset kDatasets[] = {
    {"GENERATED_mutants_4500.txt", false},
    {"GENERATED_pathological_560.txt", false},
    {"GENERATED_random_minimal_40k.txt"},
    {"emerentius_easy.txt"},
    {"emerentius_hard.txt"},
    {"emerentius_invalid.txt", false},
    {"emerentius_medium.txt"},
    {"kaggle1m_excerpt_10000.csv"},
    {"norvig_easy50.txt"},
    {"norvig_hardest11.txt"},
    {"norvig_sudoku10k.txt"},
    {"norvig_top95.txt"},
    {"plb_sudoku20.txt"},
    {"puzzles2_17_clue.txt"},
    {"puzzles3_magictour_top1465.txt"},
    {"puzzles5_forum_hardest_1905_11+.txt"},
    {"puzzles6_forum_hardest_1106.txt"},
    {"puzzles7_serg_benchmark.txt", false},
    {"sudoku_exchange_rated_sample.txt"},
};

const char* const kDeclaredFiles[] = {
    "kaggle1m_excerpt_10000.csv",
    "sudoku_exchange_easy_500_with_solutions.txt",
    "sudoku_exchange_medium_500_with_solutions.txt",
    "sudoku_exchange_hard_500_with_solutions.txt",
    "sudoku_exchange_diabolical_500_with_solutions.txt",
};

// The grids found anywhere in a line: the puzzle, and its solution if the line has one.
std::vector<Grid> grids_in(std::string_view line) {
  std::vector<Grid> grids;
  if (line.starts_with('#')) return grids;
  for (std::size_t begin = 0; begin + kCells <= line.size();) {
    const std::size_t end = std::min(line.find_first_of(" ,\t\r", begin), line.size());
    const ParsedGrid parsed = parse_grid(line.substr(begin, end - begin));
    if (parsed.ok) grids.push_back(parsed.grid);
    begin = end + 1;
  }
  return grids;
}

std::vector<std::vector<Grid>> thinned(const std::vector<std::vector<Grid>>& lines,
                                       std::size_t at_most) {
  const std::size_t step = (lines.size() + at_most - 1) / at_most;
  std::vector<std::vector<Grid>> chosen;
  for (std::size_t i = 0; i < lines.size(); i += step)
    chosen.push_back(lines[i]);
  return chosen;
}

class DatasetTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* const folder = std::getenv("SUDOKU_BENCH_DATASETS");
    if (folder == nullptr) {
      GTEST_SKIP() << "no shared puzzle sets: SUDOKU_BENCH_DATASETS is not set";
    }
    folder_ = folder;
  }

  // The grids of each line that holds any; about `at_most` lines, evenly spread over the file.
  std::vector<std::vector<Grid>> lines_of(const char* file, std::size_t at_most) const {
    std::ifstream stream(folder_ / file);
    EXPECT_TRUE(stream.is_open()) << file;
    std::vector<std::vector<Grid>> lines;
    for (std::string line; std::getline(stream, line);) {
      std::vector<Grid> grids = grids_in(line);
      if (!grids.empty()) lines.push_back(std::move(grids));
    }
    EXPECT_FALSE(lines.empty()) << file;
    return thinned(lines, at_most);
  }

  std::vector<Grid> puzzles_of(const char* file, std::size_t at_most) const {
    std::vector<Grid> puzzles;
    for (const std::vector<Grid>& grids : lines_of(file, at_most))
      puzzles.push_back(grids.front());
    return puzzles;
  }

 private:
  std::filesystem::path folder_;
};

// Compares answers with the expected ones unless the budget ran out; returns the number compared.
std::size_t expect_agreement(const std::vector<Grid>& puzzles, const std::vector<Answer>& answers,
                             const std::vector<Answer>& expected) {
  std::size_t finished = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (answers[i].outcome == Outcome::timeout) continue;
    ++finished;
    EXPECT_EQ(name_of(answers[i].outcome), name_of(expected[i].outcome)) << puzzles[i].text();
    EXPECT_EQ(answers[i].solutions, expected[i].solutions) << puzzles[i].text();
    if (expected[i].outcome == Outcome::unique) {
      EXPECT_EQ(answers[i].solution.text(), expected[i].solution.text()) << puzzles[i].text();
    }
  }
  return finished;
}

void expect_truth(const std::vector<Grid>& puzzles, const std::vector<Answer>& answers,
                  bool proper) {
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (proper) {
      EXPECT_EQ(name_of(answers[i].outcome), "unique") << puzzles[i].text();
    }
    if (answers[i].solutions > 0) {
      EXPECT_TRUE(is_solution(puzzles[i], answers[i].solution)) << puzzles[i].text();
    }
  }
}

using SlowestDatasetTest = DatasetTest;

TEST_F(SlowestDatasetTest, TheTwoProversAgreeOnEveryPuzzle) {
  const auto search = find_solver("mrv_hidden")->create();
  const auto cover = find_solver("dlx")->create();
  std::size_t asked = 0;
  std::size_t finished = 0;
  for (const Dataset& dataset : kDatasets) {
    SCOPED_TRACE(dataset.file);
    const std::vector<Grid> puzzles = puzzles_of(dataset.file, kAll);
    asked += puzzles.size();
    const std::vector<Answer> expected = solve_all(*search, puzzles, {});
    expect_truth(puzzles, expected, dataset.proper);
    finished +=
        expect_agreement(puzzles, solve_all(*cover, puzzles, {.guess_limit = 200}), expected);
  }
  EXPECT_GE(finished, asked * 3 / 4);
}

class EverySolverOnDatasets : public DatasetTest,
                              public testing::WithParamInterface<const SolverEntry*> {
 protected:
  // `wanted`, the number of puzzles that a test takes from a file, or fewer if the solver is slow.
  static std::size_t affordable(std::size_t wanted) {
    const std::size_t price = price_of(*GetParam());
    return price == 1 ? wanted : std::max<std::size_t>(kSample / price, 1);
  }

  std::unique_ptr<Solver> solver_ = GetParam()->create();
};

INSTANTIATE_TEST_SUITE_P(Roster, EverySolverOnDatasets, testing::ValuesIn(searching_solvers()),
                         name_of_param);

TEST_P(EverySolverOnDatasets, AgreesWithTheOthers) {
  const auto referee = find_solver("mrv_hidden")->create();
  std::size_t finished = 0;
  for (const Dataset& dataset : kDatasets) {
    SCOPED_TRACE(dataset.file);
    const std::vector<Grid> puzzles = puzzles_of(dataset.file, affordable(kSample));
    const std::vector<Answer> answers = solve_all(*solver_, puzzles, {.guess_limit = kMostGuesses});
    finished += expect_agreement(puzzles, answers, solve_all(*referee, puzzles, {}));
  }
  EXPECT_GE(finished, affordable(kSample));
}

TEST_P(EverySolverOnDatasets, FindsTheDeclaredSolutions) {
  std::size_t asked = 0;
  std::size_t confirmed = 0;
  for (const char* const file : kDeclaredFiles) {
    SCOPED_TRACE(file);
    for (const std::vector<Grid>& line : lines_of(file, affordable(kAll))) {
      ASSERT_EQ(line.size(), 2U);
      ++asked;
      const Answer answer = solve_one(*solver_, line[0], {.guess_limit = kMostGuesses});
      if (answer.outcome == Outcome::timeout) continue;
      ++confirmed;
      EXPECT_EQ(answer.solution.text(), line[1].text()) << line[0].text();
    }
  }
  EXPECT_GE(confirmed, asked / 3);
}

TEST_P(EverySolverOnDatasets, ProvesAllOfSergsPuzzlesAmbiguous) {
  const std::vector<Grid> puzzles = puzzles_of("puzzles7_serg_benchmark.txt", affordable(kAll));
  const std::vector<Answer> answers = solve_all(*solver_, puzzles, {});
  for (std::size_t i = 0; i < puzzles.size(); ++i)
    EXPECT_EQ(name_of(answers[i].outcome), "multiple") << puzzles[i].text();
}

TEST_P(EverySolverOnDatasets, FindsNoProperPuzzleAmongTheInvalid) {
  const std::vector<Grid> puzzles = puzzles_of("emerentius_invalid.txt", kAll);
  EXPECT_EQ(puzzles.size(), 7U);
  for (const Answer& answer : solve_all(*solver_, puzzles, {.guess_limit = kMostGuesses}))
    EXPECT_NE(answer.outcome, Outcome::unique);
}

}  // namespace
}  // namespace sudoku
