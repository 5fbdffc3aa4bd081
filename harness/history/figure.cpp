#include "harness/history/figure.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "harness/report/units.h"
#include "harness/report/view.h"

namespace sudoku {

namespace {

// Builds for debugging are other programs; compilers and flags are among what a trend is to show.
std::string settings_of(const RunResult& run, const ResultRecord& row) {
  std::string text = fmt::format("{} build, solution limit {}, blocks of {}", run.tool.build_type,
                                 row.solution_limit, count_text(run.settings.block));
  if (row.sample_rate < 1) {
    text += fmt::format(", sample {} of seed {}", sample_text(row.sample_rate), run.settings.seed);
  }
  if (row.isolated) text += ", in worker processes";
  if (run.settings.permute) text += ", permuted";
  return text;
}

// A batch solver's guesses depend on its batches.
std::string variant_of(const ResultRecord& row) {
  const bool is_batched = row.latency && row.latency->chunk > 1;
  const std::string batches = is_batched ? fmt::format("batches of {}", row.latency->chunk) : "";
  return row.isa + (row.isa.empty() || batches.empty() ? "" : ", ") + batches;
}

bool is_measured(const ResultRecord& row) {
  return row.complete && !is_void(row) && std::isfinite(row.puzzles_per_second.median) &&
         row.puzzles_per_second.median > 0;
}

}  // namespace

bool SeriesKey::operator<(const SeriesKey& other) const {
  const auto tied = [](const SeriesKey& key) {
    return std::tie(key.dataset_sha256, key.threads, key.cpu, key.settings, key.solver,
                    key.variant);
  };
  return tied(*this) < tied(other);
}

std::vector<FigureRecord> figures_of(const RunResult& run) {
  std::vector<FigureRecord> figures;
  for (const ResultRecord& row : run.results) {
    if (!is_measured(row)) continue;
    const auto dataset = std::ranges::find(run.datasets, row.dataset, &DatasetRecord::name);
    const bool is_lucky = count_of(row, Outcome::timeout) + count_of(row, Outcome::crashed) > 0;
    figures.push_back({.key = {.dataset = row.dataset,
                               .dataset_sha256 = dataset->sha256,
                               .threads = row.threads,
                               .cpu = run.environment.cpu,
                               .settings = settings_of(run, row),
                               .solver = row.solver,
                               .variant = variant_of(row)},
                       .per_second = row.puzzles_per_second,
                       .guesses = is_lucky || !std::isfinite(row.guesses.mean)
                                      ? std::nullopt
                                      : std::optional(row.guesses.mean)});
  }
  return figures;
}

}  // namespace sudoku
