// Types of std::chrono for durations and clocks, under short names that every folder may use
// without naming another one.
#pragma once

#include <chrono>

namespace sudoku {

using Nanoseconds = std::chrono::nanoseconds;
using Seconds = std::chrono::duration<double>;
using SteadyClock = std::chrono::steady_clock;

}  // namespace sudoku
