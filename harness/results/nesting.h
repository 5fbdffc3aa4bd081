// How deeply JSON is nested.
#pragma once

#include <string_view>

namespace sudoku {

// More deeply than any document of ours. To write a value takes stack for each of its levels, and
// what comes from outside may have millions.
bool is_nested_too_deeply(std::string_view json);

}  // namespace sudoku
