// Command line values that are more than a number: times, sizes, lists of threads, solvers, samples,
// plugins and commands.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>

#include "harness/run/settings.h"
#include "solvers/external/external.h"
#include "solvers/solver.h"

namespace sudoku::cli {

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
void parse_sample(const std::string& text, run::RaceSettings& settings);

// "2/7": the second of seven.
run::Shard parse_shard(const std::string& text);

// Command line values that describe solvers from outside: --plugin, --exec; and the parts
// of such a description one by one, as suites give them.

// All throw CLI::ValidationError("what was expected, found '…'").

// LIBRARY:SYMBOL[:CONFIG][,KEY=VALUE...], as "lib.so:solve:3,name=rival,flags=\"-O3,-g\"": in
// double quotes a value may hold anything but them. The name is the symbol's, with "-3" behind it,
// unless it is given.
ExternalSpec parse_plugin(std::string_view text);

// [KEY=VALUE[,KEY=VALUE...]:]COMMAND, as "name=rival,batch=64:python3 solver.py". The name is the
// program's unless it is given. A batch that is not given is 0.
ExternalSpec parse_command(std::string_view text);

// What a description is of.
enum class Kind : std::uint8_t { plugin, command };

// Sets one part: name, version, flags, limit; of a plugin also library, symbol, config, fills,
// threads; of a command also command, batch.
void set_part(ExternalSpec& spec, Kind kind, std::string_view key, const std::string& value);

// The keys that set_part takes.
std::vector<std::string_view> part_names(Kind kind);

// What comes after the last part: one may be missing, and a name is made where none is given.
void complete_parts(ExternalSpec& spec, Kind kind);

// Options whose values are more than CLI11 knows.

// An option whose text is parsed by us, and named in the message when it cannot be.
template <typename Parse>
CLI::Option* add_parsed(CLI::App& app, const std::string& name, const Parse& parse,
                        const std::string& description) {
  const auto parse_named = [name, parse](const std::string& text) {
    try {
      parse(text);
    } catch (const CLI::ValidationError& error) {
      throw CLI::ValidationError(name, error.what());
    }
  };
  return app.add_option_function<std::string>(name, parse_named, description);
}

// A check that the value is one of the choices. Those of CLI11 have other messages in other
// versions.
inline CLI::Validator one_of(std::vector<std::string> choices) {
  return {[choices = std::move(choices)](const std::string& text) {
            require_one_of(choices, text);
            return std::string();
          },
          ""};
}

// A command line in one text.

// Splits at blanks, as a shell does that expands nothing: in single quotes all characters stand for
// themselves, in double quotes all but \" and \\, elsewhere a backslash takes the next one's
// meaning away. Throws CLI::ValidationError("expected …, found '…'").
std::vector<std::string> split_command(std::string_view text);

}  // namespace sudoku::cli
