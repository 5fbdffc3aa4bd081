#include "harness/compare/instruction_counts.h"

#include <functional>
#include <utility>

#include <gtest/gtest.h>

namespace sudoku::compare {

namespace {

using Functions = std::vector<result::FunctionRecord>;

// Row on whose ten puzzles valgrind counted the instructions of these functions.
result::Row profiled(const Functions& functions) {
  result::Row row;
  row.puzzles = 100;
  row.profile = {.puzzles = 10, .functions = functions};
  for (const result::FunctionRecord& function : functions)
    row.profile->instructions += function.instructions;
  return row;
}

std::string long_text_of(const Functions& base, const Functions& candidate) {
  return long_text(change_of_instructions(profiled(base), profiled(candidate)).value());
}

std::string brief_text_of(const Functions& base, const Functions& candidate) {
  return brief_text(change_of_instructions(profiled(base), profiled(candidate)).value());
}

TEST(InstructionCounts, AreEqualToAFiftiethOfAPerCent) {
  EXPECT_EQ(brief_text_of({{"f", 100'000}}, {{"f", 100'000}}),
            "as many instructions as before, a neutral change");
  EXPECT_EQ(long_text_of({{"f", 100'000}}, {{"f", 100'020}}),
            "+0.02 %, 10,002 instead of 10,000 per puzzle on 10 puzzles under valgrind: as many "
            "instructions as before, a neutral change");
  EXPECT_EQ(brief_text_of({{"f", 100'000}}, {{"f", 100'030}}), "+0.0 % instructions, mostly in f");
  // Work that moved from a function to another is a change, too.
  EXPECT_EQ(brief_text_of({{"f", 60'000}, {"g", 40'000}}, {{"f", 59'000}, {"g", 41'000}}),
            "+0.0 % instructions, mostly in g");
}

TEST(InstructionCounts, NameTheFunctionsThatGrewMost) {
  const Functions few = {{"a", 50'000}, {"b", 30'000}, {"c", 20'000}};
  const Functions many = {{"a", 58'000}, {"b", 29'000}, {"c", 20'000}, {"d", 2'000}};
  EXPECT_EQ(long_text_of(few, many),
            "+9.00 %, 10,900 instead of 10,000 per puzzle on 10 puzzles under valgrind; most of it "
            "in a, +800 per puzzle (80.0 % of the growth), d, +200 (20.0 %)");
  EXPECT_EQ(brief_text_of(few, many), "+9.0 % instructions, mostly in a");
  EXPECT_EQ(long_text_of(many, few),
            "-8.26 %, 10,000 instead of 10,900 per puzzle on 10 puzzles under valgrind; most of it "
            "in a, -800 per puzzle (80.0 % of the decrease), d, -200 (20.0 %)");
}

TEST(InstructionCounts, NameFiveFunctionsAtMost) {
  Functions base;
  Functions now;
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
    base.push_back({name, 10'000});
    now.push_back({name, 11'000});
  }
  EXPECT_TRUE(long_text_of(base, now).ends_with(", e, +100 (16.7 %)")) << long_text_of(base, now);
}

TEST(InstructionCounts, ByTheProcessorComeFirst) {
  result::Row row = profiled({{"f", 10'000}});
  row.instructions = row.count_with(1'000);
  EXPECT_EQ(brief_text(change_of_instructions(row, row).value()), "instructions equal to 0.5 %");
}

TEST(InstructionCounts, OfOtherPuzzlesOrOtherCodeAreNotCompared) {
  const std::pair<std::function<void(result::Row&)>, const char*> cases[] = {
      {[](auto& row) { row.profile->puzzles = 9; }, "valgrind did not count on the same puzzles"},
      {[](auto& row) { row.sample_rate = 0.5; }, "valgrind did not count on the same puzzles"},
      {[](auto& row) { row.profile->isa = "avx2"; }, "valgrind ran other code (avx2 against )"},
      {[](auto& row) { row.profile->absence = "it died"; },
       "valgrind counted nothing of the baseline: it died"},
      {[](auto& row) { row.profile.reset(); }, ""},
  };
  const result::Row row = profiled({{"f", 10'000}});
  for (const auto& [change, why] : cases) {
    result::Row other = row;
    change(other);
    EXPECT_FALSE(change_of_instructions(other, row));
    EXPECT_EQ(why_no_profiles(other, row), why);
  }
  EXPECT_FALSE(change_of_instructions(profiled({}), row));
}

}  // namespace

}  // namespace sudoku::compare
