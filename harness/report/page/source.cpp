#include "harness/report/page/source.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "harness/report/page/cells.h"
#include "harness/report/units.h"
#include "harness/report/view.h"
#include "harness/results/log_bins.h"

namespace sudoku {

namespace {

// Above these a page gets coarser: a reader looks at a few rows of many, and not at every point.
constexpr std::size_t kManyRows = 100;
constexpr std::size_t kMostCells = 60'000;
constexpr double kCoarsestStep = 0.25;
constexpr std::size_t kSlowestAltogether = 1000;

std::string unique_name(const std::string& name, const std::vector<PageSource::Dataset>& others) {
  std::string unique = name;
  for (int i = 2; std::ranges::count(others, unique, &PageSource::Dataset::name) > 0; ++i)
    unique = fmt::format("{} ({})", name, i);
  return unique;
}

}  // namespace

PageSource::PageSource(std::span<const ReportInput> inputs) : inputs_(inputs) {
  number_solvers();
  number_datasets();
  group_rows();
  choose_detail();
}

void PageSource::number_solvers() {
  std::set<std::string> names;
  for (const ReportInput& input : inputs_) {
    for (const ResultRecord& row : input.run.results)
      names.insert(row.solver);
  }
  solvers_.assign(names.begin(), names.end());
}

std::size_t PageSource::solver(const std::string& name) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(solvers_, name) - solvers_.begin());
}

void PageSource::number_datasets() {
  std::map<std::string, std::size_t> by_digest;
  for (std::size_t run = 0; run < inputs_.size(); ++run) {
    std::set<std::string> met;  // two of the same run are two, even when they are equal
    for (const DatasetRecord& record : inputs_[run].run.datasets) {
      const auto known = by_digest.find(record.sha256);
      if (known == by_digest.end() || record.sha256.empty() || !met.insert(record.sha256).second) {
        met.insert(record.sha256);
        by_digest[record.sha256] = datasets_.size();
        dataset_places_[{run, record.name}] = datasets_.size();
        datasets_.push_back({unique_name(record.name, datasets_), &record});
      } else {
        dataset_places_[{run, record.name}] = known->second;
      }
    }
  }
}

std::size_t PageSource::dataset(std::size_t run, const std::string& name) const {
  return dataset_places_.at({run, name});
}

void PageSource::group_rows() {
  for (std::size_t run = 0; run < inputs_.size(); ++run) {
    for (const DatasetRecord& dataset : this->run(run).datasets) {
      std::map<std::uint64_t, PageGroup> by_threads;
      for (const ResultRecord* row : view_of(this->run(run), dataset).rows)
        by_threads[row->threads].rows.push_back(row);
      for (auto& [threads, group] : by_threads) {
        group.run = run;
        group.dataset = this->dataset(run, dataset.name);
        group.threads = threads;
        group.pairs =
            compare_pairs(group.rows, this->run(run).contests, this->run(run).settings.seed);
        groups_.push_back(std::move(group));
      }
    }
  }
}

bool PageSource::tells_of_puzzles(const PageGroup& group) const {
  if (!detail_.fewest_threads_only) return true;
  return std::ranges::none_of(groups_, [&group](const PageGroup& other) {
    return other.run == group.run && other.dataset == group.dataset &&
           other.threads < group.threads;
  });
}

const ContestRecord* PageSource::contest(const PageGroup& group) const {
  for (const ContestRecord& contest : run(group.run).contests) {
    const bool same_set = dataset(group.run, contest.dataset) == group.dataset;
    if (same_set && contest.threads == group.threads) return &contest;
  }
  return nullptr;
}

void PageSource::choose_detail() {
  choose_rows();
  choose_bins();
  name_silent_runs();
}

void PageSource::choose_rows() {
  std::size_t rows = 0;
  for (const PageGroup& group : groups_)
    rows += group.rows.size();
  if (rows <= kManyRows) return;
  const double crowd = static_cast<double>(rows) / static_cast<double>(kManyRows);
  detail_.fewest_threads_only = true;
  detail_.curve_step = std::min(kCoarsestStep, detail_.curve_step * crowd);
  detail_.slowest = std::max<std::size_t>(1, kSlowestAltogether / rows);
  left_out_.push_back(
      fmt::format("There are {}: latency curves have fewer points, {} of each row is listed, and "
                  "what is told of single puzzles is of the fewest threads only.",
                  plural(rows, "row"), plural(detail_.slowest, "slow puzzle")));
}

std::size_t PageSource::cells_with(unsigned bins_per_octave) const {
  const unsigned merge = kTimeBinsPerOctave / bins_per_octave;
  std::size_t cells = 0;
  for (const PageGroup& group : groups_) {
    const ContestRecord* contest = this->contest(group);
    if (contest == nullptr || !tells_of_puzzles(group)) continue;
    for (const DuelRecord& duel : contest->duels)
      cells += coarser(duel.cells, {.x = merge, .y = merge}).count.size();
  }
  return cells;
}

void PageSource::choose_bins() {
  while (detail_.bins_per_octave > 1 && cells_with(detail_.bins_per_octave) > kMostCells)
    detail_.bins_per_octave /= 2;
  if (detail_.bins_per_octave == kTimeBinsPerOctave) return;
  left_out_.push_back(fmt::format(
      "There are many pairs of solvers: their scatter plots, and guesses against time, have {} for "
      "each doubling of time instead of {}.",
      plural(detail_.bins_per_octave, "bin"), kTimeBinsPerOctave));
}

void PageSource::name_silent_runs() {
  for (const ReportInput& input : inputs_) {
    if (!input.run.contests.empty() || input.run.settings.latency_rounds == 0) continue;
    left_out_.push_back(
        fmt::format("{} knows nothing of single puzzles: no scatter plots, no profile over "
                    "puzzles, no virtual best solver of it.",
                    input.file));
  }
}

}  // namespace sudoku
