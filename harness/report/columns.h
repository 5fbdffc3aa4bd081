// Columns of the result table, which has a row per solver and thread count.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/base/table.h"
#include "harness/report/view.h"

namespace sudoku::report {

// Outputs that show a column. Tables below the plots of a page may show any column.
enum Output : unsigned { kText = 1, kPage = 2, kPlots = 4 };  // kText: terminal and Markdown

struct Column {
  const char* id;  // name of the column in a page's data
  const char* title;
  const char* definition;          // one sentence, repeated in results/README.md
  unsigned outputs;                // combination of Output flags
  bool of_void_rows;               // whether rows with void results have a cell
  bool (*is_needed)(const View&);  // whether terminal and Markdown show the column
  base::Cell (*cell)(const View&, const result::Row&);
};

// All columns of the result table in display order.
std::span<const Column> columns();

// Cell of a row in a result column; empty for a void row unless the column shows void rows.
base::Cell cell_of(const Column& column, const View& view, const result::Row& row);

// Result table of one dataset for terminal and Markdown, with only the columns it needs.
base::Table result_table(const View& view);

// Definitions of the result columns with values in a run, one line each.
std::vector<std::string> legend(const result::RunResult& run);

}  // namespace sudoku::report
