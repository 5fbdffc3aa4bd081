#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/cli/build_info.h"
#include "harness/cli/command.h"
#include "harness/cli/interrupt.h"
#include "harness/cli/known_sets.h"
#include "harness/cli/named_files.h"
#include "harness/cli/progress.h"
#include "harness/cli/puzzle_csv.h"
#include "harness/cli/run_options.h"
#include "harness/cli/run_parts.h"
#include "harness/cli/run_team.h"
#include "harness/cli/suite.h"
#include "harness/cli/suite_options.h"
#include "harness/cli/terminal.h"
#include "harness/measure/pilot.h"
#include "harness/measure/race.h"
#include "harness/report/markdown.h"
#include "harness/report/page/page.h"
#include "harness/report/summary.h"
#include "harness/report/view.h"
#include "harness/results/json.h"
#include "harness/results/output_error.h"
#include "harness/results/write_aside.h"

namespace sudoku {

namespace {

// Shows a race to the user, and streams its puzzles to a file if one was asked for.
class Show final : public RaceObserver {
 public:
  Show(const RunOptions& options, RunTeam& team)
      : options_(options),
        team_(team),
        progress_(!options.quiet && team.speaks(), prefix(options)) {
    if (!options.puzzle_csv.empty()) puzzles_.emplace(options.puzzle_csv);
  }

  void reading(std::string_view dataset, std::uint64_t read, std::uint64_t total) override {
    progress_.reading(dataset, read, total);
  }

  void bad_rows(const DatasetRecord& dataset) override {
    if (is_repeated()) return;
    progress_.clear();
    for (const std::string& row : dataset.quarantine_first)
      print_line(stderr, "{}", row);
    print_line(stderr, "{}: {} left out", dataset.name, plural(dataset.quarantined, "bad row"));
  }

  void running(const RaceProgress& own) override {
    const RaceProgress progress = team_.seen_by_all(own);
    progress_.running(progress.dataset, progress.solver, progress.share, progress.puzzles);
  }

  void planned(const PlannedSolver& planned) override {
    if (!options_.verbose || is_repeated()) return;
    progress_.clear();
    print_line(
        stderr,
        "{}: {} at about {:.3g} us a puzzle: {:.4g} % of the puzzles, {} rounds, tasks of {}",
        planned.dataset, planned.solver, planned.pilot_ns / 1e3, 100 * planned.rate, planned.rounds,
        planned.chunk);
  }

  void solved(const SolvedBlock& solved) override {
    if (puzzles_) puzzles_->add(solved);
  }

  void say(const std::string& sentence) {
    progress_.clear();
    print_line(stderr, "{}", sentence);
  }

  void finish() {
    progress_.clear();
    if (puzzles_) puzzles_->finish();
  }

 private:
  // Another process says it.
  bool is_repeated() const {
    return !team_.speaks() || (options_.part && options_.part->number > 1);
  }

  static std::string prefix(const RunOptions& options) {
    if (!options.part) return "";
    return fmt::format("process {} of {}, ", options.part->number, options.part->of);
  }

