// What was measured on some blocks, as bytes: for journals, and for messages between processes.
#pragma once

#include <string>
#include <string_view>

#include "harness/results/sums.h"

namespace sudoku {

std::string to_bytes(const HeatSums& sums);

// The other way. Throws BytesError.
HeatSums heat_sums_of(std::string_view bytes);

}  // namespace sudoku
