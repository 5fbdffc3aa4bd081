#include "harness/report/sections.h"

#include <gtest/gtest.h>

namespace sudoku {

namespace {

using Importance = Sections::Importance;

Sections sections() {
  Sections sections;
  sections.add(Importance::never_left_out, "", std::string(100, 'v'));
  sections.add(Importance::examples, "puzzles", std::string(100, '1'));
  sections.add(Importance::figures, "figures", std::string(100, 'f'));
  sections.add(Importance::examples, "puzzles", std::string(100, '2'));
  sections.add(Importance::remarks, "remarks", "");
  return sections;
}

std::string times(char c) {
  std::string text(100, c);
  return text;
}

TEST(Sections, KeepTheirOrderWhenAllFits) {
  EXPECT_EQ(sections().text(10'000), times('v') + times('1') + times('f') + times('2'));
}

TEST(Sections, LeaveOutTheLastOfTheLeastImportantFirst) {
  EXPECT_EQ(sections().text(510), times('v') + times('1') + times('f') +
                                      "\nLeft out to keep this short, here or there: puzzles.\n");
}

TEST(Sections, KeepWhatIsNeverLeftOut) {
  EXPECT_EQ(sections().text(1),
            times('v') + "\nLeft out to keep this short, here or there: figures, puzzles.\n");
}

}  // namespace

}  // namespace sudoku
