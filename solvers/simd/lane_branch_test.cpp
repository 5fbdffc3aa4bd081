// Tests that the cells of branch answers agree with a digit's placements in a band.
#include "solvers/simd/lane_branch.h"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/simd/lane_search.h"

namespace sudoku::simd {
namespace {

using Cells = std::vector<int>;

// The three cells of a minirow.
Cells cells_of(int band, int row, int minirow) {
  Cells cells;
  for (int i = 0; i < 3; ++i) {
    const int line = 3 * (band % 3) + row;
    const int along = 3 * minirow + i;
    cells.push_back(band < 3 ? 9 * line + along : 9 * along + line);
  }
  return cells;
}

// Which minirow each of a digit's six placements in a band uses in each row.
constexpr std::array<std::array<int, 3>, 6> kDrawn = {
    {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}}};

template <typename Range>
int common(const Cells& cells, const Range& others) {
  return static_cast<int>(std::count_if(cells.begin(), cells.end(), [&](int cell) {
    return std::find(std::begin(others), std::end(others), cell) != std::end(others);
  }));
}

// Number of minirows of a digit's placement that `gone` covers; -1 if it covers a part of one.
template <typename Range>
int minirows_lost(int band, int way, const Range& gone) {
  int lost = 0;
  for (int row = 0; row < 3; ++row) {
    const int cells = common(cells_of(band, row, kDrawn[way][row]), gone);
    if (cells == 3) ++lost;
    if (cells == 1 || cells == 2) return -1;
  }
  return lost;
}

// Expects each branch answer to rule out some placements of the digit and leave the others whole.
void expect_parted(const Answers& answers, int band, int set) {
  bool is_left_by_yes[2] = {false, false};
  for (int way = 0; way < kConfigurations; ++way) {
    if ((set >> way & 1) == 0) continue;
    const int with_yes = minirows_lost(band, way, answers.yes);
    const int with_no = minirows_lost(band, way, answers.no);
    EXPECT_EQ(std::min(with_yes, with_no), 0) << way;
    EXPECT_GT(std::max(with_yes, with_no), 0) << way;
    is_left_by_yes[with_yes == 0 ? 1 : 0] = true;
  }
  EXPECT_TRUE(is_left_by_yes[0] && is_left_by_yes[1]);
}

TEST(LaneAnswers, PartTheConfigurations) {
  for (int about = 0; about < 6 * kConfigurationSets; ++about) {
    const int set = about % kConfigurationSets;
    if ((set & (set - 1)) == 0) continue;
    SCOPED_TRACE(about);
    expect_parted(kAnswers.about[about], about / kConfigurationSets, set);
  }
}

TEST(LaneAnswers, TakeTwoMinirowsFromTheOneThatGoes) {
  for (int band = 0; band < 6; ++band) {
    for (int one = 0; one < kConfigurations; ++one) {
      for (int other = 0; other < one; ++other) {
        const Answers& answers =
            kAnswers.about[kConfigurationSets * band + (1 << one | 1 << other)];
        const int lost =
            minirows_lost(band, one, answers.yes) + minirows_lost(band, one, answers.no);
        EXPECT_EQ(lost, 2) << "band " << band << ", " << one << " and " << other;
      }
    }
  }
}

// What happened long ago counts less, branched and dead states alike: else dead ends would seem
// rarer the longer a search lasts.
TEST(DeadEnds, AreForgottenWithTheBranchesThatLedToThem) {
  DeadEnds ends;
  ends.start();
  ends.count(200, 100);
  EXPECT_FALSE(ends.are_few()) << "82 of 132";
  ends.count(180, 0);
  EXPECT_TRUE(ends.are_few()) << "41 of 156";
  EXPECT_FALSE(ends.are_rare());
  ends.count(300, 0);
  EXPECT_TRUE(ends.are_rare()) << "20 of 228";
}

}  // namespace
}  // namespace sudoku::simd
