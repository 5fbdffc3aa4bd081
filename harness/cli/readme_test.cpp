// The commands and the C example of README.md, as a reader would try them: unshortened, and with
// an answer.
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"

namespace sudoku::cli {
namespace {

// The text between two marks; fails the test if they are not there.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t start = text.find(begin);
  EXPECT_NE(start, std::string::npos) << begin;
  const std::size_t from = start + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

class SlowReadme : public Bench {
 protected:
  void SetUp() override {
    if (std::string(C_COMPILER).empty()) GTEST_SKIP() << "cross-compiled: no compiler for plugins";
    folder_.write("my_solver.c", between(readme_, "```c\n", "```"));
    for (const char* name : {"datasets", "solvers"})
      std::filesystem::create_directory_symlink(SOURCE_FOLDER "/" + std::string(name), path(name));
    std::filesystem::create_directories(path("build/release"));
    std::filesystem::create_symlink(SUDOKU_BENCH_PROGRAM, path("build/release/sudoku-bench"));
    std::filesystem::create_symlink(C_COMPILER, path("cc"));
  }

  Ended shell(const std::string& command) const {
    return run_child(folder_.path(), {"-c", "PATH=.:$PATH; " + command}, {.program = "sh"});
  }

  // The commands under a heading, each in one line: they are indented as code.
  std::vector<std::string> commands(const std::string& heading) const {
    std::vector<std::string> found;
    std::istringstream lines(between(readme_, "## " + heading + "\n", "\n## "));
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("    ") || line.starts_with("     ")) continue;
      std::string command = line.substr(4);
      while (command.ends_with('\\') && std::getline(lines, line))
        command.replace(command.size() - 1, 1, line.substr(line.find_first_not_of(' ')));
      const std::string program = command.substr(0, command.find(' '));
      if (program == "cc" || program == "cp" || program == "build/release/sudoku-bench")
        found.push_back(command);
    }
    return found;
  }

  // Runs commands as they stand. Each measurement has to end in one of the sentences.
  void expect_sentences(const std::vector<std::string>& commands,
                        const std::vector<std::string>& sentences) const {
    std::string said;
    for (const std::string& command : commands) {
      SCOPED_TRACE(command);
      const Ended ended = shell(command);
      EXPECT_EQ(ended.code, kOk) << ended.err << ended.out;
      said += ended.out;
    }
    for (const std::string& sentence : sentences)
      EXPECT_TRUE(std::regex_search(said, std::regex(sentence))) << sentence << " in " << said;
  }

  const std::string readme_ = content_of(SOURCE_FOLDER "/README.md");
};

TEST_F(SlowReadme, RacesYourOwnSolver) {
  const std::vector<std::string> all = commands("Race your own solver");
  EXPECT_EQ(all.size(), 7U);
  const std::string right = ".*; (all|its) [0-9,]+ answers right\\.";
  expect_sentences(
      all, {"my_solver: .*, ~?[0-9.,]+× slower than mrv" + right,
            "py: .*, (at least |~)?[0-9.,]+× slower than mrv" + right,
            "new: .*, ~?[0-9.,]+× faster than old" + right, "old: .*, the reference" + right});
}

TEST_F(SlowReadme, ComparesTwoBuilds) {
  std::vector<std::string> all = commands("Race your own solver");
  std::erase_if(all, [](const std::string& command) { return !command.starts_with("cc "); });
  for (const std::string& command : commands("Put it in CI"))
    all.push_back(command);
  EXPECT_EQ(all.size(), 4U);
  expect_sentences(all, {"FASTER: my_solver on minimal\\.csv, "});
}

}  // namespace
}  // namespace sudoku::cli
