// Writes the generated files of datasets/ into a folder: a program for developers.
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "harness/dataset/bundled.h"

namespace {

void write(const sudoku::dataset::BundledFile& file, const std::string& folder) {
  const std::string path = fmt::format("{}/{}", folder, file.name);
  std::ofstream out(path);
  out << sudoku::dataset::kBundledHeader << '\n';
  for (const std::string& row : sudoku::dataset::bundled_rows(file, file.rows))
    out << row << '\n';
  if (!out.flush()) throw std::runtime_error(path + ": cannot be written");
  fmt::print("{}: {} puzzles\n", path, file.rows);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: make_datasets FOLDER\n");
    return 1;
  }
  try {
    for (const sudoku::dataset::BundledFile& file : sudoku::dataset::bundled_files())
      write(file, argv[1]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "make_datasets: {}\n", error.what());
    return 2;
  }
  return 0;
}
