#include "harness/base/table.h"

#include <cmath>
#include <string>
#include <vector>

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
  EXPECT_EQ(example().text(),
            "solver     time  note\n"
            "──────  ───────  ────\n"
            "mrv     12.3 µs  a|b\n"
            "dlx        9 ns\n");
}

TEST(Table, ColoursWithoutMovingColumns) {
  EXPECT_EQ(example().text({.colour = true}),
            "solver     time  note\n"
            "\033[2m──────\033[0m  \033[2m───────\033[0m  \033[2m────\033[0m\n"
            "mrv     12.3 µs  \033[32ma|b\033[0m\n"
            "\033[1;31mdlx\033[0m        9 ns\n");
}

TEST(Table, LeavesOutColumnsInTheDeclaredOrder) {
  Table table(
      {{"solver", Align::left}, {"rate"}, {"p99", Align::right, 1}, {"memory", Align::right, 2}});
  table.add_row({"mrv", "12.3 k", "9 ns", "5.3 MB"});
  const std::string all =
      "solver    rate   p99  memory\n──────  ──────  ────  ──────\n"
      "mrv     12.3 k  9 ns  5.3 MB\n";
  EXPECT_EQ(table.text({.width = 28}), all);
  EXPECT_EQ(table.text({.width = 27}),
            "solver    rate   p99\n──────  ──────  ────\nmrv     12.3 k  9 ns\n");
  EXPECT_EQ(table.text({.width = 19}), "solver    rate\n──────  ──────\nmrv     12.3 k\n");
  EXPECT_EQ(table.titles_on({.width = 27}), (std::vector<std::string>{"solver", "rate", "p99"}));
}

TEST(Table, CutsTheWidestTextsWhereNoColumnCanGo) {
  Table table({{"solver", Align::left}, {"details", Align::left}, {"n"}});
  table.add_row({"mrv_hidden", "größer als vorher", "1"});
  EXPECT_EQ(table.text({.width = 25}),
            "solver      details     n\n──────────  ──────────  ─\nmrv_hidden  größer al…  1\n");
  EXPECT_EQ(table.text({.width = 1}),
            "solver      details   n\n──────────  ────────  ─\n"
            "mrv_hidden  größer …  1\n");
  EXPECT_EQ(example().text({.width = 5}), example().text()) << "narrow columns stay";
}

TEST(Table, WrapsSentencesAtSpaces) {
  EXPECT_EQ(wrapped("a sentence of words", 100, 2), "a sentence of words");
  EXPECT_EQ(wrapped("a sentence of words", 11, 2), "a sentence\n  of words");
  EXPECT_EQ(wrapped("a sentence of words", 10, 2), "a sentence\n  of words");
  EXPECT_EQ(wrapped("a sentence of words", 9, 2), "a\n  sentenc\n  e of\n  words");
  EXPECT_EQ(wrapped("a größeresWort", 8, 2), "a\n  größer\n  esWort");
  EXPECT_EQ(wrapped("abcde", 1, 2), "abc\n  d\n  e");
  EXPECT_EQ(wrapped("", 9, 2), "");
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
  EXPECT_EQ(table.text(), "a [2J\n───────\n   �\n") << table.text();
  EXPECT_EQ(table.markdown(), "| a \\[2J   |\n|---:|\n| �    |\n");
}

TEST(Table, StandsWithoutRows) { EXPECT_EQ(Table({{"a"}, {"b"}}).text(), "a  b\n─  ─\n"); }

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
  EXPECT_EQ(markdown_code(std::string(301, 'x')), "`" + std::string(300, 'x') + "…`");
  EXPECT_EQ(escape_markdown(std::string(301, 'x')), std::string(300, 'x') + "…");
}

TEST(Cells, ShowFiguresAndAreSortedByThem) {
  const struct {
    Cell cell;
    const char* text;
    double key;
  } cases[] = {{count_cell(1234), "1,234", 1234},
               {number_cell(0.5), "0.500", 0.5},
               {duration_cell(1500), "1.50 µs", 1500},
               {percent_cell(0.25), "25.0 %", 0.25},
               {bytes_cell(1500), "1.5 kB", 1500},
               {rate_cell({2000, 1000, 3000}), "2.0 k (1.0–3.0)", 2000}};

  for (const auto& c : cases) {
    EXPECT_EQ(c.cell.text, c.text);
    EXPECT_EQ(c.cell.key, c.key) << c.text;
    EXPECT_EQ(c.cell.tone, Tone::plain);
  }
  EXPECT_TRUE(std::isnan(bytes_cell(0).key.value())) << "nothing is known";
  EXPECT_EQ(count_cell(1, Tone::bad).tone, Tone::bad);
}

}  // namespace

}  // namespace sudoku::base
