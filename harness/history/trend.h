// Trends of stored results: speed and guesses over time, where they changed, and reports of that.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/table.h"
#include "harness/history/history.h"

namespace sudoku::history {

struct TrendPoint {
  HistoryEntry entry;
  base::Estimate per_second;
  std::optional<double> guesses;
  std::string sample = {};  // "sample 1/8 of seed 1"; empty: all puzzles
};

struct TrendChange {
  std::size_t first = 0;  // index of the first point after the change
  double from = 0;        // median before the change
  double to = 0;          // median after the change
  double chance = 0;      // p-value of the change; 0: exact, as for guesses

  double ratio() const { return to / from; }
};

struct TrendSeries {
  std::string dataset;  // name in its newest result
  SeriesKey key;
  std::string name;                // "mrv on hard.csv"; with settings if names clash
  std::vector<TrendPoint> points;  // oldest first
  std::vector<TrendChange> speed;
  std::vector<TrendChange> guesses;
};

struct TrendSettings {
  // Series that a trend shows, by solver, dataset and threads; an empty list means all.
  std::vector<std::string> solvers = {};
  std::vector<std::string> datasets = {};
  std::vector<unsigned> threads = {};
  double threshold = 0.02;  // smaller relative changes of speed are not reported
};

struct Trend {
  std::size_t results = 0;
  std::string first;                // time of the oldest result
  std::string last;                 // time of the newest result
  std::vector<TrendSeries> series;  // ordered by dataset, threads, machine, settings and solver
};

// Trend of `results`, oldest first. Samples of one dataset have the same expected speed and belong
// to one series; their guesses are compared where the sample is the same. Of the reported changes
// of speed, one in twenty is expected to be false (Y. Benjamini, Y. Hochberg). Guesses are
// reproducible: any difference is a change.
Trend trend_of(std::span<const StoredResult> results, const TrendSettings& settings);

bool has_verdict(const TrendSeries& series);  // enough points to judge changes of speed

// The newest change of a series' speed, if within its last `results` points; else null.
const TrendChange* newest_change(const TrendSeries& series, std::size_t results);

// Summary such as "40 results from … to … in 12 series: changes of speed: 2, of guesses: none."
std::string trend_sentence(const Trend& trend);

// Remarks on a trend: which changes it could not decide, and what it does not compare.
std::vector<std::string> trend_remarks(const Trend& trend);

// Trend for a terminal: the changes, newest first, and the state of every series.
std::string trend_text(const Trend& trend, const base::Screen& screen);

// Trend in GitHub's Markdown for a pull request, below 64 kB.
std::string trend_markdown(const Trend& trend);

// Trend as CSV with a line for each point of each series.
std::string trend_csv(const Trend& trend);

// Trend as a self-contained HTML page with plots, drawn by the same scripts as reports.
std::string trend_page(const Trend& trend, const result::ToolRecord& made_by);

}  // namespace sudoku::history
