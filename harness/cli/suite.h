// A suite: a file in TOML that describes a race. Read here, and understood in suite_options.h.
#pragma once

#include <string>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

// Counts from 1.
struct SuitePlace {
  unsigned line = 0;
  unsigned column = 0;
};

// A text, a number, or true or false, as a command line would have it.
struct SuiteValue {
  std::string text;
  bool is_truth = false;
  SuitePlace place;
};

struct SuiteKey {
  std::string name;
  SuitePlace place;
  std::vector<SuiteValue> values;  // of an array, in its order
  bool is_array = false;
};

// [[name]] and its keys.
struct SuiteTable {
  std::string name;
  SuitePlace place;
  std::vector<SuiteKey> keys;
};

// In the order of the file.
struct Suite {
  SuiteRecord record;
  std::vector<SuiteKey> keys;
  std::vector<SuiteTable> tables;
};

// The only door to the TOML library. Throws InputError "path:line:column: …".
Suite read_suite(const std::string& path);

// InputError "path:line:column: key: message".
[[noreturn]] void reject_in_suite(const Suite& suite, SuitePlace place, const std::string& message);

}  // namespace sudoku
