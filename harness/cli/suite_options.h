// What a suite says, said to the options of `run`.
#pragma once

#include <CLI/App.hpp>

#include "harness/cli/run_options.h"
#include "harness/cli/suite.h"

namespace sudoku {

// Every long option of `run` is a key, without its dashes; what was given on the command line
// stays. `files` are paths and patterns, relative to the suite's folder; the tables [[plugin]] and
// [[exec]] describe solvers, before those of the command line. Throws InputError
// "path:line:column: key: expected …, found …".
void apply_suite(const Suite& suite, CLI::App& run, RunOptions& options);

}  // namespace sudoku
