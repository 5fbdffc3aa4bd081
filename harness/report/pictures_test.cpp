#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"
#include "harness/report/reports.h"

namespace sudoku::report {

namespace {

namespace fs = std::filesystem;

// Page data of one solver on one dataset; pictures must not take its name for markup.
constexpr const char* kData = R"json({"format": 1,
  "runs": [{"machine": "a machine", "date": "2026-01-02T03:04:05Z", "reference": 0}],
  "datasets": [{"name": "easy.csv"}], "solvers": [{"name": "<b>&mrv"}],
  "columns": [{"id": "per_second", "title": "puzzles/s"}, {"id": "time", "title": "time"},
              {"id": "threads", "title": "threads"}],
  "rows": [{"run": 0, "dataset": 0, "solver": 0, "threads": 1, "puzzles": 10,
    "per_second": [1000, 900, 1100], "cells": [["1.00 k (0.90–1.10)", 1000], ["1.00 ms", 1000000], 1]},
    {"run": 0, "dataset": 0, "solver": 0, "threads": 2, "puzzles": 10,
    "per_second": [1900, 1800, 2000], "cells": [["1.90 k (1.80–2.00)", 1900], ["526 µs", 526000], 2],
    "scaling": {"base": 1, "ratio": [1.9, 1.8, 2], "times": "1.90×", "of_ideal": "95.0 %"}}],
  "groups": [], "suites": []})json";

// Sets the environment variable PATH during a test.
class Path {
 public:
  explicit Path(const std::string& path) {
    if (const char* before = std::getenv("PATH")) before_ = before;
    ::setenv("PATH", path.c_str(), 1);
  }

  ~Path() { ::setenv("PATH", before_.c_str(), 1); }

  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

 private:
  std::string before_;
};

std::string error_of_writing(const std::string& data, const std::string& folder) {
  try {
    write_pictures(data, folder);
  } catch (const base::OutputError& error) {
    return error.what();
  }
  return "";
}

bool has_node() { return std::system("command -v node >/dev/null 2>&1") == 0; }

TEST(Pictures, NeedNode) {
  const base::TemporaryFolder folder;
  const Path path(folder.path());
  EXPECT_EQ(error_of_writing(kData, folder.path()),
            folder.path() + ": pictures cannot be drawn: node is not installed (package nodejs)");
}

// A program in place of node writes files of any names.
TEST(Pictures, HaveNamesThatChooseNoFolder) {
  const base::TemporaryFolder folder;
  const std::string start = folder.path() + ": pictures cannot be drawn: ";
  const std::string node =
      folder.write("node", "#!/bin/sh\nprintf 'a_b-c.svg\\0one\\0../d.svg\\0two\\0'\n");
  const Path path(folder.path());
  EXPECT_EQ(error_of_writing("", folder.path()), start + "Permission denied");
  fs::permissions(node, fs::perms::owner_all);
  EXPECT_EQ(error_of_writing("", folder.path()),
            start + "node wrote a picture with an unexpected name");
  EXPECT_EQ(base::content_of(folder.path() + "/a_b-c.svg"), "one");
  EXPECT_EQ(error_of_writing("", node + "/x"),
            node + "/x: pictures cannot be drawn: Not a directory");
}

TEST(Pictures, AreOfWhatTheDataFills) {
  if (!has_node()) GTEST_SKIP() << "node draws the pictures, and is not installed";
  const base::TemporaryFolder folder;
  write_pictures(kData, folder.path());
  EXPECT_TRUE(fs::exists(folder.path() + "/throughput-dark.svg"));
  // Regression: the scales of this plot, of two data sets, could not be parsed.
  EXPECT_TRUE(fs::exists(folder.path() + "/scaling.svg"));
  EXPECT_FALSE(fs::exists(folder.path() + "/latency.svg"));
  const std::string picture = base::content_of(folder.path() + "/throughput.svg");
  EXPECT_EQ(picture.substr(0, 4), "<svg");
  EXPECT_NE(picture.find("&lt;b&gt;&amp;mrv"), std::string::npos);
  EXPECT_EQ(picture.find("<b>"), std::string::npos);
}

// The matrix of speed-ups, of which one solver's ratio is unstable: its cell is hatched.
TEST(Pictures, ShowTheNumberOfAnUnstableRatio) {
  if (!has_node()) GTEST_SKIP() << "node draws the pictures, and is not installed";
  const base::TemporaryFolder folder;
  std::string data = kData;
  const auto replace = [&data](const std::string& from, const std::string& to) {
    const std::size_t place = data.find(from);
    ASSERT_NE(place, std::string::npos) << from;
    data.replace(place, from.size(), to);
  };
  replace(R"({"name": "<b>&mrv"})", R"({"name": "mrv"}, {"name": "naive"})");
  replace(R"("rows": [)", R"json("rows": [{"run": 0, "dataset": 0, "solver": 1, "threads": 1,
    "puzzles": 10, "per_second": [3.3, 2, 5], "cells": [["3.30", 3.3], ["303 ms", 3e8], 1]}, )json");
  replace(R"("groups": [])", R"json("groups": [{"run": 0, "dataset": 0, "threads": 1,
    "ratios": [0, 1, 303, 100, "~303× unstable", "~1/303 unstable", "unstable: between 200 and 400",
    "unstable: between 0.0025 and 0.005"], "fields": [], "scatters": []}])json");
  write_pictures(data, folder.path());
  const std::string picture = base::content_of(folder.path() + "/speedup.svg");
  EXPECT_NE(picture.find(">~1/303<"), std::string::npos) << picture;
  EXPECT_NE(picture.find("mark-rule"), std::string::npos) << picture;
}

TEST(Pictures, SayWhenTheDataIsNone) {
  if (!has_node()) GTEST_SKIP() << "node draws the pictures, and is not installed";
  const base::TemporaryFolder folder;
  EXPECT_EQ(error_of_writing("{", folder.path()),
            folder.path() + ": pictures cannot be drawn: node failed, see above");
}

}  // namespace

}  // namespace sudoku::report
