#include "harness/cli/history.h"

namespace sudoku {

void add_history_file(CLI::App& command, std::string& path) {
  command.add_option("--db", path, "File of the history, an SQLite database")->type_name("FILE");
}

std::string short_sha256(const std::string& sha256) {
  return sha256.substr(0, 12);
}

void add_history(CLI::App& app, Action& action) {
  CLI::App* history =
      app.add_subcommand("history", "Keep results over time, and find where they changed");
  history->require_subcommand(1);
  add_history_add(*history, action);
  add_history_list(*history, action);
  add_history_show(*history, action);
  add_history_trend(*history, action);
  add_history_prune(*history, action);
  add_history_import(*history, action);
  add_history_export(*history, action);
}

}  // namespace sudoku
