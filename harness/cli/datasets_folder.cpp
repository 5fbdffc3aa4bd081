#include "harness/cli/datasets_folder.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "harness/dataset/input_error.h"

namespace sudoku {

namespace {

namespace fs = std::filesystem;

fs::path folder_of_program() {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  if (unknown) throw InputError("/proc/self/exe, which tells where the program is, cannot be read");
  return program.parent_path();
}

// CMake leaves a link to the source tree's sets beside the programs of a build tree: a path that is
// compiled in would go into installed programs too.
fs::path in_source_tree(const fs::path& program) {
  std::error_code none;
  return fs::read_symlink(program / "sudoku-bench-datasets", none);
}

// SUDOKU_BENCH_DATA_FROM_BIN is CMake's, relative to the folder of the program.
fs::path installed(const fs::path& program) {
  return (program / SUDOKU_BENCH_DATA_FROM_BIN / "datasets").lexically_normal();
}

}  // namespace

std::string datasets_folder() {
  const fs::path program = folder_of_program();
  const fs::path source = in_source_tree(program);
  const fs::path folder = source.empty() ? installed(program) : source;
  std::error_code ignored;
  if (fs::is_directory(folder, ignored)) return folder.string();
  throw InputError(fmt::format("the bundled puzzle sets are not in {}", folder.string()));
}

}  // namespace sudoku
