// A stored result as a line of JSON: how histories travel.
#pragma once

#include <string>
#include <string_view>

namespace sudoku {

// A result document, and what is known of it besides.
struct StoredLine {
  std::string sha256;  // of the document
  std::string added;   // times: ISO 8601, UTC
  std::string commit_time;
  std::string revision;
  std::string label;
  std::string document;  // byte for byte
};

// One line, with its end. The document is an object in it or, when it is not laid out as this
// program does it, a text: either way it comes back byte for byte.
std::string to_json_line(const StoredLine& line);

// The other way. `place` is "file:line"; throws InputError "file:line: …".
StoredLine from_json_line(std::string_view text, const std::string& place);

}  // namespace sudoku
