#include "harness/report/matrix.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/units.h"
#include "harness/report/view.h"
#include "harness/result/comparison.h"

namespace sudoku::report {

namespace {

using base::Cell;
using base::Tone;
using result::Row;
using result::RowStatus;

// What a row has instead of a speed; empty: a speed.
std::string without_speed(const View& view, const Row& row) {
  switch (result::status_of(row)) {
    case RowStatus::sound:
      return does_less(view, row) ? "does less" : "";
    case RowStatus::partial:
      return "stuck";
    case RowStatus::gave_up:
      return "gave up";
    default:
      if (result::count_wrong(row) > 0) return "WRONG";
      return result::is_void(row) ? "DISQUALIFIED" : "–";
  }
}

// How many times slower than the fastest row of its dataset a row is.
Cell cell_of(const Row& row, const Row& fastest, const View& view) {
  if (const std::string text = without_speed(view, row); !text.empty())
    return {text, result::is_void(row) ? Tone::bad : Tone::quiet, base::kUnknown};
  if (&row == &fastest) return {"1", Tone::good, 1};
  const std::optional<result::PairRatio> pair = pair_of(view, fastest, row);
  const double times = pair ? pair->ratio.median : base::kUnknown;
  if (!std::isfinite(times)) return {base::kUnknownText, Tone::quiet, base::kUnknown};
  const base::Estimate shown = result::shown_ratio(*pair);
  if (shown.low <= 1) return {"tie", Tone::good, times};
  const std::string mark = std::isfinite(shown.low) ? "" : "~";
  return {mark + base::times_text(times), Tone::plain, times};
}

// Rows of a dataset by their solvers, on the most threads.
std::map<std::string, const Row*> rows_of(const View& view) {
  std::map<std::string, const Row*> rows;
  for (const Row* row : view.rows) {
    const Row*& known = rows[row->solver];
    if (known == nullptr || known->threads < row->threads) known = row;
  }
  return rows;
}

// The row with the least time among those that have one; null: none has.
const Row* fastest_of(const View& view, const std::map<std::string, const Row*>& rows) {
  const Row* fastest = nullptr;
  for (const auto& [solver, row] : rows) {
    if (!without_speed(view, *row).empty() || row->puzzles < result::kFewestShared) continue;
    if (fastest == nullptr || row->time_per_puzzle_ns.median < fastest->time_per_puzzle_ns.median)
      fastest = row;
  }
  return fastest;
}

// Place of a solver in the matrix: by the number of its cells without a factor, then by the mean of
// the logarithms of its factors.
std::pair<std::size_t, double> rank_of(const std::vector<Cell>& cells) {
  double sum = 0;
  std::size_t known = 0;
  for (const Cell& cell : cells) {
    if (!cell.key || !std::isfinite(*cell.key)) continue;
    sum += std::log(*cell.key);
    ++known;
  }
  return {cells.size() - known, sum / static_cast<double>(std::max<std::size_t>(1, known))};
}

}  // namespace

std::optional<base::Table> speed_matrix(const result::RunResult& run, std::size_t most) {
  std::map<std::string, std::vector<Cell>> solvers;
  std::vector<base::Heading> columns = {base::left("times slower than the fastest")};
  for (std::size_t set = 0; set < run.datasets.size(); ++set) {
    const View view = view_of(run, run.datasets[set]);
    const std::map<std::string, const Row*> rows = rows_of(view);
    columns.push_back({.title = run.datasets[set].name, .left_out = static_cast<unsigned>(set)});
    const Row* const fastest = fastest_of(view, rows);
    for (const auto& [solver, row] : rows) {
      std::vector<Cell>& cells = solvers[solver];
      cells.resize(set, Cell(""));
      cells.push_back(fastest == nullptr ? Cell(base::kUnknownText, Tone::quiet, base::kUnknown)
                                         : cell_of(*row, *fastest, view));
    }
  }
  if (run.datasets.size() < 2 || solvers.size() < 2 || solvers.size() > most) return std::nullopt;
  std::vector<std::pair<std::string, std::vector<Cell>>> sorted(solvers.begin(), solvers.end());
  std::ranges::stable_sort(sorted, {}, [](const auto& solver) { return rank_of(solver.second); });
  base::Table table(std::move(columns));
  for (auto& [solver, cells] : sorted) {
    cells.insert(cells.begin(), Cell(solver));
    table.add_row(std::move(cells));
  }
  return table;
}

}  // namespace sudoku::report
