// Foreign text, fit to stand in a message.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace sudoku {

// At most `length` characters of the text, with '?' for those that cannot be printed, and "..." for
// the rest.
inline std::string quoted(std::string_view text, std::size_t length) {
  std::string fit(text.substr(0, length));
  std::ranges::replace_if(
      fit, [](char c) { return c < ' ' || c > '~'; }, '?');
  if (text.size() > length) fit += "...";
  return fit;
}

}  // namespace sudoku
