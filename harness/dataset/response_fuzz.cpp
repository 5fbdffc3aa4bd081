// Fuzz target: takes bytes as what a web server says before it sends a file.
#include "harness/dataset/fetch.h"
#include "solvers/fuzz.h"

namespace sudoku {

void fuzz_response(std::string_view bytes) {
  dataset::Response response;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n') + 1);  // npos + 1 is 0
    response.add_line(line.empty() ? bytes : line);
    bytes.remove_prefix(line.empty() ? bytes.size() : line.size());
    must(response.status() >= 0 && response.status() <= 999, "a status has three digits");
    must(response.tag().empty() || response.tag().starts_with('"'), "a tag is a strong one");
  }
}

}  // namespace sudoku
