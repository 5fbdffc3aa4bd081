#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/cli/build_info.h"
#include "harness/cli/command.h"
#include "harness/cli/interrupt.h"
#include "harness/cli/known_sets.h"
#include "harness/cli/progress.h"
#include "harness/cli/puzzle_csv.h"
#include "harness/cli/run_options.h"
#include "harness/cli/suite.h"
#include "harness/cli/suite_options.h"
#include "harness/cli/terminal.h"
#include "harness/measure/race.h"
#include "harness/report/markdown.h"
#include "harness/report/page/page.h"
#include "harness/report/summary.h"
#include "harness/report/view.h"
#include "harness/results/json.h"
#include "harness/results/write_aside.h"

namespace sudoku {

namespace {

// Shows a race to the user, and streams its puzzles to a file if one was asked for.
class Show final : public RaceObserver {
 public:
  explicit Show(const RunOptions& options) : options_(options), progress_(!options.quiet) {
    if (!options.puzzle_csv.empty()) puzzles_.emplace(options.puzzle_csv);
  }

  void reading(std::string_view dataset, std::uint64_t read, std::uint64_t total) override {
    progress_.reading(dataset, read, total);
  }

  void bad_rows(const DatasetRecord& dataset) override {
    progress_.clear();
    for (const std::string& row : dataset.quarantine_first)
      fmt::print(stderr, "{}\n", row);
    fmt::print(stderr, "{}: {} left out\n", dataset.name, plural(dataset.quarantined, "bad row"));
  }

  void running(const RaceProgress& progress) override {
    progress_.running(progress.dataset, progress.solver, progress.share, progress.puzzles);
  }

  void planned(const PlannedSolver& planned) override {
    if (!options_.verbose) return;
    progress_.clear();
    fmt::print(
        stderr,
        "{}: {} at about {:.3g} us a puzzle: {:.4g} % of the puzzles, {} rounds, tasks of {}\n",
        planned.dataset, planned.solver, planned.pilot_ns / 1e3, 100 * planned.rate, planned.rounds,
        planned.chunk);
  }

  void solved(const SolvedBlock& solved) override {
    if (puzzles_) puzzles_->add(solved);
  }

  void finish() {
    progress_.clear();
    if (puzzles_) puzzles_->finish();
  }

 private:
  const RunOptions& options_;
  ProgressLine progress_;
  std::optional<PuzzleCsv> puzzles_;
};

// Human output leaves standard output to the result when that goes there.
void print_summary(const RunOptions& options, const RunResult& result) {
  if (options.quiet) return;
  std::FILE* stream = std::ranges::count(outputs(options), "-") > 0 ? stderr : stdout;
  fmt::print(stream, "{}", summary(result, wants_colour(stream)));
}

void write_files(const RunOptions& options, const RunResult& result) {
  if (!options.result.empty()) write_aside(options.result, to_json(result));
  if (!options.markdown.empty()) write_aside(options.markdown, markdown_report(result));
  if (options.html.empty()) return;
  const std::array<ReportInput, 1> input = {{{.file = "this run", .run = result}}};
  write_aside(options.html, html_report(input, result.tool));
}

int exit_code(const RunResult& result) {
  if (!result.complete) return kInterrupted;
  const bool bad = std::ranges::any_of(result.results, [](const ResultRecord& row) {
    return row.outcomes[static_cast<std::size_t>(Outcome::wrong)] > 0 ||
           row.outcomes[static_cast<std::size_t>(Outcome::crashed)] > 0 ||
           !row.disqualified.empty();
  });
  return bad ? kWrongAnswer : kOk;
}

int run(CLI::App& app, RunOptions& options, const std::vector<std::string>& command) {
  if (!options.suite.empty()) apply_suite(read_suite(options.suite), app, options);
  complete(options);
  options.files = dataset_files(std::move(options.files));
  dispatch_isa(options.isa);
  for (const std::string& path : outputs(options)) {
    if (!path.empty()) ensure_writable(path);
  }
  Show show(options);
  RunResult result = run_race(options.files, options.race, watch_for_interrupts(), show);
  result.tool = tool_record();
  result.command = command;
  result.settings.suite = options.suite_read;
  show.finish();
  write_files(options, result);
  print_summary(options, result);
  return exit_code(result);
}

}  // namespace

void add_run(CLI::App& app, Action& action, const std::vector<std::string>& command) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* run = app.add_subcommand("run", "Race solvers on puzzle files and report what they do");
  declare_run_options(*run, *options);
  run->callback([options, &action, command, run] {
    action = [options, command, run] { return sudoku::run(*run, *options, command); };
  });
}

}  // namespace sudoku
