// All targets of the fuzzer.
#pragma once

#include <span>
#include <string_view>

namespace sudoku {

struct FuzzTarget {
  std::string_view name;
  std::string_view folder;  // in the source tree, of NAME_fuzz.cpp and of NAME_fuzz/
  void (*run)(std::string_view bytes);
};

// Alphabetical.
std::span<const FuzzTarget> fuzz_targets();

}  // namespace sudoku
