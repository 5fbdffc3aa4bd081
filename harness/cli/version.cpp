#include <string>

#include <fmt/format.h>

#include "harness/cli/build_info.h"
#include "harness/cli/command.h"

namespace sudoku {

namespace {

std::string version_text(const CLI::App& app) {
  const ToolRecord tool = tool_record();
  return fmt::format("{} {}\nrevision  {}\nbuild     {}\ncompiler  {}\nflags     {}",
                     app.get_name(), tool.version, tool.git_revision, tool.build_type,
                     tool.compiler, tool.flags);
}

}  // namespace

void add_version(CLI::App& app, Action& action) {
  constexpr const char* kAbout = "Print version, revision, compiler and flags";
  app.set_version_flag("--version", version_text(app), kAbout);
  app.add_subcommand("version", kAbout)->callback([&app, &action] {
    action = [&app] {
      fmt::print("{}\n", version_text(app));
      return kOk;
    };
  });
}

}  // namespace sudoku
