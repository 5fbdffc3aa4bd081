#pragma once

#include <limits>

namespace sudoku::base {

// An unknown figure: null in JSON, a dash in a table.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// A measured figure with its 95 % interval. Unknown members are NaN here and null in JSON.
struct Estimate {
  double median = 0;
  double low = 0;
  double high = 0;
};

// A figure whose interval is unknown.
constexpr Estimate without_interval(double median) { return {median, kUnknown, kUnknown}; }

inline constexpr Estimate kUnknownEstimate = without_interval(kUnknown);

}  // namespace sudoku::base
