#include "harness/results/byte_reader.h"
#include "harness/results/sum_bytes.h"
#include "solvers/fuzz.h"

namespace sudoku {

// What a journal's checksums let through, and ranks send each other.
void fuzz_sum_bytes(std::string_view bytes) {
  try {
    const HeatSums sums = heat_sums_of(bytes);
    const std::string written = to_bytes(sums);
    must(to_bytes(heat_sums_of(written)) == written, "sums that are written read the same");
    HeatSums all = sums;
    merge(all, sums);
    must(all.rows.size() == sums.rows.size(), "sums have the rows of what they add up");
  } catch (const BytesError&) {
    return;
  }
}

}  // namespace sudoku
