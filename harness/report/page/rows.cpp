// Results in a page's data: rows, puzzles that solvers share, speed ratios, means over datasets.
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/units.h"
#include "harness/report/columns.h"
#include "harness/report/notes.h"
#include "harness/report/page/sections.h"

namespace sudoku::report {

namespace {

using base::Json;

Json count(std::uint64_t puzzles) {
  return cell_json(base::count_cell(puzzles));
}

Json duration(double ns) {
  return cell_json(base::duration_cell(ns));
}

void write_scaling(Json& json, const result::Row& row) {
  const result::SpeedupRecord& scaling = *row.scaling;
  const double ideal =
      static_cast<double>(row.threads) / static_cast<double>(scaling.reference_threads);
  const base::Estimate& ratio = scaling.ratio;
  json = {{"base", scaling.reference_threads},
          {"ratio", estimate_json(ratio)},
          {"times", cell_json({base::ratio_text(ratio), base::Tone::plain, ratio.median})},
          {"of_ideal", cell_json(base::percent_cell(ratio.median / ideal))}};
}

// Writes speed, latencies and scaling of a row, none of which void rows get.
void write_speed(Json& json, const PageSource& page, const PageGroup& group,
                 const result::Row& row) {
  const PageDetail& detail = page.detail;
  if (result::is_void(row)) {
    json["void"] = true;
    return;
  }
  if (has_ranked_speed(row) && !does_less(group.table.view, row))
    json["per_second"] = estimate_json(row.puzzles_per_second);
  if (row.latency) {
    json["latency"] = {{"chunk", row.latency->chunk}, {"censored", row.latency->censored}};
    json["in_time"] = count(row.puzzles - std::min(row.puzzles, row.latency->censored));
    json["curve"] = latency_curve(row, detail.curve_step);
  }
  if (row.guess_time && page.tells_of_puzzles(group))
    json["guess_time"] = coarser(*row.guess_time, detail.guess_merge(), detail.time_merge());
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
  const std::size_t most = page.tells_of_puzzles(group) ? page.detail.slowest : 0;
  const std::size_t shown = std::min(most, row.slowest.size());
  json["slowest"] =
      base::json_list(std::span(row.slowest).first(shown),
                      [&](const result::SlowPuzzle& slow) { return slow_json(run, row, slow); });
  json["wrong"] = base::json_list(row.wrong_answers, [](const result::WrongAnswer& wrong) {
    return Json{{"puzzle", wrong.puzzle}, {"line", wrong.line}, {"reason", wrong.reason}};
  });
  json["incidents"] = base::json_list(row.incidents, [](const result::IncidentRecord& incident) {
    return Json{{"puzzle", incident.puzzle},
                {"line", incident.line},
                // The page's list lacks `unanswered`, which is counted as wrong.
                {"outcome", incident.outcome == Outcome::unanswered
                                ? Json()
                                : Json(static_cast<int>(incident.outcome))},
                {"reason", incident.reason}};
  });
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
  Json json = group_json(group);
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
  const auto puzzles = static_cast<double>(field.puzzles);
  std::vector<double> shares = {static_cast<double>(entry.fastest) / puzzles};
  for (const std::uint64_t end : bins) {
    std::uint64_t within = 0;
    for (std::size_t i = 0; i < entry.ratios.bin.size(); ++i) {
      if (entry.ratios.bin[i] > 0 && entry.ratios.bin[i] <= end) within += entry.ratios.count[i];
    }
    shares.push_back(static_cast<double>(within) / puzzles);
  }
  return shares;
}

Json profile_json(const result::SharedSetRecord& field) {
  const std::vector<std::uint64_t> bins = profile_bins(field);
  std::vector<double> ratios = {1};
  for (const std::uint64_t bin : bins)
    ratios.push_back(stats::first_of_bin(bin + 1, stats::kRatioBinsPerOctave));
  const auto share = [&](const result::SharedSetEntry& entry) {
    return shares(field, entry, bins);
  };
  return {{"ratio", ratios}, {"share", base::json_list(field.entries, share)}};
}

std::string why_left_out(const result::Row& row) {
  if (row.latency && row.latency->chunk > 1)
    return fmt::format("its times are for {} at once", plural(row.latency->chunk, "puzzle"));
  if (result::is_void(row)) return "its row is void";
  if (!row.latency) return "its latency was not measured";
  return "it was given a smaller sample";
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
  Json json = group_json(group);
  json["puzzles"] = field.puzzles;
  json["solvers"] = base::json_list(field.entries, [&page](const result::SharedSetEntry& entry) {
    return page.solver(entry.solver);
  });
  json["left_out"] = left_out_json(page, group, field);
  if (field.puzzles < result::kFewestShared) {
    json["void"] = fmt::format("These solvers share only {}: a comparison needs {}.",
                               plural(field.puzzles, "puzzle"), result::kFewestShared);
    return json;
  }
  json["best"] = {
      {"total", base::duration_text(static_cast<double>(field.best_total_ps) / 1000)},
      {"unsolved", field.unsolved > 0 ? Json(base::count_text(field.unsolved)) : Json()}};
  json["entries"] = base::json_list(field.entries, [&page](const result::SharedSetEntry& entry) {
    return Json{{"solver", page.solver(entry.solver)},
                {"total", duration(static_cast<double>(entry.total_ps) / 1000)},
                {"solved", count(entry.solved)},
                {"fastest", count(entry.fastest)},
                {"unique", count(entry.alone)}};
  });
  json["profile"] = profile_json(field);
  return json;
}

// Appends why a page has no comparison puzzle by puzzle, if it is because of void solvers.
void add_void_field(Json& list, const PageGroup& group) {
  std::vector<std::string> names;
  for (const result::Row* row : group.rows) {
    if (result::is_void(*row)) names.push_back(row->solver);
  }
  if (names.empty()) return;
  Json json = group_json(group);
  json["puzzles"] = 0;
  json["solvers"] = Json::array();
  json["void"] = fmt::format(
      "Some solvers gave wrong answers or were disqualified: {}. Run without them to see which "
      "solver is best on which puzzle.",
      fmt::join(names, ", "));
  list.push_back(json);
}

Json scatter_json(const PageSource& page, const PageGroup& group,
                  const result::ComparisonRecord& comparison) {
  const unsigned merge = page.detail.time_merge();
  Json json = group_json(group);
  json["pairs"] = base::json_list(comparison.pairs, [&](result::PairRecord pair) {
    if (page.solver(pair.a) > page.solver(pair.b)) {  // not the page's order of solvers
      std::swap(pair.a, pair.b);
      std::swap(pair.a_faster, pair.b_faster);
      std::swap(pair.cells.x, pair.cells.y);
    }
    return Json{{"a", page.solver(pair.a)},
                {"b", page.solver(pair.b)},
                {"puzzles", count(pair.puzzles)},
                {"few", pair.puzzles < result::kFewestShared},
                {"a_faster", count(pair.a_faster)},
                {"b_faster", count(pair.b_faster)},
                {"cells", coarser(pair.cells, merge, merge)}};
  });
  return json;
}

// Nanoseconds added to times before averaging, which reduces the weight of very easy datasets.
constexpr double kShiftNs = 10;

// Time of each row over the fastest row's: the largest of its ratios to the other rows.
std::vector<std::optional<double>> ratios_to_best(const PageGroup& group) {
  std::vector<std::optional<double>> ratios(group.rows.size());
  const auto take = [&ratios](std::size_t row, double ratio) {
    ratios[row] = std::max(ratios[row].value_or(1), ratio);
  };
  for (const result::PairRatio& pair : group.pairs) {
    if (!std::isfinite(pair.ratio.median)) continue;
    take(pair.a, 1 / pair.ratio.median);
    take(pair.b, pair.ratio.median);
  }
  return ratios;
}

// Results of a solver on a suite: all datasets of one run and thread count.
struct SetEntry {
  std::vector<std::optional<double>> ratios;  // time over the fastest solver's, by dataset
  std::uint64_t puzzles = 0;
  std::uint64_t solved = 0;
  double log_sum = 0;
  std::size_t timed = 0;  // number of datasets with a time
  double par2_sum = 0;
  std::string too_few;  // datasets with too few puzzles for a comparison
};

using Suite = std::vector<const PageGroup*>;  // all datasets of one run and thread count

void add_row(SetEntry& entry, const PageGroup& group, const result::Row& row) {
  if (row.puzzles < result::kFewestShared)
    entry.too_few += (entry.too_few.empty() ? "" : ", ") + row.dataset;
  entry.puzzles += row.puzzles;
  entry.solved += decided(row);
  entry.par2_sum += row.par2_s() * static_cast<double>(row.puzzles);
  if (!is_sound(group.table.view, row)) return;
  entry.log_sum += std::log(row.time_per_puzzle_ns.median + kShiftNs);
  ++entry.timed;
}

std::map<std::size_t, SetEntry> entries_of(const PageSource& page, const Suite& suite) {
  std::map<std::size_t, SetEntry> entries;  // by index of the solver
  for (std::size_t set = 0; set < suite.size(); ++set) {
    const std::vector<std::optional<double>> ratios = ratios_to_best(*suite[set]);
    for (std::size_t i = 0; i < ratios.size(); ++i) {
      const result::Row& row = *suite[set]->rows[i];
      SetEntry& entry = entries[page.solver(row.solver)];
      entry.ratios.resize(suite.size());
      entry.ratios[set] = ratios[i];
      add_row(entry, *suite[set], row);
    }
  }
  return entries;
}

Json entry_json(std::size_t solver, const SetEntry& entry, std::size_t datasets) {
  const bool is_timed = entry.timed == datasets;
  const double mean_log = entry.log_sum / static_cast<double>(entry.timed);
  const std::string solved =
      fmt::format("{} of {}", base::count_text(entry.solved), base::count_text(entry.puzzles));
  return {{"solver", solver},
          {"shifted_mean", is_timed ? duration(std::exp(mean_log) - kShiftNs) : Json()},
          {"solved", cell_json({solved, base::Tone::plain, static_cast<double>(entry.solved)})},
          {"par2", duration(entry.par2_sum / static_cast<double>(entry.puzzles) * 1e9)},
          {"ratios", base::json_list(entry.ratios, base::json_or_null<double>)},
          {"too_few", entry.too_few}};
}

Json suite_json(const PageSource& page, const Suite& suite) {
  const auto place = [](const PageGroup* group) { return group->table.dataset; };
  const auto entry_of = [&suite](const auto& entry) {
    return entry_json(entry.first, entry.second, suite.size());
  };
  return {{"run", suite.front()->table.run},
          {"threads", suite.front()->threads},
          {"datasets", base::json_list(suite, place)},
          {"solvers", base::json_list(entries_of(page, suite), entry_of)}};
}

// Speed ratios of a group's pairs of solvers: for each pair its indices, ratio, shared puzzles and
// the texts of both ratios; and for those without a ratio or an interval, indices and the reason.
Json pairs_json(const PageSource& page, const PageGroup& group) {
  Json ratios = Json::array();
  Json reasons = Json::array();
  for (const result::PairRatio& pair : group.pairs) {
    const std::size_t a = page.solver(group.rows[pair.a]->solver);
    const std::size_t b = page.solver(group.rows[pair.b]->solver);
    const base::Estimate& ratio = pair.ratio;
    const base::Estimate inverse = {
        .median = 1 / ratio.median, .low = 1 / ratio.high, .high = 1 / ratio.low};
    const auto& [first, second] = a < b ? std::tie(ratio, inverse) : std::tie(inverse, ratio);
    if (std::isfinite(ratio.median)) {
      ratios.insert(ratios.end(), {std::min(a, b), std::max(a, b), first.median, pair.puzzles,
                                   base::ratio_text(first), base::ratio_text(second)});
    }
    if (!pair.reason.empty()) reasons.insert(reasons.end(), {a, b, pair.reason});
  }
  Json json = group_json(group);
  json["ratios"] = std::move(ratios);
  json["reasons"] = std::move(reasons);
  return json;
}

}  // namespace

// Writes rows in the order of each dataset's table; groups of a run and dataset are adjacent.
void write_rows(Json& data, const PageSource& page) {
  data["bins"] = {{"time", page.detail.bins_per_octave},
                  {"guesses", stats::kGuessBinsPerOctave / page.detail.guess_merge()}};
  Json& rows = data["rows"] = Json::array();
  for (const PageTable& table : page.tables) {
    for (const result::Row* row : table.view.rows) {
      const auto group = std::ranges::find_if(page.groups, [row](const PageGroup& candidate) {
        return std::ranges::count(candidate.rows, row) > 0;
      });
      rows.push_back(row_json(page, *group, *row));
    }
  }
}

void write_comparisons(Json& data, const PageSource& page) {
  Json fields = Json::array();
  Json scatters = Json::array();
  for (const PageGroup& group : page.groups) {
    const result::ComparisonRecord* comparison = page.comparison(group);
    if (comparison == nullptr) continue;
    for (const result::SharedSetRecord& field : comparison->fields)
      fields.push_back(field_json(page, group, field));
    if (comparison->fields.empty()) add_void_field(fields, group);
    scatters.push_back(scatter_json(page, group, *comparison));
  }
  data["fields"] = std::move(fields);
  data["scatters"] = std::move(scatters);
}

void write_pairs(Json& data, const PageSource& page) {
  data["pairs"] = base::json_list(
      page.groups, [&page](const PageGroup& group) { return pairs_json(page, group); });
}

void write_suites(Json& data, const PageSource& page) {
  std::map<std::pair<std::size_t, std::uint64_t>, Suite> suites;  // by run and thread count
  for (const PageGroup& group : page.groups) {
    const bool has_enough_puzzles = std::ranges::any_of(
        group.rows, [](const result::Row* row) { return row->puzzles >= result::kFewestShared; });
    if (has_enough_puzzles) suites[{group.table.run, group.threads}].push_back(&group);
  }
  Json& list = data["suites"] = Json::array();
  for (const auto& [place, suite] : suites) {
    if (suite.size() > 1) list.push_back(suite_json(page, suite));
  }
}

}  // namespace sudoku::report
