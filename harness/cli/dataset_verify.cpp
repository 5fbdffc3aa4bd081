// `dataset verify`: checks that every puzzle is proper and every declared solution right.

#include <fmt/format.h>

#include "harness/base/table.h"
#include "harness/base/units.h"
#include "harness/cli/dataset.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/profile.h"
#include "harness/report/view.h"

namespace sudoku::cli {

namespace {

struct VerifyOptions {
  std::vector<std::string> files;
  std::uint64_t solutions = 2;
  std::uint64_t faults = 10;
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

// Prints the first faults of a file as they are found, and at its end how many were not printed.
class FaultList {
 public:
  FaultList(std::string name, std::uint64_t most) : name_(std::move(name)), most_(most) {}

  void add(const std::vector<dataset::Fault>& faults, ProgressLine& progress) {
    for (const dataset::Fault& fault : faults) {
      if (++found_ > most_) continue;
      progress.clear();
      print_line(stdout, "{}:{}: {}", name_, fault.line, fault.reason);
    }
  }

  void finish() const {
    if (found_ <= most_) return;
    print_line(stdout, "{}: {}; --all shows them", name_,
               report::plural(found_ - most_, "more fault"));
  }

 private:
  std::string name_;
  std::uint64_t most_;
  std::uint64_t found_ = 0;
};

base::Cell count_cell(std::uint64_t count, base::Tone tone = base::Tone::plain) {
  return {base::count_text(count), tone};
}

void add_row(Findings& findings, const std::string& name,
             const dataset::Verification::Counts& counts, std::uint64_t bad_rows) {
  findings.table.add_row({name, count_cell(counts.puzzles), count_cell(counts.proper),
                          count_cell(counts.several), count_cell(counts.none),
                          count_cell(counts.declared), count_cell(counts.wrong),
                          count_cell(bad_rows)});
}

// Verifies a file. Returns false when interrupted.
bool verify_file(const std::string& argument, const VerifyOptions& options, SolverThreads& threads,
                 Findings& findings) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  const dataset::InputFile file(dataset::file_named(argument));
  dataset::PuzzleReader reader(file, {.pencilmarks = true});
  dataset::Verification verification(options.solutions);
  FaultList list(file.name(), options.all ? kUnlimited : options.faults);
  const auto judge = [&](const dataset::Block& block, ProgressLine& progress) {
    const auto answers = threads.solve(block.all(), options.solutions);
    if (interrupted) return;
    verification.add(block, answers);
    list.add(verification.faults(), progress);
  };
  if (!for_each_block(reader, true, judge)) return false;
  list.finish();
  add_row(findings, file.name(), verification.counts(), reader.quarantine().rows);
  findings.wrong = findings.wrong || !verification.is_faultless();
  findings.bad_rows = findings.bad_rows || reader.quarantine().rows > 0;
  return true;
}

int verify(const VerifyOptions& options) {
  SolverThreads threads(verdict_solver(), options.threads, watch_for_interrupts());
  Findings findings;
  for (const std::string& file : options.files)
    if (!verify_file(file, options, threads, findings)) return kInterrupted;
  fmt::print("{}", findings.table.text(false));
  if (findings.wrong) return kWrongAnswer;
  return findings.bad_rows && !options.lenient ? kBadInput : kOk;
}

constexpr const char* kVerifyFooter =
    "Exit status: 0 when every puzzle has exactly one solution and every declared solution is the "
    "right one; 2 when a file cannot be read, has no usable puzzle or, without --lenient, a row "
    "that cannot be read; 3 when a puzzle has no solution or several, or a declared solution is "
    "wrong.";

void declare(Command& command, VerifyOptions& options) {
  add_files(command, options.files);
  command.number("--solutions", options.solutions, {.least = 2},
                 "Solutions to look for; more than 2 counts those of improper puzzles");
  command.number("--faults", options.faults, {}, "Number of faults to show per file");
  command.flag("--all", options.all, "Show all faults");
  command.flag("--lenient", options.lenient, kLenientHelp);
  add_dataset_threads(command, options.threads);
}

}  // namespace

void add_dataset_verify(Command& dataset) {
  dataset
      .add("verify", "Check that every puzzle is proper and every declared solution is right",
           declare, verify)
      .footer = kVerifyFooter;
}

}  // namespace sudoku::cli
