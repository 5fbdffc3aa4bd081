// A trend as a page with plots.
#pragma once

#include <string>

#include "harness/history/trend.h"

namespace sudoku {

// One file that opens anywhere, drawn by the same scripts as reports.
std::string trend_page(const Trend& trend, const ToolRecord& made_by);

}  // namespace sudoku
