// Tests of `sudoku-bench dataset` from the command line.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "harness/cli/dataset_fixture.h"

namespace sudoku::cli {

namespace {

TEST_F(Dataset, RefusesMistakes) {
  folder_.write("pair.txt", kPair);
  const OutcomeCase cases[] = {
      {"no subcommand", {}, kUsage, "a subcommand is required"},
      {"no file", {"verify"}, kUsage, "FILE: expected at least one, found none"},
      {"no layout",
       {"convert", "pair.txt", "-"},
       kUsage,
       "--to: no format is known for the file name '-'; choose one of " + formats_to_write()},
      {"columns of lines",
       {"convert", "pair.txt", "a.sdm", "--columns", "puzzle"},
       kUsage,
       "--columns: sdm has no columns; csv and bare have"},
      {"one solution",
       {"verify", "pair.txt", "--solutions", "1"},
       kUsage,
       "--solutions: expected a whole number from 2, found '1'"},
      {"no solver",
       {"stats", "pair.txt", "--solver", "none"},
       kUsage,
       "--solver: expected one solver that proves uniqueness, found 'none'"},
      {"threads",
       {"isomorph", "pair.txt", "--threads", "0"},
       kUsage,
       "--threads: expected a whole number from 1 to 1024, found '0'"},
      {"canonical and a seed",
       {"isomorph", "pair.txt", "--canonical", "--seed", "2"},
       kUsage,
       "--seed cannot be used with --canonical"},
  };
  for (const OutcomeCase& c : cases) {
    SCOPED_TRACE(c.name);
    expect(dataset(c.arguments), c.code, "",
           "sudoku-bench: " + c.err +
               see_help(c.arguments.empty() ? "dataset" : "dataset " + c.arguments.front()));
  }
  EXPECT_FALSE(exists("a.sdm"));
}

TEST_F(Dataset, HelpIsOnStandardOutput) {
  for (const char* subcommand :
       {"stats", "verify", "convert", "isomorph", "generate", "list", "fetch"}) {
    const Ended ended = dataset({subcommand, "--help"});
    EXPECT_EQ(ended.code, kOk);
    EXPECT_NE(ended.out.find("dataset " + std::string(subcommand) + " [OPTION]..."),
              std::string::npos)
        << ended.out;
  }
}

TEST_F(Dataset, HelpNamesAllFormats) {
  EXPECT_NE(
      dataset({"convert", "--help"})
          .out.find(
              "\nFormats:\n  csv (NAME.csv)          a table with the header puzzle,solution\n"
              "  bare                    a table without a header\n  pairs (NAME.txt)  "),
      std::string::npos);
  EXPECT_EQ(dataset({"generate", "--help"}).out.find("embedded"), std::string::npos)
      << "it cannot be written";
}

TEST_F(Dataset, VerifyAcceptsWhatIsRight) {
  folder_.write("pair.txt", kPair);
  expect(dataset({"verify", "pair.txt"}), kOk,
         "file      puzzles  proper  several  none  solutions declared  wrong  bad rows\n"
         "────────  ───────  ──────  ───────  ────  ──────────────────  ─────  ────────\n"
         "pair.txt        1       1        0     0                   1      0         0\n",
         "");
}

TEST_F(Dataset, VerifyJudgesPencilmarkPuzzles) {
  const std::string marks = marks_text(kPuzzle);
  std::string without_solution = marks;
  without_solution.replace(18, 9, "1........");  // the solution has a 4 there
  folder_.write("right.txt", marks + " " + kSolution + "\n");
  folder_.write("wrong.txt", marks + "\n" + without_solution + " " + kSolution + "\n");
  EXPECT_EQ(dataset({"verify", "right.txt"}).code, kOk);
  const Ended wrong = dataset({"verify", "wrong.txt"});
  EXPECT_EQ(wrong.code, kWrongAnswer);
  EXPECT_TRUE(
      wrong.out.starts_with("wrong.txt:2: expected one solution, found none: 1 has no place in "
                            "column 8\n"
                            "wrong.txt:2: the declared solution is wrong: it has 4 where the clue "
                            "r1c3 is 1\n"))
      << wrong.out;
}

TEST_F(Dataset, VerifyNamesEveryFault) {
  folder_.write("wrong.txt", kPair + kPuzzle + " 4" + kSolution.substr(1) + "\n");
  const Ended ended = dataset({"verify", "good.csv", "wrong.txt", "--solutions", "3"});
  expect(ended, kWrongAnswer,
         "good.csv:6: expected one solution, found 3 or more\n"
         "good.csv:7: expected one solution, found none\n"
         "wrong.txt:2: the declared solution is wrong: it has 4 where the clue r1c1 is 5\n"
         "file       puzzles  proper  several  none  solutions declared  wrong  bad rows\n"
         "─────────  ───────  ──────  ───────  ────  ──────────────────  ─────  ────────\n"
         "good.csv         6       4        1     1                   4      0         0\n"
         "wrong.txt        2       2        0     0                   2      1         0\n",
         "");
}

TEST_F(Dataset, VerifySaysWhyWhereOneLineCan) {
  folder_.write("why.txt", "55" + kPuzzle.substr(2) + "\n" + "532" + kPuzzle.substr(3) + "\n" +
                               std::string(27, '.') + kPuzzle.substr(27) + "\n");
  const Ended ended = dataset({"verify", "why.txt"});
  EXPECT_EQ(ended.code, kWrongAnswer);
  EXPECT_EQ(ended.out.substr(0, ended.out.find("file ")),
            "why.txt:1: expected one solution, found none: two 5s in row 1\n"
            "why.txt:2: expected one solution, found none: singles lead to a contradiction: r1c6 "
            "has no candidate\n"
            "why.txt:3: expected one solution, found 2 or more: rows 1 and 2 have no clue\n");
}

TEST_F(Dataset, VerifyShowsTheFirstFaultsOrAll) {
  std::string text;
  for (int i = 0; i < 12; ++i)
    text += std::string(81, '.') + "\n";
  folder_.write("blank.txt", text);
  const std::string fault =
      "blank.txt:3: expected one solution, found 2 or more: neither 1 nor 2 is a clue\n";
  const auto of_line = [&fault](const char* line) {
    return std::string(fault).replace(10, 1, line);
  };
  expect(dataset({"verify", "blank.txt", "--faults", "2"}), kWrongAnswer,
         of_line("1") + of_line("2") +
             "blank.txt: 10 more faults; --all shows them\n"
             "file       puzzles  proper  several  none  solutions declared  wrong  bad rows\n"
             "─────────  ───────  ──────  ───────  ────  ──────────────────  ─────  ────────\n"
             "blank.txt       12       0       12     0                   0      0         0\n",
         "");
  const Ended all = dataset({"verify", "blank.txt", "--all"});
  EXPECT_NE(all.out.find(fault), std::string::npos);
  EXPECT_EQ(all.out.find("--all"), std::string::npos);
}

TEST_F(Dataset, VerifyMindsBadRowsUnlessTold) {
  folder_.write("bad.txt", kPuzzle + "\n12\n");
  const std::string bad = "bad.txt:2:1: expected 81 cells, found 2\nbad.txt: 1 bad row\n";
  const Ended strict = dataset({"verify", "bad.txt"});
  EXPECT_EQ(strict.code, kBadInput);
  EXPECT_EQ(strict.err, bad);
  const Ended lenient = dataset({"verify", "bad.txt", "--lenient"});
  EXPECT_EQ(lenient.code, kOk);
  EXPECT_EQ(lenient.err, bad);
  EXPECT_EQ(dataset({"verify", "none.txt"}).code, kBadInput);
}

TEST_F(Dataset, StatsCountsWhatThereIs) {
  folder_.write("mixed.txt", kPuzzle + " 2.5\n" + kPuzzle + " 3\n" + std::string(81, '.') + "\n55" +
                                 kPuzzle.substr(2) + "\nbad\n");
  const Ended ended = dataset({"stats", "mixed.txt", "--solver", "dlx", "--isomorphs"});
  expect(
      ended, kOk,
      "mixed.txt\n"
      "─────────────────────  "
      "─────────────────────────────────────────────────────────────────────────\n"
      "puzzles                4\n"
      "bad rows               1\n"
      "exact duplicates       1 (25.0 %)\n"
      "isomorphic duplicates  1 (25.0 %)\n"
      "proper                 2 (50.0 %)\n"
      "several solutions      1 (25.0 %)\n"
      "no solution            1 (25.0 %)\n"
      "minimal                0 (0 %) of the proper ones\n"
      "guesses of dlx         mean 11.5, median 0, p90 46.0, p99 46.0, max 46.0; none for 75.0 %\n"
      "ratings                2 puzzles, min 2.50, mean 2.75, median 2.50, p90 3.00, p99 "
      "3.00, max 3.00\n"
      "\n"
      "clues  puzzles   share\n"
      "─────  ───────  ──────\n"
      "    0        1  25.0 %\n"
      "   30        3  75.0 %\n",
      "mixed.txt:5:1: expected a digit or a blank (one of . 0 * _), found 'b'\n"
      "mixed.txt: 1 bad row\n");
}

TEST_F(Dataset, StatsCountsTheCandidatesOfPencilmarkPuzzles) {
  const std::string marks = marks_text(kPuzzle);
  folder_.write("marks.txt", marks + "\n" + marks_text(kSolution) + "\n" + marks + "\n");
  const Ended ended = dataset({"stats", "marks.txt", "--solver", "dlx"});
  EXPECT_EQ(ended.code, kOk) << ended.err;
  for (const char* line : {"exact duplicates   1 (33.3 %)\n", "proper             3 (100 %)\n",
                           "minimal            0 (0 %) of the proper ones\n",
                           "candidates         min 81.0, mean 353, median 489, p90 489"})
    EXPECT_NE(ended.out.find(line), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("clues"), std::string::npos);
  const Ended json = dataset({"stats", "marks.txt", "--json"});
  EXPECT_NE(json.out.find(R"("kind":"pencilmarks")"), std::string::npos) << json.out;
  EXPECT_EQ(dataset({"stats", "marks.txt", "--html", "a.html"}).code, kOk);
  const std::string page = content_of(path("a.html"));
  EXPECT_NE(page.find("From 81.0 to 489 candidates."), std::string::npos);
  expect(dataset({"stats", "marks.txt", "--solver", "flags"}), kBadInput, "",
         "sudoku-bench: marks.txt: holds pencilmark puzzles, which flags does not solve\n");
  expect(dataset({"stats", "marks.txt", "--isomorphs"}), kBadInput, "",
         "sudoku-bench: marks.txt: --isomorphs: canonical forms of pencilmark puzzles are not "
         "defined\n");
}

// Regression: a rating at the beginning of a bar, such as 4 after bars of 0.2, was in the one
// before, and the bars of equal ratings of hundreds of millions had no end.
TEST_F(Dataset, StatsDrawsDistributionsOnAPage) {
  const std::string blank(81, '.');
  folder_.write("a.txt",
                kPuzzle + " 1\n" + kPuzzle + " 4\n" + blank + "\n55" + kPuzzle.substr(2) + "\n");
  folder_.write("b.txt", blank + " 1\n" + blank + " 17\n");
  folder_.write("c.txt", kPuzzle + " 5e11\n" + kPuzzle + " 5e11\n");
  folder_.write("d.txt", kPuzzle + " 1\n" + kPuzzle + " 1.2\n" + kPuzzle + " 4.2\n");
  const std::string page =
      dataset({"stats", "a.txt", "b.txt", "c.txt", "d.txt", "--solver", "dlx", "--html", "-"}).out;
  const auto no_bars = [](const std::vector<std::string>& labels) {
    std::string text;
    for (const std::string& label : labels)
      text += "[\"" + label + "\",0,[\"0 %\",0]],";
    return text;
  };
  const auto part_from = [&page](const std::string& from, std::size_t size) {
    return page.substr(std::min(page.find(from), page.size()), size);
  };
  const std::string pictures =
      R"({"id":"guesses","title":"Guesses","about":"How often the solver guessed until it had )"
      R"(proved that there is no second solution.","axis":"guesses",)"
      R"("sentence":"Guesses of dlx: mean 11.5, at most 46.0.","bars":[["0",3,["75.0 %",0.75]],)" +
      no_bars({"1", "2", "3–4", "5–8", "9–16", "17–32"}) +
      R"(["33–64",1,["25.0 %",0.25]]]},{"id":"ratings","title":"Ratings",)"
      R"("about":"Ratings given in the file; each bar starts at its label.","axis":"rating",)"
      R"("sentence":"2 of 4 puzzles have a rating; their median is 1.00.",)"
      R"("bars":[["1",1,["50.0 %",0.5]],)" +
      no_bars({"1.2", "1.4", "1.6", "1.8", "2", "2.2", "2.4", "2.6", "2.8", "3", "3.2", "3.4",
               "3.6", "3.8"}) +
      R"(["4",1,["50.0 %",0.5]]]}]},)";
  EXPECT_EQ(part_from(R"({"id":"guesses")", pictures.size()), pictures);
  EXPECT_NE(
      page.find(R"("sentence":"From 0 to 30 clues.","bars":[["0",1,["25.0 %",0.25]],["1",0,)"),
      std::string::npos);
  EXPECT_NE(page.find(R"(["minimal","–"])"), std::string::npos);
  EXPECT_EQ(page.find("5e+11"), std::string::npos) << "a chart of one bar";
  EXPECT_NE(page.find(R"(["1",1,["33.3 %",0.33333]],["1.2",1,["33.3 %",0.33333]],["1.4",0)"),
            std::string::npos);
  const std::string of_ratings =
      R"("bars":[["1",1,["50.0 %",0.5]],)" +
      no_bars({"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"}) +
      R"(["17",1,["50.0 %",0.5]]]})";
  EXPECT_NE(page.find(of_ratings), std::string::npos);
}

