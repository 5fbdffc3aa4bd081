// Test fixtures that run the tree's scripts in repositories of git that are made for them.
#pragma once

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"

namespace sudoku::cli {

// What the scripts of all tests have in common: no settings of the user, and no repository around
// the folder of the test.
inline constexpr const char* kPreludeOfScripts = R"(
  unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
  export GIT_CONFIG_GLOBAL=/dev/null GIT_CEILING_DIRECTORIES=$PWD TMPDIR=$PWD/temporary
  export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
  folder=$PWD
  mkdir -p temporary
  commit() { git add --all; git commit --quiet --allow-empty --message "$1"; }
)";

class ScriptBench : public Bench {
 protected:
  // Runs `script` by bash, behind the prelude, until a command fails.
  Ended bash(const std::string& script) const {
    const std::string setting = fmt::format("export SUDOKU_BENCH='{}' SOURCES='{}' CC='{}'\n",
                                            SUDOKU_BENCH_PROGRAM, SOURCE_FOLDER, C_COMPILER);
    return bench({"-euc", setting + kPreludeOfScripts + script}, {.program = "bash"});
  }

  bool has(const std::string& program) const {
    return bench({"-c", "command -v " + program}, {.program = "sh"}).code == 0;
  }

  void make_program(const std::string& name, const std::string& text) const {
    folder_.write(name, text);
    std::filesystem::permissions(path(name), std::filesystem::perms::owner_all);
  }
};

// For scripts that build plugins and leave their results in the folder `results`.
class SolverScriptBench : public ScriptBench {
 protected:
  void SetUp() override {
    if (std::string(C_COMPILER).empty()) GTEST_SKIP() << "cross-compiled: no compiler for plugins";
  }

  std::string result(const std::string& name) const { return content_of(path("results/" + name)); }
};

}  // namespace sudoku::cli
