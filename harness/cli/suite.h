// Suites: TOML files that describe a run, and are converted to options of `run`.
#pragma once

#include <functional>
#include <string>

#include "harness/cli/run.h"

namespace sudoku::cli {

// Sets `options` from a suite file; options from the command line keep their values. The keys are
// the long options of `run` without dashes. `files` holds paths and patterns relative to the
// suite's folder. The tables [[plugin]] and [[exec]] describe solvers that go before those of the
// command line. Throws InputError "path:line:column: key: expected …, found …".
void apply_suite(const std::string& path, RunOptions& options);

// Throws InputError "path:line:column: key: …" for the first key of a suite, outside its tables,
// for which `fault_of` returns a text, or whose value has another type than the option.
void check_keys_of_suite(const std::string& path,
                         const std::function<std::string(const std::string& key)>& fault_of);

}  // namespace sudoku::cli
