// Command line values that are more than a number: times, sizes, lists of threads, solvers,
// samples.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/measure/settings.h"
#include "solvers/solver.h"

namespace sudoku {

// All throw CLI::ValidationError("expected …, found '…'").

[[noreturn]] void reject(std::string_view expected, std::string_view found);

void require_one_of(const std::vector<std::string>& choices, const std::string& text);

// A whole number from `least` to `most`.
std::uint64_t parse_number(const std::string& text, std::uint64_t least, std::uint64_t most);

// "500ms", "10s", "5min", "2h", also ns and us, 1ns at least; "0" is none.
std::chrono::nanoseconds parse_time(const std::string& text);

// As parse_time, but refuses 0: a wait of none would be over at once.
std::chrono::nanoseconds parse_wait(const std::string& text);

std::string format_time(std::chrono::nanoseconds time);

// "512MB" (by thousands), "256MiB" (by 1,024), "1GB"; at least 32MiB, or 0 for none.
std::uint64_t parse_size(const std::string& text);

// "2" or "1,2,4": ascending, without doubles, each 1 to Gang::kMaxThreads.
std::vector<unsigned> parse_threads(const std::string& text);

// "mrv,dlx", "all" (the ranked ones, in the roster's order) or "none"; suggests the nearest name
// for one that is not known.
std::vector<const SolverEntry*> parse_solvers(const std::string& text);

// "5%" or "0.05": a part of the whole, above 0.
double parse_part(const std::string& text);

// "0.01", "1%" or "1/100"; none when the text is no number.
std::optional<double> parse_share(std::string_view text);

// "1000" is a number of puzzles, "0.01", "1%" or "1/100" a share of the dataset.
void parse_sample(const std::string& text, RaceSettings& settings);

// "2/7": the second of seven.
Shard parse_shard(const std::string& text);

}  // namespace sudoku
