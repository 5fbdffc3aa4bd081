// `history list` and `history show`: what is in the history.
#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include "harness/cli/history.h"
#include "harness/cli/named_files.h"
#include "harness/cli/terminal.h"
#include "harness/history/history.h"
#include "harness/report/table.h"
#include "harness/results/write_aside.h"

namespace sudoku {

namespace {

struct HistoryListOptions {
  std::string db = kDefaultHistory;
};

int list_results(const HistoryListOptions& options) {
  Table table({{"result", Align::left},
               {"started", Align::left},
               {"revision", Align::left},
               {"committed", Align::left},
               {"label", Align::left},
               {"machine", Align::left},
               {"rows"}});
  for (const HistoryEntry& entry : History(options.db, History::Open::read).entries()) {
    table.add_row({{short_sha256(entry.sha256)},
                   {entry.started},
                   {entry.revision},
                   {entry.commit_time},
                   {entry.label},
                   {entry.machine},
                   {fmt::to_string(entry.rows)}});
  }
  fmt::print("{}", table.text(wants_colour(stdout)));
  return kOk;
}

struct HistoryShowOptions {
  std::string db = kDefaultHistory;
  std::string result;
  std::string output = "-";
};

int show_result(const HistoryShowOptions& options) {
  require_distinct({{"--db", options.db}}, {{"--output", options.output}});
  const History history(options.db, History::Open::read);
  write_aside(options.output, history.line(history.find(options.result)).document);
  return kOk;
}

}  // namespace

void add_history_list(CLI::App& history, Action& action) {
  auto options = std::make_shared<HistoryListOptions>();
  CLI::App* list = history.add_subcommand("list", "List the results, oldest first");
  add_history_file(*list, options->db);
  list->callback([options, &action] { action = [options] { return list_results(*options); }; });
}

void add_history_show(CLI::App& history, Action& action) {
  auto options = std::make_shared<HistoryShowOptions>();
  CLI::App* show =
      history.add_subcommand("show", "Write a result document as it was added, byte for byte");
  show->add_option("RESULT", options->result, "Its name, as `list` shows it, or the begin of it")
      ->type_name("RESULT")
      ->required()
      ->default_str("");
  add_history_file(*show, options->db);
  show->add_option("-o,--output", options->output, "File to write; - is standard output")
      ->type_name("FILE");
  show->callback([options, &action] { action = [options] { return show_result(*options); }; });
}

}  // namespace sudoku