TEST_F(Dataset, StatsFindsWhatIsEssentiallyEqual) {
  EXPECT_EQ(dataset({"isomorph", "good.csv", "--count", "5", "-o", "many.csv"}).code, kOk);
  const Ended ended = dataset({"stats", "many.csv", "--isomorphs", "--json"});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_NE(ended.out.find("\"puzzles\":30,"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\"duplicates\":0,"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\"essential_duplicates\":24,"), std::string::npos) << ended.out;
}

class SharedPuzzles : public Dataset {
 protected:
  SharedPuzzles() {
    folder_.write("train.txt", kPuzzle + "\n" + kOther + "\n" + kPuzzle + "\n");
    const std::string isomorph = dataset({"isomorph", kPuzzle, "--seed", "5"}).out;
    folder_.write("test.txt", isomorph + std::string(81, '.') + "\n" + kPuzzle + "\n");
  }

  // Another puzzle; kSolution behind kPuzzle would be its declared solution.
  const std::string kOther = kSolution.substr(1) + ".";

  // The last table of the output of `stats`: the puzzles that files share.
  static std::string table_in(const std::string& out) { return out.substr(out.rfind("\n\n") + 2); }
};

TEST_F(SharedPuzzles, AreCountedForEachPairOfFiles) {
  const Ended exact = dataset({"stats", "train.txt", "test.txt"});
  EXPECT_EQ(table_in(exact.out),
            "puzzles of  also in         exact\n"
            "──────────  ─────────  ──────────\n"
            "test.txt    train.txt  1 (33.3 %)\n");
  const Ended both = dataset({"stats", "train.txt", "test.txt", "train.txt", "--isomorphs"});
  EXPECT_EQ(table_in(both.out),
            "puzzles of  also in         exact  isomorphic\n"
            "──────────  ─────────  ──────────  ──────────\n"
            "test.txt    train.txt  1 (33.3 %)  2 (66.7 %)\n"
            "train.txt   train.txt   3 (100 %)   3 (100 %)\n"
            "train.txt   test.txt   2 (66.7 %)  2 (66.7 %)\n");
  EXPECT_EQ(dataset({"stats", "train.txt"}).out.find("also in"), std::string::npos);
}

