// The page: one file that opens anywhere, with everything in it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/report/input.h"

namespace sudoku {

// The page without its data, from the files in harness/report/html: "@DATA@" stands where the data
// goes, in a script element of type application/json.
std::string_view report_page_template();

std::string html_report(std::span<const ReportInput> inputs, const ToolRecord& made_by);

}  // namespace sudoku
