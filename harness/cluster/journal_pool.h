// What the journals of all ranks hold together.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "harness/cluster/rank_journals.h"
#include "harness/cluster/ranks.h"
#include "harness/measure/plan.h"

namespace sudoku {

// Of a dataset.
struct Journalled {
  std::vector<Plan> plans;           // empty: none yet
  std::set<std::uint64_t> finished;  // blocks; for the leader only
};

// All ranks at once, for datasets of that many blocks.
std::vector<Journalled> pool(Ranks& ranks, RankJournals& journals,
                             const std::vector<std::uint64_t>& blocks);

}  // namespace sudoku
