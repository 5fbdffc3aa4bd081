#include "harness/report/page/cells.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace sudoku {

CellsRecord coarser(const CellsRecord& cells, Merge merge) {
  const auto merged = [](std::uint64_t bin, unsigned bins) {
    return bin == 0 ? 0 : 1 + (bin - 1) / bins;
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> counts;
  for (std::size_t i = 0; i < cells.count.size(); ++i)
    counts[{merged(cells.x[i], merge.x), merged(cells.y[i], merge.y)}] += cells.count[i];
  CellsRecord coarse;
  for (const auto& [cell, count] : counts) {
    coarse.x.push_back(cell.first);
    coarse.y.push_back(cell.second);
    coarse.count.push_back(count);
  }
  return coarse;
}

}  // namespace sudoku
