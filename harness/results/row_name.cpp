#include "harness/results/row_name.h"

#include <fmt/format.h>

namespace sudoku {

std::string name_of(const ResultRecord& row) {
  const std::string threads = row.threads == 1 ? "" : fmt::format(" ({} threads)", row.threads);
  return fmt::format("{} on {}{}", row.solver, row.dataset, threads);
}

}  // namespace sudoku
