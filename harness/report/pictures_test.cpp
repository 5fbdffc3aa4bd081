#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/process_fixture.h"
#include "harness/base/test_files.h"
#include "harness/base/texts_fixture.h"
#include "harness/report/reports.h"

namespace sudoku::report {

namespace {

namespace fs = std::filesystem;

// Page data of two solvers on two sets; pictures must not take a name for markup. On the second
// set, the ratio of the solvers is unstable.
constexpr const char* kData = R"json({
  "runs": [{"machine": "a machine", "date": "2026-01-02T03:04:05Z", "reference": 0, "label": "r"}],
  "datasets": [{"name": "easy.csv"}, {"name": "hard.csv"}],
  "solvers": [{"name": "<b>&mrv"}, {"name": "naive"}], "outcomes": ["incomplete"],
  "columns": [{"id": "per_second"}, {"id": "solved"}, {"id": "p50"}],
  "rows": [
    {"run": 0, "dataset": 0, "solver": 0, "threads": 1, "puzzles": 100, "outcomes": [0],
     "per_second": [1000, 900, 1100], "cells": ["1.00 k (0.90–1.10)", "all", null]},
    {"run": 0, "dataset": 1, "solver": 0, "threads": 1, "puzzles": 100, "outcomes": [0],
     "per_second": [1000, 900, 1100], "cells": ["1.00 k (0.90–1.10)", "all", null]},
    {"run": 0, "dataset": 1, "solver": 1, "threads": 1, "puzzles": 100, "outcomes": [0],
     "per_second": [3.3, 2, 5], "cells": ["3.30", "all", null]},
    {"run": 0, "dataset": 1, "solver": 0, "threads": 2, "puzzles": 100, "outcomes": [0],
     "per_second": [1900, 1800, 2000], "cells": ["1.90 k (1.80–2.00)", "all", null],
     "scaling": {"base": 1, "ratio": [1.9, 1.8, 2]}}],
  "groups": [{"run": 0, "dataset": 0, "threads": 1, "ratios": []},
    {"run": 0, "dataset": 1, "threads": 1, "ratios": [0, 1, 303, 200, 400, 100, "unstable", 0]}]
  })json";

std::string error_of_writing(const std::string& data, const std::string& folder) {
  try {
    write_pictures(data, folder);
  } catch (const base::OutputError& error) {
    return error.what();
  }
  return "";
}

// A program in place of node writes files of any names.
TEST(Pictures, HaveNamesThatChooseNoFolder) {
  const base::TemporaryFolder folder;
  const std::string start = folder.path() + ": pictures cannot be drawn: ";
  const std::string node =
      folder.write("node", "#!/bin/sh\nprintf 'a_b-c.svg\\0one\\0../d.svg\\0two\\0'\n");
  const base::Environment path = {{"PATH", folder.path()}};
  EXPECT_EQ(error_of_writing("", folder.path()), start + "Permission denied");
  fs::permissions(node, fs::perms::owner_all);
  EXPECT_EQ(error_of_writing("", folder.path()),
            start + "node wrote a picture with an unexpected name");
  EXPECT_EQ(base::content_of(folder.path() + "/a_b-c.svg"), "one");
  EXPECT_EQ(error_of_writing("", node + "/x"),
            node + "/x: pictures cannot be drawn: Not a directory");
}

class DrawnPictures : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v node >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "node draws the pictures, and is not installed";
    write_pictures(kData, folder_.path());
  }

  std::string path(const std::string& name) const { return folder_.path() + "/" + name + ".svg"; }

  std::string picture(const std::string& name) const { return base::content_of(path(name)); }

  base::TemporaryFolder folder_;
};

TEST_F(DrawnPictures, AreOfWhatTheDataFills) {
  EXPECT_TRUE(fs::exists(path("scaling")));
  EXPECT_FALSE(fs::exists(path("latency")));
  base::expect_start(picture("speed"), "<svg");
  base::expect_part(picture("speed"), "&#60;b&#62;&#38;mrv");
  EXPECT_EQ(picture("speed").find("<b>"), std::string::npos);
  base::expect_part(picture("matrix"), ">~300×<");
}

// Programs besides browsers know neither variables nor light-dark() in styles.
TEST_F(DrawnPictures, HaveTheColoursOfTheirTheme) {
  base::expect_part(picture("speed"), ".ground { fill: #ffffff");
  base::expect_part(picture("speed-dark"), ".ground { fill: #12161b");
  for (const char* const none : {"var(", "light-dark"}) {
    EXPECT_EQ(picture("speed").find(none), std::string::npos);
    EXPECT_EQ(picture("speed-dark").find(none), std::string::npos);
  }
}

TEST_F(DrawnPictures, AreNoneWithoutData) {
  EXPECT_EQ(error_of_writing("{", folder_.path()),
            folder_.path() + ": pictures cannot be drawn: node failed, see above");
}

}  // namespace

}  // namespace sudoku::report
