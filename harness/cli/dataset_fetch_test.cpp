// Tests of `dataset list`, `dataset fetch` and sets given by name, from the command line.
#include <csignal>
#include <optional>
#include <thread>

#include "harness/base/process_fixture.h"
#include "harness/base/sha256.h"
#include "harness/cli/dataset_fixture.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/test_server.h"

namespace sudoku::cli {
namespace {

dataset::Reply serve_pair(const std::string& request) { return {dataset::served(request, kPair)}; }

// Arguments of `dataset` that fetch the set of the catalog.
const std::string kFetch = "fetch 17_clue";

class KnownSets : public Dataset {
 protected:
  // Lets the program use a catalog with one set, served at `address`.
  void write_catalog(const std::string& address, const std::string& served_text) {
    hash_ = base::sha256_of(served_text);
    folder_.write("catalog.csv",
                  "name,file,how,puzzles,bytes,sha256,licence,address,member,layout,about\n"
                  "17_clue,17_clue.txt,fetch,1,," +
                      hash_ + ",none stated," + address + ",,lines,\"one, to try\"\n");
    bundled_.emplace(std::initializer_list<base::Environment::Variable>{
        {dataset::kBundledVariable, folder_.path()}});
  }

  const base::Environment fetched_ = {{dataset::kFetchedVariable, path("fetched")}};
  std::optional<base::Environment> bundled_;
  std::string hash_;  // SHA-256 of the set
};

TEST_F(KnownSets, AreListed) {
  const Ended ended = dataset("list");
  EXPECT_EQ(ended.code, kOk);
  expect_part(ended.out,
              "\n17_clue                   49,158   4.1 MB  fetch    none stated    all known "
              "puzzles of 17 clues");
  expect_part(ended.out, "\nhard                       1,000        –  bundled");
}

TEST_F(KnownSets, AreFetchedAndFoundByName) {
  dataset::TestServer server(serve_pair);
  write_catalog(server.address(), kPair);
  const std::string place = path("fetched") + "/17_clue.txt";

  expect(dataset("verify 17_clue"), kBadInput, "",
         "sudoku-bench: 17_clue: is not downloaded yet; run: sudoku-bench dataset fetch 17_clue\n");

  expect(dataset(kFetch), kOk,
         "17_clue: fetched 164 bytes, sha256 " + hash_ + " as expected, as " + place + "\n", "");
  expect(dataset(kFetch), kOk, "17_clue: already present as " + place + "\n", "");

  for (const char* words :
       {"verify 17_clue", "stats 17_clue", "convert 17_clue out.csv", "isomorph 17_clue"}) {
    EXPECT_EQ(dataset(words).code, kOk) << words;
  }
  EXPECT_EQ(sudoku_bench(quick_run("17_clue good.csv -q --sample 10")).code, kOk);
  expect(dataset("list"), kOk,
         "name     puzzles  size  state  licence      description\n"
         "───────  ───────  ────  ─────  ───────────  ───────────\n"
         "17_clue        1     –  here   none stated  one, to try\n",
         "");

  folder_.write("17_clue", "no puzzle");
  EXPECT_EQ(dataset("verify 17_clue").code, kBadInput) << "a file wins over a name";

  folder_.write("fetched/17_clue.txt", "damaged");
  expect_start(dataset(kFetch).out, "17_clue: fetched 164 bytes");
}

TEST_F(KnownSets, AreFetchedWithoutAHash) {
  dataset::TestServer server(serve_pair);
  write_catalog(server.address(), kPair);
  std::string catalog = content_of(path("catalog.csv"));
  folder_.write("catalog.csv", catalog.replace(catalog.find(hash_), hash_.size(), ""));
  const std::string place = path("fetched") + "/17_clue.txt";
  expect(
      dataset(kFetch), kOk,
      "17_clue: fetched 164 bytes, sha256 " + hash_ + " (not in the catalog), as " + place + "\n",
      "");
  EXPECT_EQ(content_of(place), kPair);
  expect(dataset(kFetch), kOk, "17_clue: already present as " + place + "\n", "");
  folder_.write("in_the_way", "");
  const base::Environment elsewhere = {{dataset::kFetchedVariable, path("in_the_way") + "/x"}};
  expect_failures(
      {{kFetch, kBadInput, path("in_the_way") + "/x: cannot be created: Not a directory"}});
}

TEST_F(KnownSets, AreRefusedWithTheirAddress) {
  dataset::TestServer server([](const std::string& /*request*/) -> dataset::Reply {
    return {dataset::response("404 Not Found", "", "")};
  });
  write_catalog(server.address(), kPair);
  const Ended ended = dataset(kFetch);
  EXPECT_EQ(ended.code, kBadInput);
  expect_start(ended.err, "sudoku-bench: 17_clue: cannot be fetched from " + server.address() +
                              ": curl: (22) ");
}

TEST_F(KnownSets, AreNotFetchedIfBundled) {
  expect(dataset("fetch hard"), kOk,
         "hard: installed with the program as " BUNDLED_DATASETS "/hard.csv\n", "");
}

TEST_F(KnownSets, AreRefusedWithAReason) {
  const std::string way =
      "; log in at https://www.kaggle.com/datasets/bryanpark/sudoku and save sudoku.csv as " +
      path("fetched") + "/kaggle_1m.csv";
  expect_failures({
      {"fetch kaggle_1m", kBadInput, "kaggle_1m: cannot be downloaded automatically" + way},
      {"stats kaggle_1m", kBadInput, "kaggle_1m: is not downloaded" + way},
      {"fetch 17_clues", kUsage,
       "there is no set '17_clues' in the catalog; did you mean '17_clue'?"},
      {"stats KAGGLE-1m", kBadInput,
       "KAGGLE-1m: neither a file nor a set in the catalog; did you mean 'kaggle_1m'?"},
      {"verify nothing", kBadInput, "nothing: cannot be opened: No such file or directory"},
  });
  EXPECT_FALSE(exists("fetched"));
}

TEST_F(KnownSets, CanBeInterruptedAndResumed) {
  dataset::TestServer server([](const std::string& request) -> dataset::Reply {
    const std::string whole = dataset::served(request, kPair + kPair);
    const bool is_first = dataset::asked_from(request) == 0;
    return {is_first ? whole.substr(0, 200) : whole, is_first};
  });
  write_catalog(server.address(), kPair + kPair);
  Child child(folder_.path(), options::split_command("dataset " + kFetch));
  for (int i = 0; i < 1000 && content_of(path("fetched/17_clue.txt.part")).empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  child.signal(SIGINT);
  const Ended ended = child.wait();
  EXPECT_EQ(ended.code, kInterrupted);
  EXPECT_EQ(ended.err, "17_clue: interrupted; fetch it again to resume\n");
  EXPECT_FALSE(exists("fetched/17_clue.txt"));
  EXPECT_EQ(dataset(kFetch).code, kOk);
  EXPECT_EQ(content_of(path("fetched/17_clue.txt")), kPair + kPair);
  EXPECT_GT(dataset::asked_from(server.requests().back()), 0);
}

TEST_F(KnownSets, ShowProgressOnATerminal) {
  dataset::TestServer server([](const std::string& request) -> dataset::Reply {
    return {dataset::served(request, kPair), false, 20};
  });
  write_catalog(server.address(), kPair);
  const Ended ended = dataset(kFetch, {.terminal = true});
  EXPECT_EQ(ended.code, kOk);
  expect_part(ended.out, "17_clue: reading, ");
}

}  // namespace
}  // namespace sudoku::cli
