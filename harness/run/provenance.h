// Where a solver that is not compiled in comes from, so that a headline table can be checked.
#pragma once

#include <string>
#include <string_view>

#include "harness/result/document.h"
#include "solvers/external/external.h"

namespace sudoku::run {

// What its user says of it, and what the file itself tells: its sha256, and the compilers that left
// their names in it; both empty when there is no such file. Of a command it is the file of its
// program; but when the first argument that is no option names a file, as in `python3 -u
// solver.py`, it is that one: the interpreter is not the solver.
result::ExternalRecord provenance_of(const ExternalSpec& spec);

// What compilers wrote into the section .comment of an ELF file (64 bits, this machine's order of
// bytes), without repeats, joined by "; ". Empty for any other text.
std::string compilers_named_in(std::string_view file);

}  // namespace sudoku::run
