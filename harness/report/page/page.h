// The page: one file that opens anywhere, with everything in it.
#pragma once

#include <span>
#include <string>

#include "harness/report/view.h"

namespace sudoku::report {

// The whole page. It begins with the judgement, if there is one.
std::string html_report(std::span<const ReportInput> inputs, const result::ToolRecord& made_by,
                        const Judgement* judgement = nullptr);

// What a page shows, as the JSON that its scripts read: one object, safe inside a script element.
// Aggregates and bins only: its size does not depend on the number of puzzles.
std::string page_data(std::span<const ReportInput> inputs);

}  // namespace sudoku::report
