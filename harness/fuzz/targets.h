#pragma once

#include <span>
#include <string_view>

namespace sudoku {

struct FuzzTarget {
  std::string_view name;
  std::string_view folder;  // source folder with NAME_fuzz.cpp and NAME_fuzz/
  void (*run)(std::string_view bytes);
};

// The fuzz targets that targets.def lists, in alphabetical order.
std::span<const FuzzTarget> fuzz_targets();

}  // namespace sudoku
