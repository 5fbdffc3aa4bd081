#include "harness/dataset/catalog.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/process_fixture.h"
#include "harness/base/test_files.h"

namespace sudoku::dataset {

namespace {

const std::string kHeader =
    "name,file,how,puzzles,bytes,sha256,licence,address,member,layout,about\n";

std::string text_or_error(const std::function<std::string()>& action) {
  try {
    return action();
  } catch (const base::Error& error) {
    return error.what();
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
    folder_.write("catalog.csv",
                  kHeader + "near_by,near.txt,bundled,12,34,,,,,,\"first, and nearest\"\n" +
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
  const auto catalog = read_catalog();
  const auto here = [&catalog] {
    std::string names;
    for (const CatalogEntry& entry : catalog)
      if (is_here(entry)) names += entry.name + " ";
    return names;
  };
  EXPECT_EQ(here(), "near_by fetched ");
  EXPECT_EQ(text_or_error([&] { return require_entry(catalog, "near_bx").name; }),
            "there is no set 'near_bx' in the catalog; did you mean 'near_by'?");
  EXPECT_EQ(catalog[0].puzzles, 12);
  EXPECT_EQ(catalog[0].bytes, 34);
  EXPECT_EQ(catalog[0].about, "first, and nearest");
  EXPECT_FALSE(catalog[1].puzzles.has_value());
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

TEST_F(NamedSets, AreReadFromACatalogOnly) {
  for (const char* line : {"a,a.txt", "a,a,steal,,,,,http://x,,,"}) {
    folder_.write("catalog.csv", kHeader + line + "\n");
    EXPECT_EQ(text_or_error([] { return read_catalog().at(0).name; }),
              fmt::format("{}/catalog.csv: no line of a catalog: '{}'", folder_.path(), line));
  }
}

TEST(Catalog, OfTheProgramNamesItsFiles) {
  const std::filesystem::path folder = BUNDLED_DATASETS;
  std::set<std::string> files;
  std::set<std::string> names;
  const base::Environment environment = {{kBundledVariable, folder.string()}};
  for (const CatalogEntry& entry : read_catalog()) {
    EXPECT_TRUE(files.insert(entry.file).second) << entry.file;
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_EQ(entry.file.find('/'), std::string::npos) << entry.file;
    EXPECT_TRUE(entry.sha256.empty() || entry.sha256.size() == 64) << entry.name;
    EXPECT_EQ(entry.address.starts_with("http"), entry.how != Origin::bundled) << entry.name;
    if (entry.how == Origin::bundled) {
      EXPECT_TRUE(exists(folder / entry.file)) << entry.file;
    }
  }
  EXPECT_GT(files.size(), 20);
}

}  // namespace

}  // namespace sudoku::dataset
