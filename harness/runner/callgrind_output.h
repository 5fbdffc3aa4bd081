// What callgrind, a tool of valgrind, has counted: instructions by function.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace sudoku::runner {

// Instructions of each function itself, not of those that it calls, in the text that
// `callgrind_annotate --show-percs=no` prints; nothing if the text has no table. Functions with one
// plain name are added up; code without a name is named after its library.
std::map<std::string, std::uint64_t> functions_in(std::string_view table);

// The name of a function with its namespaces and classes, but without its result, its arguments and
// those of templates, and without what a compiler adds to the names of copies and parts of it
// ("solve.constprop.0", "solve [clone .cold]"), or callgrind to levels of a recursion ("solve'2").
// A lambda has the name of the function that it is in.
std::string plain_name(std::string_view function);

}  // namespace sudoku::runner
