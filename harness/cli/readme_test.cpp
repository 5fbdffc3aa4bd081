// The commands and the C example of README.md, as a reader would try them.
#include <filesystem>
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
    std::filesystem::create_directory_symlink(SOURCE_FOLDER "/solvers", path("solvers"));
    // Easy puzzles take the place of minimal ones, on which the example takes seconds.
    std::filesystem::create_directory(path("datasets"));
    std::filesystem::copy_file(SOURCE_FOLDER "/datasets/easy.csv", path("datasets/minimal.csv"));
    std::filesystem::create_directories(path("build/release"));
    std::filesystem::create_symlink(SUDOKU_BENCH_PROGRAM, path("build/release/sudoku-bench"));
    std::filesystem::create_symlink(C_COMPILER, path("cc"));
    ASSERT_EQ(shell("./cc -O3 -shared -fPIC -I solvers/external -o my_solver.so my_solver.c").code,
              0);
    for (const char* name : {"old.so", "new.so"})
      std::filesystem::copy_file(path("my_solver.so"), path(name));
    std::filesystem::copy_file(path("solvers/external/examples/python/line_solver.py"),
                               path("my_solver.py"));
  }

  Ended shell(const std::string& command) const {
    return run_child(folder_.path(), {"-c", command}, {.program = "sh"});
  }

  // Commands of the program that are indented as code, each in one line.
  std::vector<std::string> commands() const {
    std::vector<std::string> found;
    std::istringstream lines(readme_);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t start = line.find_first_not_of(' ');
      if (start != 4) continue;
      std::string command = line.substr(start);
      while (command.ends_with('\\') && std::getline(lines, line))
        command.replace(command.size() - 1, 1, line.substr(line.find_first_not_of(' ')));
      if (command.find("sudoku-bench ") != std::string::npos && !command.starts_with("git "))
        found.push_back(command.substr(command.find("sudoku-bench ")));
    }
    return found;
  }

  const std::string readme_ = content_of(SOURCE_FOLDER "/README.md");
};

TEST_F(SlowReadme, CommandsEndAsTheyShould) {
  const std::vector<std::string> all = commands();
  EXPECT_GE(all.size(), 4U);
  std::string untried;
  for (std::string command : all) {
    SCOPED_TRACE(command);
    if (command.find("python3") != std::string::npos && shell("python3 --version").code != 0) {
      untried = command;
      continue;
    }
    const bool is_ab = command.starts_with("sudoku-bench ab ");
    if (is_ab) command.replace(command.find("5min"), 4, "1s");
    const Ended ended =
        shell("build/release/" + command + (is_ab ? "" : " --sample 20 --rounds 1 --latency off"));
    EXPECT_TRUE(ended.code == kOk || (is_ab && ended.code == kInconclusive)) << ended.err;
    EXPECT_EQ(ended.out.find("WRONG"), std::string::npos) << ended.out;
  }
  if (!untried.empty()) GTEST_SKIP() << "there is no python3 for: " << untried;
}

TEST_F(SlowReadme, ExampleInCSolvesPuzzles) {
  const Ended ended = shell(
      "build/release/sudoku-bench run datasets/minimal.csv --plugin ./my_solver.so:my_solver "
      "--solvers mrv --verify all --sample 20 --rounds 1 --latency off");
  EXPECT_EQ(ended.code, kOk) << ended.err;
  EXPECT_NE(ended.out.find("\nmy_solver†"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("No wrong answer was found."), std::string::npos) << ended.out;
}

}  // namespace

}  // namespace sudoku::cli
