// Parsers of option values: numbers, times, sizes, samples, lists of solvers, external solvers
// (--plugin, --exec). All throw UsageError("expected …, found '…'").
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/external/external.h"
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

// Most puzzles that one call of a solver may take.
inline constexpr std::uint64_t kLargestBatch = 1U << 20U;

struct NumberRange {
  std::uint64_t least = 0;
  std::uint64_t most = kUnlimited;
};

// Parses a whole number from `least` to `most`.
std::uint64_t parse_number(const std::string& text, std::uint64_t least, std::uint64_t most);

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

// Splits a command line at blanks, as a shell that expands nothing: in single quotes all is
// literal, in double quotes all but \" and \\, elsewhere a backslash makes the next character
// literal.
std::vector<std::string> split_command(std::string_view text);

// Parses LIBRARY:SYMBOL[:CONFIG][,KEY=VALUE...], as "lib.so:solve:3,name=rival,flags=\"-O3,-g\"". A
// value in double quotes may hold any character but a double quote. Without `name`, the solver's
// name is the symbol, followed by "-3" for config 3.
external::Spec parse_plugin(std::string_view text);

// Parses [KEY=VALUE[,KEY=VALUE...]:]COMMAND, as "name=rival,batch=64:python3 solver.py". Without
// `name`, the solver's name is the program's. `batch` is 0 when it is not given.
external::Spec parse_command(std::string_view text);

enum class Kind : std::uint8_t { plugin, command };

// What the text of a value stands for. Suites write numbers and truths without quotes.
enum class ValueType : std::uint8_t { text, number, truth };

// Returns the description of a plugin or command with a `name` for it.
std::string with_name(Kind kind, const std::string& description, const std::string& name);

// Returns whether an external solver has the name that it gets when its description has none.
bool has_default_name(const external::Spec& spec);

// Sets one part of an external solver, as suites give them: name, version, flags, limit; of a
// plugin also library, symbol, config, fills, threads; of a command also command, batch.
void set_part(external::Spec& spec, Kind kind, std::string_view key, const std::string& value);

// Type of the part `key`; text if there is no such part.
ValueType type_of_part(Kind kind, std::string_view key);

// The keys of an external solver's description that set_part() takes.
std::vector<std::string_view> part_names(Kind kind);

// Completes an external solver's description after set_part(). Throws if a required key is missing.
void complete_parts(external::Spec& spec, Kind kind);

}  // namespace sudoku::options
