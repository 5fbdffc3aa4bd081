// Tests of `dataset list`, `dataset fetch` and sets given by name, from the command line.
#include <csignal>
#include <thread>

#include "harness/base/sha256.h"
#include "harness/cli/dataset_fixture.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/test_server.h"

namespace sudoku::cli {
namespace {

dataset::Reply serve_pair(const std::string& request) { return {dataset::served(request, kPair)}; }

// Arguments of `dataset` that fetch the set of the catalog.
const std::string kFetch = "fetch 17_clue --catalog catalog.csv";

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
  const Ended ended = dataset("list", home_);
  EXPECT_EQ(ended.code, kOk);
  expect_part(ended.out,
              "\n17_clue                     49,158   4.1 MB  fetch    none stated    all known "
              "puzzles of 17 clues");
  expect_part(ended.out, "\nhard                         1,000        –  bundled");
}

TEST_F(KnownSets, AreDescribed) {
  write_catalog("http://127.0.0.1/x", kPair);
  const std::string both = dataset("list 17_clue 17_clue --catalog catalog.csv", home_).out;
  const std::string one = both.substr(0, both.find("\n\n") + 1);
  EXPECT_EQ(both, one + "\n" + one);
  expect(dataset("list 17_clue --catalog catalog.csv", home_), kOk,
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
  dataset::TestServer server(serve_pair);
  write_catalog(server.address(), kPair);
  const std::string place = path("fetched") + "/17_clue.txt";

  expect(dataset("verify 17_clue", home_), kBadInput, "",
         "sudoku-bench: 17_clue: is not downloaded yet; run: sudoku-bench dataset fetch 17_clue\n");

  expect(dataset(kFetch, home_), kOk,
         "17_clue: fetched 164 bytes, sha256 " + hash_ + " as expected, as " + place + "\n", "");
  expect(dataset(kFetch, home_), kOk, "17_clue: already present as " + place + "\n", "");

  for (const char* words :
       {"verify 17_clue", "stats 17_clue", "convert 17_clue out.csv", "isomorph 17_clue"}) {
    EXPECT_EQ(dataset(words, home_).code, kOk) << words;
  }
  EXPECT_EQ(sudoku_bench(quick_run("17_clue hard -q --sample 10"), home_).code, kOk);
  expect_part(dataset("list", home_).out, "4.1 MB  here ");
  EXPECT_TRUE(dataset("list 17_clue", home_).out.ends_with("\npath     " + place + "\n"));

  folder_.write("17_clue", "no puzzle");
  EXPECT_EQ(dataset("verify 17_clue", home_).code, kBadInput) << "a file wins over a name";

  folder_.write("fetched/17_clue.txt", "damaged");
  expect_start(dataset(kFetch, home_).out, "17_clue: fetched 164 bytes");
}

TEST_F(KnownSets, AreFetchedToWhereTheyAreWanted) {
  dataset::TestServer server(serve_pair);
  write_catalog(server.address(), kPair);
  std::string catalog = content_of(path("catalog.csv"));
  folder_.write("catalog.csv", catalog.replace(catalog.find(hash_), hash_.size(), ""));
  const std::string fetch = kFetch + " --to a/b";
  expect(
      dataset(fetch), kOk,
      "17_clue: fetched 164 bytes, sha256 " + hash_ + " (not in the catalog), as a/b/17_clue.txt\n",
      "");
  EXPECT_EQ(content_of(path("a/b/17_clue.txt")), kPair);
  expect(dataset(fetch), kOk, "17_clue: already present as a/b/17_clue.txt\n", "");
  folder_.write("in_the_way", "");
  expect_failures({{"fetch 17_clue --catalog catalog.csv --to in_the_way/x", kBadInput,
                    "in_the_way/x: cannot be created: Not a directory"}});
}

TEST_F(KnownSets, AreRefusedWithTheirAddress) {
  dataset::TestServer server([](const std::string& /*request*/) -> dataset::Reply {
    return {dataset::response("404 Not Found", "", "")};
  });
  write_catalog(server.address(), kPair);
  const Ended ended = dataset(kFetch, home_);
  EXPECT_EQ(ended.code, kBadInput);
  expect_start(ended.err, "sudoku-bench: 17_clue: cannot be fetched from " + server.address() +
                              ": curl: (22) ");
}

TEST_F(KnownSets, AreNotFetchedIfBundled) {
  expect(dataset("fetch hard", home_), kOk,
         "hard: installed with the program as " BUNDLED_DATASETS "/hard.csv\n", "");
}

TEST_F(KnownSets, AreRefusedWithAReason) {
  const std::string way =
      "; log in at https://www.kaggle.com/datasets/bryanpark/sudoku and save sudoku.csv as " +
      path("fetched") + "/kaggle_1m.csv";
  expect_failures(
      {
          {"fetch kaggle_1m", kBadInput, "kaggle_1m: cannot be downloaded automatically" + way},
          {"stats kaggle_1m", kBadInput, "kaggle_1m: is not downloaded" + way},
          {"fetch 17_clues", kUsage,
           "there is no set '17_clues' in the catalog; did you mean '17_clue'?"},
          {"list --catalog none.csv", kBadInput,
           "none.csv: cannot be read: No such file or directory"},
          {"stats KAGGLE-1m", kBadInput,
           "KAGGLE-1m: neither a file nor a set in the catalog; did you mean 'kaggle_1m'?"},
          {"verify nothing", kBadInput, "nothing: cannot be opened: No such file or directory"},
      },
      home_);
  EXPECT_FALSE(exists("fetched"));
}

TEST_F(KnownSets, CanBeInterruptedAndResumed) {
  dataset::TestServer server([](const std::string& request) -> dataset::Reply {
    const std::string whole = dataset::served(request, kPair + kPair);
    const bool is_first = dataset::asked_from(request) == 0;
    return {is_first ? whole.substr(0, 200) : whole, is_first};
  });
  write_catalog(server.address(), kPair + kPair);
  const std::string fetch = kFetch + " --to .";
  Child child(folder_.path(), options::split_command("dataset " + fetch));
  for (int i = 0; i < 1000 && content_of(path("17_clue.txt.part")).empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  child.signal(SIGINT);
  const Ended ended = child.wait();
  EXPECT_EQ(ended.code, kInterrupted);
  EXPECT_EQ(ended.err, "17_clue: interrupted; fetch it again to resume\n");
  EXPECT_FALSE(exists("17_clue.txt"));
  EXPECT_EQ(dataset(fetch).code, kOk);
  EXPECT_EQ(content_of(path("17_clue.txt")), kPair + kPair);
  EXPECT_GT(dataset::asked_from(server.requests().back()), 0);
}

TEST_F(KnownSets, ShowProgressOnATerminal) {
  dataset::TestServer server([](const std::string& request) -> dataset::Reply {
    return {dataset::served(request, kPair), false, 20};
  });
  write_catalog(server.address(), kPair);
  const Ended ended = dataset(kFetch + " --to .", {.terminal = true});
  EXPECT_EQ(ended.code, kOk);
  expect_part(ended.out, "17_clue: reading, ");
}

}  // namespace
}  // namespace sudoku::cli
