#include "harness/history/trend.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/stats/change_points.h"
#include "harness/stats/quantile.h"
#include "harness/stats/time_verdict.h"

namespace sudoku::history {

namespace {

// Expected share of false changes among the reported changes of speed.
constexpr double kFalseShare = 0.05;

template <typename T>
bool is_chosen(const std::vector<T>& chosen, const T& value) {
  return chosen.empty() || std::ranges::find(chosen, value) != chosen.end();
}

// Cuts the part on the sample from settings, and returns it: "sample 1/8 of seed 1", or nothing.
std::string cut_sample(std::string& settings) {
  const std::size_t start = settings.find(", sample ");
  if (start == std::string::npos) return "";
  const std::size_t length = settings.find(", ", start + 1) - start;
  const std::string sample = settings.substr(start + 2, length - 2);
  settings.erase(start, length);
  return sample;
}

std::vector<TrendSeries> collected(std::span<const StoredResult> results,
                                   const TrendSettings& settings) {
  std::map<SeriesKey, TrendSeries> series;
  for (const auto& [entry, figures] : results) {
    for (const FigureRecord& figure : figures) {
      if (!is_chosen(settings.solvers, figure.key.solver) ||
          !is_chosen(settings.datasets, figure.dataset) ||
          !is_chosen(settings.threads, static_cast<unsigned>(figure.key.threads)))
        continue;
      SeriesKey key = figure.key;
      const std::string sample = cut_sample(key.settings);
      TrendSeries& one = series[key];
      one.dataset = figure.dataset;
      one.key = key;
      one.points.push_back({.entry = entry,
                            .per_second = figure.per_second,
                            .guesses = figure.guesses,
                            .sample = sample});
    }
  }
  std::vector<TrendSeries> all;
  all.reserve(series.size());
  for (auto& [key, one] : series)
    all.push_back(std::move(one));
  return all;
}

// Texts that tell apart series of equal solver, dataset name and thread count: machine, settings, …
std::vector<std::string> particulars(const SeriesKey& key) {
  return {key.cpu, key.settings, key.variant.empty() ? "no instruction set known" : key.variant,
          fmt::format("content {:.8}", key.dataset_sha256)};
}

std::string short_name_of(const TrendSeries& series) {
  const SeriesKey& key = series.key;
  const std::string threads = key.threads == 1 ? "" : fmt::format(" ({} threads)", key.threads);
  return fmt::format("{} on {}{}", key.solver, series.dataset, threads);
}

void name(std::vector<TrendSeries>& series) {
  std::map<std::string, std::vector<std::vector<std::string>>> namesakes;
  for (const TrendSeries& one : series)
    namesakes[short_name_of(one)].push_back(particulars(one.key));
  for (TrendSeries& one : series) {
    one.name = short_name_of(one);
    const auto& others = namesakes[one.name];
    const auto parts = particulars(one.key);
    std::vector<std::string> telling;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto differs = [&](const auto& other) { return other[i] != parts[i]; };
      if (std::ranges::any_of(others, differs)) telling.push_back(parts[i]);
    }
    if (!telling.empty()) one.name += fmt::format(" [{}]", fmt::join(telling, "; "));
  }
}

std::vector<double> speeds_of(const TrendSeries& series) {
  std::vector<double> speeds;
  for (const TrendPoint& point : series.points)
    speeds.push_back(point.per_second.median);
  return speeds;
}

void set_levels(std::vector<TrendChange>& changes, const std::vector<double>& values) {
  const auto level = [&values](std::size_t first, std::size_t last) {
    return stats::median({values.begin() + static_cast<std::ptrdiff_t>(first),
                          values.begin() + static_cast<std::ptrdiff_t>(last)});
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const std::size_t before = i == 0 ? 0 : changes[i - 1].first;
    const std::size_t behind = i + 1 == changes.size() ? values.size() : changes[i + 1].first;
    changes[i].from = level(before, changes[i].first);
    changes[i].to = level(changes[i].first, behind);
  }
}

double size_of(const TrendChange& change) { return std::abs(std::log(change.ratio())); }

// Removes changes of speed below the threshold, smallest first; updates the medians between them.
void drop_small(std::vector<TrendChange>& changes, const std::vector<double>& values,
                double threshold) {
  for (;;) {
    set_levels(changes, values);
    const auto smallest = std::ranges::min_element(changes, {}, size_of);
    if (smallest == changes.end() || size_of(*smallest) >= std::log1p(threshold)) return;
    changes.erase(smallest);
  }
}

// Possible changes of a solver's speed over time, found in logarithms because changes are ratios.
std::vector<TrendChange> candidates(const TrendSeries& series) {
  std::vector<double> logs = speeds_of(series);
  std::ranges::transform(logs, logs.begin(), [](double speed) { return std::log(speed); });
  std::vector<TrendChange> changes;
  for (const stats::ChangePoint& point : stats::change_points(logs))
    changes.push_back({.first = point.first, .chance = point.chance});
  return changes;
}

void find_changes_of_speed(std::vector<TrendSeries>& series, double threshold) {
  // p-values of all possible changes; a tested series without any such change counts as 1.
  std::vector<double> chances;
  for (TrendSeries& one : series) {
    one.speed = candidates(one);
    if (one.speed.empty() && has_verdict(one)) chances.push_back(1);
    for (const TrendChange& change : one.speed)
      chances.push_back(change.chance);
  }
  const double largest = stats::largest_significant(chances, kFalseShare);
  for (TrendSeries& one : series) {
    std::erase_if(one.speed, [largest](const TrendChange& c) { return c.chance > largest; });
    drop_small(one.speed, speeds_of(one), threshold);
  }
}

void find_changes_of_guesses(TrendSeries& series) {
  std::map<std::string, double> before;  // newest guesses by sample
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const TrendPoint& point = series.points[i];
    if (!point.guesses) continue;
    const auto [last, is_first] = before.try_emplace(point.sample, *point.guesses);
    if (!is_first && last->second != *point.guesses)
      series.guesses.push_back({.first = i, .from = last->second, .to = *point.guesses});
    last->second = *point.guesses;
  }
}

}  // namespace

bool has_verdict(const TrendSeries& series) {
  return series.points.size() >= stats::kFewestForChange;
}

const TrendChange* newest_change(const TrendSeries& series, std::size_t results) {
  if (series.speed.empty()) return nullptr;
  const TrendChange& newest = series.speed.back();
  return newest.first + results >= series.points.size() ? &newest : nullptr;
}

Trend trend_of(std::span<const StoredResult> results, const TrendSettings& settings) {
  Trend trend = {.results = results.size(),
                 .first = results.empty() ? "" : results.front().entry.when(),
                 .last = results.empty() ? "" : results.back().entry.when(),
                 .series = collected(results, settings)};
  name(trend.series);
  find_changes_of_speed(trend.series, settings.threshold);
  for (TrendSeries& series : trend.series)
    find_changes_of_guesses(series);
  return trend;
}

}  // namespace sudoku::history
