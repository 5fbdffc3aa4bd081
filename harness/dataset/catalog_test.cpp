#include "harness/dataset/catalog.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/process_fixture.h"
#include "harness/base/test_files.h"

namespace sudoku::dataset {

namespace {

const std::string kHeader =
    "name,file,how,puzzles,bytes,sha256,licence,address,member,layout,about\n";
const std::string kHash(64, 'a');

std::string text_or_error(const std::function<std::string()>& action) {
  try {
    return action();
  } catch (const base::Error& error) {
    return error.what();
  }
}

TEST(Catalog, ReadsEveryFieldAlsoWithTheLineEndsOfDos) {
  const base::TemporaryFolder folder;
  const auto catalog = read_catalog(
      folder.write("c.csv", "# sets\r\n" + kHeader.substr(0, kHeader.size() - 1) +
                                "\r\n\r\na_1,a.txt,fetch,12,34," + kHash +
                                ",CC0-1.0,http://x/y,in/z,lines,\"first, and only\"\r\n" +
                                "b,b.csv,bundled,,,,,,,,\r\n"));
  ASSERT_EQ(catalog.size(), 2);
  EXPECT_EQ(catalog[0].file, "a.txt");
  EXPECT_EQ(catalog[0].how, Origin::fetch);
  EXPECT_EQ(catalog[0].puzzles, 12);
  EXPECT_EQ(catalog[0].bytes, 34);
  EXPECT_EQ(catalog[0].sha256, kHash);
  EXPECT_EQ(catalog[0].licence, "CC0-1.0");
  EXPECT_EQ(catalog[0].address, "http://x/y");
  EXPECT_EQ(catalog[0].member, "in/z");
  EXPECT_EQ(catalog[0].layout, "lines");
  EXPECT_EQ(catalog[0].about, "first, and only");
  EXPECT_FALSE(catalog[1].puzzles.has_value());
  EXPECT_EQ(catalog[1].about, "");
  EXPECT_EQ(&require_entry(catalog, "b"), &catalog[1]);
}

struct BadCatalog {
  const char* name;
  std::string text;
  std::string error;
};

const BadCatalog kBadCatalogs[] = {
    {"empty", "",
     "c.csv:1:1: expected the header " + kHeader.substr(0, kHeader.size() - 1) + ", found ''"},
    {"another header", "name,file\n",
     "c.csv:1:1: expected the header " + kHeader.substr(0, kHeader.size() - 1) +
         ", found 'name,file'"},
    {"no file name", kHeader + "a,,fetch,,,,,http://x,,,\n",
     "c.csv:2:3: expected a file name without a folder, found ''"},
    {"too few fields", kHeader + "a,a.txt\n", "c.csv:2:1: expected 11 fields, found 'a,a.txt'"},
    {"name", kHeader + "A,a,fetch,,,,,http://x,,,\n",
     "c.csv:2:1: expected a name of a-z, 0-9 and _, found 'A'"},
    {"a way out of the folder", kHeader + "a,../a,fetch,,,,,http://x,,,\n",
     "c.csv:2:3: expected a file name without a folder, found '../a'"},
    {"a hidden file", kHeader + "a,.a,fetch,,,,,http://x,,,\n",
     "c.csv:2:3: expected a file name without a folder, found '.a'"},
    {"how", kHeader + "a,a,steal,,,,,http://x,,,\n",
     "c.csv:2:5: expected one of bundled, fetch, log-in, by hand, found 'steal'"},
    {"number", kHeader + "a,a,fetch,1k,,,,http://x,,,\n",
     "c.csv:2:11: expected a whole number or nothing, found '1k'"},
    {"twice", kHeader + "a,a,bundled,,,,,,,,\na,b,bundled,,,,,,,,\n",
     "c.csv:3:1: expected a unique name, found 'a'"},
};

TEST(Catalog, PointsAtTheFirstMistake) {
  const base::TemporaryFolder folder;
  for (const BadCatalog& c : kBadCatalogs) {
    SCOPED_TRACE(c.name);
    const std::string path = folder.write("c.csv", c.text);
    EXPECT_EQ(text_or_error([&] { return read_catalog(path).at(0).name; }),
              folder.path() + "/" + c.error);
  }
}

TEST(Catalog, KeepsFetchedSetsWhereTheEnvironmentSays) {
  struct Case {
    std::optional<std::string> own;
    std::optional<std::string> data;
    std::optional<std::string> home;
    const char* folder;
  };

  const Case cases[] = {
      {"/own", "/data", "/home/u", "/own"},
      {{}, "/data", "/home/u", "/data/sudoku-bench"},
      {"", "/data", {}, "/data/sudoku-bench"},
      {{}, {}, "/home/u", "/home/u/.local/share/sudoku-bench"},
      {{}, "", "/home/u", "/home/u/.local/share/sudoku-bench"},
      {{}, {}, {}, "there is no folder for fetched sets: set SUDOKU_BENCH_FETCHED or HOME"},
  };
  for (const Case& c : cases) {
    const base::Environment environment = {
        {kFetchedVariable, c.own}, {"XDG_DATA_HOME", c.data}, {"HOME", c.home}};
    EXPECT_EQ(text_or_error(fetched_folder), c.folder);
  }
}

class NamedSets : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("catalog.csv", kHeader + "near_by,near.txt,bundled,,,,,,,,\n" +
                                     "lost,lost.txt,bundled,,,,,http://l,,,\n" +
                                     "fetched,fetched.txt,fetch,,,,,http://f,,,\n" +
                                     "far_away,far.txt,fetch,,,,,http://a,,,\n" +
                                     "private_one,private.txt,log-in,,,,,http://p,,,\n" +
                                     "manual_one,manual.txt,by hand,,,,,http://m,in/z,,\n");
    near_ = folder_.write("near.txt", "");
    fetched_ = fetched_folder_.write("fetched.txt", "");
  }

