// Whether all ranks are about to run the same race, and who they were when it is over.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/cluster/ranks.h"
#include "harness/parts/identity.h"
#include "harness/results/result.h"

namespace sudoku {

// All ranks at once. Throws InputError, on all of them, when one's facts are not the leader's; the
// leader's says whose, and which.
void require_same_race(Ranks& ranks, const Identity& facts);

// What a rank did besides solving.
struct RankCosts {
  std::uint64_t blocks = 0;  // that it took,
  std::uint64_t claims = 0;  // in as many ranges
  std::uint64_t claiming_ns = 0;
  std::uint64_t waiting_ns = 0;  // for others to be through with a dataset
  std::uint64_t reducing_ns = 0;
};

// All ranks at once, each with its part of the result. The leader's is made to name all hosts, and
// it gets the costs of each.
std::vector<RankCosts> name_hosts(Ranks& ranks, RunResult& result, const RankCosts& costs);

}  // namespace sudoku
