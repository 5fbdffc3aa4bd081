// The targets of the fuzzer, as targets.def lists them.
#pragma once

#include <span>
#include <string_view>

namespace sudoku {

struct FuzzTarget {
  std::string_view name;
  std::string_view folder;  // in the source tree; holds NAME_fuzz.cpp and the folder NAME_fuzz
  void (*run)(std::string_view bytes);
};

// In alphabetical order.
std::span<const FuzzTarget> fuzz_targets();

}  // namespace sudoku
