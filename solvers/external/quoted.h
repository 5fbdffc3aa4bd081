// Foreign text, fit to stand in a message.
#pragma once

#include <string>
#include <string_view>

namespace sudoku {

// At most `length` characters of the text, what cannot be printed as '?', and "..." for the rest.
std::string quoted(std::string_view text, std::size_t length);

}  // namespace sudoku
