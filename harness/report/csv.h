// Results for spreadsheets.
#pragma once

#include <span>
#include <string>

#include "harness/report/view.h"

namespace sudoku::report {

// One tidy table: a line for each run, dataset, solver and thread count, with everything that the
// other reports show of it in plain numbers and base units. RFC 4180, '\n' ends lines; a text that
// a spreadsheet would take for a formula gets a ' in front.
std::string csv_report(std::span<const ReportInput> inputs);

}  // namespace sudoku::report
