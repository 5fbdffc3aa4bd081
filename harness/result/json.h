// The result document as JSON text.
#pragma once

#include <string>
#include <string_view>

#include "harness/base/json.h"
#include "harness/result/document.h"

namespace sudoku::result {

// JSON text with fields in a fixed order and one line per small value. NaN and infinity become
// null; invalid UTF-8, possible in file names, becomes U+FFFD.
std::string to_json(const RunResult& run);

// Result described by a JSON text. Unknown fields are skipped. Throws InputError "name: pointer:
// expected …, found …" for fields missing, of the wrong type or not fitting
// together, and for another schema version.
RunResult from_json(std::string_view text, const std::string& name);

// Throws InputError, as from_json() does, for rows of unknown datasets, datasets, rows and blocks
// that occur twice, and impossible shards.
void require_consistent(const RunResult& run, const std::string& name);

// from_json for a file. Throws InputError, also for an unreadable file.
RunResult read_result(const std::string& path);

// JSON of rows for a journal: sums to be merged, without fields that equal a new record's.
base::Json json_of(const DatasetRows& rows);

// Rows of a journal from json_of. Throws InputError "name: pointer: expected …, found …".
DatasetRows dataset_rows_of(const base::SortedJson& json, const std::string& name);

}  // namespace sudoku::result
