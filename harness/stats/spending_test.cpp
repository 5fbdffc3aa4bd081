#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "harness/stats/time_verdict.h"

namespace sudoku::stats {

namespace {

double two_sided(double z) { return std::erfc(z / std::numbers::sqrt2); }

// Bounds of five interim looks at a test, two-sided level 0.05: D. Reboussin, D. DeMets, K. Kim, K.
// Lan, "Programs for Computing Group Sequential Boundaries Using the Lan-DeMets Method", 1992.
TEST(Spending, GivesThePublishedBounds) {
  Spending spending(0.05);
  const double bounds[] = {2.4380, 2.4268, 2.4101, 2.3966, 2.3859};
  for (int i = 0; i < 5; ++i) {
    const double level = spending.next_look((i + 1) / 5.0, 7.0 * (i + 1));
    EXPECT_NEAR(level, two_sided(bounds[i]), 2e-4 * two_sided(bounds[i]) + 1e-6) << i;
  }
}

TEST(Spending, OneLookAtTheEndHasTheWholeLevel) {
  Spending spending(0.01);
  EXPECT_NEAR(spending.next_look(1, 11), 0.01, 1e-9);
}

TEST(Spending, NothingIsLeftAfterTheEnd) {
  Spending spending(0.01);
  spending.next_look(1.2, 11);
  EXPECT_EQ(spending.next_look(1.4, 22), 0);
}

TEST(Spending, WithoutMoreObservationsThereIsNoLook) {
  Spending spending(0.01);
  spending.next_look(0.5, 11);
  EXPECT_EQ(spending.next_look(0.7, 11), 0);
  EXPECT_GT(spending.next_look(0.8, 12), 0);
}

}  // namespace

}  // namespace sudoku::stats
