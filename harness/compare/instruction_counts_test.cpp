#include "harness/compare/instruction_counts.h"

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
  const auto change = change_of_instructions(profiled(base), profiled(candidate));
  return change ? long_text(*change) : "none";
}

std::string brief_text_of(const Functions& base, const Functions& candidate) {
  const auto change = change_of_instructions(profiled(base), profiled(candidate));
  return change ? brief_text(*change) : "none";
}

TEST(InstructionCounts, AreEqualToAFiftiethOfAPerCent) {
  EXPECT_EQ(brief_text_of({{"f", 100'000}}, {{"f", 100'000}}),
            "as many instructions as before, a neutral change");
  EXPECT_EQ(long_text_of({{"f", 100'000}}, {{"f", 100'020}}),
            "+0.02 %, 10,002 instead of 10,000 per puzzle on 10 puzzles under valgrind: as many "
            "instructions as before, a neutral change");
  EXPECT_EQ(brief_text_of({{"f", 100'000}}, {{"f", 100'030}}), "+0.0 % instructions, mostly in f");
}

TEST(InstructionCounts, NameTheFunctionsThatGrewMost) {
  const Functions base = {{"a", 50'000}, {"b", 30'000}, {"c", 20'000}};
  const Functions now = {{"a", 58'000}, {"b", 29'000}, {"c", 20'000}, {"d", 2'000}};
  EXPECT_EQ(long_text_of(base, now),
            "+9.00 %, 10,900 instead of 10,000 per puzzle on 10 puzzles under valgrind; most of it "
            "in a, +800 per puzzle (80.0 % of the growth), d, +200 (20.0 %)");
  EXPECT_EQ(brief_text_of(base, now), "+9.0 % instructions, mostly in a");
  EXPECT_EQ(long_text_of(now, base),
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
  const std::string text = long_text_of(base, now);
  EXPECT_NE(text.find(", e, +100"), std::string::npos) << text;
  EXPECT_EQ(text.find(", f, "), std::string::npos) << text;
}

// Work that moved from a function to another is a change, too.
TEST(InstructionCounts, OfTheWholeAreNotEnoughForANeutralChange) {
  EXPECT_EQ(brief_text_of({{"f", 60'000}, {"g", 40'000}}, {{"f", 59'000}, {"g", 41'000}}),
            "+0.0 % instructions, mostly in g");
}

TEST(InstructionCounts, ByTheProcessorComeFirst) {
  result::Row base = profiled({{"f", 10'000}});
  result::Row candidate = base;
  base.instructions = base.count_with(1'000);
  candidate.instructions = candidate.count_with(1'004);
  const auto change = change_of_instructions(base, candidate);
  ASSERT_TRUE(change);
  EXPECT_EQ(brief_text(*change), "instructions equal to 0.5 %");
}

TEST(InstructionCounts, OfOtherPuzzlesOrOtherCodeAreNotCompared) {
  result::Row base = profiled({{"f", 10'000}});
  result::Row fewer = base;
  fewer.profile->puzzles = 9;
  EXPECT_FALSE(change_of_instructions(base, fewer));
  EXPECT_EQ(why_no_profiles(base, fewer), "valgrind did not count on the same puzzles");
  result::Row other_code = base;
  other_code.profile->isa = "avx2";
  base.profile->isa = "baseline";
  EXPECT_FALSE(change_of_instructions(base, other_code));
  EXPECT_EQ(why_no_profiles(other_code, base), "valgrind ran other code (avx2 against baseline)");
  result::Row failed = base;
  failed.profile = result::ProfileRecord{.absence = "it died"};
  EXPECT_FALSE(change_of_instructions(failed, base));
  EXPECT_EQ(why_no_profiles(failed, base), "valgrind counted nothing of the baseline: it died");
  EXPECT_EQ(why_no_profiles(base, {}), "");
}

}  // namespace

}  // namespace sudoku::compare
