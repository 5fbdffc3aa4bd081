// Writes results to try reports on: small.json, large.json, hostile.json in a folder.
#include <cstdio>
#include <exception>
#include <filesystem>

#include "harness/results/example_result.h"
#include "harness/results/json.h"
#include "harness/results/made_results.h"
#include "harness/results/write_aside.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_results FOLDER\n", stderr);
    return 1;
  }
  try {
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    const auto write = [&folder](const char* name, const sudoku::RunResult& run) {
      sudoku::write_aside((folder / name).string(), sudoku::to_json(run));
    };
    write("small.json", sudoku::example_result());
    write("large.json", sudoku::large_result(20, 15));
    write("hostile.json", sudoku::hostile_result());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_results: %s\n", error.what());
    return 2;
  }
  return 0;
}
