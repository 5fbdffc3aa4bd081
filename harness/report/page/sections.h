// Contents of a page (PageSource), and what its sections as JSON have in common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/report/view.h"
#include "harness/result/comparison.h"
#include "harness/result/document.h"
#include "harness/stats/log_bins.h"

namespace sudoku::report {

// Result table of one dataset of a run.
struct PageTable {
  std::size_t run;
  std::size_t dataset;  // index of the dataset on the page
  View view;
};

// Rows of a table with one thread count, which can be compared.
struct PageGroup {
  const PageTable& table;
  std::uint64_t threads;
  std::vector<const result::Row*> rows;  // in the order of the table
  std::vector<result::PairRatio> pairs;  // speed ratios of pairs of `rows`
};

// How finely a page shows results; coarser for large ones, to keep the page small.
struct PageDetail {
  double curve_step = 0.05;  // decades between two points of a latency curve
  std::size_t slowest = 10;  // slowest puzzles listed per row
  unsigned bins_per_octave = stats::kTimeBinsPerOctave;
  bool fewest_threads_only = false;  // data on single puzzles for fewest threads only

  // Numbers of bins of times, and of guesses, that are merged into one.
  unsigned time_merge() const { return stats::kTimeBinsPerOctave / bins_per_octave; }

  unsigned guess_merge() const { return std::min(time_merge(), stats::kGuessBinsPerOctave); }
};

// Contents of a page, ordered and numbered as on it. The inputs have to outlive it.
struct PageSource {
  // Runs that share a file (by digest) share its entry.
  struct Dataset {
    std::string name;
    const result::DatasetRecord* record;
  };

  explicit PageSource(std::span<const ReportInput> its_inputs);

  std::size_t solver(const std::string& name) const;

  // Returns whether the page has data on single puzzles of the group's rows.
  bool tells_of_puzzles(const PageGroup& group) const;

  // Comparison of a group's solvers puzzle by puzzle; null when the page has none.
  const result::ComparisonRecord* comparison(const PageGroup& group) const;

  std::span<const ReportInput> inputs;
  std::vector<std::string> solvers;  // names, sorted; a solver's index determines its colour
  std::vector<Dataset> datasets;
  std::vector<PageTable> tables;  // in the order of run and dataset
  std::vector<PageGroup> groups;  // in the order of run, dataset and thread count
  PageDetail detail;
  std::vector<std::string> left_out;  // sentences about what the page leaves out
};

void write_rows(base::Json& data, const PageSource& page);
void write_pairs(base::Json& data, const PageSource& page);
void write_comparisons(base::Json& data, const PageSource& page);  // solvers, puzzle by puzzle
void write_suites(base::Json& data, const PageSource& page);

// HTML page with "@DATA@" in place of the JSON document, where every "<" has to be \u003c.
std::string_view report_page_template();

// HTML page with `data`, to which a member `made_by` is added.
std::string page_of(base::Json data, const result::ToolRecord& made_by);

// JSON object with the run, dataset and thread count that identify a group of rows.
base::Json group_json(const PageGroup& group);

// Table cell: null (unknown), a count, a text that sorts as itself, [text, key(, tone)].
base::Json cell_json(const base::Cell& cell);

// Estimate as [median, low, high]; null when unknown.
base::Json estimate_json(const base::Estimate& estimate);

// Cells of a histogram with `x_bins` by `y_bins` bins merged into one, as x bin, y bin, count, …
// Bin 0 (no guess, not solved) stays apart, as -1.
std::vector<std::int64_t> coarser(const stats::Histogram2DRecord& cells, unsigned x_bins,
                                  unsigned y_bins);

}  // namespace sudoku::report
