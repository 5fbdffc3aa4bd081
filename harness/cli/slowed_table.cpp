#include "harness/cli/slowed_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/gate/slowed.h"
#include "harness/results/csv_field.h"

namespace sudoku {

SlowedTable slowed_table(const Comparison& comparison) {
  SlowedTable table{.text = "puzzle,solver,dataset,line,before_ns,now_ns,at_least\n", .rows = {}};
  for (const RowVerdict& row : comparison.rows) {
    const ResultRecord& fresh = *row.rows.fresh;
    const std::vector<SlowedPuzzle> puzzles = slowed_puzzles(row.rows);
    for (const SlowedPuzzle& slowed : puzzles) {
      table.text += fmt::format("{},{},{},{},{:.0f},{:.0f},{}\n", slowed.puzzle,
                                csv_field(fresh.solver), csv_field(fresh.dataset), slowed.line,
                                slowed.before_ns, slowed.now_ns, slowed.at_least ? "yes" : "no");
    }
    const bool is_known = std::ranges::any_of(
        table.rows, [&fresh](const RowPair& other) { return other.fresh->solver == fresh.solver; });
    if (!puzzles.empty() && !is_known) table.rows.push_back(row.rows);
  }
  return table;
}

}  // namespace sudoku
