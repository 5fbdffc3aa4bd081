// What a page shows, as the JSON that its scripts read.
#pragma once

#include <span>
#include <string>

#include "harness/report/input.h"
#include "harness/report/judgement.h"

namespace sudoku {

// One object, safe inside a script element. Aggregates and bins only: its size does not depend on
// the number of puzzles.
std::string page_data(std::span<const ReportInput> inputs, const ToolRecord& made_by,
                      const Judgement* judgement = nullptr);

}  // namespace sudoku
