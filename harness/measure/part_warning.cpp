#include "harness/measure/part_warning.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sudoku {

std::string part_warning(const ShardsRecord& shards) {
  return fmt::format("shard {} of {} only: a part of the race", fmt::join(shards.parts, ", "),
                     shards.of);
}

}  // namespace sudoku