TEST_F(SharedPuzzles, AreInTheJsonAndOnThePage) {
  const Ended json = dataset({"stats", "train.txt", "test.txt", "--isomorphs", "--json"});
  EXPECT_TRUE(json.out.ends_with(
      R"("shared":[{"name":"test.txt","earlier":"train.txt","exact":1,"isomorphic":2}]})"
      "\n"))
      << json.out;
  EXPECT_EQ(dataset({"stats", "train.txt", "test.txt", "--html", "a.html"}).code, kOk);
  EXPECT_NE(content_of(path("a.html")).find("[\"also in train.txt\",\"1 (33.3 %)\"]"),
            std::string::npos);
  EXPECT_EQ(dataset({"stats", "train.txt", "test.txt", "--isomorphs", "--html", "b.html"}).code,
            kOk);
  EXPECT_NE(content_of(path("b.html")).find("\"1 (33.3 %), isomorphic 2 (66.7 %)\""),
            std::string::npos);
}

TEST_F(SharedPuzzles, AreListed) {
  const std::string header = "file,line,puzzle,same_as_file,same_as_line\n";
  const std::string exact = header + "test.txt,3," + kPuzzle + ",train.txt,1\n";
  EXPECT_EQ(dataset({"stats", "train.txt", "test.txt", "--shared", "list.csv"}).code, kOk);
  EXPECT_EQ(content_of(path("list.csv")), exact);
  expect(dataset({"stats", "train.txt", "test.txt", "--shared", "-"}), kOk, exact, "");
  expect(dataset({"stats", "train.txt", "good.csv", "--shared", "-"}), kOk, header, "");

  const std::string isomorph = content_of(path("test.txt")).substr(0, 81);
  expect(dataset({"stats", "train.txt", "test.txt", "train.txt", "--isomorphs", "--shared", "-"}),
         kOk,
         header + "test.txt,1," + isomorph + ",train.txt,1\n" +  //
             "test.txt,3," + kPuzzle + ",train.txt,1\n" +        //
             "train.txt,1," + kPuzzle + ",train.txt,1\n" +       //
             "train.txt,1," + kPuzzle + ",test.txt,3\n" +        //
             "train.txt,2," + kOther + ",train.txt,2\n" +        //
             "train.txt,3," + kPuzzle + ",train.txt,1\n" +       //
             "train.txt,3," + kPuzzle + ",test.txt,3\n",
         "");
}

