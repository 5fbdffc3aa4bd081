#include "harness/dataset/full_grid.h"

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/roster.h"

namespace sudoku::dataset {

namespace {

std::uint64_t solutions_of(const Grid& puzzle) {
  Answer answer;
  find_solver("dlx")->create()->solve({&puzzle, 1}, {.solution_limit = kUnlimited}, {&answer, 1});
  return answer.solutions;
}

// Top band and left stack whose boxes all have the same sets of digits as rows, and as columns.
Grid regular_frame() {
  const std::string_view text =
      "123456789456789123789123456"
      "231......564......897......"
      "312......645......978......";
  return parse_grid(text).grid;
}

TEST(Completions, AreAsManyAsASearchFinds) {
  base::Random random(1);
  std::vector<Grid> frames = {regular_frame()};
  for (int i = 0; i < 3; ++i)
    frames.push_back(draw_frame(random));
  for (const Grid& frame : frames)
    EXPECT_EQ(Completions(frame).count(), solutions_of(frame)) << frame.text();
}

TEST(Completions, AreAllDifferentAndRight) {
  base::Random random(2);
  const Grid frame = draw_frame(random);
  const Completions completions(frame);
  std::set<std::string> texts;
  for (std::uint64_t number = 0; number < completions.count(); ++number) {
    const Grid grid = completions.grid(number);
    ASSERT_TRUE(is_solution(frame, grid)) << grid.text();
    texts.emplace(grid.text());
  }
  EXPECT_EQ(texts.size(), completions.count());
}

TEST(FullGrid, RegularFramesAreToldFromOthers) {
  EXPECT_TRUE(is_symmetric(regular_frame()));
  EXPECT_GT(Completions(regular_frame()).count(), kMostUsualCompletions);
  base::Random random(3);
  int regular = 0;
  for (int i = 0; i < 20000; ++i)
    regular += is_symmetric(draw_frame(random)) ? 1 : 0;
  EXPECT_EQ(regular, 12) << "about 9.5 are expected";
}

// On average, 2,692.9 grids share each of the 9! x (56 x 6^6)^2 pairs of top band and left stack.
TEST(FullGrid, FramesAddUpToAllGrids) {
  constexpr int kFrames = 1000;
  base::Random random(4);
  std::uint64_t sum = 0;
  for (int i = 0; i < kFrames; ++i) {
    const std::uint64_t count = Completions(draw_frame(random)).count();
    EXPECT_LE(count, kMostCompletions);
    sum += count;
  }
  EXPECT_NEAR(static_cast<double>(sum) / kFrames, 2692.9, 30);
}

TEST(SlowFullGrid, NoDigitIsPreferredAnywhere) {
  constexpr int kTimes = 200;  // expected count of each digit in each cell
  base::Random random(5);
  std::array<std::array<int, 9>, kCells> seen{};
  for (int i = 0; i < 9 * kTimes; ++i) {
    const Grid grid = draw_full_grid(random);
    ASSERT_TRUE(is_solution(kEmptyGrid, grid));
    for (int cell = 0; cell < kCells; ++cell)
      ++seen[cell][grid.cells[cell] - '1'];
  }
  for (const auto& digits : seen) {
    // The tolerance of 67 is five standard deviations (13.3) of a digit's count in a cell.
    for (const int count : digits)
      EXPECT_NEAR(count, kTimes, 67);
  }
}

}  // namespace

}  // namespace sudoku::dataset
