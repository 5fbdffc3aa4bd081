// What `sudoku-bench run` was asked for.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "harness/measure/settings.h"

namespace sudoku {

struct RunOptions {
  std::vector<std::string> files;
  RaceSettings race;
  std::string result;      // file, "-" or empty
  std::string markdown;    // the same
  std::string puzzle_csv;  // the same
  bool quiet = false;
  bool verbose = false;
};

// Declares the options of `run`; `options` must outlive the parse.
void declare_run_options(CLI::App& run, RunOptions& options);

// The files to write: result, markdown, puzzle_csv.
std::array<std::string, 3> outputs(const RunOptions& options);

// What the defaults depend on each other for. Throws CLI::ValidationError.
void complete(RunOptions& options);

}  // namespace sudoku
