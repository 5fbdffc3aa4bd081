// Stored results as series over time, with the points at which they changed, and reports of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/history/history.h"

namespace sudoku::history {

struct TrendPoint {
  HistoryEntry entry;
  base::Estimate per_second;
  std::optional<double> guesses;
};

// A change from one level of a series to the next.
struct TrendChange {
  std::size_t first = 0;  // point of the new level
  double from = 0;        // medians of the levels
  double to = 0;
  double chance = 0;  // of as clear a change where nothing changed; 0: it is exact

  double ratio() const { return to / from; }
};

struct TrendSeries {
  SeriesKey key;
  std::string name;                // "mrv on hard.csv", and what else tells it from its namesakes
  std::vector<TrendPoint> points;  // oldest first
  std::vector<TrendChange> speed;
  std::vector<TrendChange> guesses;
};

struct TrendSettings {
  // Series to show, by solver, dataset and threads; an empty list means all.
  std::vector<std::string> solvers = {};
  std::vector<std::string> datasets = {};
  std::vector<unsigned> threads = {};
  double threshold = 0.02;  // changes of speed below this share are not told
};

struct Trend {
  std::size_t results = 0;  // that it was made of
  std::string first;        // when the oldest and the newest of them were taken
  std::string last;
  std::vector<TrendSeries> series;  // by dataset, threads, machine, settings and solver
};

// `results` oldest first. Of all changes of speed that it tells, one in twenty is expected to be
// none (Y. Benjamini, Y. Hochberg). Guesses are the same in every run, so that any difference is a
// change.
Trend trend_of(std::span<const StoredResult> results, const TrendSettings& settings);

bool has_verdict(const TrendSeries& series);  // on speed: points enough

// The newest change of speed, when it lies within the last `results` points; else null.
const TrendChange* newest_change(const TrendSeries& series, std::size_t results);

// "40 results from 2026-09-01 to 2026-11-22 in 12 series: changes of speed: 2, of guesses: none."
std::string trend_sentence(const Trend& trend);

// What the trend could not tell, in sentences.
std::vector<std::string> trend_remarks(const Trend& trend);

// For a terminal: the changes, newest first, and where every series stands.
std::string trend_text(const Trend& trend, bool colour);

// GitHub's Markdown for a pull request, below 64 kB.
std::string trend_markdown(const Trend& trend);

// A line for each point of each series, for spreadsheets.
std::string trend_csv(const Trend& trend);

// A page with plots: one file that opens anywhere, drawn by the same scripts as reports.
std::string trend_page(const Trend& trend, const result::ToolRecord& made_by);

}  // namespace sudoku::history
