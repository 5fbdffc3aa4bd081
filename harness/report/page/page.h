// The page: one file that opens anywhere, with everything in it.
#pragma once

#include <span>
#include <string>

#include "harness/report/input.h"
#include "harness/report/judgement.h"

namespace sudoku {

// The page around a document of data.
std::string page_around(const std::string& data);

// Begins with the judgement, if there is one.
std::string html_report(std::span<const ReportInput> inputs, const ToolRecord& made_by,
                        const Judgement* judgement = nullptr);

}  // namespace sudoku
