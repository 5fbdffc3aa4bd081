#include "harness/history/trend_page.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "harness/history/trend_report.h"
#include "harness/report/page/json_text.h"
#include "harness/report/page/page.h"
#include "harness/report/page/parts.h"

namespace sudoku {

namespace {

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

void put_changes(JsonText& json, const char* name, const std::vector<TrendChange>& changes) {
  json.list(name, changes, [&json](const TrendChange& change) {
    json.object([&] {
      json.field("first", change.first);
      json.field("from", change.from);
      json.field("to", change.to);
      json.field("chance", change.chance);
    });
  });
}

void put_point(JsonText& json, const TrendPoint& point) {
  json.object([&] {
    json.field("when", point.entry.when());
    json.field("revision", point.entry.revision);
    json.field("label", point.entry.label);
    json.field("result", point.entry.sha256.substr(0, 12));
    put_estimate(json, "speed", point.per_second);
    json.field("guesses", point.guesses);
  });
}

void put_series(JsonText& json, const Lines& lines, const TrendSeries& series) {
  json.object([&] {
    json.field("solver", lines.place(series.key));
    json.field("judged", has_verdict(series));
    json.list("points", series.points,
              [&json](const TrendPoint& point) { put_point(json, point); });
    put_changes(json, "speed", series.speed);
    put_changes(json, "guesses", series.guesses);
  });
}

void put_group(JsonText& json, const Lines& lines, std::span<const TrendSeries> group) {
  const SeriesKey& key = group.front().key;
  json.object([&] {
    json.field("dataset", key.dataset);
    json.field("threads", key.threads);
    json.field("machine", key.cpu);
    json.field("settings", key.settings);
    json.field("sha256", key.dataset_sha256);
    json.list("series", group, [&](const TrendSeries& series) { put_series(json, lines, series); });
  });
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

void put_words(JsonText& json, const ChangeWords& words) {
  json.object([&] {
    json.field("since", words.when);
    json.field("series", words.series);
    json.field("figure", words.figure);
    json.field("from", words.from);
    json.field("to", words.to);
    json.field("change", words.change);
    json.field("revisions", words.revisions);
    json.field("sureness", words.sureness);
    json.field("worse", words.is_worse);
  });
}

}  // namespace

std::string trend_page(const Trend& trend, const ToolRecord& made_by) {
  const Lines lines(trend);
  JsonText json;
  json.object([&] {
    json.field("made_by",
               fmt::format("sudoku-bench {} ({})", made_by.version, made_by.git_revision));
    json.object("trend", [&] {
      json.field("sentence", trend_sentence(trend));
      json.field("remarks", trend_remarks(trend));
      json.list("changes", changes_in_words(trend),
                [&json](const ChangeWords& words) { put_words(json, words); });
      json.list("groups", groups_of(trend.series),
                [&](std::span<const TrendSeries> group) { put_group(json, lines, group); });
    });
    json.list("solvers", lines.names(),
              [&json](const std::string& name) { json.object([&] { json.field("name", name); }); });
  });
  return page_around(json.text());
}

}  // namespace sudoku
