#include "harness/result/bytes.h"
#include "solvers/fuzz.h"

namespace sudoku {

// What a journal's checksums let through, and ranks send each other.
void fuzz_sum_bytes(std::string_view bytes) {
  try {
    const result::HeatSums sums = result::heat_sums_of(bytes);
    const std::string written = result::to_bytes(sums);
    must(result::to_bytes(result::heat_sums_of(written)) == written,
         "sums that are written read the same");
    result::HeatSums all = sums;
    result::merge(all, sums);
    must(all.rows.size() == sums.rows.size(), "sums have the rows of what they add up");
  } catch (const result::BytesError&) {
    return;
  }
}

}  // namespace sudoku
