#include "harness/base/csv_line.h"

#include <cstdint>
#include <limits>
#include <string>

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

TEST(CsvLine, NamesItsColumnsAndLeavesUnknownFiguresEmpty) {
  CsvLine line;
  line.add("text", std::string("=a,\xFF"));
  line.add("count", std::uint64_t{18'446'744'073'709'551'615U});
  line.add("figure", 1234567.8);
  line.add("endless", std::numeric_limits<double>::infinity());
  line.add("rate", Estimate{0.25, 0.125, 0.5});
  line.add("lone", without_interval(3));
  EXPECT_EQ(line.header(),
            "text,count,figure,endless,rate,rate_low,rate_high,lone,lone_low,lone_high\n");
  EXPECT_EQ(line.text(), "\"'=a,\uFFFD\",18446744073709551615,1.23457e+06,,0.25,0.125,0.5,3,,\n");
}

}  // namespace

}  // namespace sudoku::base
