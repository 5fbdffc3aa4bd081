// A measured figure as reports show it.
#pragma once

#include <limits>

namespace sudoku::base {

// A figure that is not known: null in JSON, a dash in a table.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// A figure with its 95 % interval. A member that is not known is NaN here and null in JSON.
struct Estimate {
  double median = 0;
  double low = 0;
  double high = 0;
};

inline constexpr Estimate kUnknownEstimate = {
    .median = kUnknown, .low = kUnknown, .high = kUnknown};

}  // namespace sudoku::base
