// Values of command line options that are more than a text: numbers, times, sizes, samples, lists
// of solvers, and the descriptions of external solvers (--plugin, --exec). All parse functions
// throw UsageError("expected …, found '…'").
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "solvers/external/external.h"
#include "solvers/solver.h"

namespace sudoku::run {

struct Options;
struct Shard;

// Message for an empty file name, such as a shell variable that is not set.
inline constexpr const char* kEmptyName = "expected a name, found ''";

[[noreturn]] void reject(std::string_view expected, std::string_view found);

// The parts between the separators, empty ones too.
std::vector<std::string> split(std::string_view text, char separator);

// The words that an option takes whose value is called "on|off"; empty: it takes others.
std::vector<std::string> choices_in(std::string_view value);

// Throws unless the text is one of the choices.
void require_one_of(const std::vector<std::string>& choices, const std::string& text);

// "true" or "false", or one of the other words for them that flags have always taken: on and off,
// yes and no, 1 and 0.
bool parse_truth(const std::string& text);

struct NumberRange {
  std::uint64_t least = 0;
  std::uint64_t most = kUnlimited;
};

// A whole number from `least` to `most`.
std::uint64_t parse_number(const std::string& text, std::uint64_t least, std::uint64_t most);

// "500ms", "10s", "5min", "2h", also ns and us, at least 1ns; "0" means none.
std::chrono::nanoseconds parse_time(const std::string& text);

// As parse_time, but refuses 0: a wait of none would be over at once.
std::chrono::nanoseconds parse_wait(const std::string& text);

std::string format_time(std::chrono::nanoseconds time);

// "512MB" (powers of 1,000), "256MiB" (of 1,024), "1GB"; at least 32MiB, or 0 for none.
std::uint64_t parse_size(const std::string& text);

// "2" or "1,2,4": ascending, without duplicates, each 1 to Gang::kMaxThreads.
std::vector<unsigned> parse_threads(const std::string& text);

// "mrv,dlx", "all" (the ranked ones, in the roster's order) or "none". The message about an unknown
// name suggests the nearest one.
std::vector<const SolverEntry*> parse_solvers(const std::string& text);

// "0.01", "1%" or "1/100"; nothing when the text is no number.
std::optional<double> parse_share(std::string_view text);

// "5%" or "0.05": a share above 0, at most 1.
double parse_part(const std::string& text);

// "1000" is a number of puzzles; "0.01", "1%" or "1/100" is a share of the dataset.
void parse_sample(Options& options, const std::string& text);

// "2/7": the second of seven.
Shard parse_shard(const std::string& text);

// Splits a command line at blanks, as a shell does that expands nothing: in single quotes all
// characters stand for themselves, in double quotes all but \" and \\, elsewhere a backslash takes
// the next one's meaning away.
std::vector<std::string> split_command(std::string_view text);

// LIBRARY:SYMBOL[:CONFIG][,KEY=VALUE...], as "lib.so:solve:3,name=rival,flags=\"-O3,-g\"". A value
// in double quotes may hold any character but a double quote. Without `name`, the solver is called
// as the symbol, followed by "-3" for config 3.
ExternalSpec parse_plugin(std::string_view text);

// [KEY=VALUE[,KEY=VALUE...]:]COMMAND, as "name=rival,batch=64:python3 solver.py". Without `name`,
// the solver is called as the program. `batch` is 0 when it is not given.
ExternalSpec parse_command(std::string_view text);

enum class Kind : std::uint8_t { plugin, command };

// Sets one part of a description, as suites give them: name, version, flags, limit; of a plugin
// also library, symbol, config, fills, threads; of a command also command, batch.
void set_part(ExternalSpec& spec, Kind kind, std::string_view key, const std::string& value);

// The keys that set_part takes.
std::vector<std::string_view> part_names(Kind kind);

// To be called after the last part: throws when a required one is missing, and makes a name when
// none was given.
void complete_parts(ExternalSpec& spec, Kind kind);

}  // namespace sudoku::run
