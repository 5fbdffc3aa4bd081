// Reader of the files that callgrind, a tool of valgrind, writes: instructions by function.
//
// The format is that of the manual, "Callgrind Format Specification". Only the cost of functions
// themselves is read, not that of the functions they call.
#pragma once

#include <string_view>
#include <vector>

#include "harness/result/row.h"

namespace sudoku::runner {

// Instructions of each function in such a file, by descending number. Functions with one plain name
// are added up; code without a name is named after its library. Throws InputError, with `name` and
// the line, for text that is no such file.
std::vector<result::FunctionRecord> functions_in(std::string_view text, std::string_view name);

// The name of a function with its namespaces and classes, but without its result, its arguments and
// those of templates, and without what a compiler adds to the names of copies and parts of it
// ("solve.constprop.0", "solve [clone .cold]"), or callgrind to levels of a recursion ("solve'2").
// A lambda has the name of the function that it is in.
std::string plain_name(std::string_view function);

}  // namespace sudoku::runner
