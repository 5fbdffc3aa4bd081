// The HTML page of a report. Its data holds verdicts, tables, runs, datasets, solvers, rows, and
// the ratios of solvers within a dataset and thread count.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/report/columns.h"
#include "harness/report/notes.h"
#include "harness/report/reports.h"
#include "harness/report/trend.h"
#include "harness/report/view.h"
#include "harness/result/comparison.h"

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
  std::vector<const result::Row*> rows;  // in the order of the table
};

// Contents of a page, ordered and numbered as on it. The inputs have to outlive it.
struct PageSource {
  // Runs that share a file (by digest) share its entry.
  struct Dataset {
    std::string name;
    const result::DatasetRecord* record;
  };

  std::size_t solver(const std::string& name) const {
    return static_cast<std::size_t>(std::ranges::find(solvers, name) - solvers.begin());
  }

  std::span<const ReportInput> inputs;
  std::vector<std::string> solvers = {};  // names, in the order of all lists, plots and colours
  std::vector<Dataset> datasets = {};
  std::vector<PageTable> tables = {};  // in the order of run and dataset
  std::vector<PageGroup> groups = {};  // in the order of run, dataset and thread count
  double curve_step = 0;               // decades between two points of a curve
  std::size_t slowest = 0;             // slowest puzzles listed per row
};

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

void group_rows(PageSource& page) {
  for (const PageTable& table : page.tables) {
    std::map<std::uint64_t, std::vector<const result::Row*>> by_threads;
    for (const result::Row* row : table.view.rows)
      by_threads[row->threads].push_back(row);
    for (const auto& [threads, rows] : by_threads)
      page.groups.push_back({table, threads, rows});
  }
}

// Orders the solvers by their mean ranks on the datasets of the first run. Behind them come those
// with too few puzzles for a comparison, and those that this run lacks.
void order_solvers(PageSource& page) {
  constexpr double kBehind = 1e6;
  std::map<std::string, std::vector<double>> ranks;
  for (const PageGroup& group : page.groups) {
    double rank = 0;
    for (const result::Row* row : group.rows) {
      if (!ranks.contains(row->solver)) page.solvers.push_back(row->solver);
      std::vector<double>& all = ranks[row->solver];
      if (group.table.run == 0)
        all.push_back(row->puzzles < result::kFewestShared ? kBehind : rank++);
    }
  }
  std::ranges::stable_sort(page.solvers, {}, [&ranks](const std::string& solver) {
    const std::vector<double>& all = ranks.at(solver);
    if (all.empty()) return 2 * kBehind;
    return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  });
}

// Shows large results in less detail, to keep the page small.
void choose_detail(PageSource& page) {
  std::size_t rows = 1;
  for (const PageGroup& group : page.groups)
    rows += group.rows.size();
  page.curve_step = std::clamp(0.0005 * static_cast<double>(rows), 0.05, 0.25);
  page.slowest = std::clamp<std::size_t>(1000 / rows, 1, 10);
}

PageSource source_of(std::span<const ReportInput> inputs) {
  PageSource page{.inputs = inputs};
  list_tables(page);
  group_rows(page);
  order_solvers(page);
  choose_detail(page);
  return page;
}

// JSON object with the run, dataset and thread count that identify a group of rows.
Json place_json(const PageGroup& group) {
  return {{"run", group.table.run}, {"dataset", group.table.dataset}, {"threads", group.threads}};
}

// Times and shares of a row's puzzles that are solved within them: t0, share, t1, share, …
std::vector<double> solved_curve(const result::Row& row, double step) {
  std::vector<double> points = latency_curve(row, step);
  for (std::size_t i = 1; i < points.size(); i += 2)
    points[i] = 1 - points[i];
  return points;
}

// What limits a row's figures: names by status, in the order of RowStatus.
constexpr std::array<const char*, 6> kStates = {"",           "stuck", "gave_up",
                                                "unmeasured", "void",  "void"};

// Writes speed, latencies and scaling of a row, none of which void rows get.
void write_speed(Json& json, const PageSource& page, const PageGroup& group,
                 const result::Row& row) {
  const result::RowStatus status = result::status_of(row);
  json["state"] = kStates.at(static_cast<std::size_t>(status));
  if (status == result::RowStatus::sound && does_less(group.table.view, row))
    json["state"] = "less";
  if (status >= result::RowStatus::gave_up) json["why"] = text_without_speed(row);
  if (status <= result::RowStatus::gave_up)
    json["per_second"] = estimate_json(row.puzzles_per_second);
  if (result::is_void(row)) return;
  if (row.latency && row.latency->chunk > 1) json["chunk"] = row.latency->chunk;
  // The latencies of a solver that got stuck include the puzzles on which it did.
  if (row.latency && row.latency->chunk <= 1 && status != result::RowStatus::partial)
    json["curve"] = solved_curve(row, page.curve_step);
  if (result::has_ratio(row.scaling)) {
    json["scaling"] = {{"base", row.scaling->reference_threads},
                       {"ratio", estimate_json(result::shown_ratio(*row.scaling))}};
  }
}