TEST_F(SharedPuzzles, OfPencilmarksAreFound) {
  const std::string marks = marks_text(kPuzzle);
  folder_.write("marks.txt", marks + "\n");
  expect(dataset({"stats", "train.txt", "marks.txt", "marks.txt", "--shared", "-"}), kOk,
         "file,line,puzzle,same_as_file,same_as_line\nmarks.txt,1," + marks + ",marks.txt,1\n", "");
}

TEST_F(SharedPuzzles, NeedTwoFiles) {
  expect(dataset({"stats", "train.txt", "--shared", "list.csv"}), kUsage, "",
         std::string("sudoku-bench: --shared: expected at least two files, found one") +
             see_help("dataset stats"));
  EXPECT_FALSE(exists("list.csv"));
}

TEST_F(SharedPuzzles, LeaveNoListOfAnUnreadableFile) {
  folder_.write("list.csv", "mine");
  folder_.write("bad.txt", "bad\n");
  EXPECT_EQ(dataset({"stats", "train.txt", "bad.txt", "--shared", "list.csv"}).code, kBadInput);
  EXPECT_EQ(content_of(path("list.csv")), "mine");
}

TEST_F(Dataset, StatsAsksWhetherFullGridsAreSolutions) {
  const auto stats_of = [this](int full_grids, const std::string& option) {
    std::string text = kPuzzle + "\n";
    for (int i = 0; i < full_grids; ++i)
      text += kSolution + "\n";
    folder_.write("full.txt", text);
    return dataset({"stats", "full.txt", option}).out;
  };
  EXPECT_NE(stats_of(4, "--isomorphs")
                .find("full grids             4 of 5 puzzles have nothing to solve; are they "
                      "solutions?\n"),
            std::string::npos);
  EXPECT_EQ(stats_of(3, "--isomorphs").find("full grids"), std::string::npos);
  EXPECT_NE(stats_of(3, "--json").find(R"("full_grids":3,)"), std::string::npos);
}

