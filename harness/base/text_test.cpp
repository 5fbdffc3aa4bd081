#include "harness/base/text.h"

#include <gtest/gtest.h>

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
}

}  // namespace

}  // namespace sudoku::base
