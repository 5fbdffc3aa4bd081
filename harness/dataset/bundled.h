// The recipes of the generated files in datasets/.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "harness/dataset/generator.h"

namespace sudoku {

// Every row has a seed of its own, so that any of them can be made again alone.
struct BundledFile {
  std::string_view name;
  std::uint64_t rows;
  std::uint64_t seed;
  GeneratedPuzzle (*make)(Generator& generator);
};

std::span<const BundledFile> bundled_files();

inline constexpr std::string_view kBundledHeader = "puzzle,solution";

// One line of the file, without its end.
std::string bundled_row(const BundledFile& file, std::uint64_t row, Solver& solver);

}  // namespace sudoku
