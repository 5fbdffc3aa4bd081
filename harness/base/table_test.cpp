#include "harness/base/table.h"

#include <gtest/gtest.h>

namespace sudoku::base {

namespace {

Table example() {
  Table table({{"solver", Align::left}, {"time"}, {"note", Align::left}});
  table.add_row({{"mrv"}, {"12.3 µs"}, {"a|b", Tone::good}});
  table.add_row({{"dlx", Tone::bad}, {"9 ns"}});
  return table;
}

TEST(Table, AlignsColumnsByCharacters) {
  EXPECT_EQ(example().text(false),
            "solver     time  note\n"
            "──────  ───────  ────\n"
            "mrv     12.3 µs  a|b\n"
            "dlx        9 ns\n");
}

TEST(Table, ColoursWithoutMovingColumns) {
  EXPECT_EQ(example().text(true),
            "solver     time  note\n"
            "\033[2m──────\033[0m  \033[2m───────\033[0m  \033[2m────\033[0m\n"
            "mrv     12.3 µs  \033[32ma|b\033[0m\n"
            "\033[1;31mdlx\033[0m        9 ns\n");
}

TEST(Table, WritesMarkdown) {
  EXPECT_EQ(example().markdown(),
            "| solver | time | note |\n"
            "|---|---:|---|\n"
            "| mrv | 12.3 µs | a\\|b |\n"
            "| dlx | 9 ns |  |\n");
}

TEST(Table, HoldsNothingThatMovesACursor) {
  Table table({{"a\033[2J\n\u009B"}});
  table.add_row({{"\xFF\r\u0085\x7F"}});
  EXPECT_EQ(table.text(false), "a [2J\n───────\n   �\n") << table.text(false);
  EXPECT_EQ(table.markdown(), "| a \\[2J   |\n|---:|\n| �    |\n");
}

TEST(Table, StandsWithoutRows) { EXPECT_EQ(Table({{"a"}, {"b"}}).text(false), "a  b\n─  ─\n"); }

TEST(Table, CountsCharactersNotBytes) {
  EXPECT_EQ(width_of(""), 0U);
  EXPECT_EQ(width_of("3.1× (3.0–3.2)"), 14U);
}

TEST(Table, EscapesWhatMarkdownWouldTake) {
  EXPECT_EQ(escape_markdown("a|b *c* <d> [e] `f` ~g~ \\ mrv_hidden"),
            "a\\|b \\*c\\* \\<d> \\[e] \\`f\\` \\~g\\~ \\\\ mrv_hidden");
  EXPECT_EQ(escape_markdown("two\nlines"), "two lines");
}

// Regression: a backtick or a line break in a dataset's name ended the code, and HTML came alive.
TEST(Table, KeepsCodeInsideItsFence) {
  EXPECT_EQ(markdown_code("a/b.csv"), "`a/b.csv`");
  EXPECT_EQ(markdown_code("a`<b>"), "`` a`<b> ``");
  EXPECT_EQ(markdown_code("``a`"), "``` ``a` ```");
  EXPECT_EQ(markdown_code("a\n\n<b>"), "`a  <b>`");
  EXPECT_EQ(markdown_code(" a "), "`  a  `");
  EXPECT_EQ(markdown_code(" a"), "`  a `");
  EXPECT_EQ(markdown_code("a "), "`a `");
  EXPECT_EQ(markdown_code(""), "`  `");
}

}  // namespace

}  // namespace sudoku::base
