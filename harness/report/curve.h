// What is read off a histogram of latencies.
#pragma once

#include <vector>

#include "harness/results/result.h"

namespace sudoku {

// The value (ns) that a share `q` of the histogram's values does not exceed: the middle of its
// bucket. 0 when empty.
double quantile_ns(const HistogramRecord& histogram, double q);

// The latency that 9,999 of 10,000 puzzles do not exceed.
double p9999_ns(const LatencyRecord& latency);

// The complementary cumulative distribution of a row's latencies: t0, share above t0, t1, …, with
// times in ns ascending. Begins with share 1, ends with the share that was not solved. Points
// closer than `step` (decades, of time and share together) are left out.
std::vector<double> latency_curve(const ResultRecord& row, double step);

}  // namespace sudoku
