#include "harness/dataset/canonical.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "harness/dataset/reader.h"

namespace sudoku::dataset {

namespace {

Grid grid(const std::string& text) {
  const ParsedGrid parsed = parse_grid(text);
  EXPECT_TRUE(parsed.ok) << text;
  return parsed.grid;
}

std::string form_of(const std::string& text) {
  return std::string(Canonicaliser().form(grid(text)).text());
}

const std::string kSolved =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

struct FormCase {
  const char* name;
  std::string puzzle;
  std::string form;
};

const FormCase kForms[] = {
    {"nothing", std::string(81, '.'), std::string(81, '.')},
    {"one clue", "7" + std::string(80, '.'), std::string(80, '.') + "1"},
    {"two digits of a box", "75" + std::string(79, '.'), std::string(79, '.') + "12"},
    {"the same digit in two boxes of no line", "7" + std::string(79, '.') + "7",
     std::string(53, '.') + "1" + std::string(23, '.') + "1..."},
    {"the same digit twice in a row", "7.......7" + std::string(72, '.'),
     std::string(77, '.') + "1..1"},
    // Forms that trying all 2 x 6^8 arrangements of the cells found.
    {"a proper puzzle",
     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
     "........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45."},
    {"equal digits in a row, a column and a box",
     "55..7...7.5.......1......8.......8.....4....44..............1.........2...2......",
     ".................1.....2..........33....2.4.3..5...........2..1.4.6.....5.....6.."},
    // Forms that a simpler search found, which ranked no rows and packed no numbers.
    {"a row with a repeated digit comes before rows with fewer clues in their minirows",
     "..6..1.3..9.1..7..6...1...2.2..5..6...8..42..4..5....2..2.7...3..5..89..58.6...93",
     "..1..1.22.1..3.4..5..2....4..6..5..7.8.5..71.1...4...8..7.9...5.6.9..8..7....9.3."},
    {"a repeated new digit decides before a known one",
     "...........9......................52.........9......55...........................",
     ".....................................................1.............22.1.....23..."},
    {"repeated digits in rows, columns and boxes",
     "11.2.....1234.......3............................................................",
     "..............................................................1.....233......4231"},
    {"one digit in all cells", std::string(81, '1'), std::string(81, '1')},
    {"equal rows in all bands",
     "123......456......789......123......456......789......123......456......789......",
     "......................................................123123123456456456789789789"},
    {"a grid with many automorphisms",
     "987654321654321987321987654879546213546213879213879546798465132465132798132798465",
     "123456789456789123789123456231564897564897231897231564312645978645978312978312645"},
    {"nine different clues, four of them in a row",
     ".........1.2.3.4.....................5...............6...7.8.9...................",
     ".......................1.23...................45.6.7..............8.....9........"},
    {"no digit 9",
     "................12....34.........345..27.......7.........75...8.4.....6..5.2.....",
     "................12....34.........345..26.......6.........65...7.4.....8..5.2....."},
    {"a contradictory puzzle of 24 clues",
     ".4.1..35.............2.5......4.89..26.....12.5.3....7..4...16.6....7....1..8..2.",
     "................12..3.14..5.....6.73..18....4.2925......5.2.7...9.....8.3...95..."},
};

TEST(Canonicaliser, FindsKnownForms) {
  for (const FormCase& c : kForms) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(form_of(c.puzzle), c.form);
  }
}

// `puzzle` with its digits renamed 1, 2, 3 ... in order of appearance, which sorts first.
Grid relabelled(const Grid& puzzle) {
  Isomorph isomorph = identity();
  isomorph.label.fill(kBlank);
  char next = '1';
  for (const char c : puzzle.cells) {
    char& label = isomorph.label[static_cast<unsigned char>(c)];
    if (c != kBlank && label == kBlank) label = next++;
  }
  return apply(isomorph, puzzle);
}

// `puzzle` without a random share of its clues, from none to nearly all.
Grid thinned(const Grid& puzzle, base::Random& random) {
  Grid thin = puzzle;
  const std::uint64_t share = random.below(100);
  for (char& c : thin.cells) {
    if (random.below(100) < share) c = kBlank;
  }
  return thin;
}

// Random clues, a random share of the cells; most of these puzzles repeat digits in rows.
Grid scattered(base::Random& random) {
  Grid puzzle{};
  const std::uint64_t share = random.below(100);
  const std::uint64_t digits = 1 + random.below(9);
  for (char& c : puzzle.cells)
    c = random.below(100) < share ? static_cast<char>('1' + random.below(digits)) : kBlank;
  return puzzle;
}

// Rows of puzzles that repeat digits cannot be ranked before they are placed.
TEST(Canonicaliser, GivesAllIsomorphsOneFormThatComesFirstAndKeepsIt) {
  base::Random random(4);
  Canonicaliser canonicaliser;
  for (int i = 0; i < 1100; ++i) {
    const Grid puzzle = i < 100 ? thinned(grid(kSolved), random) : scattered(random);
    const Grid form = canonicaliser.form(puzzle);
    EXPECT_EQ(canonicaliser.form(form).text(), form.text());
    for (int k = 0; k < 10; ++k) {
      const Grid twin = apply(random_isomorph(random), puzzle);
      ASSERT_EQ(canonicaliser.form(twin).text(), form.text()) << puzzle.text();
      ASSERT_LE(form.cells, relabelled(twin).cells) << puzzle.text();
    }
  }
}

TEST(Canonicaliser, TakesSolutionsAlong) {
  base::Random random(2);
  Canonicaliser canonicaliser;
  for (int i = 0; i < 100; ++i) {
    const Grid puzzle = thinned(grid(kSolved), random);
    const Isomorph isomorph = canonicaliser.isomorph(puzzle);
    EXPECT_TRUE(is_solution(apply(isomorph, puzzle), apply(isomorph, grid(kSolved))));
  }
}

// The public list of 17-clue puzzles claims to be canonical, but 1,367 of its puzzles are not.
TEST(Canonicaliser, AgreesWithMostOfTheListOfSeventeenClues) {
  const char* const folder = std::getenv("SUDOKU_BENCH_DATASETS");
  if (folder == nullptr)
    GTEST_SKIP() << "not tried, SUDOKU_BENCH_DATASETS is not set: the public puzzle sets";
  PuzzleReader reader(std::string(folder) + "/puzzles2_17_clue.txt", "list",
                      {.block_size = 50'000});
  Block list;
  EXPECT_TRUE(reader.read(list));
  Canonicaliser canonicaliser;
  int same = 0;
  int less = 0;
  for (const Grid& puzzle : list.puzzles) {
    const Grid form = canonicaliser.form(puzzle);
    same += form == puzzle ? 1 : 0;
    less += form.cells < puzzle.cells ? 1 : 0;
  }
  EXPECT_EQ(same, 42'875);
  EXPECT_EQ(less, 1'367);
}

}  // namespace

}  // namespace sudoku::dataset
