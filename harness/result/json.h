// The result document as JSON text, and stored results as lines of JSON, as histories exchange
// them.
#pragma once

#include <string>
#include <string_view>

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

// A result document in a history, and what is known of it besides.
struct StoredLine {
  std::string sha256;  // of the document
  std::string added;   // times: ISO 8601, UTC
  std::string commit_time;
  std::string revision;
  std::string label;
  std::string document;  // byte for byte
};

// One line of JSON, with its end. The document is an object in it or, when it is not laid out as
// this program does it, a text: either way it comes back byte for byte.
std::string to_json_line(const StoredLine& line);

// Inverse of to_json_line. `place` is "file:line"; throws InputError "file:line: …".
StoredLine from_json_line(std::string_view text, const std::string& place);

}  // namespace sudoku::result
