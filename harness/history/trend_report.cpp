// Reports of a trend: terminal text, Markdown, CSV, HTML page with plots.
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "harness/base/csv_line.h"
#include "harness/base/units.h"
#include "harness/history/trend.h"
#include "harness/report/reports.h"
#include "harness/stats/change_points.h"
#include "harness/stats/quantile.h"

namespace sudoku::history {

namespace {

using base::Json;

std::string day_of(const std::string& moment) { return moment.substr(0, 10); }

// A change as text: "+3.2 %", "−11 %", "3.1 times" above a doubling, "from 0" without a ratio.
std::string change_text(const TrendChange& change) {
  if (change.from == 0) return "from 0";
  const double ratio = change.ratio();
  if (ratio > 2) return fmt::format("{} times", base::number_text(ratio));
  const double percent = 100 * (ratio - 1);
  return fmt::format("{}{} %", percent < 0 ? "−" : "+", base::number_text(std::abs(percent)));
}

const std::vector<base::Heading> kChangeColumns = {
    base::left("since"), base::left("series"),  base::left("figure"),    base::right("from"),
    base::right("to"),   base::right("change"), base::left("revisions"), base::left("certainty")};
constexpr std::size_t kWhatChanged = 5;  // column with the size of the change

using ChangeRow = std::vector<base::Cell>;

ChangeRow row_of(const TrendSeries& series, const TrendChange& change, bool is_speed) {
  const auto text = is_speed ? base::rate_text : base::number_text;
  const bool is_worse = is_speed == (change.to < change.from);
  const std::string& before = series.points[change.first - 1].entry.revision;
  const HistoryEntry& now = series.points[change.first].entry;
  return {
      day_of(now.when()),
      series.name,
      is_speed ? "speed" : "guesses",
      text(change.from),
      text(change.to),
      {change_text(change), is_worse ? base::Tone::bad : base::Tone::good},
      before == now.revision ? before : fmt::format("{}..{}", before, now.revision),
      {change.chance == 0 ? "exact" : fmt::format("p {:.2g}", change.chance), base::Tone::quiet}};
}

// Table rows of all changes in a trend, newest first.
std::vector<ChangeRow> change_rows(const Trend& trend) {
  std::vector<ChangeRow> rows;
  for (const TrendSeries& series : trend.series) {
    for (const TrendChange& change : series.speed)
      rows.push_back(row_of(series, change, true));
    for (const TrendChange& change : series.guesses)
      rows.push_back(row_of(series, change, false));
  }
  std::ranges::stable_sort(
      rows, std::greater(), [](const ChangeRow& row) -> auto& { return row[0].text; });
  return rows;
}

// Number of changes in all series of a trend, or `without` any.
std::string changes_of(const Trend& trend, std::vector<TrendChange> TrendSeries::*changes,
                       const char* without) {
  std::size_t count = 0;
  for (const TrendSeries& series : trend.series)
    count += (series.*changes).size();
  return count == 0 ? without : fmt::to_string(count);
}

std::optional<base::Table> change_table(const Trend& trend) {
  const std::vector<ChangeRow> rows = change_rows(trend);
  if (rows.empty()) return std::nullopt;
  base::Table table(kChangeColumns);
  for (const ChangeRow& row : rows)
    table.add_row(row);
  return table;
}

base::Table series_table(const Trend& trend) {
  base::Table table({base::left("series"), base::right("results"), base::right("oldest"),
                     base::right("newest"), base::right("guesses"), base::left("speed")});
  for (const TrendSeries& series : trend.series) {
    const TrendPoint& last = series.points.back();
    const std::string speed = !series.speed.empty() ? base::plural(series.speed.size(), "change")
                              : has_verdict(series) ? "steady"
                                                    : "too few results";
    table.add_row({series.name,
                   fmt::to_string(series.points.size()),
                   base::rate_text(series.points.front().per_second.median),
                   base::rate_text(last.per_second.median),
                   last.guesses ? base::number_text(*last.guesses) : base::kUnknownText,
                   {speed, has_verdict(series) ? base::Tone::plain : base::Tone::quiet}});
  }
  return table;
}

std::string remark_lines(const Trend& trend, const char* begin) {
  std::string text;
  for (const std::string& remark : trend_remarks(trend))
    text += begin + remark + "\n";
  return text;
}

bool begins(const std::vector<TrendChange>& changes, std::size_t point) {
  return std::ranges::count(changes, point, &TrendChange::first) > 0;
}

base::CsvLine point_line(const TrendSeries& series, std::size_t i) {
  const TrendPoint& point = series.points[i];
  base::CsvLine line;
  line.add("when", point.entry.when());
  line.add("result", point.entry.name());
  line.add("revision", point.entry.revision);
  line.add("label", point.entry.label);
  line.add("solver", series.key.solver);
  line.add("variant", series.key.variant);
  line.add("dataset", series.dataset);
  line.add("dataset_sha256", series.key.dataset_sha256);
  line.add("threads", series.key.threads);
  line.add("cpu", series.key.cpu);
  line.add("settings", series.key.settings + (point.sample.empty() ? "" : ", " + point.sample));
  line.add("puzzles_per_second", point.per_second);
  line.add("guesses_mean", point.guesses.value_or(base::kUnknown));
  line.add("speed_changed", begins(series.speed, i) ? 1 : 0);
  line.add("guesses_changed", begins(series.guesses, i) ? 1 : 0);
  return line;
}

// Name of a series in plots: the solver, with its variant if the trend has several of them.
std::string line_name(const Trend& trend, const SeriesKey& key) {
  const bool is_one = std::ranges::all_of(trend.series, [&key](const TrendSeries& other) {
    return other.key.solver != key.solver || other.key.variant == key.variant;
  });
  return is_one ? key.solver : fmt::format("{} ({})", key.solver, key.variant);
}

// Names of all lines of plots, sorted; the index of a line selects its colour on the page.
std::vector<std::string> line_names(const Trend& trend) {
  std::set<std::string> names;
  for (const TrendSeries& series : trend.series)
    names.insert(line_name(trend, series.key));
  return {names.begin(), names.end()};
}

Json changes_json(const std::vector<TrendChange>& changes, bool is_speed) {
  return base::json_list(changes, [is_speed](const TrendChange& change) {
    return Json{{"first", change.first},
                {"from", change.from},
                {"to", change.to},
                {"text", change_text(change)},
                {"worse", is_speed == (change.to < change.from)}};
  });
}

Json point_json(const TrendPoint& point) {
  return {{"when", point.entry.when()},
          {"revision", point.entry.revision},
          {"label", point.entry.label},
          {"sample", point.sample},
          {"result", point.entry.name()},
          {"speed", report::estimate_json(point.per_second)},
          {"speed_cell", report::cell_json(base::rate_cell(point.per_second))},
          {"guesses", base::json_or_null(point.guesses)},
          {"guesses_cell",
           report::cell_json(base::number_cell(point.guesses.value_or(base::kUnknown)))}};
}

// Medians of a series' values before their first change, drawn as 100 % in plots. Guesses, which
// are the same until then, are 0 if there are none.
Json oldest_levels(const TrendSeries& series) {
  std::vector<double> speeds;
  for (const TrendPoint& point : series.points)
    speeds.push_back(point.per_second.median);
  const auto counted = std::ranges::find_if(
      series.points, [](const TrendPoint& point) { return point.guesses.has_value(); });
  return {{"speed", series.speed.empty() ? stats::median(speeds) : series.speed.front().from},
          {"guesses", counted == series.points.end() ? 0.0 : *counted->guesses}};
}

// Data of one trend plot: series with the same puzzles, threads, machine and settings.
Json group_json(std::span<const TrendSeries> group, const Trend& trend) {
  const SeriesKey& key = group.front().key;
  const std::vector<std::string> lines = line_names(trend);
  const auto series_json = [&](const TrendSeries& series) {
    const auto line = std::ranges::lower_bound(lines, line_name(trend, series.key));
    return Json{{"solver", line - lines.begin()},
                {"judged", has_verdict(series)},
                {"oldest_levels", oldest_levels(series)},
                {"points", base::json_list(series.points, point_json)},
                {"speed", changes_json(series.speed, true)},
                {"guesses", changes_json(series.guesses, false)}};
  };
  return {{"dataset", group.front().dataset},
          {"threads", key.threads},
          {"machine", key.cpu},
          {"settings", key.settings},
          {"sha256", key.dataset_sha256},
          {"series", base::json_list(group, series_json)}};
}

// Data of all trend plots. Series are sorted by key, so that those of one plot are neighbours.
Json groups_json(const Trend& trend) {
  const auto place_of = [](const SeriesKey& key) {
    return std::tie(key.dataset_sha256, key.threads, key.cpu, key.settings);
  };
  Json groups = Json::array();
  for (std::span<const TrendSeries> rest = trend.series; !rest.empty();) {
    const auto other = std::ranges::find_if(rest, [&](const TrendSeries& series) {
      return place_of(series.key) != place_of(rest.front().key);
    });
    const auto count = static_cast<std::size_t>(other - rest.begin());
    groups.push_back(group_json(rest.first(count), trend));
    rest = rest.subspan(count);
  }
  return groups;
}

Json change_json(const ChangeRow& row) {
  Json object;
  for (std::size_t i = 0; i < row.size(); ++i)
    object[kChangeColumns[i].title] = row[i].text;
  object["worse"] = row[kWhatChanged].tone == base::Tone::bad;
  return object;
}

}  // namespace

std::vector<std::string> trend_remarks(const Trend& trend) {
  std::vector<std::string> remarks;
  const auto few = std::ranges::count_if(
      trend.series, [](const TrendSeries& series) { return !has_verdict(series); });
  if (few > 0) {
    remarks.push_back(fmt::format(
        "{} of {} series have fewer than {} results: too few to detect a change of speed.", few,
        trend.series.size(), stats::kFewestForChange));
  }
  const auto mixed = std::ranges::count_if(trend.series, [](const TrendSeries& series) {
    return std::ranges::any_of(series.points, [&series](const TrendPoint& point) {
      return point.sample != series.points.front().sample;
    });
  });
  if (mixed > 0) {
    remarks.push_back(fmt::format(
        "{} series have results of different samples: their speeds also differ by the sampling "
        "error, and guesses are compared within each sample.",
        mixed));
  }
  const auto split = std::ranges::count_if(
      trend.series, [](const TrendSeries& series) { return series.name.ends_with(']'); });
  if (split > 0) {
    remarks.push_back(
        fmt::format("{} series share solver and dataset with another series but are not compared "
                    "with it; the differences are in brackets.",
                    split));
  }
  return remarks;
}

std::string trend_sentence(const Trend& trend) {
  const bool is_judged = trend.series.empty() || std::ranges::any_of(trend.series, has_verdict);
  return fmt::format(
      "{} from {} to {} in {} series: changes of speed: {}, of guesses: {}.",
      base::plural(trend.results, "result"), day_of(trend.first), day_of(trend.last),
      trend.series.size(),
      changes_of(trend, &TrendSeries::speed, is_judged ? "none" : "too few results to tell"),
      changes_of(trend, &TrendSeries::guesses, "none"));
}

std::string trend_text(const Trend& trend, const base::Screen& screen) {
  std::string text = trend_sentence(trend) + "\n\n";
  if (const auto changes = change_table(trend)) text += changes->text(screen) + "\n";
  text += series_table(trend).text(screen);
  const std::string remarks = remark_lines(trend, "  ");
  return text + (remarks.empty() ? "" : "\n" + remarks);
}

std::string trend_markdown(const Trend& trend) {
  using report::Importance;
  const auto changes = change_table(trend);
  return report::text_within(
      {{Importance::never_left_out, "", "**" + trend_sentence(trend) + "**\n\n"},
       {Importance::figures, "the changes", changes ? changes->markdown() + "\n" : ""},
       {Importance::circumstances, "the series", series_table(trend).markdown() + "\n"},
       {Importance::remarks, "remarks", remark_lines(trend, "- ")}},
      report::kMostMarkdownBytes);
}

std::string trend_csv(const Trend& trend) {
  TrendSeries nothing;
  nothing.points.emplace_back();
  std::string text = point_line(nothing, 0).header();
  for (const TrendSeries& series : trend.series) {
    for (std::size_t i = 0; i < series.points.size(); ++i)
      text += point_line(series, i).text();
  }
  return text;
}

std::string trend_page(const Trend& trend, const result::ToolRecord& made_by) {
  const auto solver_json = [](const std::string& name) { return Json{{"name", name}}; };
  return report::page_of({{"trend",
                           {{"sentence", trend_sentence(trend)},
                            {"remarks", trend_remarks(trend)},
                            {"fewest", stats::kFewestForChange},
                            {"changes", base::json_list(change_rows(trend), change_json)},
                            {"groups", groups_json(trend)}}},
                          {"solvers", base::json_list(line_names(trend), solver_json)}},
                         made_by);
}

}  // namespace sudoku::history
