#include "harness/results/sum_bytes.h"

#include "harness/results/record_bytes.h"
#include "harness/results/sum_fields.h"

namespace sudoku {

std::string to_bytes(const HeatSums& sums) {
  return bytes_of(sums);
}

HeatSums heat_sums_of(std::string_view bytes) {
  return record_of<HeatSums>(bytes);
}

}  // namespace sudoku
