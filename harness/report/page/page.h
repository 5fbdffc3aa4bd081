// HTML page with embedded data, and parts of that data.
#pragma once

#include <string>

#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/result/document.h"

namespace sudoku::report {

// HTML page with `data`, to which a member `made_by` is added.
std::string page_of(base::Json data, const result::ToolRecord& made_by);

// Table cell: null (unknown), a count, a text that sorts as itself, [text, key(, tone)].
base::Json cell_json(const base::Cell& cell);

// Estimate as [median, low, high]; null when unknown.
base::Json estimate_json(const base::Estimate& estimate);

}  // namespace sudoku::report
