// Which rows of two results are about the same thing.
#pragma once

#include <string>
#include <vector>

#include "harness/results/result.h"
#include "harness/results/row_name.h"

namespace sudoku {

// Refers to the two results, which have to outlive it.
struct RowPair {
  const ResultRecord* base = nullptr;
  const ResultRecord* fresh = nullptr;
};

struct Matching {
  std::vector<RowPair> pairs;          // in the order of the baseline
  std::vector<std::string> unmatched;  // sentences: rows without a partner, and why
  std::string base_cpu;                // of the machines
  std::string fresh_cpu;
};

// Rows belong together when solver, content of the dataset (its sha256), number of threads and all
// settings that answers and guesses depend on are the same.
Matching match_rows(const RunResult& base, const RunResult& fresh);

}  // namespace sudoku
