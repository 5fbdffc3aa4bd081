#include "harness/dataset/catalog.h"

#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"

namespace sudoku::dataset {

namespace {

const std::string kHeader =
    "name,file,how,puzzles,bytes,sha256,licence,address,member,layout,about\n";
const std::string kHash(64, 'a');

std::string catalog_error(const std::string& text) {
  const base::TemporaryFolder folder;
  const std::string path = folder.write("c.csv", text);
  try {
    read_catalog(path);
  } catch (const base::InputError& error) {
    return std::string(error.what()).substr(folder.path().size() + 1);
  }
  return "accepted";
}

TEST(Catalog, ReadsEveryField) {
  const base::TemporaryFolder folder;
  const auto catalog = read_catalog(folder.write(
      "c.csv",
      "# sets\n" + kHeader + "\na_1,a.txt,fetch,12,34," + kHash +
          ",CC0-1.0,http://x/y,in/z,lines,\"first, and only\"\nb,b.csv,bundled,,,,,,,,\n"));
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
  EXPECT_EQ(find_entry(catalog, "b"), &catalog[1]);
  EXPECT_EQ(find_entry(catalog, "c"), nullptr);
}

struct BadCatalog {
  const char* name;
  std::string text;
  std::string error;
};

const BadCatalog kBadCatalogs[] = {
    {"empty", "",
     "c.csv:1:1: expected the header " + kHeader.substr(0, kHeader.size() - 1) + ", found ''"},
    {"too few fields", kHeader + "a,a.txt\n", "c.csv:2:1: expected 11 fields, found 'a,a.txt'"},
    {"name", kHeader + "A,a,fetch,,,,,http://x,,,\n",
     "c.csv:2:1: expected a name of a-z, 0-9 and _, found 'A'"},
    {"a way out of the folder", kHeader + "a,../a,fetch,,,,,http://x,,,\n",
     "c.csv:2:3: expected a file name without a folder, found '../a'"},
    {"how", kHeader + "a,a,steal,,,,,http://x,,,\n",
     "c.csv:2:5: expected one of bundled, fetch, log-in, by hand, found 'steal'"},
    {"number", kHeader + "a,a,fetch,1k,,,,http://x,,,\n",
     "c.csv:2:11: expected a whole number or nothing, found '1k'"},
    {"hash", kHeader + "a,a,fetch,,,ab,,http://x,,,\n",
     "c.csv:2:13: expected 64 lower-case hexadecimal digits, found 'ab'"},
    {"address", kHeader + "a,a,fetch,,,,,file:///etc/passwd,,,\n",
     "c.csv:2:15: expected an http or https address, found 'file:///etc/passwd'"},
    {"twice", kHeader + "a,a,bundled,,,,,,,,\na,b,bundled,,,,,,,,\n",
     "c.csv:3:1: expected a unique name, found 'a'"},
};

TEST(Catalog, PointsAtTheFirstMistake) {
  for (const BadCatalog& c : kBadCatalogs) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(catalog_error(c.text), c.error);
  }
}

TEST(Catalog, OfTheProgramNamesItsFiles) {
  const std::filesystem::path folder = BUNDLED_DATASETS;
  std::set<std::string> files;
  for (const CatalogEntry& entry : read_catalog((folder / "catalog.csv").string())) {
    EXPECT_TRUE(files.insert(entry.file).second) << entry.file;
    if (entry.how == Origin::bundled) {
      EXPECT_TRUE(exists(folder / entry.file)) << entry.file;
    }
  }
  EXPECT_GT(files.size(), 20);
}

}  // namespace

}  // namespace sudoku::dataset
