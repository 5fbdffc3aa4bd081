// The HTML page of a report. Its data holds verdicts, tables, runs, datasets, solvers, rows,
// comparisons within a dataset and thread count, and means over datasets.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/report/columns.h"
#include "harness/report/notes.h"
#include "harness/report/reports.h"
#include "harness/report/suite_score.h"
#include "harness/report/trend.h"
#include "harness/report/view.h"
#include "harness/result/comparison.h"
#include "harness/stats/log_bins.h"

// The page is defined in assets.S: compiling half a megabyte of text would take seconds.
extern "C" {
extern const char kSudokuReportPage[];
extern const char kSudokuReportPageEnd[];
}

namespace sudoku::report {

namespace {

using base::Json;

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
  std::vector<const result::Row*> rows;        // in the order of the table
  std::vector<result::PairRatio> pairs;        // speed ratios of pairs of `rows`
  const result::ComparisonRecord* by_puzzles;  // comparison puzzle by puzzle; null: none
  bool tells_of_puzzles = true;  // whether the page has data on single puzzles of its rows
};

// Contents of a page, ordered and numbered as on it. The inputs have to outlive it.
struct PageSource {
  // Runs that share a file (by digest) share its entry.
  struct Dataset {
    std::string name;
    const result::DatasetRecord* record;
  };

  // Numbers of bins of times, and of guesses, that are merged into one.
  unsigned time_merge() const { return stats::kTimeBinsPerOctave / bins_per_octave; }

  unsigned guess_merge() const { return std::min(time_merge(), stats::kGuessBinsPerOctave); }

  std::size_t solver(const std::string& name) const {
    return static_cast<std::size_t>(std::ranges::find(solvers, name) - solvers.begin());
  }