Json slow_json(const result::RunResult& run, const result::Row& row,
               const result::SlowPuzzle& slow) {
  const std::string outcome =
      slow.outcome == Outcome::unique ? "" : fmt::format(", {}", name_of(slow.outcome));
  const std::string time = slow.outcome == Outcome::timeout
                               ? censored_text(run, row, slow.latency_ns)
                               : base::duration_text(slow.latency_ns);
  return {
      {"puzzle", slow.puzzle},
      {"line", slow.line},
      {"facts", fmt::format("{}, {} guesses{}", time, base::count_text(slow.guesses), outcome)}};
}

void write_puzzles(Json& json, const PageSource& page, const PageGroup& group,
                   const result::Row& row) {
  const result::RunResult& run = group.table.view.run;
  const std::size_t shown = std::min(page.slowest, row.slowest.size());
  json["slowest"] =
      base::json_list(std::span(row.slowest).first(shown),
                      [&](const result::SlowPuzzle& slow) { return slow_json(run, row, slow); });
  if (shown > 0) json["repeat"] = repeat_command(run, row, "PUZZLE");
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

// Sort key of a table cell. Whole numbers are written as integers, not rounded to five digits.
Json key_json(const base::Cell& cell) {
  if (!cell.key) return cell.text;
  if (!std::isfinite(*cell.key)) return nullptr;
  const bool is_whole = *cell.key == std::floor(*cell.key) && std::fabs(*cell.key) < 0x1p53;
  return is_whole ? Json(static_cast<std::int64_t>(*cell.key)) : Json(*cell.key);
}

// Table cell: null (unknown), a count, a text that sorts as itself, [text, key(, tone)].
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
  if (row.puzzles < group.table.view.dataset.puzzles) json["sample"] = true;
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

// The speed of solver `a` of a pair over `b` or, where one of them gave up on puzzles, the end of
// its interval that is known.
base::Estimate ratio_or_bound(const View& view, const result::PairRatio& pair, const result::Row& a,
                              const result::Row& b) {
  base::Estimate ratio = pair.ratio;
  const auto least = [&view](const result::Row& slow, const result::Row& quick) {
    const bool gave_up = result::status_of(slow) == result::RowStatus::gave_up;
    const double factor =
        gave_up && is_sound(view, quick) ? result::least_slowdown(slow, quick) : base::kUnknown;
    return factor > 1 ? factor : base::kUnknown;
  };
  if (!std::isfinite(ratio.median)) ratio = {base::kUnknown, least(b, a), 1 / least(a, b)};
  return ratio;
}

// Speed ratios of a group's pairs of solvers, eight members each: indices of both, ratio and its
// interval, shared puzzles, why there is no ratio or no interval to rely on, whether other work
// shared the core.
Json group_json(const PageSource& page, const PageGroup& group) {
  const View& view = group.table.view;
  Json json = place_json(group);
  Json& ratios = json["ratios"] = Json::array();
  for (const result::PairRatio& pair : result::compare_pairs(group.rows, view.run.comparisons)) {
    const result::Row& a = *group.rows[pair.a];
    const result::Row& b = *group.rows[pair.b];
    const base::Estimate ratio = ratio_or_bound(view, pair, a, b);
    const bool is_unstable = pair.reason == result::Doubt::unstable;
    ratios.insert(ratios.end(),
                  {page.solver(a.solver), page.solver(b.solver), ratio.median, ratio.low,
                   ratio.high, pair.puzzles, is_unstable ? "unstable" : reason_text(pair, a, b),
                   pair.shift_by_sharing ? 1 : 0});
  }
  return json;
}

// Classes of verdicts on the page, in the order of Verdict::Kind.
constexpr std::array<const char*, 4> kKinds = {"good", "open", "bad", "note"};

std::string machine_text(const result::EnvironmentRecord& environment) {
  std::string text = environment.cpu;
  if (environment.cores > 0) text += ", " + base::plural(environment.cores, "core");
  if (!environment.isa_dispatched.empty()) text += ", " + environment.isa_dispatched;
  return text;
}

Json run_json(const PageSource& page, const ReportInput& input) {
  const result::RunResult& run = input.run;
  const std::size_t reference = page.solver(run.settings[result::kReference]);
  return {{"file", input.file},
          {"label", label_of(page.inputs, input)},
          {"date", run.started},
          {"reference", reference < page.solvers.size() ? Json(reference) : Json()},
          {"machine", machine_text(run.environment)},
          {"facts", environment_facts(run)},
          {"settings", settings_facts(run)},
          {"command", base::shell_quoted(run.command)}};
}

Json dataset_json(const PageSource::Dataset& dataset) {
  const result::DatasetRecord& record = *dataset.record;
  const auto bad_unless_none = record.bad_rows > 0 ? base::Tone::bad : base::Tone::plain;
  return {{"name", dataset.name},
          {"path", record.path},
          {"sha256", record.sha256},
          {"puzzles", cell_json(base::count_cell(record.puzzles))},
          {"bad_rows", cell_json(base::count_cell(record.bad_rows, bad_unless_none))},
          {"first_bad_rows", record.first_bad_rows},
          {"clues", cell_json({clues_text(record), base::Tone::plain, record.clues_mean})},
          {"small", record.puzzles < result::kSmallSet ? "yes" : "no"}};
}

// What limits the figures of each run, once: its own warnings, and those on a dataset's table.
Json warnings_json(const PageSource& page) {
  Json list = Json::array();
  std::set<std::pair<std::size_t, std::string>> met;
  const auto add = [&](std::size_t run, const std::string& text) {
    if (met.emplace(run, text).second) list.push_back({{"run", run}, {"text", text}});
  };
  for (std::size_t run = 0; run < page.inputs.size(); ++run) {
    for (const std::string& warning : page.inputs[run].run.environment.warnings)
      add(run, warning);
  }
  for (const PageTable& table : page.tables) {
    for (const Note& note : notes(table.view)) {
      if (note.is_warning)
        add(table.run, fmt::format("{}: {}", page.datasets[table.dataset].name, note.text));
    }
    if (!table.view.machine_movement.empty())
      add(table.run,
          "~ the machine was slower for all solvers, or shared its core, in some rounds");
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

// Names of the solvers, with a mark on those that did less work than others, on any dataset.
Json solvers_json(const PageSource& page) {
  return base::json_list(page.solvers, [&page](const std::string& solver) {
    Json json = {{"name", solver}};
    for (const PageGroup& group : page.groups) {
      for (const result::Row* row : group.rows) {
        if (row->solver != solver) continue;
        if (does_less(group.table.view, *row)) json["name"] = solver + "§";
        if (is_own(group.table.view, *row)) json["own"] = true;
      }
    }
    return json;
  });
}

// The ratios of each solver over the runs, if these are enough for a trend.
Json trend_json(const PageSource& page) {
  if (page.inputs.size() < kFewestOfTrend) return nullptr;
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
  const std::vector<RatioSeries> trend = trend_of(page.inputs);
  const auto series_json = [&](const RatioSeries& series) {
    const auto dataset = std::ranges::find(page.datasets, series.sha256,
                                           [](const auto& one) { return one.record->sha256; });
    return Json{{"solver", page.solver(series.solver)},
                {"reference", series.reference},
                {"dataset", dataset - page.datasets.begin()},
                {"threads", series.threads},
                {"oldest", series.oldest_level},
                {"points", base::json_list(series.points, point_json)},
                {"steps", base::json_list(series.steps, step_json)}};
  };
  return {{"sentence", sentence_on(trend)}, {"series", base::json_list(trend, series_json)}};
}

Json report_json(const PageSource& page) {
  Json data;
  data["verdicts"] = verdicts_json(page);
  data["warnings"] = warnings_json(page);
  data["tables"] = base::json_list(page.tables, [](const PageTable& table) {
    return Json{{"run", table.run},
                {"dataset", table.dataset},
                {"caption", caption(table.view)},
                {"notes", base::json_list(notes(table.view), std::mem_fn(&Note::text))}};
  });
  data["runs"] = base::json_list(
      page.inputs, [&page](const ReportInput& input) { return run_json(page, input); });
  data["datasets"] = base::json_list(page.datasets, dataset_json);
  data["solvers"] = solvers_json(page);
  for (const PageGroup& group : page.groups) {
    for (const result::Row* row : group.rows)
      data["rows"].push_back(row_json(page, group, *row));
  }
  data["groups"] = base::json_list(
      page.groups, [&page](const PageGroup& group) { return group_json(page, group); });
  data["trend"] = trend_json(page);
  Json& outcomes = data["outcomes"] = Json::array();
  for (std::size_t i = 0; i + 1 < kOutcomes; ++i)
    outcomes.push_back(name_of(static_cast<Outcome>(i)));
  data["columns"] = base::json_list(columns(), [&page](const Column& column) {
    const bool is_shown = std::ranges::any_of(
        page.tables, [&column](const PageTable& table) { return column.is_needed(table.view); });
    return Json{{"id", column.id}, {"title", column.title}, {"shown", is_shown}};
  });
  return data;
}

}  // namespace

Json estimate_json(const base::Estimate& estimate) {
  if (!std::isfinite(estimate.median)) return nullptr;
  return Json::array({estimate.median, estimate.low, estimate.high});
}

std::string page_data(std::span<const ReportInput> inputs) {
  return base::page_json_text(report_json(source_of(inputs)));
}

std::string html_report(std::span<const ReportInput> inputs, const result::ToolRecord& made_by,
                        base::Json verdict) {
  Json data = report_json(source_of(inputs));
  if (!verdict.is_null()) data["verdict_summary"] = std::move(verdict);
  data["made_by"] = fmt::format("sudoku-bench {} ({})", made_by.version, made_by.git_revision);
  const std::string_view page(kSudokuReportPage, kSudokuReportPageEnd);
  constexpr std::string_view kPlace = "@DATA@";
  const std::size_t place = page.find(kPlace);
  std::string html(page.substr(0, place));
  html += base::page_json_text(std::move(data));
  return html += page.substr(place + kPlace.size());
}

}  // namespace sudoku::report
