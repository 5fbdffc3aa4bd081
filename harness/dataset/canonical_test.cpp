#include "harness/dataset/canonical.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "harness/base/sha256.h"
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
    {"equal digits in some rows, but in no column",
     "51361489.161945.38......7....72.8.438.4.6.9257....2........356..2.47.....8..3....",
     "........122345678.4725236.8...7..3.4..8.7......9.15....1.8.957.1..9.....85..3.946"},
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
  base::Sha256 forms;
  for (int i = 0; i < 1100; ++i) {
    const Grid puzzle = i < 100 ? thinned(grid(kSolved), random) : scattered(random);
    const Grid form = canonicaliser.form(puzzle);
    forms.add(form.text());
    EXPECT_EQ(canonicaliser.form(form).text(), form.text());
    for (int k = 0; k < 10; ++k) {
      const Grid twin = apply(random_isomorph(random), puzzle);
      ASSERT_EQ(canonicaliser.form(twin).text(), form.text()) << puzzle.text();
      ASSERT_LE(form.cells, relabelled(twin).cells) << puzzle.text();
    }
  }
  EXPECT_EQ(forms.hex(), "d3e04f233954dd6e31d2ab762d62bd1c2145252037f1ca7c10c8fbfe26e10153");
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
