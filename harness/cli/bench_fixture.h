// Test fixture that runs the program in a temporary folder with a small dataset.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/texts_fixture.h"
#include "harness/cli/test_child.h"
#include "harness/options/external_description.h"
#include "harness/runner/valgrind_count.h"

namespace sudoku::cli {

using Arguments = std::vector<std::string>;

// Rows of six puzzles: four proper ones, one with several solutions, one with none.
inline constexpr const char* kHeader = "puzzle,solution\n";
inline constexpr const char* kRows =
    "7.8.2...9..6.7.....1.4.5...92.76.83.6.5......3.....6.24...56...8...1.3...5.8.39.6,"
    "738621549546379281219485763921764835685132497374598612493256178862917354157843926\n"
    "......74.89.2..1..24......59.5....2...6.29..7..2..6.9....96..3..64.3251..2.15....,"
    "651398742897245163243671985985713426136429857472586391518967234764832519329154678\n"
    "759.4.3...1...3......97..1..9.62.8...6371...42..5..7..976..1.4.....9.635.8.....7.,"
    "759146382614283597832975416197624853563718924248539761976351248421897635385462179\n"
    "..2.936....7.....9.69.4...2.23579.166.......74.1.2..9.73.9..2...1.2....8.....4.6.,"
    "582193674347652189169847532823579416695481327471326895734968251916235748258714963\n"
    "..92.......4.....8.......616..7...3.....5.71...86...........927.42..6.5....5.....,\n"
    ".6.1.....49.6..5.33..2....9......79....4.6..11...5.2..84..9..3...........7..2..4.,\n";
inline constexpr std::size_t kPuzzles = 6;

using base::expect_part;
using base::expect_start;

// A file of the puzzles, repeated.
inline std::string many_rows(int times) {
  std::string text = kHeader;
  for (int i = 0; i < times; ++i)
    text += kRows;
  return text;
}

// The end of a message about a mistake in a command line that begins with the words `command`.
inline std::string see_help(const std::string& command) {
  return "\n(see `sudoku-bench" + (command.empty() ? "" : " " + command) + " --help`)\n";
}

class Bench : public testing::Test {
 protected:
  Bench() { folder_.write("good.csv", std::string(kHeader) + kRows); }

  Ended bench(const Arguments& arguments, const ChildSetup& setup = {}) const {
    return run_child(folder_.path(), arguments, setup);
  }

  // Runs the program with words that blanks part and quotes hold together, as in a shell.
  Ended sudoku_bench(const std::string& words, const ChildSetup& setup = {}) const {
    return bench(options::split_command(words), setup);
  }

  // Runs a line of bash that finds the program as `sudoku-bench`.
  Ended shell(const std::string& line, const std::string& name_and_value = "") const {
    const std::string folder = std::filesystem::path(SUDOKU_BENCH_PROGRAM).parent_path();
    return bench({"-c", "PATH='" + folder + "':$PATH; " + line},
                 {.program = "bash", .name_and_value = name_and_value});
  }

  bool has(const std::string& program) const { return shell("command -v " + program).code == 0; }

  // Words of a `run` that ends quickly and skips no step.
  static std::string quick_run(const std::string& more) {
    return "run --solvers mrv,dlx --time-budget 20ms --warmup 0 --threads 1 " + more;
  }

  // Why a program that finds no valgrind, or cannot use it anyway, counts no instructions by it.
  static std::string why_no_valgrind() {
    const std::string why = runner::why_no_valgrind();
    return why.empty() ? "valgrind is not installed" : why;
  }

  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  base::TemporaryFolder folder_;
};

}  // namespace sudoku::cli
