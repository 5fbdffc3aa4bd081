// Where an external solver comes from, so that a headline table can be checked.
#pragma once

#include <string>
#include <string_view>

#include "harness/result/document.h"
#include "solvers/external/external.h"

namespace sudoku::run {

// What the user says of a solver, and its file's sha256 and compilers, empty without a file. A
// command's file is its program or, if the first argument that is no option names a file, as in
// `python3 -u solver.py`, that one: the interpreter is not the solver.
result::ExternalRecord provenance_of(const ExternalSpec& spec);

// Compilers named in the section .comment of an ELF file (64 bits, native byte order), without
// repeats, joined by "; ". Empty for any other content.
std::string compilers_named_in(std::string_view file);

}  // namespace sudoku::run
