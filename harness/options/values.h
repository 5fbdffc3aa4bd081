// Parsers of option values: numbers, times, sizes, shares, lists of solvers. All throw
// UsageError("expected …, found '…'").
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/solver.h"

namespace sudoku::options {

// Message for an empty file name, as from an unset shell variable.
inline constexpr const char* kEmptyName = "expected a name, found ''";

[[noreturn]] void reject(std::string_view expected, std::string_view found);

// The parts of a text between separators, empty parts included.
std::vector<std::string> split(std::string_view text, char separator);

// The allowed words of an option whose value is called "on|off"; empty: it takes other values.
std::vector<std::string> choices_in(std::string_view value);

// Returns the index of the text among the choices; throws UsageError when it is none of them.
std::size_t require_one_of(const std::vector<std::string>& choices, const std::string& text);

// Parses yes, true, on or 1 as true, and no, false, off or 0 as false.
bool parse_truth(const std::string& text);

struct NumberRange {
  std::uint64_t least = 0;
  std::uint64_t most = kUnlimited;
};

// How many puzzles one call of a solver may take.
inline constexpr NumberRange kBatchRange = {.least = 1, .most = 1U << 20U};

std::uint64_t parse_number(const std::string& text, NumberRange range);

// Parses a time: "500ms", "10s", "5min", "2h", also ns and us, at least 1ns; "0" means none.
std::chrono::nanoseconds parse_time(const std::string& text);

// Parses a time as parse_time does, but refuses 0.
std::chrono::nanoseconds parse_wait(const std::string& text);

std::string format_time(std::chrono::nanoseconds time);

// A size in bytes: "512MB" (powers of 1,000), "256MiB" (of 1,024); at least 32MiB, or 0 for none.
std::uint64_t parse_size(const std::string& text);

// Numbers of threads, as "2" or "1,2,4": ascending, no repeats, each 1 to ThreadPool::kMaxThreads.
std::vector<unsigned> parse_threads(const std::string& text);

// Solvers, as "mrv,dlx", "all" (the ranked ones, in the roster's order) or "none". The message
// about an unknown name suggests the nearest one.
std::vector<const SolverEntry*> parse_solvers(const std::string& text);

// Parses a share: "0.01", "1%" or "1/100"; none for other texts.
std::optional<double> parse_share(std::string_view text);

// Parses a share above 0, at most 1, as "5%" or "0.05".
double parse_part(const std::string& text);

// Parses the uncertainty of ratios that is aimed at: a share as parse_part() does, or 0 for none.
double parse_precision(const std::string& text);

// Calls `take`; if it throws a UsageError, puts the option's name before the message.
void take_named(const std::string& name, const std::function<void()>& take);

}  // namespace sudoku::options
