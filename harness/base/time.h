// Types of std::chrono for durations and clocks, under short names.
#pragma once

#include <chrono>

namespace sudoku {

using Nanoseconds = std::chrono::nanoseconds;
using Seconds = std::chrono::duration<double>;
using SteadyClock = std::chrono::steady_clock;

}  // namespace sudoku
