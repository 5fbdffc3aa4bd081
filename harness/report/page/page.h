// The page: one file that opens anywhere, with everything in it.
#pragma once

#include <span>
#include <string>

#include "harness/report/input.h"

namespace sudoku {

// The page around a document of data.
std::string page_around(const std::string& data);

std::string html_report(std::span<const ReportInput> inputs, const ToolRecord& made_by);

}  // namespace sudoku
