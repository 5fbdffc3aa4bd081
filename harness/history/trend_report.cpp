#include "harness/history/trend_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "harness/base/csv_line.h"
#include "harness/base/estimate.h"
#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/base/units.h"
#include "harness/report/markdown.h"
#include "harness/report/page/page.h"
#include "harness/report/page/parts.h"
#include "harness/report/view.h"
#include "harness/stats/change_points.h"

namespace sudoku::history {

namespace {

using base::Json;

constexpr std::size_t kMostMarkdown = 64'000;

std::string day_of(const std::string& moment) {
  return moment.substr(0, 10);
}

// "+3.2 %", "−11 %"; "3.1 times" where per cent would be hard to read, "from 0" where there is
// none.
std::string change_text(const TrendChange& change) {
  if (change.from == 0) return "from 0";
  const double ratio = change.ratio();
  if (ratio > 2) return fmt::format("{} times", base::number_text(ratio));
  const double percent = 100 * (ratio - 1);
  return fmt::format("{}{} %", percent < 0 ? "−" : "+", base::number_text(std::abs(percent)));
}

std::string revisions_of(const TrendSeries& series, const TrendChange& change) {
  const std::string& before = series.points[change.first - 1].entry.revision;
  const std::string& now = series.points[change.first].entry.revision;
  return before == now ? now : fmt::format("{}..{}", before, now);
}

std::string sureness_of(const TrendChange& change) {
  if (change.chance == 0) return "exact";
  return fmt::format("p {:.2g}", change.chance);
}

ChangeWords words_of(const TrendSeries& series, const TrendChange& change, bool is_speed) {
  const auto text = is_speed ? base::rate_text : base::number_text;
  return {.when = day_of(series.points[change.first].entry.when()),
          .series = series.name,
          .figure = is_speed ? "speed" : "guesses",
          .from = text(change.from),
          .to = text(change.to),
          .change = change_text(change),
          .revisions = revisions_of(series, change),
          .sureness = sureness_of(change),
          .is_worse = is_speed == (change.to < change.from)};
}

std::size_t changes_of(const Trend& trend, std::vector<TrendChange> TrendSeries::*changes) {
  std::size_t count = 0;
  for (const TrendSeries& series : trend.series)
    count += (series.*changes).size();
  return count;
}

std::string count_or_none(std::size_t count) {
  return count == 0 ? "none" : fmt::to_string(count);
}

base::Table change_table(const Trend& trend) {
  base::Table table({{"since", base::Align::left},
                     {"series", base::Align::left},
                     {"figure", base::Align::left},
                     {"from"},
                     {"to"},
                     {"change"},
                     {"revisions", base::Align::left},
                     {"sureness", base::Align::left}});
  for (const ChangeWords& words : changes_in_words(trend)) {
    table.add_row({{words.when},
                   {words.series},
                   {words.figure},
                   {words.from},
                   {words.to},
                   {words.change, words.is_worse ? base::Tone::bad : base::Tone::good},
                   {words.revisions},
                   {words.sureness, base::Tone::quiet}});
  }
  return table;
}

std::string state_of(const TrendSeries& series) {
  if (!series.speed.empty()) return report::plural(series.speed.size(), "change");
  return has_verdict(series) ? "steady" : "too few to tell";
}

base::Table series_table(const Trend& trend) {
  base::Table table({{"series", base::Align::left},
                     {"results"},
                     {"oldest"},
                     {"newest"},
                     {"guesses"},
                     {"speed", base::Align::left}});
  for (const TrendSeries& series : trend.series) {
    const TrendPoint& last = series.points.back();
    table.add_row(
        {{series.name},
         {fmt::to_string(series.points.size())},
         {base::rate_text(series.points.front().per_second.median)},
         {base::rate_text(last.per_second.median)},
         {last.guesses ? base::number_text(*last.guesses) : base::kUnknownText},
         {state_of(series), has_verdict(series) ? base::Tone::plain : base::Tone::quiet}});
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
  line.add("result", point.entry.sha256.substr(0, 12));
  line.add("revision", point.entry.revision);
  line.add("label", point.entry.label);
  line.add("solver", series.key.solver);
  line.add("variant", series.key.variant);
  line.add("dataset", series.key.dataset);
  line.add("dataset_sha256", series.key.dataset_sha256);
  line.add("threads", series.key.threads);
  line.add("cpu", series.key.cpu);
  line.add("settings", series.key.settings);
  line.add("puzzles_per_second", point.per_second);
  line.add("guesses_mean", point.guesses.value_or(base::kUnknown));
  line.add("speed_changed", begins(series.speed, i) ? 1 : 0);
  line.add("guesses_changed", begins(series.guesses, i) ? 1 : 0);
  return line;
}

// Solvers as the page numbers them, which is their colour: a solver that ran with several
// instruction sets is several.
class Lines {
 public:
  explicit Lines(const Trend& trend) {
    std::map<std::string, std::set<std::string>> variants;
    for (const TrendSeries& series : trend.series)
      variants[series.key.solver].insert(series.key.variant);
    for (const auto& [solver, all] : variants) {
      for (const std::string& variant : all) {
        places_[{solver, variant}] = names_.size();
        names_.push_back(all.size() == 1 ? solver : fmt::format("{} ({})", solver, variant));
      }
    }
  }

  const std::vector<std::string>& names() const { return names_; }

  std::size_t place(const SeriesKey& key) const { return places_.at({key.solver, key.variant}); }

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> places_;
  std::vector<std::string> names_;
};

// What can be drawn in one plot: on the same puzzles, machine and settings.
bool share_a_plot(const SeriesKey& a, const SeriesKey& b) {
  const auto tied = [](const SeriesKey& key) {
    return std::tie(key.dataset_sha256, key.threads, key.cpu, key.settings);
  };
  return tied(a) == tied(b);
}

Json changes_json(const std::vector<TrendChange>& changes) {
  return base::json_list(changes, [](const TrendChange& change) {
    return Json{{"first", change.first},
                {"from", change.from},
                {"to", change.to},
                {"chance", change.chance}};
  });
}

Json point_json(const TrendPoint& point) {
  return {{"when", point.entry.when()},
          {"revision", point.entry.revision},
          {"label", point.entry.label},
          {"result", point.entry.sha256.substr(0, 12)},
          {"speed", report::estimate_json(point.per_second)},
          {"guesses", base::json_or_null(point.guesses)}};
}

Json series_json(const Lines& lines, const TrendSeries& series) {
  return {{"solver", lines.place(series.key)},
          {"judged", has_verdict(series)},
          {"points", base::json_list(series.points, point_json)},
          {"speed", changes_json(series.speed)},
          {"guesses", changes_json(series.guesses)}};
}

// A plot: series that share their puzzles, machine and settings.
Json group_json(const Lines& lines, std::span<const TrendSeries> group) {
  const SeriesKey& key = group.front().key;
  const auto one = [&lines](const TrendSeries& series) { return series_json(lines, series); };
  return {{"dataset", key.dataset},       {"threads", key.threads},
          {"machine", key.cpu},           {"settings", key.settings},
          {"sha256", key.dataset_sha256}, {"series", base::json_list(group, one)}};
}

// Series come in the order of their keys: those that share a plot are neighbours.
std::vector<std::span<const TrendSeries>> groups_of(std::span<const TrendSeries> series) {
  std::vector<std::span<const TrendSeries>> groups;
  while (!series.empty()) {
    const auto other = std::ranges::find_if_not(series, [&series](const TrendSeries& one) {
      return share_a_plot(one.key, series.front().key);
    });
    groups.push_back(series.first(static_cast<std::size_t>(other - series.begin())));
    series = series.subspan(groups.back().size());
  }
  return groups;
}

Json words_json(const ChangeWords& words) {
  return {{"since", words.when},
          {"series", words.series},
          {"figure", words.figure},
          {"from", words.from},
          {"to", words.to},
          {"change", words.change},
          {"revisions", words.revisions},
          {"sureness", words.sureness},
          {"worse", words.is_worse}};
}

}  // namespace

std::vector<ChangeWords> changes_in_words(const Trend& trend) {
  std::vector<ChangeWords> all;
  for (const TrendSeries& series : trend.series) {
    for (const TrendChange& change : series.speed)
      all.push_back(words_of(series, change, true));
    for (const TrendChange& change : series.guesses)
      all.push_back(words_of(series, change, false));
  }
  std::ranges::stable_sort(all, std::greater(), &ChangeWords::when);
  return all;
}

std::vector<std::string> trend_remarks(const Trend& trend) {
  std::vector<std::string> remarks;
  const auto few = std::ranges::count_if(
      trend.series, [](const TrendSeries& series) { return !has_verdict(series); });
  if (few > 0) {
    remarks.push_back(fmt::format(
        "{} of {} series have fewer than {} results: a change of their speed cannot be told.", few,
        trend.series.size(), stats::kFewestForChange));
  }
  const auto split = std::ranges::count_if(
      trend.series, [](const TrendSeries& series) { return series.name.ends_with(']'); });
  if (split > 0) {
    remarks.push_back(
        fmt::format("{} series have the solver and dataset in common with another one and are not "
                    "compared with it; what differs stands in brackets.",
                    split));
  }
  return remarks;
}

std::string trend_sentence(const Trend& trend) {
  return fmt::format("{} from {} to {} in {} series: changes of speed: {}, of guesses: {}.",
                     report::plural(trend.results, "result"), day_of(trend.first),
                     day_of(trend.last), trend.series.size(),
                     count_or_none(changes_of(trend, &TrendSeries::speed)),
                     count_or_none(changes_of(trend, &TrendSeries::guesses)));
}

std::string trend_text(const Trend& trend, bool colour) {
  std::string text = trend_sentence(trend) + "\n\n";
  if (!changes_in_words(trend).empty()) text += change_table(trend).text(colour) + "\n";
  text += series_table(trend).text(colour);
  const std::string remarks = remark_lines(trend, "  ");
  return text + (remarks.empty() ? "" : "\n" + remarks);
}

std::string trend_markdown(const Trend& trend) {
  using Importance = report::Sections::Importance;
  report::Sections sections;
  sections.add(Importance::never_left_out, "", "**" + trend_sentence(trend) + "**\n\n");
  if (!changes_in_words(trend).empty()) {
    sections.add(Importance::figures, "the changes", change_table(trend).markdown() + "\n");
  }
  sections.add(Importance::circumstances, "the series", series_table(trend).markdown() + "\n");
  sections.add(Importance::remarks, "remarks", remark_lines(trend, "- "));
  return sections.text(kMostMarkdown);
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
  const Lines lines(trend);
  const auto solver_json = [](const std::string& name) { return Json{{"name", name}}; };
  const auto plot_json = [&lines](std::span<const TrendSeries> group) {
    return group_json(lines, group);
  };
  Json data = {
      {"made_by", fmt::format("sudoku-bench {} ({})", made_by.version, made_by.git_revision)},
      {"trend",
       {{"sentence", trend_sentence(trend)},
        {"remarks", trend_remarks(trend)},
        {"changes", base::json_list(changes_in_words(trend), words_json)},
        {"groups", base::json_list(groups_of(trend.series), plot_json)}}},
      {"solvers", base::json_list(lines.names(), solver_json)}};
  return report::page_around(base::page_json_text(std::move(data)));
}

}  // namespace sudoku::history
