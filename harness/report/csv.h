// Results as CSV for spreadsheets.
#pragma once

#include <span>
#include <string>

#include "harness/report/view.h"

namespace sudoku::report {

// CSV report: a table (RFC 4180, lines end in '\n') with a line per run, dataset, solver and thread
// count, in plain numbers and base units. Texts that look like formulas start with '.
std::string csv_report(std::span<const ReportInput> inputs);

}  // namespace sudoku::report
