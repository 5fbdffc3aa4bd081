// What a result of parts of a race says of itself.
#pragma once

#include <string>

#include "harness/results/result.h"

namespace sudoku {

// "shard 2 of 7 only: a part of the race".
std::string part_warning(const ShardsRecord& shards);

}  // namespace sudoku
