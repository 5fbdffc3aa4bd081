// `history import` and `history export`: the history as JSON.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "harness/cli/history.h"
#include "harness/cli/named_files.h"
#include "harness/history/history.h"
#include "harness/history/transfer.h"
#include "harness/results/write_aside.h"

namespace sudoku {

namespace {

struct HistoryTransferOptions {
  std::string db = kDefaultHistory;
  std::string file = "-";
};

int import_results(const HistoryTransferOptions& options) {
  require_distinct({{"FILE", options.file}}, {{"--db", options.db}});
  const std::vector<StoredLine> lines = read_lines(options.file);
  const std::vector<bool> is_new = History(options.db, History::Open::create).add(lines);
  const auto added = std::ranges::count(is_new, true);
  fmt::print("{} added, {} there already\n", added, std::ssize(is_new) - added);
  return kOk;
}

int export_results(const HistoryTransferOptions& options) {
  require_distinct({{"--db", options.db}}, {{"FILE", options.file}});
  ensure_writable(options.file);
  const History history(options.db, History::Open::read);
  std::string text;
  for (const HistoryEntry& entry : history.entries())
    text += to_json_line(history.line(entry));
  write_aside(options.file, text);
  return kOk;
}

}  // namespace

void add_history_import(CLI::App& history, Action& action) {
  auto options = std::make_shared<HistoryTransferOptions>();
  CLI::App* command = history.add_subcommand(
      "import", "Add what `export` wrote: all of it or, when a line is damaged, nothing");
  command->add_option("FILE", options->file, "File of lines of JSON; - is standard input")
      ->type_name("FILE")
      ->required()
      ->default_str("");
  add_history_file(*command, options->db);
  command->callback(
      [options, &action] { action = [options] { return import_results(*options); }; });
}

void add_history_export(CLI::App& history, Action& action) {
  auto options = std::make_shared<HistoryTransferOptions>();
  CLI::App* command = history.add_subcommand("export", "Write all results as JSON, one to a line");
  command->add_option("FILE", options->file, "File to write; - is standard output")
      ->type_name("FILE");
  add_history_file(*command, options->db);
  command->callback(
      [options, &action] { action = [options] { return export_results(*options); }; });
}

}  // namespace sudoku
