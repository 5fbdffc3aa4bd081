// Numbers as text: three significant digits and a unit, in UTF-8. Unknown numbers (NaN) are a dash.
// Plots have their own versions (report/page/format.js); units_cases.json tests both.
#pragma once

#include <cstdint>
#include <string>

#include "harness/base/estimate.h"

namespace sudoku::base {

inline constexpr const char* kUnknownText = "–";

std::string count_text(std::uint64_t count);                       // "44,242"
std::string plural(std::uint64_t count, const std::string& noun);  // "1 answer", "3 answers"
std::string number_text(double value);                             // "0.31", "12.3", "1,234"
std::string duration_text(double nanoseconds);  // "433 ns", "12.3 µs", "1.00 ms", "2.50 s"
std::string limit_text(double seconds);         // "1 s", "500 ms": a time limit, to six digits
std::string rate_text(double per_second);       // "2.31 M/s"
std::string bytes_text(std::uint64_t bytes);    // "5.3 MB" (powers of 1000); 0 is unknown
std::string seconds_text(double seconds);       // "30 s", "0.5 s": a waiting time
std::string clock_text(double seconds);         // "7 s", "2 min 05 s", "3 h 20 min"
std::string percent_text(double share);         // "1.23 %"
std::string percent_text(double share, int decimals);
std::string share_text(std::uint64_t part, std::uint64_t whole);  // as percent_text
std::string part_text(std::uint64_t part, std::uint64_t whole);   // "12 (1.2 %)"
std::string sample_text(double rate);                             // "1/107"; "80 %" above one half

// A rate with as many digits as its interval bears: "2.31 M (2.28–2.35)", "360 k (170–430)".
std::string rate_with_interval(const Estimate& per_second);

// A factor as text: "3.12×".
std::string times_text(double factor);

// A ratio of speeds as text: "3.12× faster"; "2.00× slower" if it is 0.5.
std::string faster_text(double ratio);

// A ratio of speeds and its interval as text: "3.1× faster (3.0–3.2)"; "2,174× slower ±8 %", as
// from 1000 on; "tie (0.98–1.03)" if the interval contains 1; "~3.12× faster" without an interval.
std::string ratio_text(const Estimate& ratio);

}  // namespace sudoku::base
