// Command line values that describe solvers from outside: --plugin, --exec; and the parts
// of such a description one by one, as suites give them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/external/external.h"

namespace sudoku {

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

}  // namespace sudoku
