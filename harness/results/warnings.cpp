#include "harness/results/warnings.h"

#include <algorithm>

namespace sudoku {

void add_warnings(std::vector<std::string>& warnings, const std::vector<std::string>& more) {
  for (const std::string& warning : more) {
    if (std::ranges::find(warnings, warning) == warnings.end()) warnings.push_back(warning);
  }
}

}  // namespace sudoku
