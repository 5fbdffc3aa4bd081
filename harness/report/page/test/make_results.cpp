// Writes example results to a folder: small.json, small_first.json, large.json, hostile.json, and
// day_01.json to day_24.json for a history.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "harness/base/output.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_results FOLDER\n", stderr);
    return 1;
  }
  try {
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    const auto write = [&folder](const std::string& name, const sudoku::result::RunResult& run) {
      sudoku::base::write_aside((folder / name).string(), sudoku::result::to_json(run));
    };
    write("small.json", sudoku::result::example_result());
    sudoku::result::RunResult small_first = sudoku::result::example_result();
    std::ranges::reverse(small_first.datasets);
    write("small_first.json", small_first);
    write("large.json", sudoku::result::large_result(20, 15));
    write("hostile.json", sudoku::result::hostile_result());
    for (unsigned day = 1; day <= 24; ++day)
      write(fmt::format("day_{:02}.json", day), sudoku::result::result_of_day(day));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_results: %s\n", error.what());
    return 2;
  }
  return 0;
}
