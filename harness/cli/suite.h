// Options of `run`, and suites: TOML files that describe a run, and are converted to its options.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/run_processes.h"
#include "harness/options/options.h"
#include "harness/result/document.h"

namespace sudoku::cli {

// Options of `run` that a suite file sets by TOML tables, as [[plugin]].
inline constexpr const char* kPlugin = "plugin";
inline constexpr const char* kExec = "exec";

struct RunOptions : options::Options {
  // External solvers that a suite file describes; `batch` is 0 if the file does not set it.
  std::vector<external::Spec> suite_externals;
  std::optional<result::SuiteRecord> suite_read;

  std::optional<ProcessPart> part;  // set in a process of `run --processes`
};

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
