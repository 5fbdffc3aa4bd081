// Suites: TOML files that describe a run, and are converted to options of `run`.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "harness/cli/run.h"
#include "harness/result/document.h"

namespace sudoku::cli {

// Position in a suite file, counted from 1.
struct SuitePlace {
  unsigned line = 0;
  unsigned column = 0;

  auto operator<=>(const SuitePlace&) const = default;
};

// A string, number or boolean of a suite, as text for the command line.
struct SuiteValue {
  std::string text;
  bool is_truth = false;
  SuitePlace place;
};

struct SuiteKey {
  std::string name;
  SuitePlace place;
  std::vector<SuiteValue> values;  // one value, or the elements of an array
  bool is_array = false;
};

struct SuiteTable {
  std::string name;  // as in [[name]]
  SuitePlace place;
  std::vector<SuiteKey> keys;
};

// A parsed suite; keys and tables are in the order of the file.
struct Suite {
  result::SuiteRecord record;
  std::vector<SuiteKey> keys;
  std::vector<SuiteTable> tables;
};

// Reads a suite file. Throws InputError with a message of the form "path:line:column: …".
Suite read_suite(const std::string& path);

// Throws an InputError about a place in a suite: "path:line:column: message".
[[noreturn]] void reject_in_suite(const Suite& suite, SuitePlace place, const std::string& message);

// Sets `options` from the suite; options from the command line keep their values. The keys are the
// long options of `run` without dashes. `files` holds paths and patterns relative to the suite's
// folder. The tables [[plugin]] and [[exec]] describe solvers that go before those of the command
// line. Throws InputError "path:line:column: key: expected …, found …".
void apply_suite(const Suite& suite, RunOptions& options);

}  // namespace sudoku::cli
