#include "harness/solve/bulk.h"

#include <algorithm>
#include <atomic>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"
#include "harness/dataset/contents_fixture.h"
#include "solvers/roster.h"
#include "solvers/search.h"

namespace sudoku::solve {

namespace {

using dataset::kPuzzle;
using dataset::kSolution;

constexpr std::size_t kShort = 1000;  // block size in bytes, so that a short text has many blocks

class Text final : public base::ByteSink {
 public:
  void write(std::string_view bytes) override { text_ += bytes; }

  void finish() override {}

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

struct Solved {
  std::string text;
  BulkReport report;
  std::string error;
  std::uint64_t written = 0;  // bytes of input, as reported last
};

struct Way {
  const char* solver = "mrv";
  unsigned threads = 2;
  std::uint64_t solution_limit = 2;
  bool strict = false;
  bool cancelled = false;
};

Solved solve_text(const std::string& text, const Way& way = {}) {
  const base::TemporaryFolder folder;
  const std::atomic<bool> cancelled{way.cancelled};
  Text out;
  Solved solved;
  try {
    dataset::TextBlockReader reader(folder.write("text", text), "f", {.least = kShort});
    solved.report = solve_file(reader,
                               {.solver = *find_solver(way.solver),
                                .solution_limit = way.solution_limit,
                                .threads = way.threads,
                                .strict = way.strict,
                                .cancelled = cancelled,
                                .written =
                                    [&](std::uint64_t bytes) {
                                      EXPECT_GE(bytes, solved.written);
                                      solved.written = bytes;
                                    }},
                               out);
  } catch (const base::InputError& error) {
    solved.error = error.what();
  }
  solved.text = out.text();
  return solved;
}

const std::string kRow = kPuzzle + "," + kSolution + ",unique,";

// A puzzle that differs for each `number`: kPuzzle with its digits permuted.
std::string puzzle_number(unsigned number) {
  std::string digits = "123456789";
  for (std::size_t i = 9; i > 1; number /= static_cast<unsigned>(i--))
    std::swap(digits[i - 1], digits[number % i]);
  std::string puzzle = kPuzzle;
  for (char& c : puzzle)
    if (c != kBlank) c = digits[static_cast<std::size_t>(c - '1')];
  return puzzle;
}

// One thread uses one item for all blocks.
TEST(Bulk, NamesEachBadRowOnce) {
  std::string text = "x\n" + kPuzzle + "\nyy\n";
  for (unsigned i = 0; i < 100; ++i)
    text += puzzle_number(i) + "\n";
  text += "zzz\n";
  const BulkReport report = solve_text(text, {.threads = 1}).report;
  EXPECT_EQ(report.puzzles, 101U);
  EXPECT_EQ(report.bad.count, 3U);
  EXPECT_EQ(report.bad.first.size(), 3U);
}

TEST(Bulk, KeepsTheOrderWithAnyNumberOfThreads) {
  std::string text;
  for (unsigned i = 0; i < 3000; ++i)
    text += puzzle_number(i) + "\n";
  const Solved alone = solve_text(text, {.threads = 1});
  for (const unsigned threads : {2U, 16U}) {
    const Solved together = solve_text(text, {.threads = threads});
    EXPECT_EQ(together.text, alone.text) << threads;
    EXPECT_EQ(together.report.puzzles, 3000U);
    EXPECT_EQ(together.written, text.size());
  }
  std::size_t at = kAnswerColumns.size();
  for (unsigned i = 0; i < 3000; ++i) {
    ASSERT_EQ(alone.text.substr(at, kCells), puzzle_number(i)) << i;
    at = alone.text.find('\n', at) + 1;
  }
}

// A grid that logic has filled only partly is no solution, and guesses are those of the puzzle.
TEST(Bulk, WritesGuessesAndOnlySolutions) {
  EXPECT_EQ(solve_text("53007" + kPuzzle.substr(5) + "\n", {.solution_limit = 1}).text,
            std::string(kAnswerColumns) + kPuzzle + "," + kSolution + ",first,0\n")
      << "zeros become dots";
  const std::string hard =
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
  EXPECT_EQ(solve_text(hard + "\n", {.solver = "logic"}).text,
            std::string(kAnswerColumns) + hard + ",,incomplete,0\n");
  const Answer answer = solve_one(*find_solver("mrv")->create(), parse_grid(hard).grid, {});
  ASSERT_GT(answer.guesses, 9U);
  EXPECT_EQ(solve_text(hard + "\n").text, std::string(kAnswerColumns) + hard + "," +
                                              std::string(answer.solution.text()) + ",unique," +
                                              std::to_string(answer.guesses) + "\n");
}

TEST(AnswerRows, HoldAnyNumberOfAnyAnswers) {
  const Grid puzzle = parse_grid(kPuzzle).grid;
  AnswerRows rows;
  std::string expected;
  for (int i = 0; i < 50; ++i) {
    for (std::size_t outcome = 0; outcome < kOutcomes; ++outcome) {
      const Answer answer{.outcome = static_cast<Outcome>(outcome),
                          .guesses = ~std::uint64_t{0} - outcome};
      rows.add(puzzle, answer);
      expected += kPuzzle + ",," + std::string(name_of(answer.outcome)) + "," +
                  std::to_string(answer.guesses) + "\n";
    }
    rows.add_unreadable();
    expected += ",,unreadable,\n";
  }
  EXPECT_EQ(rows.text(), expected);
  rows.clear();
  EXPECT_EQ(rows.text(), "");
  rows.add(puzzle, {.outcome = Outcome::first, .solutions = 1, .solution = puzzle});
  EXPECT_EQ(rows.text(), kPuzzle + "," + kPuzzle + ",first,0\n");
  rows.clear();
  rows.add(puzzle, {.outcome = Outcome::incomplete, .solution = puzzle});
  EXPECT_EQ(rows.text(), kPuzzle + ",,incomplete,0\n") << "it is no solution";
}

TEST(Bulk, AnswersEveryRowAndSaysWhichHoldNoPuzzle) {
  std::string text = "puzzle,solution\n";
  std::string expected(kAnswerColumns);
  for (int i = 0; i < 100; ++i) {
    text += kPuzzle + ",\n" + "12,\n" + "# a comment\n\n";
    expected += kRow + "0\n,,unreadable,\n";
  }
  const Solved solved = solve_text(text, {.solver = "dlx"});
  EXPECT_EQ(solved.text, expected);
  EXPECT_EQ(solved.report.puzzles, 100U);
  EXPECT_EQ(solved.report.bad.count, 100U);
  ASSERT_EQ(solved.report.bad.first.size(), dataset::BadRows::kKept);
  EXPECT_EQ(solved.report.bad.first[0], "f:3:1: expected 81 cells, found 2");
  EXPECT_EQ(solved.report.bad.first[9], "f:39:1: expected 81 cells, found 2");
}

TEST(Bulk, StopsAtABadRowWhenStrict) {
  const std::string text = dataset::repeated(kPuzzle + "\n", 100);
  EXPECT_EQ(solve_text(text + "12\n", {.strict = true}).error,
            "f:101:1: expected 81 cells, found 2");
  EXPECT_EQ(solve_text(text, {.strict = true}).report.puzzles, 100U);
}

TEST(Bulk, TakesRowsOfSeveralLines) {
  const std::string text = dataset::repeated("Grid 01\n" + dataset::kGrid, 200);
  const Solved solved = solve_text(text + "Grid 01\n12\n", {.solver = "dlx"});
  EXPECT_EQ(solved.text,
            std::string(kAnswerColumns) + dataset::repeated(kRow + "0\n", 200) + ",,unreadable,\n");
  EXPECT_EQ(solved.report.bad.first,
            std::vector<std::string>{"f:2002:1: expected 9 cells in a row, found 2"});
}

TEST(Bulk, HasNothingToSayOfNothing) {
  const Solved solved = solve_text("");
  EXPECT_EQ(solved.text, kAnswerColumns);
  EXPECT_EQ(solved.report.puzzles, 0U);
  EXPECT_EQ(solved.report.bad.count, 0U);
}

TEST(Bulk, WritesNoAnswersThatWereGivenUp) {
  EXPECT_EQ(solve_text(kPuzzle + "\n", {.cancelled = true}).text, kAnswerColumns);
}

// Text that cancels at its first answers, and gives blocks behind them time to be solved.
class CancellingText final : public base::ByteSink {
 public:
  explicit CancellingText(std::atomic<bool>& cancelled) : cancelled_(cancelled) {}