  const base::TemporaryFolder folder_;
  const base::TemporaryFolder fetched_folder_;
  const base::Environment environment_ = {{kBundledVariable, folder_.path()},
                                          {kFetchedVariable, fetched_folder_.path()}};
  std::string near_;
  std::string fetched_;
};

TEST_F(NamedSets, AreFoundOrToldHowToGet) {
  const std::string get = fetched_folder_.path();
  const std::map<std::string, std::string> files = {
      {"near_by", near_},
      {"fetched", fetched_},
      {"far_away", "far_away: is not downloaded yet; run: sudoku-bench dataset fetch far_away"},
      {"private_one", "private_one: is not downloaded; log in at http://p and save the file as " +
                          get + "/private.txt"},
      {"manual_one",
       "manual_one: is not downloaded; open http://m and save in/z as " + get + "/manual.txt"},
      {"-", "-"},
      {near_, near_},
      {"./near_bx", "./near_bx"},
      {"near_by.", "near_by."},
      {"unlike_all", "unlike_all"},
      {"near_bx", "near_bx: neither a file nor a set in the catalog; did you mean 'near_by'?"},
      {"NEAR_BY", "NEAR_BY: neither a file nor a set in the catalog; did you mean 'near_by'?"},
  };
  for (const auto& pair : files)
    EXPECT_EQ(text_or_error([&] { return file_named(pair.first); }), pair.second);
  EXPECT_EQ(files_named({"fetched", "-", "near_by"}),
            (std::vector<std::string>{fetched_, "-", near_}));
}

TEST_F(NamedSets, AreHereOrNot) {
  const auto catalog = read_catalog("");
  const auto here = [&catalog] {
    std::string names;
    for (const CatalogEntry& entry : catalog)
      if (is_here(entry)) names += entry.name + " ";
    return names;
  };
  EXPECT_EQ(here(), "near_by fetched ");
  EXPECT_EQ(text_or_error([&] { return require_entry(catalog, "near_bx").name; }),
            "there is no set 'near_bx' in the catalog; did you mean 'near_by'?");
  const base::Environment nowhere = {
      {kFetchedVariable, std::nullopt}, {"XDG_DATA_HOME", std::nullopt}, {"HOME", std::nullopt}};
  EXPECT_EQ(here(), "near_by ");
}

TEST_F(NamedSets, SayWhereTheBundledOnesAreMissing) {
  const std::string none = folder_.path() + "/none";
  const base::Environment environment = {{kBundledVariable, none}};
  const std::string missing = "the bundled puzzle sets are not in " + none +
                              ": set SUDOKU_BENCH_BUNDLED to the folder that holds them, such as "
                              "datasets of the source tree";
  EXPECT_EQ(text_or_error([] { return datasets_folder(); }), missing);
  EXPECT_EQ(text_or_error([] { return file_named("near_by"); }),
            "near_by: there is no such file, and " + missing);
}

TEST(Catalog, OfTheProgramNamesItsFiles) {
  const std::filesystem::path folder = BUNDLED_DATASETS;
  std::set<std::string> files;
  for (const CatalogEntry& entry : read_catalog((folder / "catalog.csv").string())) {
    EXPECT_TRUE(files.insert(entry.file).second) << entry.file;
    EXPECT_TRUE(entry.sha256.empty() || entry.sha256.size() == kHash.size()) << entry.name;
    EXPECT_EQ(entry.address.starts_with("http"), entry.how != Origin::bundled) << entry.name;
    if (entry.how == Origin::bundled) {
      EXPECT_TRUE(exists(folder / entry.file)) << entry.file;
    }
  }
  EXPECT_GT(files.size(), 20);
}

}  // namespace

}  // namespace sudoku::dataset
