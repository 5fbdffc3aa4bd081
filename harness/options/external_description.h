// Descriptions of external solvers, as --plugin, --exec and the tables [[plugin]] and [[exec]] of
// suites have them. All functions throw UsageError("expected …, found '…'").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/external/external.h"
#include "harness/options/option.h"

namespace sudoku::options {

// Splits a command line at blanks, as a shell that expands nothing: in single quotes all is
// literal, in double quotes all but \" and \\, elsewhere a backslash makes the next character
// literal.
std::vector<std::string> split_command(std::string_view text);

// Parses LIBRARY:SYMBOL[:CONFIG][,KEY=VALUE...], as "lib.so:solve:3,name=rival,flags=\"-O3,-g\"". A
// value in double quotes may hold any character but a double quote. Without `name`, the solver's
// name is the symbol, followed by "-3" for config 3.
external::Spec parse_plugin(std::string_view text);

// Parses [KEY=VALUE[,KEY=VALUE...]:]COMMAND, as "name=rival,batch=64:python3 solver.py". Without
// `name`, the solver's name is the program's. Outside quotes, what only a
// shell understands is refused.
external::Spec parse_command(std::string_view text);

enum class Kind : std::uint8_t { plugin, command };

// The keys of a description, which set the parts of `spec`.
OptionList parts_of(external::Spec& spec, Kind kind);

// Completes an external solver after its parts are set. Throws if a required one is missing.
void complete_parts(external::Spec& spec, Kind kind);

}  // namespace sudoku::options
