// What a page is made of (PageSource), and the functions that put it, member by member, into the
// data that the page's scripts read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/report/view.h"
#include "harness/result/comparison.h"
#include "harness/result/document.h"
#include "harness/stats/log_bins.h"

namespace sudoku::report {

// The rows of one run, dataset and thread count: who can be compared with whom.
struct PageGroup {
  std::size_t run = 0;
  std::size_t dataset = 0;  // on the page
  std::uint64_t threads = 1;
  std::vector<const result::Row*> rows;  // fastest first, void ones last
  std::vector<result::PairRatio> pairs;  // of these rows
};

// How many bins become one, in each direction.
struct Merge {
  unsigned x = 1;
  unsigned y = 1;
};

// How fine a page is drawn, so that it stays light however much is on it.
struct PageDetail {
  double curve_step = 0.05;  // decades between two points of a latency curve
  std::size_t slowest = 10;  // puzzles listed of a row
  unsigned bins_per_octave = stats::kTimeBinsPerOctave;
  bool fewest_threads_only = false;  // what is told of single puzzles

  unsigned time_merge() const { return stats::kTimeBinsPerOctave / bins_per_octave; }

  // Guesses get coarser with the times, as far as they can.
  Merge guess_time_merge() const {
    return {.x = std::min(time_merge(), stats::kGuessBinsPerOctave), .y = time_merge()};
  }
};

// What a page is made of, in the order and with the numbers by which the page knows it. Refers to
// the inputs, which have to outlive it.
class PageSource {
 public:
  explicit PageSource(std::span<const ReportInput> inputs);

  std::span<const ReportInput> inputs() const { return inputs_; }

  const result::RunResult& run(std::size_t i) const { return inputs_[i].run; }

  // Solvers sorted by name; a solver's place is its colour.
  const std::vector<std::string>& solvers() const { return solvers_; }

  std::size_t solver(const std::string& name) const;

  // A set that several runs share is there once: the same file has the same digest.
  struct Dataset {
    std::string name;
    const result::DatasetRecord* record;
  };

  const std::vector<Dataset>& datasets() const { return datasets_; }

  std::size_t dataset(std::size_t run, const std::string& name) const;

  // Groups in the order of run, dataset and thread count.
  const std::vector<PageGroup>& groups() const { return groups_; }

  const PageDetail& detail() const { return detail_; }

  // Whether the page tells of single puzzles of this group.
  bool tells_of_puzzles(const PageGroup& group) const;

  // What the document knows of the group's puzzles; null when it knows nothing.
  const result::ContestRecord* contest(const PageGroup& group) const;

  // Sentences about what the page does not have.
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  void number_solvers();
  void number_datasets();
  void group_rows();
  void choose_rows();
  void choose_bins();
  void name_silent_runs();
  std::size_t cells_altogether() const;

  std::span<const ReportInput> inputs_;
  std::vector<std::string> solvers_;
  std::vector<Dataset> datasets_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> dataset_places_;
  std::vector<PageGroup> groups_;
  PageDetail detail_;
  std::vector<std::string> left_out_;
};

// Each puts its members in the page's data.
void put_runs(base::Json& data, const PageSource& page);
void put_entrants(base::Json& data, const PageSource& page);  // datasets, solvers
void put_rows(base::Json& data, const PageSource& page);
void put_pairs(base::Json& data, const PageSource& page);
void put_contests(base::Json& data, const PageSource& page);  // fields, scatters
void put_suites(base::Json& data, const PageSource& page);
void put_words(base::Json& data);  // outcomes, columns, definitions

// The page around what its scripts read, which gets a member `made_by`.
std::string page_of(base::Json data, const result::ToolRecord& made_by);

// The members that tell which group something belongs to: the first of its object.
base::Json group_json(const PageGroup& group);

// A cell of a table: null when it is not known, its text when it sorts by that, the number of a
// count, else [text, key] or [text, key, tone].
base::Json cell_json(const base::Cell& cell);

// [median, low, high], or null when it is not known.
base::Json estimate_json(const base::Estimate& estimate);

// Cells of the document's joint figures with larger bins. Bin 0 stays apart.
stats::CellsRecord coarser(const stats::CellsRecord& cells, Merge merge);

}  // namespace sudoku::report
