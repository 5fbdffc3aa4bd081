// What a run takes for granted while it lasts: clocks that agree, and the CPUs it began on.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "harness/entrants/clock.h"

namespace sudoku {

// How things are at a moment. Times are from an origin of each clock's own.
struct Circumstances {
  double wall_s = 0;    // of the clock that people set
  double steady_s = 0;  // of the clock that only goes on
  double stamps_s = 0;  // of the processor's counter, as calibrated
  std::size_t cpus = 0;
};

Circumstances circumstances(const StampClock& clock);

// A sentence for each thing that is not as it was.
std::vector<std::string> changes_between(const Circumstances& then, const Circumstances& now);

}  // namespace sudoku
