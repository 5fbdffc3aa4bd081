#include "solvers/external/quoted.h"

#include <algorithm>

namespace sudoku {

std::string quoted(std::string_view text, std::size_t length) {
  std::string fit(text.substr(0, length));
  std::ranges::replace_if(
      fit, [](char c) { return c < ' ' || c > '~'; }, '?');
  if (text.size() > length) fit += "...";
  return fit;
}

}  // namespace sudoku
