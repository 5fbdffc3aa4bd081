#include "harness/report/trend.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/result/comparison.h"

namespace sudoku::report {

namespace {

// Probability that results without a step show one, in any series.
constexpr double kFalseSteps = 0.01;

// Fewest results of a series that may have a step.
constexpr std::size_t kFewestWithStep = 2 * stats::fewest_beside_step(0);

// What the ratios of a series have in common, besides the CPU. Samples may differ: the ratios that
// are expected of them are the same.
std::vector<std::string> key_of(const result::RunResult& run, const result::Row& row,
                                const std::string& sha256) {
  const std::uint64_t batch = row.latency ? row.latency->chunk : 1;
  return {row.dataset,
          sha256,
          row.solver,
          row.isa,
          row.speedup->reference,
          run.tool.build_type,
          run.environment.cpu,
          run.environment.isa_dispatched,
          fmt::format("{} {} {} {} {} {}", row.threads, row.speedup->reference_threads,
                      row.solution_limit, row.isolated, batch, run.settings[result::kBlock])};
}

std::vector<std::size_t> in_order_of_start(std::span<const ReportInput> inputs) {
  std::vector<std::size_t> order(inputs.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&inputs](std::size_t input) {
    return std::pair(std::string_view(inputs[input].run.started), input);
  });
  return order;
}

void find_steps(RatioSeries& series, double level) {
  std::vector<double> logs;
  for (const TrendPoint& point : series.points)
    logs.push_back(std::log(point.ratio.median));
  series.steps = stats::steps_in(logs, level);
  series.oldest_level = std::exp(series.steps.empty() ? stats::paired_ratio(logs).log_ratio
                                                      : series.steps.front().before);
}

bool may_have_steps(const RatioSeries& series) { return series.points.size() >= kFewestWithStep; }

std::string heading_of(std::span<const ReportInput> inputs) {
  return fmt::format("Changes over {}", base::plural(inputs.size(), "result"));
}

// The table of all steps; none without steps.
std::optional<base::Table> table_of(const std::vector<RatioSeries>& trend,
                                    std::span<const ReportInput> inputs) {
  base::Table table({base::left("solver"), base::left("dataset"), base::left("since"),
                     base::right("change of time"), base::right("ratio"), base::left("version")});
  bool has_steps = false;
  for (const RatioSeries& series : trend) {
    const std::string threads =
        series.threads == 1 ? "" : " (" + base::plural(series.threads, "thread") + ")";
    for (const stats::Step& step : series.steps) {
      has_steps = true;
      const TrendPoint& now = series.points[step.first];
      const std::string& before = series.points[step.first - 1].version;
      const auto tone = step.change.log_ratio < 0 ? base::Tone::bad : base::Tone::good;
      table.add_row({series.solver,
                     series.dataset + threads,
                     label_of(inputs, inputs[now.input]),
                     {step_text(step), tone},
                     fmt::format("{} → {}", base::number_text(std::exp(step.before)),
                                 base::number_text(std::exp(step.before + step.change.log_ratio))),
                     before == now.version ? before : before + ".." + now.version});
    }
  }
  return has_steps ? std::optional(table) : std::nullopt;
}

// What only the same document has twice: its times and speeds.
std::string figures_of(const result::RunResult& run) {
  std::string text = run.started + run.finished;
  for (const result::Row& row : run.results)
    text += fmt::format(" {}", row.puzzles_per_second.median);
  return text;
}

}  // namespace

std::vector<RatioSeries> trend_of(std::span<const ReportInput> inputs) {
  std::vector<RatioSeries> trend;
  if (inputs.size() < kFewestOfTrend) return trend;
  std::map<std::vector<std::string>, std::size_t> places;
  std::set<std::string> known;  // a document that is given twice counts once
  for (const std::size_t input : in_order_of_start(inputs)) {
    const result::RunResult& run = inputs[input].run;
    if (!known.insert(figures_of(run)).second) continue;
    for (const result::Row& row : run.results) {
      if (!row.complete || result::is_void(row) || !result::has_ratio(row.speedup)) continue;
      const std::string& sha256 =
          std::ranges::find(run.datasets, row.dataset, &result::DatasetRecord::name)->sha256;
      const auto [place, is_new] = places.try_emplace(key_of(run, row, sha256), trend.size());
      if (is_new)
        trend.push_back({row.solver, row.speedup->reference, row.dataset, sha256, row.threads});
      trend[place->second].points.push_back(
          {input, row.speedup->ratio,
           row.external ? row.external->version : run.tool.git_revision});
    }
  }
  for (RatioSeries& series : trend)
    find_steps(series, kFalseSteps / static_cast<double>(trend.size()));
  return trend;
}

std::string sentence_on(const std::vector<RatioSeries>& trend) {
  if (trend.empty()) return "No solver has a ratio to a reference (`run --reference`).";
  const auto judged = static_cast<std::size_t>(std::ranges::count_if(trend, may_have_steps));
  std::size_t steps = 0;
  for (const RatioSeries& series : trend)
    steps += series.steps.size();
  std::string text;
  if (judged > 0) {
    text = fmt::format("{} in {} series of ratios to {}.",
                       steps == 0 ? "No step" : base::plural(steps, "step"), judged,
                       trend.front().reference);
  }
  if (judged == trend.size()) return text;
  return fmt::format(
      "{}{}{} series have fewer than {} results with the same datasets, settings and machine.",
      text, text.empty() ? "" : " ", trend.size() - judged, kFewestWithStep);
}

std::string step_text(const stats::Step& step) {
  const base::Estimate ratio = stats::estimate_of(step.change);
  const auto percent = [](double of_speed) { return 100 / of_speed - 100; };
  return fmt::format("{:+.1f} % ({:+.1f} to {:+.1f})", percent(ratio.median), percent(ratio.high),
                     percent(ratio.low));
}

std::string trend_text(std::span<const ReportInput> inputs, const base::Screen& screen) {
  if (inputs.size() < kFewestOfTrend) return "";
  const std::vector<RatioSeries> trend = trend_of(inputs);
  const auto table = table_of(trend, inputs);
  return fmt::format("{}: {}\n{}", heading_of(inputs), sentence_on(trend),
                     table ? "\n" + table->text(screen) : "");
}

std::string trend_markdown(std::span<const ReportInput> inputs) {
  if (inputs.size() < kFewestOfTrend) return "";
  const std::vector<RatioSeries> trend = trend_of(inputs);
  const auto table = table_of(trend, inputs);
  return fmt::format("## {}\n\n{}\n\n{}", heading_of(inputs),
                     base::escape_markdown(sentence_on(trend)),
                     table ? table->markdown() + "\n" : "");
}

}  // namespace sudoku::report
