// The result document as JSON text.
#pragma once

#include <string>
#include <string_view>

#include "harness/base/json.h"
#include "harness/result/document.h"

namespace sudoku::result {

// Fields in a fixed order, one line per small value. NaN and infinity become null; bytes that are
// not UTF-8 (file names may hold any) become U+FFFD.
std::string to_json(const RunResult& run);

// The result that a JSON text describes. Unknown fields are skipped. Throws InputError "name:
// pointer: expected …, found …" when a field is missing, there twice or of the wrong type, the
// schema version is not ours, or fields contradict each other (consistency.h).
RunResult from_json(std::string_view text, const std::string& name);

// from_json for a document that was accepted before, by rules that may have been laxer: totals need
// not be what blocks add up to.
RunResult from_kept_json(std::string_view text, const std::string& name);

// from_json of a file. Throws InputError, also when it cannot be read.
RunResult read_result(const std::string& path);

// What a checkpoint keeps of the rows: sums, to be merged. What is as in a new record is left out.
base::Json json_of(const DatasetRows& rows);

// Inverse of json_of. Throws InputError "name: pointer: expected …, found …".
DatasetRows dataset_rows_of(const base::SortedJson& json, const std::string& name);

}  // namespace sudoku::result
