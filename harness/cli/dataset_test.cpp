// Tests of `sudoku-bench dataset` from the command line.
#include <set>
#include <string>

#include "harness/cli/dataset_fixture.h"

namespace sudoku::cli {
namespace {

TEST_F(Dataset, RefusesMistakes) {
  folder_.write("pair.txt", kPair);
  expect_failures({
      {"", kUsage, "a subcommand is required"},
      {"convert pair.txt -", kUsage,
       "--to: no format is known for the file name '-'; choose one of " + formats_to_write()},
      {"convert pair.txt a.sdm --columns puzzle", kUsage,
       "--columns: sdm has no columns; csv and bare have"},
      {"verify none.txt", kBadInput, "none.txt: cannot be opened: No such file or directory"},
      {"stats pair.txt --solver none", kUsage,
       "--solver: expected one solver that proves uniqueness, found 'none'"},
      {"isomorph pair.txt --canonical --seed 2", kUsage, "--seed cannot be used with --canonical"},
  });
  EXPECT_FALSE(exists("a.sdm"));
}

TEST_F(Dataset, PencilmarkPuzzlesAreNotTaken) {
  folder_.write("marks.txt", std::string(729, '.') + "\n");
  const std::string error =
      "marks.txt: holds pencilmark puzzles, of 729 candidates each; only puzzles of 81 cells are "
      "read";
  expect_failures({{"stats marks.txt", kBadInput, error}, {"verify marks.txt", kBadInput, error}});
}

TEST_F(Dataset, HelpNamesAllFormats) {
  expect_part(dataset("convert --help").out,
              "\nFormats:\n  csv (NAME.csv)          a table with the header puzzle,solution\n"
              "  bare                    a table without a header\n  pairs (NAME.txt)  ");
  EXPECT_EQ(dataset("generate --help").out.find("embedded"), std::string::npos)
      << "it cannot be written";
}

TEST_F(Dataset, VerifyNamesEveryFault) {
  folder_.write("wrong.txt", kPair + kPuzzle + " 4" + kSolution.substr(1) + "\n");
  const Ended ended = dataset("verify good.csv wrong.txt");
  expect(ended, kWrongAnswer,
         "good.csv:6: expected one solution, found 2 or more\n"
         "good.csv:7: expected one solution, found none\n"
         "wrong.txt:2: the declared solution is wrong\n"
         "file       puzzles  proper  several  none  solutions declared  wrong  bad rows\n"
         "─────────  ───────  ──────  ───────  ────  ──────────────────  ─────  ────────\n"
         "good.csv         6       4        1     1                   4      0         0\n"
         "wrong.txt        2       2        0     0                   2      1         0\n",
         "");
}

TEST_F(Dataset, VerifyShowsTheFirstFaultsOrAll) {
  const std::string blank = std::string(81, '.') + "\n";
  std::string puzzles;
  std::string faults;
  for (int line = 1; line <= 10; ++line) {
    puzzles += blank;
    faults += fmt::format("blank.txt:{}: expected one solution, found 2 or more\n", line);
  }
  folder_.write("blank.txt", puzzles);
  expect_start(dataset("verify blank.txt").out, faults + "file ");
  folder_.write("blank.txt", puzzles + blank);
  expect_start(dataset("verify blank.txt").out,
               faults + "blank.txt: 1 more fault; --all shows them\nfile ");
  expect_start(dataset("verify blank.txt --all").out, faults + "blank.txt:11: expected one ");
}

TEST_F(Dataset, VerifyMindsBadRowsUnlessTold) {
  folder_.write("bad.txt", kPuzzle + "\n12\n");
  const std::string bad = "bad.txt:2:1: expected 81 cells, found 2\nbad.txt: 1 bad row\n";
  const Ended strict = dataset("verify bad.txt");
  EXPECT_EQ(strict.code, kBadInput);
  EXPECT_EQ(strict.err, bad);
  expect(dataset("verify bad.txt --lenient"), kOk, strict.out, bad);
}

TEST_F(Dataset, StatsCountsWhatThereIs) {
  folder_.write("mixed.txt", kPuzzle + "\n" + kPuzzle + " 3\n" + std::string(81, '.') + "\n55" +
                                 kPuzzle.substr(2) + "\nbad\n");
  const Ended ended = dataset("stats mixed.txt --solver dlx --isomorphs");
  expect(
      ended, kOk,
      "mixed.txt\n"
      "─────────────────────  "
      "─────────────────────────────────────────────────────────────────────\n"
      "puzzles                4\n"
      "bad rows               1\n"
      "exact duplicates       1 (25.0 %)\n"
      "isomorphic duplicates  1 (25.0 %)\n"
      "remark                 more than 1 % repeat others up to symmetry: a speed counts them "
      "again\n"
      "proper                 2 (50.0 %)\n"
      "several solutions      1 (25.0 %)\n"
      "no solution            1 (25.0 %)\n"
      "minimal                0 (0 %) of the proper ones\n"
      "guesses of dlx         mean 11.5, median 0, p90 46.0, p99 46.0, max 46.0; none for 75.0 %\n"
      "\n"
      "clues  puzzles   share\n"
      "─────  ───────  ──────\n"
      "    0        1  25.0 %\n"
      "   30        3  75.0 %\n",
      "mixed.txt:5:1: expected a digit or a blank (one of . 0 * _), found 'b'\n"
      "mixed.txt: 1 bad row\n");
}

TEST_F(Dataset, StatsCountsWhatEachPairOfFilesShares) {
  const std::string other = kSolution.substr(1) + ".\n";  // with a 5 in front: declared for kPuzzle
  folder_.write("train.txt", kPuzzle + "\n" + other + kPuzzle + "\n");
  const std::string isomorph = dataset("isomorph " + kPuzzle + " --seed 5").out;
  folder_.write("test.txt", isomorph + std::string(81, '.') + "\n" + kPuzzle + "\n");
  const auto table_in = [](const Ended& ended) {
    return ended.out.substr(ended.out.rfind("\n\n") + 2);
  };
  EXPECT_EQ(table_in(dataset("stats train.txt test.txt")),
            "puzzles of  also in         exact\n"
            "──────────  ─────────  ──────────\n"
            "test.txt    train.txt  1 (33.3 %)\n");
  EXPECT_EQ(table_in(dataset("stats train.txt test.txt train.txt --isomorphs")),
            "puzzles of  also in         exact  isomorphic\n"
            "──────────  ─────────  ──────────  ──────────\n"
            "test.txt    train.txt  1 (33.3 %)  2 (66.7 %)\n"
            "train.txt   train.txt   3 (100 %)   3 (100 %)\n"
            "train.txt   test.txt   2 (66.7 %)  2 (66.7 %)\n");
  EXPECT_EQ(dataset("stats train.txt").out.find("also in"), std::string::npos);
  const std::string json = dataset("stats train.txt test.txt --isomorphs --json").out;
  EXPECT_TRUE(json.ends_with(
      R"("shared":[{"name":"test.txt","earlier":"train.txt","exact":1,"isomorphic":2}]})"
      "\n"))
      << json;
}

TEST_F(Dataset, StatsAsksWhetherFullGridsAreSolutions) {
  std::string grids = kPuzzle + "\n";
  for (int i = 0; i < 4; ++i)
    grids += kSolution + "\n";
  folder_.write("full.txt", grids);
  expect_part(dataset("stats full.txt").out,
              "4 of 5 puzzles have nothing to solve; are they solutions?\n");
  expect_part(dataset("stats full.txt --json").out, R"("full_grids":4,)");
}

TEST_F(Dataset, StatsIsJsonWhenAsked) {
  folder_.write("a \"\n\xC3\xA9\xFF", kPuzzle + "\n" + std::string(81, '.') + "\n");
  const Ended ended = dataset("stats 'a \"\n\xC3\xA9\xFF' --solver dlx --json");
  expect(
      ended, kOk,
      R"({"files":[{"name":"a \"\né�","puzzles":2,"bad_rows":0,"duplicates":0,)"
      R"("essential_duplicates":null,"proper":1,"several":1,"none":0,"minimal":0,"full_grids":0,)"
      R"("clues":{"0":1,"30":1},"solver":"dlx",)"
      R"("guesses":{"puzzles":2,"mean":23,"min":0,"p50":0,"p90":46,"p99":46,"max":46},)"
      R"("guessless":1}],"shared":[]})"
      "\n",
      "");
}

TEST_F(Dataset, IsomorphKeepsWhatMatters) {
  expect(dataset("isomorph good.csv --count 3 -o many.csv"), kOk, "", "");
  expect_part(dataset("verify many.csv").out,
              "many.csv       18      12        3     3                  12      0         0\n");
  const Ended stats = dataset("stats many.csv --isomorphs --json");
  expect_part(stats.out, "\"puzzles\":18,");
  expect_part(stats.out, "\"duplicates\":0,");
  expect_part(stats.out, "\"essential_duplicates\":12,");
}

TEST_F(Dataset, IsomorphTakesAPuzzleToo) {
  const Ended first = dataset("isomorph " + kPuzzle + " --count 2 --seed 5");
  EXPECT_EQ(first.code, kOk);
  EXPECT_EQ(first.out.size(), 2 * 82);
  EXPECT_NE(first.out.substr(0, 82), first.out.substr(82));
  EXPECT_EQ(dataset("isomorph " + kPuzzle + " --seed 5").out, first.out.substr(0, 82));
  EXPECT_NE(dataset("isomorph " + kPuzzle + " --seed 6").out, first.out.substr(0, 82));
  for (const std::string& twin : {kPuzzle, first.out.substr(0, 81), first.out.substr(82, 81)}) {
    expect(dataset("isomorph " + twin + " --canonical"), kOk,
           "........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45.\n",
           "");
  }
}

// They are made 8,192 at a time.
TEST_F(Dataset, IsomorphDrawsAnyNumberThatDiffer) {
  const std::string drawn = dataset("isomorph " + kPuzzle + " --count 8200").out;
  EXPECT_EQ(drawn.size(), 8200 * 82);
  std::set<std::string> different;
  for (std::size_t at = 0; at < drawn.size(); at += 82)
    different.insert(drawn.substr(at, 82));
  EXPECT_EQ(different.size(), 8200);
}

using SlowDataset = Dataset;

TEST_F(SlowDataset, NothingDependsOnThreads) {
  folder_.write("big.csv", many_rows(300));
  for (const std::string command : {"verify big.csv --all", "stats big.csv --isomorphs",
                                    "stats good.csv big.csv --isomorphs --json",
                                    "isomorph big.csv --count 2", "isomorph big.csv --canonical"}) {
    SCOPED_TRACE(command);
    const Ended one = dataset(command + " --threads 1");
    EXPECT_GT(one.out.size(), 300);
    EXPECT_EQ(dataset(command + " --threads 3").out, one.out);
  }
}

}  // namespace
}  // namespace sudoku::cli
