#include "harness/compare/instruction_counts.h"

#include <functional>
#include <utility>

#include <gtest/gtest.h>

namespace sudoku::compare {

namespace {

// Row on whose ten puzzles valgrind counted so many instructions.
result::Row counted(std::uint64_t instructions) {
  result::Row row;
  row.puzzles = 100;
  row.valgrind = {.puzzles = 10, .instructions = instructions};
  return row;
}

TEST(InstructionCounts, AreEqualToAFiftiethOfAPerCent) {
  const struct {
    std::uint64_t now;
    const char* in_full;
    const char* brief;
  } cases[] = {
      {100'020,
       "+0.02 %, 10,002 instead of 10,000 per puzzle on 10 puzzles under valgrind: as many "
       "instructions as before, a neutral change",
       "as many instructions as before, a neutral change"},
      {100'030, "+0.03 %, 10,003 instead of 10,000 per puzzle on 10 puzzles under valgrind",
       "+0.0 % instructions"},
      {90'000, "-10.00 %, 9,000 instead of 10,000 per puzzle on 10 puzzles under valgrind",
       "-10.0 % instructions"},
  };

  for (const auto& c : cases) {
    const auto change = change_of_instructions(counted(100'000), counted(c.now)).value();
    EXPECT_EQ(long_text(change), c.in_full);
    EXPECT_EQ(brief_text(change), c.brief);
  }
}

TEST(InstructionCounts, ByTheProcessorComeFirst) {
  result::Row row = counted(10'000);
  row.instructions = row.count_with(1'000);
  EXPECT_EQ(brief_text(change_of_instructions(row, row).value()), "instructions equal to 0.5 %");
}

TEST(InstructionCounts, OfOtherPuzzlesOrOtherCodeAreNotCompared) {
  const std::pair<std::function<void(result::Row&)>, const char*> cases[] = {
      {[](auto& row) { row.valgrind->puzzles = 9; }, "valgrind did not count on the same puzzles"},
      {[](auto& row) { row.sample_rate = 0.5; }, "valgrind did not count on the same puzzles"},
      {[](auto& row) { row.valgrind->isa = "avx2"; }, "valgrind ran other code (avx2 against )"},
      {[](auto& row) { row.valgrind->absence = "it died"; },
       "valgrind counted nothing of the baseline: it died"},
      {[](auto& row) { row.valgrind.reset(); }, ""},
  };
  const result::Row row = counted(10'000);
  for (const auto& [change, why] : cases) {
    result::Row other = row;
    change(other);
    EXPECT_FALSE(change_of_instructions(other, row));
    EXPECT_EQ(why_no_counts_by_valgrind(other, row), why);
  }
  EXPECT_FALSE(change_of_instructions(counted(0), row));
}

}  // namespace

}  // namespace sudoku::compare
