#include "harness/history/trend_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "harness/history/change_points.h"
#include "harness/report/csv_line.h"
#include "harness/report/sections.h"
#include "harness/report/table.h"
#include "harness/report/units.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

constexpr std::size_t kMostMarkdown = 64'000;

std::string day_of(const std::string& moment) {
  return moment.substr(0, 10);
}

// "+3.2 %", "−11 %"; "3.1 times" where per cent would be hard to read, "from 0" where there is
// none.
std::string change_text(const TrendChange& change) {
  if (change.from == 0) return "from 0";
  const double ratio = change.ratio();
  if (ratio > 2) return fmt::format("{} times", number_text(ratio));
  const double percent = 100 * (ratio - 1);
  return fmt::format("{}{} %", percent < 0 ? "−" : "+", number_text(std::abs(percent)));
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
  const auto text = is_speed ? rate_text : number_text;
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

Table change_table(const Trend& trend) {
  Table table({{"since", Align::left},
               {"series", Align::left},
               {"figure", Align::left},
               {"from"},
               {"to"},
               {"change"},
               {"revisions", Align::left},
               {"sureness", Align::left}});
  for (const ChangeWords& words : changes_in_words(trend)) {
    table.add_row({{words.when},
                   {words.series},
                   {words.figure},
                   {words.from},
                   {words.to},
                   {words.change, words.is_worse ? Tone::bad : Tone::good},
                   {words.revisions},
                   {words.sureness, Tone::quiet}});
  }
  return table;
}

std::string state_of(const TrendSeries& series) {
  if (!series.speed.empty()) return plural(series.speed.size(), "change");
  return has_verdict(series) ? "steady" : "too few to tell";
}

Table series_table(const Trend& trend) {
  Table table({{"series", Align::left},
               {"results"},
               {"oldest"},
               {"newest"},
               {"guesses"},
               {"speed", Align::left}});
  for (const TrendSeries& series : trend.series) {
    const TrendPoint& last = series.points.back();
    table.add_row({{series.name},
                   {fmt::to_string(series.points.size())},
                   {rate_text(series.points.front().per_second.median)},
                   {rate_text(last.per_second.median)},
                   {last.guesses ? number_text(*last.guesses) : kUnknownText},
                   {state_of(series), has_verdict(series) ? Tone::plain : Tone::quiet}});
  }
  return table;
}

std::string remark_lines(const Trend& trend, const char* begin) {
  std::string text;
  for (const std::string& remark : trend_remarks(trend))
    text += begin + remark + "\n";
  return text;
}

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

bool begins(const std::vector<TrendChange>& changes, std::size_t point) {
  return std::ranges::count(changes, point, &TrendChange::first) > 0;
}

CsvLine point_line(const TrendSeries& series, std::size_t i) {
  const TrendPoint& point = series.points[i];
  CsvLine line;
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
  line.add("guesses_mean", point.guesses.value_or(kNone));
  line.add("speed_changed", begins(series.speed, i) ? 1 : 0);
  line.add("guesses_changed", begins(series.guesses, i) ? 1 : 0);
  return line;
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
        trend.series.size(), kFewestForChange));
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
                     plural(trend.results, "result"), day_of(trend.first), day_of(trend.last),
                     trend.series.size(), count_or_none(changes_of(trend, &TrendSeries::speed)),
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
  using Importance = Sections::Importance;
  Sections sections;
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

}  // namespace sudoku
