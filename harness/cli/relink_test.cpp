// Tests of scripts/relink, on the example plugin and on a project made for it.
#include <filesystem>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/result/json.h"

namespace sudoku::cli {

namespace {

class Relink : public Bench {
 protected:
  void SetUp() override {
    if (std::string(C_COMPILER).empty()) GTEST_SKIP() << "cross-compiled: no compiler for plugins";
    if (bash("command -v ld.lld").code != 0)
      GTEST_SKIP() << "this system has no ld.lld: scripts/setup --with-lld installs it";
    compile("-ffunction-sections", "solver.o");
  }

  Ended bash(const std::string& command) const {
    return bench({"-euc", command}, {.program = "bash"});
  }

  void compile(const std::string& flags, const std::string& object) const {
    const Ended ended =
        bash(fmt::format("{} -O2 -fPIC {} -I '{}/solvers/external' -o {} -c "
                         "'{}/solvers/external/examples/c/bitmasks.c'",
                         C_COMPILER, flags, SOURCE_FOLDER, object, SOURCE_FOLDER));
    ASSERT_EQ(ended.code, 0) << ended.err;
  }

  // Runs scripts/relink; in `arguments`, CC is the compiler.
  Ended relink(const std::string& arguments) const {
    return bash(
        fmt::format("CC='{}'; '{}/scripts/relink' {}", C_COMPILER, SOURCE_FOLDER, arguments));
  }

  static std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
      lines.push_back(line);
    return lines;
  }

  static std::set<std::string> contents_of(const std::vector<std::string>& paths) {
    std::set<std::string> contents;
    for (const std::string& path : paths)
      contents.insert(content_of(path));
    return contents;
  }
};

TEST_F(Relink, LinksOfAPluginDifferAndAnswerAlike) {
  const Ended ended = relink("4 --to links -- $CC -shared solver.o -lm -o elsewhere/old.so");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  const std::vector<std::string> links = lines_of(ended.out);
  ASSERT_EQ(links.size(), 4U) << ended.out;
  EXPECT_EQ(links[2], path("links/old-3.so"));
  EXPECT_EQ(contents_of(links).size(), 4U);

  std::vector<std::string> words = {"run",           "good.csv", "--solvers", "mrv",
                                    "--rounds",      "1",        "--warmup",  "0",
                                    "--time-budget", "0",        "--result",  "-"};
  for (const std::string& link : links) {
    words.insert(words.end(), {"--plugin", fmt::format("{}:solve_bitmasks,fills=yes,name=of_{}",
                                                       link, &link - links.data())});
  }
  const Ended ran = bench(words);
  ASSERT_EQ(ran.code, kOk) << ran.err;
  const result::RunResult run = result::from_json(ran.out, "result");
  ASSERT_EQ(run.results.size(), 5U);
  for (const result::Row& row : run.results)
    EXPECT_EQ(row.solution_digest, run.results[0].solution_digest) << row.solver;
}

TEST_F(Relink, OneSeedGivesTheSameBytes) {
  const std::string command = " -- $CC -shared solver.o -o x.so";
  const auto first = contents_of(lines_of(relink("3 --seed 7 --to a" + command).out));
  EXPECT_EQ(first.size(), 3U);
  EXPECT_EQ(first, contents_of(lines_of(relink("3 --seed 7 --to b" + command).out)));
  EXPECT_NE(first, contents_of(lines_of(relink("3 --seed 8 --to c" + command).out)));
}

TEST_F(Relink, SaysThatOnlyWholeObjectsMove) {
  compile("", "whole.o");
  const Ended ended = relink("2 --to links -- $CC -shared whole.o -o x.so");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(lines_of(ended.err).size(), 1U) << ended.err;
  EXPECT_TRUE(ended.err.starts_with("relink: warning: most functions share a section"))
      << ended.err;
}

TEST_F(Relink, MistakesAreNamed) {
  const struct {
    const char* arguments;
    const char* says;
  } cases[] = {
      {"", "relink: expected a number of links (see --help)\n"},
      {"two", "relink: expected a number of links, found 'two'\n"},
      {"0", "relink: expected a number of links, found '0'\n"},
      {"2 --seed x", "relink: --seed: expected a number, found 'x'\n"},
      {"2 --to", "relink: --to: expected a value, found none (see --help)\n"},
      {"2 -- $CC -shared solver.o -o x.so",
       "relink: a link command needs --to, and no --source (see --help)\n"},
      {"2 --source .", "relink: --source: no work tree of this project in "},
      {"2 --to l -- $CC -shared solver.o", "relink: the link command names no output (-o FILE)\n"},
      {"2 --to l -- $CC -shared a.c -o x.so",
       "relink: the link command names no objects (.o) or archives (.a)\n"},
      {"2 --to l -- $CC -shared gone.o -o x.so", "relink: no file 'gone.o'\n"},
      {"2 --to l -- $CC -shared solver.o -lgone -o x.so", "ld.lld: error: unable to find"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.arguments);
    const Ended ended = relink(c.arguments);
    EXPECT_EQ(ended.code, 1);
    EXPECT_EQ(ended.out, "");
    EXPECT_TRUE(ended.err.starts_with(c.says)) << ended.err;
  }
}

TEST_F(Relink, BuildsAndLinksAnotherTree) {
  if (bash("command -v ninja").code != 0) GTEST_SKIP() << "this system has no ninja";
  std::filesystem::create_directories(path("tree"));
  folder_.write("tree/CMakePresets.json", R"({"version": 6, "configurePresets": [
    {"name": "release", "generator": "Ninja", "cacheVariables": {"CMAKE_BUILD_TYPE": "Release"}}]})");
  folder_.write("tree/CMakeLists.txt", R"(
    cmake_minimum_required(VERSION 3.25)
    project(tree LANGUAGES C)
    add_library(part STATIC "a part.c")
    add_executable(sudoku-bench main.c)
    target_link_libraries(sudoku-bench part)
    add_custom_command(TARGET sudoku-bench POST_BUILD COMMAND ./sudoku-bench))");
  folder_.write("tree/a part.c", "const char *part(void) { return \"linked\"; }\n");
  folder_.write("tree/main.c",
                "#include <stdio.h>\n"
                "const char *part(void);\n"
                "int main(void) { return puts(part()) < 0; }\n");
  const Ended ended = relink("3 --source tree");
  ASSERT_EQ(ended.code, 0) << ended.err;
  const std::vector<std::string> links = lines_of(ended.out);
  ASSERT_EQ(links.size(), 3U) << ended.out;
  EXPECT_EQ(links[0], path("tree/build/links/sudoku-bench-1"));
  EXPECT_EQ(contents_of(links).size(), 3U);
  for (const std::string& link : links)
    EXPECT_EQ(bash(link).out, "linked\n");
  EXPECT_NE(content_of(path("tree/build/links/build.ninja")).find("-ffunction-sections"),
            std::string::npos);
}

}  // namespace

}  // namespace sudoku::cli
