// `dataset verify`: checks that every puzzle is proper and every declared solution right.
#include <fmt/format.h>

#include "harness/base/table.h"
#include "harness/base/units.h"
#include "harness/cli/dataset.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/profile.h"

namespace sudoku::cli {

namespace {

constexpr std::uint64_t kShown = 10;  // faults of a file, without --all

struct VerifyOptions {
  std::vector<std::string> files;
  dataset::ColumnChoice columns;
  bool all = false;
  bool lenient = false;
  unsigned threads = 1;
};

// Table of the files verified so far, and whether they had faults.
struct Findings {
  base::Table table{{base::left("file"), base::right("puzzles"), base::right("proper"),
                     base::right("several"), base::right("none"), base::right("solutions declared"),
                     base::right("wrong"), base::right("bad rows")}};
  bool wrong = false;
  bool bad_rows = false;
};

// Verifies a file. Returns false when interrupted.
bool verify_file(const std::string& argument, const VerifyOptions& options, SolverThreads& threads,
                 Findings& findings) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  const base::InputFile file(dataset::file_named(argument));
  dataset::PuzzleReader reader(file, {.columns = options.columns});
  dataset::Verification verification;
  std::uint64_t shown = 0;
  const auto judge = [&](const dataset::Block& block, ProgressLine& progress) {
    const auto answers = threads.solve(block.puzzles);
    if (interrupted) return;
    verification.add(block, answers);
    for (const dataset::Fault& fault : verification.faults) {
      if (shown == kShown && !options.all) return;
      progress.clear();
      print_line(stdout, "{}:{}: {}", file.name(), fault.line, fault.text);
      ++shown;
    }
  };
  if (!for_each_block(reader, true, judge)) return false;
  const std::uint64_t faults = verification.fault_count();
  if (faults > shown) {
    print_line(stdout, "{}: {}; --all shows them", file.name(),
               base::plural(faults - shown, "more fault"));
  }
  const std::uint64_t bad_rows = reader.bad_rows().count;
  findings.table.add_row(
      {file.name(), base::count_text(verification.puzzles), base::count_text(verification.proper),
       base::count_text(verification.several), base::count_text(verification.none),
       base::count_text(verification.declared), base::count_text(verification.wrong),
       base::count_text(bad_rows)});
  findings.wrong = findings.wrong || faults > 0;
  findings.bad_rows = findings.bad_rows || bad_rows > 0;
  return true;
}

int verify(const VerifyOptions& options) {
  SolverThreads threads(verdict_solver(), options.threads, watch_for_interrupts());
  Findings findings;
  for (const std::string& file : options.files)
    if (!verify_file(file, options, threads, findings)) return kInterrupted;
  fmt::print("{}", findings.table.text(screen_of(stdout)));
  if (findings.wrong) return kWrongAnswer;
  return findings.bad_rows && !options.lenient ? kBadInput : kOk;
}

}  // namespace

void add_dataset_verify(Command& dataset) {
  auto [command, options] = dataset.add<VerifyOptions>(
      "verify", "Check that every puzzle is proper and every declared solution is right", verify);
  command.examples = {
      {"sudoku-bench dataset verify puzzles.csv",
       "Check in CI that all puzzles of a file are proper and their solutions are right."}};
  command.footer =
      "Exit status: 0 when every puzzle has exactly one solution and every declared solution is "
      "the right one; 2 when a file cannot be read, has no usable puzzle or, without --lenient, a "
      "row that cannot be read; 3 when a puzzle has no solution or several, or a declared solution "
      "is wrong.";
  add_files(command, options.files);
  add_column_options(command, options.columns);
  command.flag("--all", options.all,
               fmt::format("Show all faults, not only the first {} of a file", kShown));
  command.flag("--lenient", options.lenient, kLenientHelp);
  add_dataset_threads(command, options.threads);
}

}  // namespace sudoku::cli
