#include <fmt/format.h>

#include "harness/cli/build_info.h"
#include "harness/cli/command.h"

namespace sudoku {

namespace {

int print_version() {
  const ToolRecord tool = tool_record();
  fmt::print("sudoku-bench {}\nrevision  {}\nbuild     {}\ncompiler  {}\nflags     {}\n",
             tool.version, tool.git_revision, tool.build_type, tool.compiler, tool.flags);
  return kOk;
}

}  // namespace

void add_version(CLI::App& app, Action& action) {
  app.add_subcommand("version", "Print version, revision, compiler and flags")->callback([&action] {
    action = print_version;
  });
}

}  // namespace sudoku
