// What `sudoku-bench ab` was asked for.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "harness/cli/run_options.h"
#include "harness/cli/verdict_output.h"
#include "harness/gate/ab_trial.h"

namespace sudoku {

struct AbOptions {
  std::string base;   // program
  std::string fresh;  // program
  std::string base_options;
  std::string fresh_options;
  AbSettings trial;
  std::chrono::nanoseconds leg_timeout = std::chrono::minutes(1);
  VerdictFiles files{.suite = "sudoku-bench ab"};
  std::string html;
  RunOptions run;  // of options that legs get, as far as they were given
};

// `options` must outlive the parse.
void declare_ab_options(CLI::App& ab, AbOptions& options);

// The options of `run` that both builds get, as given, but --solvers. Throws CLI::Error when files
// and options cannot be those of legs.
std::vector<std::string> words_of_legs(const CLI::App& ab, const AbOptions& options);

}  // namespace sudoku
