#include "harness/cli/dataset_layout.h"

#include <CLI/Config.hpp>
#include <CLI/Error.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "harness/cli/dataset_output.h"
#include "harness/cli/parsed_option.h"

namespace sudoku {

namespace {

constexpr const char* kPuzzle = "puzzle";
constexpr const char* kBoth = "puzzle,solution";
constexpr const char* kSwapped = "solution,puzzle";

Columns columns_named(const std::string& names) {
  if (names == kPuzzle) return Columns::puzzle;
  return names == kBoth ? Columns::puzzle_solution : Columns::solution_puzzle;
}

}  // namespace

void add_layout_options(CLI::App& app, LayoutOptions& options, const std::string& usual_columns) {
  add_target_option(app, options.to);
  app.add_option("--blank", options.blank,
                 "Character for blanks: one of . 0 * _ (default: the layout's own)")
      ->type_name("C")
      ->check(one_of({".", "0", "*", "_"}));
  app.add_option("--columns", options.columns,
                 fmt::format("Columns of csv and bare: puzzle, or puzzle,solution, or "
                             "solution,puzzle (default: {})",
                             usual_columns))
      ->type_name("COLUMNS")
      ->check(one_of({kPuzzle, kBoth, kSwapped}));
}

WriteOptions write_options(const std::string& path, const LayoutOptions& options, Columns usual) {
  const Target target = target_for(path, options.to);
  const bool is_table = target == Target::csv || target == Target::bare;
  if (!options.columns.empty() && !is_table) {
    throw CLI::ValidationError(
        fmt::format("--columns: {} has no columns; csv and bare have", info_of(target).name));
  }
  return {.target = target,
          .blank = options.blank.empty() ? info_of(target).blank : options.blank[0],
          .columns = options.columns.empty() ? usual : columns_named(options.columns)};
}

}  // namespace sudoku
