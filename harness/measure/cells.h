// Counts in two dimensions of which most are empty.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "harness/results/contest.h"

namespace sudoku {

class Cells {
 public:
  void add(std::uint64_t x, std::uint64_t y) { ++counts_[{x, y}]; }

  void clear() { counts_.clear(); }

  CellsRecord record() const {
    CellsRecord record;
    for (const auto& [cell, count] : counts_) {
      record.x.push_back(cell.first);
      record.y.push_back(cell.second);
      record.count.push_back(count);
    }
    return record;
  }

 private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> counts_;
};

}  // namespace sudoku
