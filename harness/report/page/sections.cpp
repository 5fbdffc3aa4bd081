#include "harness/report/page/sections.h"

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "harness/base/units.h"

namespace sudoku::report {

namespace {

using base::Json;

// Limits on the size of a page, above which it shows results in less detail.
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

// Sort key of a table cell. Whole numbers are written as integers, not rounded to five digits.
Json key_json(const base::Cell& cell) {
  if (!cell.key) return cell.text;
  if (!std::isfinite(*cell.key)) return nullptr;
  const bool is_whole = *cell.key == std::floor(*cell.key) && std::fabs(*cell.key) < 0x1p53;
  return is_whole ? Json(static_cast<std::int64_t>(*cell.key)) : Json(*cell.key);
}

void number_solvers(PageSource& page) {
  std::set<std::string> names;
  for (const ReportInput& input : page.inputs) {
    for (const result::Row& row : input.run.results)
      names.insert(row.solver);
  }
  page.solvers.assign(names.begin(), names.end());
}

void list_tables(PageSource& page) {
  std::map<std::string, std::size_t> places;  // indices of datasets by digest
  for (std::size_t run = 0; run < page.inputs.size(); ++run) {
    std::set<std::string> met;  // dataset digests of one run
    for (const result::DatasetRecord& record : page.inputs[run].run.datasets) {
      const bool is_new_in_run = met.insert(record.sha256).second;
      if (!places.contains(record.sha256) || record.sha256.empty() || !is_new_in_run) {
        places[record.sha256] = page.datasets.size();
        page.datasets.push_back({unique_name(record.name, page.datasets), &record});
      }
      page.tables.push_back({run, places[record.sha256], view_of(page.inputs[run].run, record)});
    }
  }
}

void group_rows(PageSource& page) {
  for (const PageTable& table : page.tables) {
    const result::RunResult& run = table.view.run;
    std::map<std::uint64_t, std::vector<const result::Row*>> by_threads;
    for (const result::Row* row : table.view.rows)
      by_threads[row->threads].push_back(row);
    for (const auto& [threads, rows] : by_threads) {
      page.groups.push_back(
          {table, threads, rows,
           result::compare_pairs(rows, run.comparisons, run.settings[result::kSeed])});
    }
  }
}

void choose_rows(PageSource& page) {
  std::size_t rows = 0;
  for (const PageGroup& group : page.groups)
    rows += group.rows.size();
  if (rows <= kManyRows) return;
  const double crowd = static_cast<double>(rows) / static_cast<double>(kManyRows);
  PageDetail& detail = page.detail;
  detail.fewest_threads_only = true;
  detail.curve_step = std::min(kCoarsestStep, detail.curve_step * crowd);
  detail.slowest = std::max<std::size_t>(1, kSlowestAltogether / rows);
  page.left_out.push_back(
      fmt::format("There are {}: latency curves have fewer points, each row lists {}, and data on "
                  "single puzzles covers only the fewest threads.",
                  plural(rows, "row"), plural(detail.slowest, "slow puzzle")));
}

std::size_t cells_altogether(const PageSource& page) {
  const unsigned merge = page.detail.time_merge();
  std::size_t cells = 0;
  for (const PageGroup& group : page.groups) {
    const result::ComparisonRecord* comparison = page.comparison(group);
    if (comparison == nullptr) continue;
    for (const result::PairRecord& pair : comparison->pairs)
      cells += coarser(pair.cells, merge, merge).size() / 3;
  }
  return cells;
}

void choose_bins(PageSource& page) {
  unsigned& bins = page.detail.bins_per_octave;
  while (bins > 1 && cells_altogether(page) > kMostCells)
    bins /= 2;
  if (bins == stats::kTimeBinsPerOctave) return;
  page.left_out.push_back(
      fmt::format("There are many pairs of solvers: scatter plots and plots of guesses against "
                  "time have {} per doubling of time instead of {}.",
                  plural(bins, "bin"), stats::kTimeBinsPerOctave));
}

void name_silent_runs(PageSource& page) {
  for (const ReportInput& input : page.inputs) {
    if (!input.run.comparisons.empty() || input.run.settings[result::kLatencyRounds] == 0) continue;
    page.left_out.push_back(
        fmt::format("{} has no data on single puzzles: its scatter plots, profile over puzzles and "
                    "virtual best solver are left out.",
                    input.file));
  }
}

}  // namespace

Json group_json(const PageGroup& group) {
  return {{"run", group.table.run}, {"dataset", group.table.dataset}, {"threads", group.threads}};
}

Json estimate_json(const base::Estimate& estimate) {
  if (!std::isfinite(estimate.median)) return nullptr;
  return Json::array({estimate.median, estimate.low, estimate.high});
}

Json cell_json(const base::Cell& cell) {
  constexpr std::array<const char*, 4> kTones = {"plain", "good", "bad", "quiet"};
  const bool is_known = !cell.text.empty() && cell.text != base::kUnknownText;
  if (!is_known) return nullptr;
  if (cell.tone == base::Tone::plain && !cell.key) return cell.text;
  Json key = key_json(cell);
  const bool is_count =
      key.is_number_integer() && base::count_text(key.get<std::uint64_t>()) == cell.text;
  if (cell.tone == base::Tone::plain && is_count) return key;
  Json json = {cell.text, key};
  if (cell.tone != base::Tone::plain) json.push_back(kTones[static_cast<std::size_t>(cell.tone)]);
  return json;
}

std::vector<std::int64_t> coarser(const stats::Histogram2DRecord& cells, unsigned x_bins,
                                  unsigned y_bins) {
  const auto merged = [](std::uint64_t bin, unsigned bins) {
    return bin == 0 ? -1 : static_cast<std::int64_t>((bin - 1) / bins);
  };
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> counts;
  for (std::size_t i = 0; i < cells.count.size(); ++i)
    counts[{merged(cells.x[i], x_bins), merged(cells.y[i], y_bins)}] += cells.count[i];
  std::vector<std::int64_t> flat;
  for (const auto& [cell, count] : counts)
    flat.insert(flat.end(), {cell.first, cell.second, static_cast<std::int64_t>(count)});
  return flat;
}

std::size_t PageSource::solver(const std::string& name) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(solvers, name) - solvers.begin());
}

bool PageSource::tells_of_puzzles(const PageGroup& group) const {
  if (!detail.fewest_threads_only) return true;
  return std::ranges::none_of(groups, [&group](const PageGroup& other) {
    return &other.table == &group.table && other.threads < group.threads;
  });
}

const result::ComparisonRecord* PageSource::comparison(const PageGroup& group) const {
  if (!tells_of_puzzles(group)) return nullptr;
  const View& view = group.table.view;
  for (const result::ComparisonRecord& comparison : view.run.comparisons) {
    if (comparison.dataset == view.dataset.name && comparison.threads == group.threads)
      return &comparison;
  }
  return nullptr;
}

PageSource::PageSource(std::span<const ReportInput> its_inputs) : inputs(its_inputs) {
  number_solvers(*this);
  list_tables(*this);
  group_rows(*this);
  choose_rows(*this);
  choose_bins(*this);
  name_silent_runs(*this);
}

}  // namespace sudoku::report
