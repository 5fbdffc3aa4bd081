#include "harness/history/transfer.h"

#include <fstream>
#include <iostream>

#include <fmt/format.h>

#include "harness/dataset/input_error.h"
#include "harness/history/history.h"
#include "harness/history/moment.h"
#include "harness/results/json.h"

namespace sudoku {

namespace {

void require_sound(const StoredLine& line, const std::string& place) {
  if (document_sha256(line.document) != line.sha256) {
    throw InputError(
        fmt::format("{}: the document is damaged: it is not that of its sha256", place));
  }
  if (utc_of(line.added) != line.added || utc_of(line.commit_time) != line.commit_time) {
    throw InputError(place + ": expected times such as 2026-11-22T01:00:00Z");
  }
  from_json(line.document, place);  // throws
}

// A line that never ends, or a byte 0, is no JSON, and not to be collected first: it may be a
// device.
constexpr std::size_t kLongestLine = std::size_t{1} << 30;

// False at the end.
bool read_line(std::istream& stream, std::string& line, const std::string& place) {
  line.clear();
  char c = 0;
  while (stream.get(c)) {
    if (c == '\n') return true;
    if (c == '\0' || line.size() == kLongestLine) {
      throw InputError(place + ": expected a result of `history export`, found something else");
    }
    line += c;
  }
  return !line.empty();
}

std::vector<StoredLine> lines_of(std::istream& stream, const std::string& name) {
  std::vector<StoredLine> lines;
  std::string text;
  for (std::size_t number = 1;; ++number) {
    const std::string place = fmt::format("{}:{}", name, number);
    if (!read_line(stream, text, place)) break;
    if (text.empty()) continue;
    lines.push_back(from_json_line(text, place));
    require_sound(lines.back(), place);
  }
  if (stream.bad()) throw InputError(name + ": cannot be read");
  return lines;
}

}  // namespace

std::vector<StoredLine> read_lines(const std::string& path) {
  if (path == "-") return lines_of(std::cin, "standard input");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path + ": cannot be read");
  return lines_of(file, path);
}

}  // namespace sudoku