  void write(std::string_view bytes) override {
    text += bytes;
    if (bytes == kAnswerColumns) return;
    for (int i = 0; i < 1000; ++i)
      std::this_thread::yield();
    cancelled_ = true;
  }

  void finish() override {}

  std::string text;

 private:
  std::atomic<bool>& cancelled_;
};

TEST(Bulk, WritesNoBlockBehindThatAtWhichItWasCancelled) {
  const base::TemporaryFolder folder;
  std::string text;
  for (unsigned i = 0; i < 500; ++i)
    text += puzzle_number(i) + "\n";
  std::atomic<bool> cancelled{false};
  CancellingText out(cancelled);
  dataset::TextBlockReader reader(folder.write("text", text), "f", {.least = kShort});
  const BulkReport report = solve_file(
      reader, {.solver = *find_solver("mrv"), .threads = 4, .cancelled = cancelled, .written = {}},
      out);
  EXPECT_GT(report.puzzles, 0U);
  EXPECT_LE(report.puzzles, kShort / kCells + 1) << "one block";
  EXPECT_EQ(std::ranges::count(out.text, '\n'), static_cast<std::ptrdiff_t>(1 + report.puzzles));
}

TEST(Bulk, GivesLanesAsMuchAsItTakes) {
  EXPECT_EQ(least_block(find_solver("lanes")->info), std::size_t{64} << 10);
  EXPECT_EQ(least_block(find_solver("mrv")->info), std::size_t{4} << 10);
  std::string text;
  for (unsigned i = 0; i < 2000; ++i)
    text += puzzle_number(i) + "\n";
  const Solved lanes = solve_text(text, {.solver = "lanes"});
  std::istringstream rows(lanes.text);
  int unique = 0;
  for (std::string row; std::getline(rows, row);)
    unique += row.find(",unique,") != std::string::npos ? 1 : 0;
  EXPECT_EQ(unique, 2000);
  EXPECT_EQ(solve_text(text, {.solver = "lanes", .threads = 8}).text, lanes.text);
}

std::vector<std::string> solutions(const std::string& puzzle, const std::string& solver) {
  const std::atomic<bool> cancelled{false};
  std::vector<std::string> found;
  const auto instance = find_solver(solver)->create();
  visit_solutions(*instance, parse_grid(puzzle).grid, cancelled, [&](const Grid& solution) {
    found.emplace_back(solution.text());
    return true;
  });
  return found;
}

std::string without(std::string puzzle, std::initializer_list<std::size_t> cells) {
  for (const std::size_t cell : cells)
    puzzle[cell] = kBlank;
  return puzzle;
}

TEST(Solutions, AreAllThereInOrderWhateverTheSolver) {
  const std::string puzzle = without(kPuzzle, {0, 1, 12, 13, 14, 30});
  const auto expected = solutions(puzzle, "mrv");
  const auto instance = find_solver("dlx")->create();
  const Grid grid = parse_grid(puzzle).grid;
  Answer counted;
  instance->solve({&grid, 1}, {.solution_limit = 1000}, {&counted, 1});
  ASSERT_GT(counted.solutions, 1U);
  ASSERT_LT(counted.solutions, 1000U) << "more than this test lists";
  EXPECT_EQ(expected.size(), counted.solutions);
  EXPECT_TRUE(std::ranges::is_sorted(expected));
  EXPECT_EQ(std::ranges::adjacent_find(expected), expected.end()) << "one came twice";
  for (const std::string& solution : expected)
    EXPECT_TRUE(is_solution(grid, parse_grid(solution).grid)) << solution;
  for (const char* solver : {"dlx", "lanes", "simd"})
    EXPECT_EQ(solutions(puzzle, solver), expected) << solver;
}

TEST(Solutions, TellWhetherAllWereVisited) {
  const std::string several = without(kPuzzle, {0, 1, 12, 13, 14, 30});
  const std::size_t all = solutions(several, "mrv").size();
  ASSERT_GT(all, 2U);

  struct {
    const char* name;
    std::string puzzle;
    std::size_t most;
    bool all;
    std::size_t visits;
  } const cases[] = {
      {"none", "11" + std::string(79, '.'), 9, true, 0},
      {"one", kPuzzle, 9, true, 1},
      {"one was enough", kPuzzle, 1, false, 1},
      {"all of several", several, all + 1, true, all},
      {"two of several", several, 2, false, 2},
  };

  const std::atomic<bool> cancelled{false};
  const auto solver = find_solver("dlx")->create();
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    std::size_t visits = 0;
    EXPECT_EQ(visit_solutions(*solver, parse_grid(c.puzzle).grid, cancelled,
                              [&](const Grid&) { return ++visits < c.most; }),
              c.all);
    EXPECT_EQ(visits, c.visits);
  }
}

TEST(Solutions, EndWhenCancelled) {
  const std::atomic<bool> cancelled{true};
  const auto solver = find_solver("dlx")->create();
  bool visited = false;
  EXPECT_FALSE(visit_solutions(*solver, parse_grid(kPuzzle).grid, cancelled,
                               [&](const Grid&) { return visited = true; }));
  EXPECT_FALSE(visited);
}

}  // namespace

}  // namespace sudoku::solve
