// Suites: TOML files that describe a race, read and turned into options of `run`.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/run.h"
#include "harness/result/document.h"

namespace sudoku::cli {

// A place in the file, counted from 1.
struct SuitePlace {
  unsigned line = 0;
  unsigned column = 0;
};

// A text, a number, or true or false, as it would stand on a command line.
struct SuiteValue {
  std::string text;
  bool is_truth = false;
  SuitePlace place;
};

struct SuiteKey {
  std::string name;
  SuitePlace place;
  std::vector<SuiteValue> values;  // one, or those of an array in its order
  bool is_array = false;
};

// A table [[name]] and its keys.
struct SuiteTable {
  std::string name;
  SuitePlace place;
  std::vector<SuiteKey> keys;
};

// What a suite says, in the order of the file.
struct Suite {
  result::SuiteRecord record;
  std::vector<SuiteKey> keys;
  std::vector<SuiteTable> tables;
};

// Throws InputError "path:line:column: …".
Suite read_suite(const std::string& path);

// Throws InputError "path:line:column: message".
[[noreturn]] void reject_in_suite(const Suite& suite, SuitePlace place, const std::string& message);

// Every long option of `run` is a key, without its dashes; what was given on the command line
// stays. `files` are paths and patterns, relative to the suite's folder; the tables [[plugin]] and
// [[exec]] describe solvers, before those of the command line. Throws InputError
// "path:line:column: key: expected …, found …".
void apply_suite(const Suite& suite, RunOptions& options);

}  // namespace sudoku::cli
