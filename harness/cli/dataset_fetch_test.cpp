// Tests of `dataset list`, `dataset fetch` and sets given by name, from the command line.
#include <csignal>
#include <thread>

#include "harness/base/sha256.h"
#include "harness/cli/dataset_fixture.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/test_server.h"

namespace sudoku::cli {

namespace {

class KnownSets : public Dataset {
 protected:
  KnownSets() : home_{.name_and_value = dataset::kFetchedVariable + ("=" + path("fetched"))} {}

  // Writes a catalog with one set, served at `address` under a name of the program's own catalog.
  void write_catalog(const std::string& address, const std::string& served_text) {
    base::Sha256 sha256;
    sha256.add(served_text);
    hash_ = sha256.hex();
    folder_.write("catalog.csv",
                  "name,file,how,puzzles,bytes,sha256,licence,address,member,layout,about\n"
                  "17_clue,17_clue.txt,fetch,1,," +
                      hash_ + ",none stated," + address + ",,lines,\"one, to try\"\n");
  }

  ChildSetup home_;
  std::string hash_;  // SHA-256 of the set
};

TEST_F(KnownSets, AreListed) {
  const Ended ended = dataset({"list"}, home_);
  EXPECT_EQ(ended.code, kOk);
  EXPECT_NE(ended.out.find("\n17_clue                     49,158   4.1 MB  fetch    none stated    "
                           "all known puzzles of 17 clues"),
            std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("\nhard                         1,000"), std::string::npos) << ended.out;
}

TEST_F(KnownSets, AreDescribed) {
  write_catalog("http://127.0.0.1/x", kPair);
  expect(dataset({"list", "--catalog", "catalog.csv"}, home_), kOk,
         "name     puzzles  size  state  licence      description\n"
         "───────  ───────  ────  ─────  ───────────  ───────────\n"
         "17_clue        1     –  fetch  none stated  one, to try\n",
         "");
  const std::string both =
      dataset({"list", "17_clue", "17_clue", "--catalog", "catalog.csv"}, home_).out;
  const std::string one = both.substr(0, both.find("\n\n") + 1);
  EXPECT_EQ(both, one + "\n" + one);
  expect(dataset({"list", "17_clue", "--catalog", "catalog.csv"}, home_), kOk,
         "17_clue            one, to try\n"
         "─────────────────  ────────────────────────────────────────────────────────────────\n"
         "puzzles            1\n"
         "bytes              –\n"
         "sha256             " +
             hash_ +
             "\n"
             "licence            none stated\n"
             "address            http://127.0.0.1/x\n"
             "member             –\n"
             "layout             lines\n"
             "how                fetch\n"
             "path when fetched  " +
             path("fetched") + "/17_clue.txt\n",
         "");
}

TEST_F(KnownSets, AreFetchedAndFoundByName) {
  dataset::TestServer server([](const std::string& request) -> dataset::Reply {
    return {dataset::served(request, kPair)};
  });
  write_catalog(server.address(), kPair);
  const Arguments fetch = {"fetch", "17_clue", "--catalog", "catalog.csv"};
  const std::string place = path("fetched") + "/17_clue.txt";

  const Ended missing = dataset({"verify", "17_clue"}, home_);
  expect(missing, kBadInput, "",
         "sudoku-bench: 17_clue: is not downloaded yet; run: sudoku-bench dataset fetch 17_clue\n");

  const Ended fetched = dataset(fetch, home_);
  expect(fetched, kOk,
         "17_clue: fetched 164 bytes, sha256 " + hash_ + " as expected, as " + place + "\n", "");
  expect(dataset(fetch, home_), kOk, "17_clue: already present as " + place + "\n", "");

  EXPECT_EQ(dataset({"verify", "17_clue"}, home_).code, kOk);
  EXPECT_EQ(dataset({"stats", "17_clue"}, home_).code, kOk);
  EXPECT_EQ(dataset({"convert", "17_clue", "out.csv"}, home_).code, kOk);
  EXPECT_EQ(dataset({"isomorph", "17_clue"}, home_).code, kOk);
  EXPECT_EQ(bench(quick_run({"17_clue", "hard", "-q", "--sample", "10"}), home_).code, kOk);
  EXPECT_NE(dataset({"list"}, home_).out.find("4.1 MB  here "), std::string::npos);
  EXPECT_TRUE(dataset({"list", "17_clue"}, home_).out.ends_with("\npath     " + place + "\n"));

  folder_.write("17_clue", "no puzzle");
  EXPECT_EQ(dataset({"verify", "17_clue"}, home_).code, kBadInput) << "a file wins over a name";

  folder_.write("fetched/17_clue.txt", "damaged");
  EXPECT_TRUE(dataset(fetch, home_).out.starts_with("17_clue: fetched 164 bytes"));
}

TEST_F(KnownSets, AreFetchedToWhereTheyAreWanted) {
  dataset::TestServer server([](const std::string& request) -> dataset::Reply {
    return {dataset::served(request, kPair)};
  });
  write_catalog(server.address(), kPair);
  std::string catalog = content_of(path("catalog.csv"));
  folder_.write("catalog.csv", catalog.replace(catalog.find(hash_), hash_.size(), ""));
  const Arguments fetch = {"fetch", "17_clue", "--catalog", "catalog.csv", "--to", "a/b"};
  expect(
      dataset(fetch), kOk,
      "17_clue: fetched 164 bytes, sha256 " + hash_ + " (not in the catalog), as a/b/17_clue.txt\n",
      "");
  EXPECT_EQ(content_of(path("a/b/17_clue.txt")), kPair);
  expect(dataset(fetch), kOk, "17_clue: already present as a/b/17_clue.txt\n", "");
  folder_.write("in_the_way", "");
  const Ended ended =
      dataset({"fetch", "17_clue", "--catalog", "catalog.csv", "--to", "in_the_way/x"});
  expect(ended, kBadInput, "", "sudoku-bench: in_the_way/x: cannot be created: Not a directory\n");
}

TEST_F(KnownSets, AreRefusedWithTheirAddress) {
  dataset::TestServer server([](const std::string& /*request*/) -> dataset::Reply {
    return {dataset::response("404 Not Found", "", "")};
  });
  write_catalog(server.address(), kPair);
  const Ended ended = dataset({"fetch", "17_clue", "--catalog", "catalog.csv"}, home_);
  EXPECT_EQ(ended.code, kBadInput);
  const std::string refusal =
      "sudoku-bench: 17_clue: cannot be fetched from " + server.address() + ": curl: (22) ";
  EXPECT_TRUE(ended.err.starts_with(refusal)) << ended.err;
}

TEST_F(KnownSets, AreNotFetchedIfBundled) {
  expect(dataset({"fetch", "hard"}, home_), kOk,
         "hard: installed with the program as " BUNDLED_DATASETS "/hard.csv\n", "");
}

TEST_F(KnownSets, AreRefusedWithAReason) {
  const OutcomeCase cases[] = {
      {"log-in",
       {"fetch", "kaggle_1m"},
       kBadInput,
       "sudoku-bench: kaggle_1m: cannot be downloaded automatically; log in at "
       "https://www.kaggle.com/datasets/bryanpark/sudoku and save sudoku.csv as " +
           path("fetched") + "/kaggle_1m.csv\n"},
      {"a name used before",
       {"stats", "kaggle_1m"},
       kBadInput,
       "sudoku-bench: kaggle_1m: is not downloaded; log in at "
       "https://www.kaggle.com/datasets/bryanpark/sudoku and save sudoku.csv as " +
           path("fetched") + "/kaggle_1m.csv\n"},
      {"unknown",
       {"fetch", "17_clues"},
       kUsage,
       "sudoku-bench: there is no set '17_clues' in the catalog; did you mean '17_clue'?" +
           see_help("dataset fetch")},
      {"no catalog",
       {"list", "--catalog", "none.csv"},
       kBadInput,
       "sudoku-bench: none.csv: cannot be read: No such file or directory\n"},
      {"a name that was meant",
       {"stats", "KAGGLE-1m"},
       kBadInput,
       "sudoku-bench: KAGGLE-1m: neither a file nor a set in the catalog; did you mean "
       "'kaggle_1m'?\n"},
      {"no name of the catalog",
       {"verify", "nothing"},
       kBadInput,
       "sudoku-bench: nothing: cannot be opened: No such file or directory\n"},
  };
  for (const OutcomeCase& c : cases) {
    SCOPED_TRACE(c.name);
    expect(dataset(c.arguments, home_), c.code, "", c.err);
  }
  EXPECT_FALSE(exists("fetched"));
}

TEST_F(KnownSets, CanBeInterruptedAndResumed) {
  dataset::TestServer server([](const std::string& request) -> dataset::Reply {
    const std::string whole = dataset::served(request, kPair + kPair);
    const bool is_first = dataset::asked_from(request) == 0;
    return {is_first ? whole.substr(0, 200) : whole, is_first};
  });
  write_catalog(server.address(), kPair + kPair);
  const Arguments fetch = {"dataset", "fetch", "17_clue", "--catalog", "catalog.csv", "--to", "."};
  Child child(folder_.path(), fetch);
  for (int i = 0; i < 1000 && content_of(path("17_clue.txt.part")).empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  child.signal(SIGINT);
  const Ended ended = child.wait();
  EXPECT_EQ(ended.code, kInterrupted);
  EXPECT_EQ(ended.err, "17_clue: interrupted; fetch it again to resume\n");
  EXPECT_FALSE(exists("17_clue.txt"));
  EXPECT_EQ(bench(fetch).code, kOk);
  EXPECT_EQ(content_of(path("17_clue.txt")), kPair + kPair);
  EXPECT_GT(dataset::asked_from(server.requests().back()), 0);
}

TEST_F(KnownSets, ShowProgressOnATerminal) {
  dataset::TestServer server([](const std::string& request) -> dataset::Reply {
    return {dataset::served(request, kPair), false, 20};
  });
  write_catalog(server.address(), kPair);
  const Ended ended =
      dataset({"fetch", "17_clue", "--catalog", "catalog.csv", "--to", "."}, {.terminal = true});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_NE(ended.out.find("17_clue: reading, "), std::string::npos) << ended.out;
}

}  // namespace

}  // namespace sudoku::cli
