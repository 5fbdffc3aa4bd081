#include "harness/base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/nearest.h"
#include "harness/base/random.h"

namespace sudoku::base {

namespace {

struct TextCase {
  const char* name;
  std::string text;
  std::string clean;
  std::size_t most = kLongestText;
};

const TextCase kTextCases[] = {
    {"empty", "", ""},
    {"two, three and four bytes", "µ–🜨", "µ–🜨"},
    // NOLINTNEXTLINE(misc-misleading-bidirectional): the test's subject
    {"right-to-left marks are data", "\u202Eabc", "\u202Eabc"},
    {"a lone byte",
     "a\xff"
     "b",
     "a\uFFFD"
     "b"},
    {"cut in a character", "a\xe2\x80", "a\uFFFD"},
    {"overlong", "\xc0\xaf", "\uFFFD\uFFFD"},
    {"a surrogate", "\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"},
    {"beyond Unicode", "\xf4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},
    {"as long as it may be", "12345678", "12345678", 8},
    {"too long", "123456789", "12345678…", 8},
    {"not cut within a character", "1234567µ", "1234567…", 8},
};

TEST(Utf8, KeepsCharactersAndReplacesWhatIsNone) {
  for (const TextCase& c : kTextCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(clean_text(c.text, c.most), c.clean);
  }
}

TEST(Utf8, PrintableTextIsOneLineThatMovesNoCursor) {
  EXPECT_EQ(printable("a\033[2J\n\t\x7F"), "a [2J   ");
  EXPECT_EQ(printable("\u0080\u0085\u009B\u009F|\u00A0é"), "    |\u00A0é");
  EXPECT_EQ(printable("\xC2"), "\uFFFD");
  EXPECT_EQ(printable("abc", 2), "ab…");
  EXPECT_EQ(printable("\x1F\x20\x7E"), "  ~");
}

// Datasets drawn from a seed must not change with the program: these are the numbers of the
// published generator, SplitMix64, for the seed 1234567.
TEST(Random, IsThePublishedGenerator) {
  Random random(1234567);
  for (const std::uint64_t number :
       {6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U,
        16408922859458223821U})
    EXPECT_EQ(random.next(), number);
}

TEST(Random, ScalesNumbersAndShufflesAll) {
  EXPECT_EQ(Random(1234567).below(1000), 350U);  // 6457827717110365317 / 2^64 = 0.35008
  EXPECT_NEAR(Random(1234567).unit(), 0.35008, 1e-5);
  EXPECT_EQ(Random(1).below(1), 0U);
  std::array<int, 4> orders{};
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    std::array<int, 3> values = {0, 1, 2};
    random.shuffle(std::span<int>(values));
    std::array<int, 3> sorted = values;
    std::ranges::sort(sorted);
    EXPECT_EQ(sorted, (std::array<int, 3>{0, 1, 2}));
    ++orders[values[0]];
    if (values[1] == 1) ++orders[3];
  }
  for (const int times : orders)
    EXPECT_TRUE(times > 20 && times < 47) << times;
}

TEST(NumberIn, TakesAWholeTextAndNothingBesides) {
  EXPECT_EQ(number_in<int>("-12"), -12);
  EXPECT_EQ(number_in<double>("1.5e3"), 1500.0);
  EXPECT_EQ(number_in<std::uint8_t>("255"), 255);
  for (const char* const text : {"", " 1", "1 ", "+1", "1.5", "x", "-", "99999999999"})
    EXPECT_EQ(number_in<int>(text), std::nullopt) << text;
  for (const char* const text : {"-1", "256"})
    EXPECT_EQ(number_in<std::uint8_t>(text), std::nullopt) << text;
}

TEST(Escaped, PutsABackslashBeforeSpecialCharacters) {
  EXPECT_EQ(escaped("", "x"), "");
  EXPECT_EQ(escaped("a-b\\c-", "-\\"), "a\\-b\\\\c\\-");
}

TEST(Shell, QuotesWhatItWouldTakeApart) {
  EXPECT_EQ(shell_quoted({"run", "a b.csv", "it's", "", "--threads=1,2"}),
            "run 'a b.csv' 'it'\\''s' '' --threads=1,2");
}

constexpr std::string_view kNames[] = {"naive", "ordered",    "ordered_rowmajor",
                                       "flags", "singles",    "logic",
                                       "mrv",   "mrv_hidden", "dlx",
                                       "simd",  "lanes",      "ilp",
                                       "sat",   "cp"};

TEST(NearestOf, ForgivesTypos) {
  struct {
    const char* typed;
    const char* meant;
  } const cases[] = {{"mvr", "mrv"},        {"mrv", "mrv"},
                     {"dxl", "dlx"},        {"naiv", "naive"},
                     {"orderd", "ordered"}, {"mrv-hidden", "mrv_hidden"},
                     {"Flags", "flags"},    {"ordered_row_major", "ordered_rowmajor"},
                     {"LANES", "lanes"},    {"lnaes", "lanes"},
                     {"SIMD ", "simd"},     {"Ordered_RowMajor", "ordered_rowmajor"}};

  for (const auto& c : cases)
    EXPECT_EQ(nearest_of(c.typed, kNames), c.meant) << c.typed;
}

// A third of the longer name, rounded down, may differ.
TEST(NearestOf, ForgivesMoreInLongerNames) {
  const std::vector<std::string_view> names = {"abcdefg"};
  EXPECT_EQ(nearest_of("abcde", names), "abcdefg");
  EXPECT_EQ(nearest_of("abcdefghi", names), "abcdefg");
  EXPECT_EQ(nearest_of("abcdxyg", names), "abcdefg");
  EXPECT_EQ(nearest_of("abcd", names), "");
  EXPECT_EQ(nearest_of("abcxyzg", names), "");
}

TEST(NearestOf, NamesNoneWhenNoneIsNear) {
  for (const char* const typed : {"", "x", "none", "backtracking", "l", "zzzzz"})
    EXPECT_EQ(nearest_of(typed, kNames), "") << typed;
  EXPECT_EQ(nearest_of(std::string(1'000'000, 'x'), kNames), "");
  const std::vector<std::string_view> short_ones = {"y", "mr", "ms"};
  EXPECT_EQ(nearest_of("x", short_ones), "") << "nothing is left of a single letter";
  EXPECT_EQ(nearest_of("", short_ones), "");
  EXPECT_EQ(nearest_of("m", short_ones), "mr") << "the first of equally near ones";
  EXPECT_EQ(suggestion("LANES", kNames), "; did you mean 'lanes'?");
  EXPECT_EQ(suggestion("x", kNames), "");
}

}  // namespace

}  // namespace sudoku::base
