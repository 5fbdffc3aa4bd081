// Tests of the command lines of all programs in scripts/ and scripts/dev/, in a copy of that
// folder.
#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"

namespace sudoku::cli {
namespace {

namespace fs = std::filesystem;

std::string name_of(const std::string& script) { return fs::path(script).filename(); }

class Scripts : public Bench {
 protected:
  Scripts() {
    fs::copy(SOURCE_FOLDER "/scripts", path("scripts"), fs::copy_options::recursive);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path("scripts"))) {
      const bool is_executable =
          (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
      if (entry.is_regular_file() && is_executable && can_run(entry.path()))
        scripts_.push_back(fs::relative(entry.path(), folder_.path()));
    }
    std::ranges::sort(scripts_);
  }

  // Whether this system has the interpreter of a script, such as node.
  static bool can_run(const std::string& script) {
    const std::string text = content_of(script);
    const std::string interpreter = text.substr(0, text.find('\n')).substr(text.find(' ') + 1);
    return run_child(".", {"-c", "command -v " + interpreter}, {.program = "bash"}).code == 0;
  }

  // Files below the folder of the test.
  std::set<std::string> files() const {
    std::set<std::string> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_.path()))
      found.insert(entry.path());
    return found;
  }

  std::vector<std::string> scripts_;  // paths relative to the folder of the test
};

TEST_F(Scripts, AnswerHelpAndDoNothing) {
  ASSERT_GT(scripts_.size(), 20U);
  const std::set<std::string> before = files();
  for (const std::string& script : scripts_) {
    for (const char* const option : {"--help", "-h"}) {
      SCOPED_TRACE(script + " " + option);
      const Ended ended = bench({option}, {.program = path(script)});
      EXPECT_EQ(ended.code, kOk);
      EXPECT_NE(ended.out.find(script), std::string::npos) << ended.out;
      EXPECT_EQ(ended.out.find("set -e"), std::string::npos) << ended.out;
      EXPECT_EQ(ended.err, "");
      EXPECT_EQ(files(), before);
    }
  }
}

TEST_F(Scripts, RefuseUnknownOptions) {
  const std::set<std::string> before = files();
  for (const std::string& script : scripts_) {
    if (script == "scripts/bench") continue;  // passes options on to the program that it builds
    SCOPED_TRACE(script);
    const Ended ended = bench({"--no-such-option"}, {.program = path(script)});
    EXPECT_EQ(ended.code, kUsage);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err,
              fmt::format("{}: unknown option '--no-such-option' (see --help)\n", name_of(script)));
    EXPECT_EQ(files(), before);
  }
}

// Help is answered behind other arguments, but not among those of another program.
TEST_F(Scripts, AnswerHelpBehindTheirOwnArguments) {
  const struct {
    const char* script;
    Arguments arguments;
    bool is_answered;
  } cases[] = {
      {"bench", {"mine.csv", "--help"}, true},
      {"setup", {"check", "-h"}, true},
      {"solver-gate", {"--build", "make", "--help"}, true},
      {"dev/on-system", {"nowhere", "scripts/test", "--help"}, false},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.script);
    const Ended ended = bench(c.arguments, {.program = path(std::string("scripts/") + c.script)});
    EXPECT_EQ(ended.code, c.is_answered ? kOk : kUsage);
    EXPECT_EQ(ended.out.empty(), !c.is_answered) << ended.out;
  }
}

}  // namespace
}  // namespace sudoku::cli
