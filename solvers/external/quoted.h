// Foreign text made printable for a message.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace sudoku {

// The first `length` characters of the text, '?' for unprintable ones, and "..." if more follow.
inline std::string quoted(std::string_view text, std::size_t length) {
  std::string fit(text.substr(0, length));
  std::ranges::replace_if(
      fit, [](char c) { return c < ' ' || c > '~'; }, '?');
  if (text.size() > length) fit += "...";
  return fit;
}

}  // namespace sudoku
