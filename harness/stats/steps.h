// Steps in a series of log ratios over time.
//
// A series is cut at both ends of the run of values that differs most from all others (circular
// binary segmentation: A. Olshen, E. Venkatraman, R. Lucito, M. Wigler, Biostatistics 5, 2004),
// since a single cut misses what went up and came back. The parts are cut in the same way. A cut
// counts if the values on its two sides, up to the next cuts, differ by Student's t, with the
// location and the winsorised error of paired ratios, at a level divided by the number of runs that
// were compared (Bonferroni).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "harness/stats/paired_ratio.h"

namespace sudoku::stats {

// Fewest values on either side of a step: three, as other work may disturb two neighbours alike,
// and a tenth of a long series.
constexpr std::size_t fewest_beside_step(std::size_t size) {
  return std::max<std::size_t>(3, size / 10);
}

struct Step {
  std::size_t first = 0;  // index of the first value after it
  double before = 0;      // location of the values before it
  PairedRatio change;     // of the values after it over those before
};

// The steps of a series, oldest first. `level`: probability that a series without a step has one.
std::vector<Step> steps_in(std::span<const double> logs, double level);

}  // namespace sudoku::stats
