#include "harness/base/csv_line.h"

#include <gtest/gtest.h>

namespace sudoku::base {

namespace {

struct FieldCase {
  const char* text;
  const char* field;
};

TEST(CsvField, IsQuotedWhenItHasToBeAndNeverAFormula) {
  const FieldCase cases[] = {
      {"", ""},
      {"plain.csv", "plain.csv"},
      {"a,b", R"("a,b")"},
      {R"(a"b)", R"("a""b")"},
      {"two\nlines", "\"two\nlines\""},
      {"=1+1", "'=1+1"},
      {"+x", "'+x"},
      {"-x", "'-x"},
      {"@x", "'@x"},
      {"\tx", "'\tx"},
      {"\rx", "\"'\rx\""},
      {R"(="a",b)", R"("'=""a"",b")"},
      {"a=b", "a=b"},
  };
  for (const FieldCase& c : cases)
    EXPECT_EQ(csv_field(c.text), c.field);
}

}  // namespace

}  // namespace sudoku::base
