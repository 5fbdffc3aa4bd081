// HTML report: one file without external parts.
#pragma once

#include <span>
#include <string>

#include "harness/base/json.h"
#include "harness/report/view.h"

namespace sudoku::report {

// HTML report page. It starts with the verdict on two runs (compare::verdict_json), if there is
// one.
std::string html_report(std::span<const ReportInput> inputs, const result::ToolRecord& made_by,
                        base::Json verdict = nullptr);

// Report data as JSON, safe in a script element; its size is independent of the puzzle count.
std::string page_data(std::span<const ReportInput> inputs);

}  // namespace sudoku::report
