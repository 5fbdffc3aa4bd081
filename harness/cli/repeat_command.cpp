#include "harness/cli/repeat_command.h"

#include <fmt/format.h>

#include "harness/report/shell.h"

namespace sudoku {

namespace {

std::string program_of(const RunResult& run, const char* unknown) {
  return run.command.empty() ? unknown : run.command.front();
}

// What `--plugin` or `--exec` were told.
std::vector<std::string> option_of(const ResultRecord& row) {
  const ExternalRecord& external = *row.external;
  if (external.library.empty()) {
    return {"--exec", fmt::format("name={},batch={},limit={}:{}", row.solver, external.batch,
                                  external.limit, shell_quoted(external.command))};
  }
  return {"--plugin", fmt::format("{}:{}:{},name={},limit={}{}", external.library, external.symbol,
                                  external.config, row.solver, external.limit,
                                  external.fills_solution ? ",fills=yes" : "")};
}

void add_option(std::string& options, const ResultRecord& row) {
  if (!row.external) return;
  if (!options.empty()) options += ' ';
  options += shell_quoted(option_of(row));
}

void add_value(std::vector<std::string>& words, const char* option, const std::string& value) {
  if (!value.empty()) words.insert(words.end(), {option, value});
}

}  // namespace

std::vector<std::string> repeat_command(const RunResult& base, const RunResult& fresh,
                                        std::span<const RowPair> rows, const std::string& file) {
  std::string before = program_of(base, "BASE");
  const std::string now = program_of(fresh, "NEW");
  std::string solvers;
  std::string base_options;
  std::string fresh_options;
  for (const RowPair& row : rows) {
    if (!row.fresh->external) solvers += (solvers.empty() ? "" : ",") + row.fresh->solver;
    add_option(base_options, *row.base);
    add_option(fresh_options, *row.fresh);
  }
  // The same path cannot be both builds any more, but it can be the program of two plugins.
  if (before == now && base_options == fresh_options) before = "BASE";
  std::vector<std::string> words = {now, "ab", before, now, file};
  add_value(words, "--solvers", solvers);
  add_value(words, "--base-options", base_options);
  add_value(words, "--new-options", fresh_options);
  return words;
}

}  // namespace sudoku
