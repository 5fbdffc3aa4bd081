// Columns of the result table, which has a row per solver and thread count.
#pragma once

#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/csv_line.h"
#include "harness/base/table.h"
#include "harness/report/view.h"

namespace sudoku::report {

// results/README.md defines the columns, for pages as well.
struct Column {
  const char* id;  // name of the column in a page's data
  const char* title;
  bool in_text;                    // on terminals and in Markdown, too: a page has all
  bool of_void_rows;               // whether rows with void results have a cell
  bool (*is_needed)(const View&);  // whether the column has something to say of the view
  // Order in which a narrow terminal leaves columns out, the greatest number first; 0: never.
  unsigned left_out;
  base::Cell (*cell)(const View&, const result::Row&);
  // Adds plain numbers, in base units, to the row's line of the CSV report; null: adds nothing.
  void (*csv)(const result::Row&, base::CsvLine&) = nullptr;
  // Lines below the tables of a run that define the column; null: none.
  std::vector<std::string> (*legend)(const result::RunResult&) = nullptr;
};

// All columns of the result table in display order.
std::span<const Column> columns();

// Cell of a row in a result column; empty for a void row unless the column shows void rows.
base::Cell cell_of(const Column& column, const View& view, const result::Row& row);

// Result table of one dataset for terminal and Markdown, with only the columns it needs. The user's
// own solvers lead it.
base::Table result_table(const View& view);

// Definitions of the result columns with values in a run, one line each; only of columns with these
// titles, if some are given.
std::vector<std::string> legend(const result::RunResult& run,
                                const std::set<std::string>& titles = {});

// All columns, those with the ids first, in the order of the ids: for outputs whose order must not
// change when a column is added.
std::vector<const Column*> columns_from(std::initializer_list<std::string_view> ids);

}  // namespace sudoku::report
