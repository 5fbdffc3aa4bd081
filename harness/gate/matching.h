// Which rows of two results are about the same thing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/results/result.h"
#include "harness/results/row_name.h"

namespace sudoku {

// Refers to the two results, which have to outlive it.
struct RowPair {
  const ResultRecord* base = nullptr;
  const ResultRecord* fresh = nullptr;
  // Of the dataset, which a row without a sample has to solve all of; 0: only a part of it, whose
  // size is not known.
  std::uint64_t base_whole = 0;
  std::uint64_t fresh_whole = 0;
};

struct Matching {
  std::vector<RowPair> pairs;           // in the order of the baseline
  std::vector<std::string> unmatched;   // sentences: rows without a partner, and why
  std::vector<std::string> unfinished;  // sentences: results that are not whole
  std::string base_cpu;                 // of the machines
  std::string fresh_cpu;
};

// Rows belong together when solver, content of the dataset (its sha256), number of threads and all
// settings that answers and guesses depend on are the same.
Matching match_rows(const RunResult& base, const RunResult& fresh);

}  // namespace sudoku
