// The generated files of datasets/: their recipes, and the rows that come of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/dataset/recipe.h"

namespace sudoku::dataset {

struct BundledFile {
  std::string_view name;
  std::uint64_t rows;
  Recipe recipe;
};

std::span<const BundledFile> bundled_files();

inline constexpr std::string_view kBundledHeader = "puzzle,solution";

// The first `count` lines of the file below its header, without their ends.
std::vector<std::string> bundled_rows(const BundledFile& file, std::size_t count);

}  // namespace sudoku::dataset
