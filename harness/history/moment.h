// Points in time as texts that sort: ISO 8601, whole seconds, UTC.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace sudoku {

// "2026-11-22T01:00:00Z" of the same, of "2026-11-22T02:00:00+01:00" (as `git show -s
// --format=%cI` prints it), or of a day "2026-11-22", which begins at midnight. Empty when the text
// is none of these.
std::string utc_of(std::string_view text);

std::string utc_of(std::chrono::sys_seconds moment);

std::string utc_now();

}  // namespace sudoku