  std::span<const ReportInput> inputs;
  std::vector<std::string> solvers = {};  // names, in the order of all lists, plots and colours
  std::vector<Dataset> datasets = {};
  std::vector<PageTable> tables = {};      // in the order of run and dataset
  std::vector<PageGroup> groups = {};      // in the order of run, dataset and thread count
  std::vector<std::string> left_out = {};  // sentences about what the page leaves out
  // How finely the page shows results; coarser for large ones, to keep the page small.
  double curve_step = 0.05;  // decades between two points of a latency curve
  std::size_t slowest = 10;  // slowest puzzles listed per row
  unsigned bins_per_octave = stats::kTimeBinsPerOctave;
};

// Limits on the size of a page, above which it shows results in less detail.
constexpr std::size_t kManyRows = 100;
constexpr std::size_t kMostCells = 60'000;
constexpr double kCoarsestStep = 0.25;
constexpr std::size_t kSlowestAltogether = 1000;

// Cells of a histogram with `x_bins` by `y_bins` bins merged into one, as x bin, y bin, count, …
// Bin 0 (no guess, not solved) stays apart, as -1.
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

std::string unique_name(const std::string& name, const std::vector<PageSource::Dataset>& others) {
  std::string unique = name;
  for (int i = 2; std::ranges::count(others, unique, &PageSource::Dataset::name) > 0; ++i)
    unique = fmt::format("{} ({})", name, i);
  return unique;
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

const result::ComparisonRecord* comparison_of(const View& view, std::uint64_t threads) {
  const auto& all = view.run.comparisons;
  const auto found = std::ranges::find_if(all, [&](const result::ComparisonRecord& one) {
    return one.dataset == view.dataset.name && one.threads == threads;
  });
  return found == all.end() ? nullptr : &*found;
}

void group_rows(PageSource& page) {
  for (const PageTable& table : page.tables) {
    const result::RunResult& run = table.view.run;
    std::map<std::uint64_t, std::vector<const result::Row*>> by_threads;
    for (const result::Row* row : table.view.rows)
      by_threads[row->threads].push_back(row);
    for (const auto& [threads, rows] : by_threads) {
      page.groups.push_back({table, threads, rows, result::compare_pairs(rows, run.comparisons),
                             comparison_of(table.view, threads)});
    }
  }
}

// Orders the solvers by their mean ranks on the datasets of the first run, on its fewest threads.
// Behind them come those with too few puzzles for a comparison, and those that this run lacks.
void order_solvers(PageSource& page) {
  std::set<std::string> absent;
  std::vector<const PageGroup*> groups;  // of the first run, on its fewest threads
  for (const PageGroup& group : page.groups) {
    for (const result::Row* row : group.rows)
      absent.insert(row->solver);
    if (group.table.run > 0 || group.rows.empty()) continue;
    if (!groups.empty() && group.threads < groups.front()->threads) groups.clear();
    if (groups.empty() || group.threads == groups.front()->threads) groups.push_back(&group);
  }
  std::map<const PageGroup*, double> rows_before;
  for (const bool has_few : {false, true}) {
    std::vector<std::string> order;  // at first that of the tables
    std::map<std::string, std::vector<double>> ranks;
    for (const PageGroup* group : groups) {
      for (const result::Row* row : group->rows) {
        const bool is_few = row->puzzles < result::kFewestShared;
        if (is_few != has_few || !absent.contains(row->solver)) continue;
        if (!ranks.contains(row->solver)) order.push_back(row->solver);
        ranks[row->solver].push_back(rows_before[group]++);
      }
    }
    std::ranges::stable_sort(order, {}, [&ranks](const std::string& solver) {
      const std::vector<double>& all = ranks.at(solver);
      return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
    });
    std::ranges::for_each(order, [&absent](const std::string& solver) { absent.erase(solver); });
    std::ranges::move(order, std::back_inserter(page.solvers));
  }
  std::ranges::copy(absent, std::back_inserter(page.solvers));
}

void choose_rows(PageSource& page) {
  std::size_t rows = 0;
  for (const PageGroup& group : page.groups)
    rows += group.rows.size();
  if (rows <= kManyRows) return;
  const double crowd = static_cast<double>(rows) / static_cast<double>(kManyRows);
  const PageTable* table = nullptr;  // of the group before, which has fewer threads
  for (PageGroup& group : page.groups) {
    group.tells_of_puzzles = table != &group.table;
    if (!group.tells_of_puzzles) group.by_puzzles = nullptr;
    table = &group.table;
  }
  page.curve_step = std::min(kCoarsestStep, page.curve_step * crowd);
  page.slowest = std::max<std::size_t>(1, kSlowestAltogether / rows);
  page.left_out.push_back(
      fmt::format("There are {}: latency curves have fewer points, each row lists {}, and data on "
                  "single puzzles covers only the fewest threads.",
                  base::plural(rows, "row"), base::plural(page.slowest, "slow puzzle")));
}

std::size_t cells_altogether(const PageSource& page) {
  const unsigned merge = page.time_merge();
  std::size_t cells = 0;
  for (const PageGroup& group : page.groups) {
    if (group.by_puzzles == nullptr) continue;
    for (const result::PairRecord& pair : group.by_puzzles->pairs)
      cells += coarser(pair.cells, merge, merge).size() / 3;
  }
  return cells;
}

void choose_bins(PageSource& page) {
  unsigned& bins = page.bins_per_octave;
  while (bins > 1 && cells_altogether(page) > kMostCells)
    bins /= 2;
  if (bins == stats::kTimeBinsPerOctave) return;
  page.left_out.push_back(
      fmt::format("There are many pairs of solvers: scatter plots and plots of guesses against "
                  "time have {} per doubling of time instead of {}.",
                  base::plural(bins, "bin"), stats::kTimeBinsPerOctave));
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

PageSource source_of(std::span<const ReportInput> inputs) {
  PageSource page{.inputs = inputs};
  list_tables(page);
  group_rows(page);
  order_solvers(page);
  choose_rows(page);
  choose_bins(page);
  name_silent_runs(page);
  return page;
}

// JSON object with the run, dataset and thread count that identify a group of rows.
Json place_json(const PageGroup& group) {
  return {{"run", group.table.run}, {"dataset", group.table.dataset}, {"threads", group.threads}};
}

Json count(std::uint64_t puzzles) { return cell_json(base::count_cell(puzzles)); }

Json duration(double ns) { return cell_json(base::duration_cell(ns)); }

void write_scaling(Json& json, const result::Row& row) {
  const result::SpeedupRecord& scaling = *row.scaling;
  const double ideal =
      static_cast<double>(row.threads) / static_cast<double>(scaling.reference_threads);
  const base::Estimate ratio = result::shown_ratio(scaling);
  json = {{"base", scaling.reference_threads},
          {"ratio", estimate_json(ratio)},
          {"times", cell_json({speedup_text(scaling), base::Tone::plain, ratio.median})},
          {"of_ideal", cell_json(base::percent_cell(ratio.median / ideal))}};
}

// Writes speed, latencies and scaling of a row, none of which void rows get.
void write_speed(Json& json, const PageSource& page, const PageGroup& group,
                 const result::Row& row) {
  if (result::is_void(row)) {
    json["void"] = true;
    return;
  }
  if (result::status_of(row) < result::RowStatus::gave_up && !does_less(group.table.view, row))
    json["per_second"] = estimate_json(row.puzzles_per_second);
  if (row.latency) {
    json["latency"] = {{"chunk", row.latency->chunk}, {"censored", row.latency->censored}};
    json["in_time"] = count(timed_within_limit(row));
    json["curve"] = latency_curve(row, page.curve_step);
  }
  if (row.guess_time && group.tells_of_puzzles)
    json["guess_time"] = coarser(*row.guess_time, page.guess_merge(), page.time_merge());
  if (result::has_ratio(row.scaling)) write_scaling(json["scaling"], row);
}

Json slow_json(const result::RunResult& run, const result::Row& row,
               const result::SlowPuzzle& slow) {
  const std::string outcome =
      slow.outcome == Outcome::unique ? "" : fmt::format(", {}", name_of(slow.outcome));
  return {{"puzzle", slow.puzzle},
          {"line", slow.line},
          {"facts", fmt::format("{}, {} guesses{}", slow_time(run, row, slow),
                                base::count_text(slow.guesses), outcome)},
          {"command", repeat_command(run, row, slow.puzzle)}};
}

void write_puzzles(Json& json, const PageSource& page, const PageGroup& group,
                   const result::Row& row) {
  const result::RunResult& run = group.table.view.run;
  const std::size_t most = group.tells_of_puzzles ? page.slowest : 0;
  const std::size_t shown = std::min(most, row.slowest.size());
  json["slowest"] =
      base::json_list(std::span(row.slowest).first(shown),
                      [&](const result::SlowPuzzle& slow) { return slow_json(run, row, slow); });
  Json& failures = json["failures"] = Json::array();
  const auto add = [&failures](const auto& failure, Outcome what) {
    failures.push_back({{"puzzle", failure.puzzle},
                        {"line", failure.line},
                        {"what", name_of(what)},
                        {"reason", failure.reason}});
  };
  for (const result::WrongAnswer& wrong : row.wrong_answers)
    add(wrong, Outcome::wrong);
  for (const result::IncidentRecord& incident : row.incidents)
    add(incident, incident.outcome);
}

Json outcomes_json(const result::Row& row) {
  Json list = Json::array();
  for (std::size_t i = 0; i + 1 < row.outcomes.size(); ++i) {
    const bool is_bad = row.outcomes[i] > 0 && static_cast<Outcome>(i) >= Outcome::timeout;
    list.push_back(
        cell_json(base::count_cell(row.outcomes[i], is_bad ? base::Tone::bad : base::Tone::plain)));
  }
  return list;
}

// Removes empty members of a row in the page's data, because a page may have many rows.
void drop_empty(Json& json) {
  for (auto member = json.begin(); member != json.end();)
    member = member->empty() ? json.erase(member) : std::next(member);
}

Json row_json(const PageSource& page, const PageGroup& group, const result::Row& row) {
  Json json = place_json(group);
  json["solver"] = page.solver(row.solver);
  json["puzzles"] = row.puzzles;
  if (row.puzzles < result::kFewestShared) json["few"] = true;
  if (!row.disqualified.empty()) json["disqualified"] = row.disqualified;
  json["cells"] = base::json_list(columns(), [&](const Column& column) {
    return cell_json(cell_of(column, group.table.view, row));
  });
  json["digest"] = fmt::format("{:016x}", row.solution_digest);
  json["outcomes"] = outcomes_json(row);
  write_speed(json, page, group, row);
  write_puzzles(json, page, group, row);
  drop_empty(json);
  return json;
}

// Ratio bins at whose upper ends a performance profile is drawn: dense in the first two octaves.
std::vector<std::uint64_t> profile_bins(const result::SharedSetRecord& field) {
  std::uint64_t last = 1;
  for (const result::SharedSetEntry& entry : field.entries) {
    if (!entry.ratios.bin.empty()) last = std::max(last, entry.ratios.bin.back());
  }
  std::vector<std::uint64_t> bins;
  for (std::uint64_t bin = 1; bin < last;) {
    bins.push_back(bin);
    bin += bin < std::uint64_t{2} * stats::kRatioBinsPerOctave ? 1 : stats::kRatioBinsPerOctave / 2;
  }
  bins.push_back(last);
  return bins;
}

// Performance profile of a solver: shares of a set's puzzles solved within each of `bins`.
std::vector<double> shares(const result::SharedSetRecord& field,
                           const result::SharedSetEntry& entry,
                           const std::vector<std::uint64_t>& bins) {
  std::vector<double> shares = {result::share_of(entry.fastest, field.puzzles)};
  for (const std::uint64_t end : bins) {
    std::uint64_t within = 0;
    for (std::size_t i = 0; i < entry.ratios.bin.size(); ++i) {
      if (entry.ratios.bin[i] > 0 && entry.ratios.bin[i] <= end) within += entry.ratios.count[i];
    }
    shares.push_back(result::share_of(within, field.puzzles));
  }
  return shares;
}

std::string why_left_out(const result::Row& row) {
  if (row.latency && row.latency->chunk > 1)
    return fmt::format("timed for {} at once", base::plural(row.latency->chunk, "puzzle"));
  if (result::is_void(row)) return "void";
  if (!row.latency) return "latencies not measured";
  return "smaller sample";
}

Json left_out_json(const PageSource& page, const PageGroup& group,
                   const result::SharedSetRecord& field) {
  Json list = Json::array();
  for (const result::Row* row : group.rows) {
    if (std::ranges::count(field.entries, row->solver, &result::SharedSetEntry::solver) == 0)
      list.push_back({{"solver", page.solver(row->solver)}, {"reason", why_left_out(*row)}});
  }
  return list;
}

Json field_json(const PageSource& page, const PageGroup& group,
                const result::SharedSetRecord& field) {
  const std::vector<std::uint64_t> bins = profile_bins(field);
  std::vector<double> ratios = {1};
  for (const std::uint64_t bin : bins)
    ratios.push_back(stats::first_of_bin(bin + 1, stats::kRatioBinsPerOctave));
  const auto entry_json = [&](const result::SharedSetEntry& entry) {
    return Json{{"solver", page.solver(entry.solver)},
                {"total", duration(static_cast<double>(entry.total_ps) / 1000)},
                {"solved", count(entry.solved)},
                {"fastest", count(entry.fastest)},
                {"unique", count(entry.alone)},
                {"shares", shares(field, entry, bins)}};
  };
  const std::string too_few =
      field.puzzles >= result::kFewestShared
          ? ""
          : fmt::format("These solvers share only {}: a comparison needs {}.",
                        base::plural(field.puzzles, "puzzle"), result::kFewestShared);
  return {{"puzzles", field.puzzles},
          {"void", too_few},
          {"left_out", left_out_json(page, group, field)},
          {"total", base::duration_text(static_cast<double>(field.best_total_ps) / 1000)},
          {"unsolved", field.unsolved > 0 ? Json(base::count_text(field.unsolved)) : Json()},
          {"ratios", ratios},
          {"entries", base::json_list(field.entries, entry_json)}};
}

// A list of one field, which says that void solvers prevent a comparison puzzle by puzzle; empty
// without void solvers.
Json void_fields(const PageGroup& group) {
  std::vector<std::string> names;
  for (const result::Row* row : group.rows) {
    if (result::is_void(*row)) names.push_back(row->solver);
  }
  if (names.empty()) return Json::array();
  const std::string why = fmt::format(
      "Some solvers gave wrong answers or were disqualified: {}. Run without them to see which "
      "solver is best on which puzzle.",
      fmt::join(names, ", "));
  return Json::array({{{"puzzles", 0}, {"void", why}, {"entries", Json::array()}}});
}

Json scatter_json(const PageSource& page, result::PairRecord pair) {
  if (pair.a > pair.b) {  // documents order the solvers of a pair in several ways
    std::swap(pair.a, pair.b);
    std::swap(pair.a_faster, pair.b_faster);
    std::swap(pair.cells.x, pair.cells.y);
  }
  const unsigned merge = page.time_merge();
  return {{"a", page.solver(pair.a)},
          {"b", page.solver(pair.b)},
          {"puzzles", count(pair.puzzles)},
          {"few", pair.puzzles < result::kFewestShared},
          {"a_faster", count(pair.a_faster)},
          {"b_faster", count(pair.b_faster)},
          {"cells", coarser(pair.cells, merge, merge)}};
}

// Speed ratios of a group's pairs of solvers: for each pair its indices, ratio, shared puzzles, the
// texts of the ratio and its inverse, and why each has no figure or no interval.
Json ratios_json(const PageSource& page, const PageGroup& group) {
  Json ratios = Json::array();
  for (const result::PairRatio& pair : group.pairs) {
    const result::SpeedupRecord inverse = result::turned(pair);
    const result::Row& a = *group.rows[pair.a];
    const result::Row& b = *group.rows[pair.b];
    ratios.insert(ratios.end(), {page.solver(a.solver), page.solver(b.solver), pair.ratio.median,
                                 pair.puzzles, speedup_text(pair), speedup_text(inverse),
                                 reason_text(pair, a, b), reason_text(inverse, a, b)});
  }
  return ratios;
}

// Comparisons of a group's solvers: all pairs, and puzzle by puzzle.
Json group_json(const PageSource& page, const PageGroup& group) {
  Json json = place_json(group);
  json["ratios"] = ratios_json(page, group);
  json["fields"] = Json::array();
  json["scatters"] = Json::array();
  const result::ComparisonRecord* const comparison = group.by_puzzles;
  if (comparison == nullptr) return json;
  const auto field = [&](const auto& record) { return field_json(page, group, record); };
  const auto scatter = [&page](const auto& record) { return scatter_json(page, record); };
  json["fields"] =
      comparison->fields.empty() ? void_fields(group) : base::json_list(comparison->fields, field);
  json["scatters"] = base::json_list(comparison->pairs, scatter);
  return json;
}

using Suite = std::vector<const PageGroup*>;  // all datasets of one run and thread count

Json score_json(std::size_t solver, const SuiteScore& score) {
  const std::string solved =
      fmt::format("{} of {}", base::count_text(score.decided), base::count_text(score.puzzles));
  const double mean = score.shifted_mean_ns;
  return {{"solver", solver},
          {"shifted_mean", std::isfinite(mean) ? duration(mean) : Json()},
          {"solved", cell_json({solved, base::Tone::plain, static_cast<double>(score.decided)})},
          {"par2", duration(score.par2_s * 1e9)},
          {"ratios", score.times_over_best},
          {"too_few", fmt::format("{}", fmt::join(score.too_small, ", "))}};
}

Json suite_json(const PageSource& page, const Suite& suite) {
  const auto place = [](const PageGroup* group) { return group->table.dataset; };
  std::vector<SuiteDataset> datasets;
  for (const PageGroup* group : suite)
    datasets.push_back({group->table.view, group->rows, group->pairs});
  const auto score_of = [&page](const auto& entry) {
    return score_json(page.solver(entry.first), entry.second);
  };
  return {{"run", suite.front()->table.run},
          {"threads", suite.front()->threads},
          {"datasets", base::json_list(suite, place)},
          {"solvers", base::json_list(suite_scores(datasets), score_of)}};
}

// Rows in the order of each dataset's table.
Json rows_json(const PageSource& page) {
  Json rows = Json::array();
  for (const PageTable& table : page.tables) {
    for (const result::Row* row : table.view.rows) {
      const auto group = std::ranges::find_if(page.groups, [row](const PageGroup& candidate) {
        return std::ranges::count(candidate.rows, row) > 0;
      });
      rows.push_back(row_json(page, *group, *row));
    }
  }
  return rows;
}

Json suites_json(const PageSource& page) {
  std::map<std::pair<std::size_t, std::uint64_t>, Suite> suites;  // by run and thread count
  for (const PageGroup& group : page.groups) {
    const bool has_enough_puzzles = std::ranges::any_of(
        group.rows, [](const result::Row* row) { return row->puzzles >= result::kFewestShared; });
    if (has_enough_puzzles) suites[{group.table.run, group.threads}].push_back(&group);
  }
  Json list = Json::array();
  for (const auto& [place, suite] : suites) {
    if (suite.size() > 1) list.push_back(suite_json(page, suite));
  }
  return list;
}

// Classes of verdicts on the page, in the order of Verdict::Kind.
constexpr std::array<const char*, 4> kKinds = {"good", "open", "bad", "note"};

std::string machine_text(const result::EnvironmentRecord& environment) {
  std::string text = environment.cpu;
  if (environment.cores > 0) text += ", " + base::plural(environment.cores, "core");
  if (!environment.isa_dispatched.empty()) text += ", " + environment.isa_dispatched;
  return text;
}

std::vector<std::string> overhead_sentences(const result::RunResult& run) {
  std::vector<std::string> sentences;
  const result::OverheadRecord& overhead = run.overhead;
  const auto typical_ns = [](const result::Row& row) {
    const bool is_timed = !result::is_void(row) && row.latency && row.latency->chunk <= 1;
    const double typical = is_timed ? row.latency->quantile_ns(0.5) : HUGE_VAL;
    return std::isnan(typical) ? HUGE_VAL : typical;
  };
  const auto row = std::ranges::min_element(run.results, {}, typical_ns);
  // The cost of the clock shows most in the shortest latencies.
  if (row != run.results.end() && typical_ns(*row) < HUGE_VAL && std::isfinite(overhead.clock_ns)) {
    sentences.push_back(fmt::format(
        "The clock takes {} of the {} that a typical puzzle of {} takes with {}, the quickest "
        "solver.",
        base::duration_text(overhead.clock_ns), base::duration_text(row->latency->quantile_ns(0.5)),
        row->dataset, row->solver));
  }
  sentences.push_back(fmt::format(
      "Passing a puzzle to a solver and taking its answer costs {} in throughput rounds and {} in "
      "latency rounds, where each puzzle is timed.",
      base::duration_text(overhead.null_span_ns), base::duration_text(overhead.null_stamped_ns)));
  return sentences;
}

Json run_json(const PageSource& page, const ReportInput& input) {
  const result::RunResult& run = input.run;
  const std::size_t reference = page.solver(run.settings[result::kReference]);
  return {{"file", input.file},
          {"label", label_of(page.inputs, input)},
          {"date", run.started},
          {"partial", why_partial(run)},
          {"reference", reference < page.solvers.size() ? Json(reference) : Json()},
          {"tool", tool_text(run.tool)},
          {"machine", machine_text(run.environment)},
          {"facts", environment_facts(run)},
          {"settings", settings_facts(run.settings)},
          {"warnings", run.environment.warnings},
          {"overhead", overhead_sentences(run)},
          {"command", base::shell_quoted(run.command)}};
}

Json dataset_json(const PageSource::Dataset& dataset) {
  const result::DatasetRecord& record = *dataset.record;
  const auto bad_unless_none = record.quarantined > 0 ? base::Tone::bad : base::Tone::plain;
  std::string clues = fmt::format("{}–{}, mean {}", record.clues_min, record.clues_max,
                                  base::number_text(record.clues_mean));
  if (record.candidates) {
    clues += fmt::format("; {}–{} candidates, mean {}", record.candidates->min,
                         record.candidates->max, base::number_text(record.candidates->mean));
  }
  return {{"name", dataset.name},
          {"path", record.path},
          {"sha256", record.sha256},
          {"puzzles", cell_json(base::count_cell(record.puzzles))},
          {"quarantined", cell_json(base::count_cell(record.quarantined, bad_unless_none))},
          {"quarantine_first", record.quarantine_first},
          {"clues", cell_json({clues, base::Tone::plain, record.clues_mean})},
          {"small", record.puzzles < result::kSmallSet ? "yes" : "no"}};
}

// What limits the figures of each run: its own warnings, and those on a dataset's table.
Json warnings_json(const PageSource& page) {
  Json list = Json::array();
  const auto add = [&list](std::size_t run, const std::string& text) {
    list.push_back({{"run", run}, {"text", text}});
  };
  for (std::size_t run = 0; run < page.inputs.size(); ++run) {
    for (const std::string& warning : page.inputs[run].run.environment.warnings)
      add(run, warning);
  }
  for (const PageTable& table : page.tables) {
    for (const Note& note : notes(table.view)) {
      if (note.weight != Note::Weight::warning) continue;
      add(table.run, fmt::format("{}: {}", page.datasets[table.dataset].name, note.text));
    }
  }
  return list;
}

Json verdicts_json(const PageSource& page) {
  Json list = Json::array();
  for (std::size_t run = 0; run < page.inputs.size(); ++run) {
    for (const Verdict& verdict : verdicts(page.inputs[run].run)) {
      list.push_back({{"kind", kKinds[static_cast<std::size_t>(verdict.kind)]},
                      {"run", run},
                      {"text", verdict.text}});
    }
  }
  return list;
}

Json solvers_json(const PageSource& page) {
  std::set<std::string> lesser;  // solvers that did less work than others, on any dataset
  for (const PageGroup& group : page.groups) {
    for (const result::Row* row : group.rows) {
      if (does_less(group.table.view, *row)) lesser.insert(row->solver);
    }
  }
  return base::json_list(page.solvers, [&lesser](const std::string& solver) {
    return Json{{"name", solver + (lesser.contains(solver) ? "§" : "")}};
  });
}

// Whether the page's result table has the column: not if it is empty or has one value.
bool is_shown(const PageSource& page, const Column& column) {
  if ((column.outputs & kPage) == 0) return false;
  if (std::string_view(column.id) == "threads") {
    return std::ranges::any_of(page.groups, [&page](const PageGroup& group) {
      return group.threads != page.groups.front().threads;
    });
  }
  return std::ranges::any_of(
      page.tables, [&column](const PageTable& table) { return column.is_needed(table.view); });
}

// The ratios of each solver over the runs, if these are enough for a trend.
Json trend_json(const PageSource& page) {
  const auto step_json = [](const stats::Step& step) {
    return Json{{"first", step.first},
                {"level", std::exp(step.before + step.change.log_ratio)},
                {"text", step_text(step)},
                {"worse", step.change.log_ratio < 0}};
  };
  const auto point_json = [](const TrendPoint& point) {
    return Json{
        {"run", point.input}, {"version", point.version}, {"ratio", estimate_json(point.ratio)}};
  };
  return base::json_list(trend_of(page.inputs), [&](const RatioSeries& series) {
    const auto dataset = std::ranges::find(page.datasets, series.sha256,
                                           [](const auto& one) { return one.record->sha256; });
    return Json{{"solver", page.solver(series.solver)},
                {"reference", series.reference},
                {"dataset", dataset - page.datasets.begin()},
                {"threads", series.threads},
                {"oldest", series.oldest_level},
                {"points", base::json_list(series.points, point_json)},
                {"steps", base::json_list(series.steps, step_json)}};
  });
}

Json report_json(const PageSource& page) {
  Json data;
  data["verdicts"] = verdicts_json(page);
  data["warnings"] = warnings_json(page);
  data["tables"] = base::json_list(page.tables, [](const PageTable& table) {
    return Json{{"run", table.run},
                {"dataset", table.dataset},
                {"caption", caption(table.view)},
                {"notes", texts_of(notes(table.view))}};
  });
  data["runs"] = base::json_list(
      page.inputs, [&page](const ReportInput& input) { return run_json(page, input); });
  data["datasets"] = base::json_list(page.datasets, dataset_json);
  data["solvers"] = solvers_json(page);
  data["bins"] = {{"time", page.bins_per_octave},
                  {"guesses", stats::kGuessBinsPerOctave / page.guess_merge()}};
  data["rows"] = rows_json(page);
  data["groups"] = base::json_list(
      page.groups, [&page](const PageGroup& group) { return group_json(page, group); });
  data["suites"] = suites_json(page);
  data["trend"] = trend_json(page);
  Json& outcomes = data["outcomes"] = Json::array();
  for (std::size_t i = 0; i + 1 < kOutcomes; ++i)
    outcomes.push_back(name_of(static_cast<Outcome>(i)));
  data["columns"] = base::json_list(columns(), [&page](const Column& column) {
    return Json{{"id", column.id}, {"title", column.title}, {"shown", is_shown(page, column)}};
  });
  data["left_out"] = page.left_out;
  return data;
}

// Sort key of a table cell. Whole numbers are written as integers, not rounded to five digits.
Json key_json(const base::Cell& cell) {
  if (!cell.key) return cell.text;
  if (!std::isfinite(*cell.key)) return nullptr;
  const bool is_whole = *cell.key == std::floor(*cell.key) && std::fabs(*cell.key) < 0x1p53;
  return is_whole ? Json(static_cast<std::int64_t>(*cell.key)) : Json(*cell.key);
}

}  // namespace

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

std::string page_of(Json data, const result::ToolRecord& made_by) {
  data["made_by"] = fmt::format("sudoku-bench {} ({})", made_by.version, made_by.git_revision);
  const std::string_view page(kSudokuReportPage, kSudokuReportPageEnd);
  constexpr std::string_view kPlace = "@DATA@";
  const std::size_t place = page.find(kPlace);
  std::string html(page.substr(0, place));
  html += base::page_json_text(std::move(data));
  return html += page.substr(place + kPlace.size());
}

std::string page_data(std::span<const ReportInput> inputs) {
  return base::page_json_text(report_json(source_of(inputs)));
}

std::string html_report(std::span<const ReportInput> inputs, const result::ToolRecord& made_by,
                        base::Json verdict) {
  Json data = report_json(source_of(inputs));
  if (!verdict.is_null()) data["verdict_summary"] = std::move(verdict);
  return page_of(std::move(data), made_by);
}

}  // namespace sudoku::report
