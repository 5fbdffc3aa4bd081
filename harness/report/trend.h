// Ratios of solvers to the reference over several results, and the steps in them. A ratio is paired
// within its result, so it moves much less from result to result than the speeds that make it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/base/table.h"
#include "harness/report/view.h"
#include "harness/stats/steps.h"

namespace sudoku::report {

struct TrendPoint {
  std::size_t input = 0;  // index of the result
  base::Estimate ratio;
  std::string version;  // of an external solver, else the revision of the program
};

// The ratios of one solver on one dataset, of equal content, settings and machine.
struct RatioSeries {
  std::string solver;
  std::string reference;
  std::string dataset;
  std::string sha256;  // of the dataset
  std::uint64_t threads = 1;
  std::vector<TrendPoint> points = {};  // in the order in which the results were started
  std::vector<stats::Step> steps = {};  // their indices are those of points
  double oldest_level = 0;              // ratio before the first step
};

// Fewest results of which a report shows the trend.
inline constexpr std::size_t kFewestOfTrend = 3;

// All series of the results; none of fewer than kFewestOfTrend.
std::vector<RatioSeries> trend_of(std::span<const ReportInput> inputs);

// Sentence on the steps of all series.
std::string sentence_on(const std::vector<RatioSeries>& trend);

// Change of time at a step: "+93.7 % (+87.1 to +100.5)".
std::string step_text(const stats::Step& step);

// A sentence on the steps, and a table of them; empty of fewer than kFewestOfTrend results.
std::string trend_text(std::span<const ReportInput> inputs, const base::Screen& screen);
std::string trend_markdown(std::span<const ReportInput> inputs);

}  // namespace sudoku::report