TEST_F(Dataset, StatsIsJsonWhenAsked) {
  folder_.write("a \"\n\xC3\xA9\xFF", kPuzzle + " 2.5\n" + std::string(81, '.') + "\n");
  const Ended ended = dataset({"stats", "a \"\n\xC3\xA9\xFF", "--solver", "dlx", "--json"});
  expect(
      ended, kOk,
      R"({"files":[{"name":"a \"\né�","puzzles":2,"bad_rows":0,"duplicates":0,)"
      R"("essential_duplicates":null,"proper":1,"several":1,"none":0,"minimal":0,"full_grids":0,)"
      R"("kind":"clues","clues":{"0":1,"30":1},"candidates":null,"solver":"dlx",)"
      R"("guesses":{"puzzles":2,"mean":23,"min":0,"p50":0,"p90":46,"p99":46,"max":46},)"
      R"("guessless":1,)"
      R"("ratings":{"puzzles":1,"mean":2.5,"min":2.5,"p50":2.5,"p90":2.5,"p99":2.5,"max":2.5}}],)"
      R"("shared":[]})"
      "\n",
      "");
}

TEST_F(Dataset, IsomorphKeepsWhatMatters) {
  const Ended drawn = dataset({"isomorph", "good.csv", "--count", "3", "-o", "many.csv"});
  expect(drawn, kOk, "", "");
  const Ended verified = dataset({"verify", "many.csv", "--faults", "0"});
  EXPECT_NE(
      verified.out.find("many.csv       18      12        3     3                  12      0  "
                        "       0\n"),
      std::string::npos)
      << verified.out;
}

