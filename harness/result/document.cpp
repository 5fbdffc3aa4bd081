#include "harness/result/document.h"

#include <algorithm>

#include <fmt/format.h>

namespace sudoku::result {

bool is_void(const ResultRecord& row) {
  return row.outcomes[Outcome::wrong] > 0 || !row.disqualified.empty();
}

std::string name_of(const ResultRecord& row) {
  const std::string threads = row.threads == 1 ? "" : fmt::format(" ({} threads)", row.threads);
  return fmt::format("{} on {}{}", row.solver, row.dataset, threads);
}

void add_warnings(std::vector<std::string>& warnings, const std::vector<std::string>& more) {
  for (const std::string& warning : more) {
    if (std::ranges::find(warnings, warning) == warnings.end()) warnings.push_back(warning);
  }
}

}  // namespace sudoku::result
