#include "harness/gate/change_text.h"

#include <cmath>

#include <fmt/format.h>

namespace sudoku {

namespace {

// Without the minus of a zero.
double percent(double ratio) {
  return std::round(1000 * (ratio - 1)) / 10 + 0.0;
}

}  // namespace

std::string change_text(double ratio) {
  return fmt::format("{:+.1f} %", percent(ratio));
}

std::string change_text(const Estimate& ratio) {
  if (!std::isfinite(ratio.high)) return change_text(ratio.median);
  return fmt::format("{} ({:+.1f} to {:+.1f})", change_text(ratio.median), percent(ratio.low),
                     percent(ratio.high));
}

std::string size_text(double change) {
  return change <= 1 ? fmt::format("{:.1f} %", 100 * change) : "over 100 %";
}

std::string seen_text(double detectable) {
  if (!(detectable <= 1)) return "not even twice the time would have been seen";
  return fmt::format("a slow-down of {} would have been seen", size_text(detectable));
}

}  // namespace sudoku
