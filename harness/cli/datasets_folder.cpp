#include "harness/cli/datasets_folder.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "harness/dataset/input_error.h"

namespace sudoku {

namespace {

namespace fs = std::filesystem;

// SUDOKU_BENCH_DATA_FROM_BIN and SUDOKU_BENCH_SOURCE_DATASETS are CMake's: one relative to the
// folder of the program, the other absolute.
fs::path installed() {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  return (program.parent_path() / SUDOKU_BENCH_DATA_FROM_BIN / "datasets").lexically_normal();
}

}  // namespace

std::string datasets_folder() {
  const fs::path here = installed();
  const fs::path source = SUDOKU_BENCH_SOURCE_DATASETS;
  for (const fs::path& folder : {here, source}) {
    std::error_code ignored;
    if (fs::is_directory(folder, ignored)) return folder.string();
  }
  throw InputError(fmt::format(
      "the bundled puzzle sets are neither in {} nor in {}; --datasets says where they are",
      here.string(), source.string()));
}

}  // namespace sudoku