  const RunOptions& options_;
  RunTeam& team_;
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

// Into a file that the run which it is a part of has made.
void leave_part(const ProcessPart& part, const RunResult& result) {
  std::ofstream file(part.result, std::ios::binary);
  if (file << to_json(result) << std::flush) return;
  throw OutputError(fmt::format("process {} of {}: its result cannot be written: {}", part.number,
                                part.of, std::generic_category().message(errno)));
}

// It has its share of the time, and leaves its result to the run it is a part of.
void become_part(const ProcessPart& part, RunOptions& options) {
  options.race.time_budget /= static_cast<std::int64_t>(part.of);
  options.pilots = part.pilots;
  options.result.clear();
  options.html.clear();
  options.markdown.clear();
  if (options.verbose) fmt::print(stderr, "process {} of {}\n", part.number, part.of);
  if (part.number > 1) options.puzzle_csv.clear();
}

void check_run_files(const RunOptions& options) {
  std::vector<NamedFile> inputs = all_of("FILE", options.files);
  inputs.insert(inputs.end(), {{"--suite", options.suite}, {"--pilots", options.pilots}});
  for (const Contender& contender : options.race.contenders) {
    if (!contender.spec) continue;
    const std::vector<NamedFile> files = files_of(*contender.spec);
    inputs.insert(inputs.end(), files.begin(), files.end());
  }
  require_distinct(inputs, {{"--result", options.result},
                            {"the journal of --result", journal_of(options.result)},
                            {"--html", options.html},
                            {"--markdown", options.markdown},
                            {"--puzzle-csv", options.puzzle_csv}});
}

// Everything that can be found wrong before files are read.
void prepare(CLI::App& app, RunOptions& options, const RunTeam& team) {
  if (!options.suite.empty()) apply_suite(read_suite(options.suite), app, options);
  complete(app, options);
  team.check(options);
  options.files = dataset_files(std::move(options.files));
  dispatch_isa(options.isa);
  if (options.part) become_part(*options.part, options);
  check_run_files(options);
  if (!options.pilots.empty()) options.race.pilots = pilots_of(read_result(options.pilots));
  for (const std::string& path : outputs(options)) {
    if (!path.empty() && team.speaks()) ensure_writable(path);
  }
}

int leave(const RunOptions& options, const RunResult& result, int code) {
  if (options.part) {
    leave_part(*options.part, result);
  } else if (!result.results.empty()) {  // or it was interrupted before anything was measured
    write_files(options, result);
    print_summary(options, result);
  }
  return code == kOk ? exit_code(result) : code;
}

int run_here(const RunOptions& options, const std::vector<std::string>& command, RunTeam& team) {
  Show show(options, team);
  const JournalTerms terms{.path = options.part ? "" : journal_of(options.result),
                           .result = options.result,
                           .resume = options.resume,
                           .tool = tool_record(),
                           .say = [&show](const std::string& sentence) { show.say(sentence); }};
  Ledger& ledger = team.open_books(terms);
  RunResult result = run_race(options.files, options.race, watch_for_interrupts(), show, ledger);
  if (!team.finish(result, options)) return kOk;
  result.tool = tool_record();
  result.command = command;
  result.settings.suite = options.suite_read;
  if (!result.results.empty()) show.finish();
  const int code = leave(options, result, kOk);
  if (result.complete) team.remove_journals();
  return code;
}

int run_series(const RunOptions& options, const std::vector<std::string>& command) {
  ProcessesEnded ended = run_processes(command, options.processes, options.pilots);
  if (!ended.run) return ended.code;
  // A process knows its own share, rounded to a nanosecond.
  ended.run->settings.time_budget_s =
      std::chrono::duration<double>(options.race.time_budget).count();
  return leave(options, *ended.run, ended.code);
}

int run(CLI::App& app, RunOptions& options, const std::vector<std::string>& command,
        RunTeam& team) {
  watch_for_interrupts();
  prepare(app, options, team);
  const bool is_series = options.processes > 1 && !options.part;
  return is_series ? run_series(options, command) : run_here(options, command, team);
}

}  // namespace

void add_run(CLI::App& app, Action& action, const std::vector<std::string>& command,
             const RunBy& by) {
  auto options = std::make_shared<RunOptions>();
  options->part = by.part;
  CLI::App* run = app.add_subcommand("run", "Race solvers on puzzle files and report what they do");
  declare_run_options(*run, *options);
  run->callback([options, &action, command, run, &team = by.team] {
    action = [options, command, run, &team] { return sudoku::run(*run, *options, command, team); };
  });
}

void add_run(CLI::App& app, Action& action, const std::vector<std::string>& command,
             const std::optional<ProcessPart>& part) {
  static Alone alone;
  add_run(app, action, command, {part, alone});
}

}  // namespace sudoku