TEST_F(Dataset, IsomorphTakesAPuzzleToo) {
  const Ended first = dataset({"isomorph", kPuzzle, "--count", "2", "--seed", "5"});
  EXPECT_EQ(first.code, kOk);
  EXPECT_EQ(first.out.size(), 2 * 82);
  EXPECT_NE(first.out.substr(0, 82), first.out.substr(82));
  EXPECT_EQ(dataset({"isomorph", kPuzzle, "--seed", "5"}).out, first.out.substr(0, 82));
  EXPECT_NE(dataset({"isomorph", kPuzzle, "--seed", "6"}).out, first.out.substr(0, 82));
  for (const std::string& twin : {kPuzzle, first.out.substr(0, 81), first.out.substr(82, 81)}) {
    expect(dataset({"isomorph", twin, "--canonical"}), kOk,
           "........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45.\n",
           "");
  }
}

// They are made 8,192 at a time.
TEST_F(Dataset, IsomorphDrawsAnyNumberThatDiffer) {
  const std::string drawn = dataset({"isomorph", kPuzzle, "--count", "8200"}).out;
  EXPECT_EQ(drawn.size(), 8200 * 82);
  std::set<std::string> different;
  for (std::size_t at = 0; at < drawn.size(); at += 82)
    different.insert(drawn.substr(at, 82));
  EXPECT_EQ(different.size(), 8200);
}

TEST_F(Dataset, IsomorphTakesPencilmarkPuzzles) {
  folder_.write("marks.txt", marks_text(kPuzzle) + " " + kSolution + "\n");
  expect(dataset({"isomorph", "marks.txt", "--count", "3", "-o", "many.csv"}), kOk, "", "");
  const Ended verified = dataset({"verify", "many.csv"});
  EXPECT_EQ(verified.code, kOk) << verified.out;
  EXPECT_NE(verified.out.find("many.csv        3       3        0     0                   3"),
            std::string::npos)
      << verified.out;
  const Ended one = dataset({"isomorph", marks_text(kPuzzle), "--seed", "5"});
  EXPECT_EQ(one.out.size(), 730);
  EXPECT_EQ(one.out,
            marks_text(dataset({"isomorph", kPuzzle, "--seed", "5"}).out.substr(0, 81)) + "\n");
  expect(dataset({"isomorph", "marks.txt", "--canonical"}), kBadInput, "",
         "sudoku-bench: marks.txt: --canonical: canonical forms of pencilmark puzzles are not "
         "defined\n");
  expect(dataset({"isomorph", "marks.txt", "-o", "a.sdk"}), kBadInput, "",
         "sudoku-bench: marks.txt: holds pencilmark puzzles, which a sdk file cannot hold\n");
}

using SlowDataset = Dataset;

TEST_F(SlowDataset, NothingDependsOnThreads) {
  std::string text = kHeader;
  for (int i = 0; i < 300; ++i)
    text += kRows;
  folder_.write("big.csv", text);
  const Arguments commands[] = {
      {"verify", "big.csv", "--all"},
      {"stats", "big.csv", "--isomorphs"},
      {"stats", "good.csv", "big.csv", "--isomorphs", "--shared", "-"},
      {"isomorph", "big.csv", "--count", "2"},
      {"isomorph", "big.csv", "--canonical"},
  };
  for (Arguments command : commands) {
    SCOPED_TRACE(command[0]);
    command.insert(command.end(), {"--threads", "1"});
    const Ended one = dataset(command);
    EXPECT_GT(one.out.size(), 300);
    command.back() = "3";
    EXPECT_EQ(dataset(command).out, one.out);
  }
}

}  // namespace

}  // namespace sudoku::cli
