// Test fixture that runs the subcommands of `sudoku-bench dataset`, and a solved puzzle.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/dataset/formats.h"

namespace sudoku::cli {

inline const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
inline const std::string kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
inline const std::string kPair = kPuzzle + " " + kSolution + "\n";

// The formats that can be written, as messages list them.
inline std::string formats_to_write() {
  std::string names;
  for (const dataset::Format& format : dataset::all_formats()) {
    if (format.write != nullptr) names += (names.empty() ? "" : ", ") + std::string(format.name);
  }
  return names;
}

struct OutcomeCase {
  std::string words;  // of a command line, behind `dataset`
  int code;
  std::string message;
};

class Dataset : public Bench {
 protected:
  // Runs `sudoku-bench dataset` with words that blanks part.
  Ended dataset(const std::string& words, const ChildSetup& setup = {}) const {
    return sudoku_bench("dataset " + words, setup);
  }

  // Each command prints nothing but its message, and that of a mistake where help is to be found.
  void expect_failures(const std::vector<OutcomeCase>& cases, const ChildSetup& setup = {}) const {
    for (const OutcomeCase& c : cases) {
      SCOPED_TRACE(c.words);
      const std::string called = c.words.empty() ? "" : " " + c.words.substr(0, c.words.find(' '));
      expect(
          dataset(c.words, setup), c.code, "",
          "sudoku-bench: " + c.message + (c.code == kUsage ? see_help("dataset" + called) : "\n"));
    }
  }

  bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }

  static void expect(const Ended& ended, int code, const std::string& out, const std::string& err) {
    EXPECT_EQ(ended.code, code);
    EXPECT_EQ(ended.out, out);
    EXPECT_EQ(ended.err, err);
  }
};

}  // namespace sudoku::cli
