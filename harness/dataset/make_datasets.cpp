// Writes the generated files of datasets/ into a folder: a program for developers.
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "harness/dataset/generator.h"
#include "solvers/roster.h"

namespace {

void write(const sudoku::dataset::BundledFile& file, const std::string& folder,
           sudoku::Solver& solver) {
  const std::string path = fmt::format("{}/{}", folder, file.name);
  std::ofstream out(path);
  out << sudoku::dataset::kBundledHeader << '\n';
  for (std::uint64_t row = 0; row < file.rows; ++row)
    out << sudoku::dataset::bundled_row(file, row, solver) << '\n';
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
    const auto solver = sudoku::find_solver("dlx")->create();
    for (const sudoku::dataset::BundledFile& file : sudoku::bundled_files())
      write(file, argv[1], *solver);
  } catch (const std::exception& error) {
    fmt::print(stderr, "make_datasets: {}\n", error.what());
    return 2;
  }
  return 0;
}
