// The columns of the result table: a row per solver and thread count.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/base/table.h"
#include "harness/report/view.h"

namespace sudoku::report {

// Where a column is shown. Tables below the plots of a page may show any column.
enum Output : unsigned { kText = 1, kPage = 2, kPlots = 4 };  // kText: terminal and Markdown

struct Column {
  const char* id;  // in the data of the page
  const char* title;
  const char* definition;  // one sentence, as results/README.md and the page have it
  unsigned outputs;        // of Output
  base::Align align;
  bool of_void_rows;               // whether a void row has a cell
  bool (*is_needed)(const View&);  // whether a text has the column; a page has all of its columns
  base::Cell (*cell)(const View&, const result::Row&);
};

// In the order in which they are shown.
std::span<const Column> columns();

// An empty text where a void row has no figure.
base::Cell cell_of(const Column& column, const View& view, const result::Row& row);

// The table of one dataset, as a terminal and Markdown have it: only the columns that tell rows
// apart or hold something.
base::Table result_table(const View& view);

// What the columns that this run filled mean, one line each.
std::vector<std::string> legend(const result::RunResult& run);

}  // namespace sudoku::report
