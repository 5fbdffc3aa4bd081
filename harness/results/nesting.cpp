#include "harness/results/nesting.h"

#include <cstddef>

namespace sudoku {

bool is_nested_too_deeply(std::string_view json) {
  constexpr int kDeepest = 100;
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') in_text = !in_text;
    if (in_text) {
      if (c == '\\') ++i;  // whatever follows does not end the text
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

}  // namespace sudoku
