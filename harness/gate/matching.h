// Which rows of two results are about the same thing.
#pragma once

#include <string>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

// Refers to the two results, which have to outlive it.
struct RowPair {
  const ResultRecord* base = nullptr;
  const ResultRecord* fresh = nullptr;
};

struct Matching {
  std::vector<RowPair> pairs;          // in the order of the baseline
  std::vector<std::string> unmatched;  // sentences: rows without a partner, and why
};

// Rows belong together when solver, content of the dataset (its sha256), number of threads and all
// settings that answers and guesses depend on are the same.
Matching match_rows(const RunResult& base, const RunResult& fresh);

// "mrv on hard.csv", "mrv on hard.csv (2 threads)".
std::string name_of(const ResultRecord& row);

}  // namespace sudoku
