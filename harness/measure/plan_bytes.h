// Plans as bytes, for whoever keeps a race's books.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/measure/plan.h"

namespace sudoku {

std::string to_bytes(const std::vector<Plan>& plans);

// The other way. Throws BytesError.
std::vector<Plan> plans_of(std::string_view bytes);

}  // namespace sudoku
