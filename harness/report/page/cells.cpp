#include "harness/report/page/cells.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace sudoku {

CellsRecord coarser(const CellsRecord& cells, unsigned from, unsigned to) {
  const auto merged = [merge = from / to](std::uint64_t bin) {
    return bin == 0 ? 0 : 1 + (bin - 1) / merge;
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> counts;
  for (std::size_t i = 0; i < cells.count.size(); ++i)
    counts[{merged(cells.x[i]), merged(cells.y[i])}] += cells.count[i];
  CellsRecord coarse;
  for (const auto& [cell, count] : counts) {
    coarse.x.push_back(cell.first);
    coarse.y.push_back(cell.second);
    coarse.count.push_back(count);
  }
  return coarse;
}

}  // namespace sudoku
