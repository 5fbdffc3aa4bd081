// Speeds of all solvers on all datasets of a run, beside those of the fastest: the answer to "who
// is fastest, and by how much?" at one glance.
#pragma once

#include <cstddef>
#include <optional>

#include "harness/base/table.h"
#include "harness/result/document.h"

namespace sudoku::report {

// A table with a row per solver, the fastest first, and a column per dataset: how many times slower
// than the fastest it is there. Of several numbers of threads, the greatest counts. None for a run
// with less than two solvers or two datasets, or with more than `most` solvers.
std::optional<base::Table> speed_matrix(const result::RunResult& run, std::size_t most = SIZE_MAX);

}  // namespace sudoku::report
