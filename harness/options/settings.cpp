#include "harness/options/settings.h"

#include <algorithm>

namespace sudoku::options {

dataset::ReadOptions RunSettings::reading() const {
  return {.block_size = block,
          .strict = strict,
          .pencilmarks = true,
          .columns = {.puzzle = puzzle_column, .solution = solution_column}};
}

std::uint64_t RunSettings::batch_of(const runner::SolverSpec& solver) const {
  const bool is_fixed = solver.info.batch == 1 || solver.is_command();
  return is_fixed ? solver.info.batch : batch.value_or(solver.info.batch);
}

bool Options::has(std::string_view name) const {
  return std::ranges::any_of(given, [name](const auto& option) { return option.first == name; });
}

}  // namespace sudoku::options
