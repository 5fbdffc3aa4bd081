// A measured figure as reports show it.
#pragma once

namespace sudoku::base {

// A figure with its 95 % interval. A member that is not known is NaN here and null in JSON.
struct Estimate {
  double median = 0;
  double low = 0;
  double high = 0;
};

}  // namespace sudoku::base
