// `run` in parts: --resume and --shard.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "harness/cli/run_options.h"

namespace sudoku {

// Declares them; `options` must outlive the parse.
void declare_parts(CLI::App& run, RunOptions& options);

// What they are to the other options. Throws CLI::Error.
void complete_parts(const CLI::App& run, RunOptions& options);

// The journal of a run with that --result; empty when it has none, because the result does not stay
// in a file.
std::string journal_of(const std::string& result);

}  // namespace sudoku
