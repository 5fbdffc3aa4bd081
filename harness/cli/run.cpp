// --puzzle-csv: one row per puzzle and solver, streamed while the race runs.
#include "harness/cli/run.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "harness/base/csv_line.h"
#include "harness/base/errors.h"
#include "harness/base/output.h"
#include "harness/cli/build_info.h"
#include "harness/cli/known_sets.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/cli/run_options.h"
#include "harness/cli/suite.h"
#include "harness/cli/values.h"
#include "harness/report/markdown.h"
#include "harness/report/page/page.h"
#include "harness/report/summary.h"
#include "harness/report/view.h"
#include "harness/result/json.h"
#include "harness/run/plan.h"
#include "harness/run/race.h"

namespace sudoku::cli {

// Columns: dataset, line, puzzle, solver, threads, outcome, guesses, latency_ns (the smallest over
// the latency rounds; empty without them), solution (empty when there is none), hardest (of solvers
// that rate). Written aside; without finish(), nothing is left behind.
class PuzzleCsv {
 public:
  // Throws OutputError, as do the others.
  explicit PuzzleCsv(const std::string& path);

  void add(const run::SolvedBlock& solved);

  void finish() { file_.finish(); }

 private:
  base::AsideFile file_;
};

namespace {

// Shows a race to the user, and streams its puzzles to a file if one was asked for.
class Show final : public run::RaceObserver {
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

  void bad_rows(const result::DatasetRecord& dataset) override {
    if (is_repeated()) return;
    progress_.clear();
    for (const std::string& row : dataset.quarantine_first)
      print_line(stderr, "{}", row);
    print_line(stderr, "{}: {} left out", dataset.name,
               report::plural(dataset.quarantined, "bad row"));
  }

  void running(const run::RaceProgress& own) override {
    const run::RaceProgress progress = team_.seen_by_all(own);
    progress_.running(progress.dataset, progress.solver, progress.share, progress.puzzles);
  }

  void planned(const run::PlannedSolver& planned) override {
    if (!options_.verbose || is_repeated()) return;
    progress_.clear();
    print_line(
        stderr,
        "{}: {} at about {:.3g} us a puzzle: {:.4g} % of the puzzles, {} rounds, tasks of {}",
        planned.dataset, planned.solver, planned.pilot_ns / 1e3, 100 * planned.rate, planned.rounds,
        planned.chunk);
  }

  void solved(const run::SolvedBlock& solved) override {
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
void print_summary(const RunOptions& options, const result::RunResult& result) {
  if (options.quiet) return;
  std::FILE* stream = std::ranges::count(outputs(options), "-") > 0 ? stderr : stdout;
  fmt::print(stream, "{}", report::summary(result, wants_colour(stream)));
}

void write_files(const RunOptions& options, const result::RunResult& result) {
  if (!options.result.empty()) base::write_aside(options.result, result::to_json(result));
  if (!options.markdown.empty())
    base::write_aside(options.markdown, report::markdown_report(result));
  if (options.html.empty()) return;
  const std::array<report::ReportInput, 1> input = {{{.file = "this run", .run = result}}};
  base::write_aside(options.html, report::html_report(input, result.tool));
}

int exit_code(const result::RunResult& result) {
  if (!result.complete) return kInterrupted;
  const bool bad = std::ranges::any_of(result.results, [](const result::ResultRecord& row) {
    return result::is_void(row) || row.outcomes[Outcome::crashed] > 0;
  });
  return bad ? kWrongAnswer : kOk;
}

// Into a file that the run which it is a part of has made.
void leave_part(const ProcessPart& part, const result::RunResult& result) {
  std::ofstream file(part.result, std::ios::binary);
  if (file << result::to_json(result) << std::flush) return;
  throw base::OutputError(fmt::format("process {} of {}: its result cannot be written: {}",
                                      part.number, part.of,
                                      std::generic_category().message(errno)));
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
  for (const run::Contender& contender : options.race.contenders) {
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
  if (!options.pilots.empty())
    options.race.pilots = run::pilots_of(result::read_result(options.pilots));
  for (const std::string& path : outputs(options)) {
    if (!path.empty() && team.speaks()) base::ensure_writable(path);
  }
}

int leave(const RunOptions& options, const result::RunResult& result, int code) {
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
  const run::JournalTerms terms{
      .path = options.part ? "" : journal_of(options.result),
      .result = options.result,
      .resume = options.resume,
      .tool = tool_record(),
      .say = [&show](const std::string& sentence) { show.say(sentence); }};
  run::Ledger& ledger = team.open_books(terms);
  result::RunResult result =
      run::run_race(options.files, options.race, watch_for_interrupts(), show, ledger);
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
    action = [options, command, run, &team] {
      return sudoku::cli::run(*run, *options, command, team);
    };
  });
}

void add_run(CLI::App& app, Action& action, const std::vector<std::string>& command,
             const std::optional<ProcessPart>& part) {
  static Alone alone;
  add_run(app, action, command, {part, alone});
}

void declare_parts(CLI::App& run, RunOptions& options) {
  run.add_flag(
      "--resume", options.resume,
      "Go on with a run that was killed or interrupted, from the journal beside the file of "
      "--result: blocks that are finished are not solved again. It must be the same race, "
      "by the same program; without a journal the race begins");
  add_parsed(
      run, "--shard",
      [&options](const std::string& text) { options.race.shard = parse_shard(text); },
      "Solve every N-th block only, from the I-th on; `sudoku-bench merge` makes one result of all "
      "N. There is no time budget then, because all parts need the same samples: --sample "
      "takes a smaller one")
      ->type_name("I/N");
}

void complete_parts(const CLI::App& run, RunOptions& options) {
  if (options.resume && journal_of(options.result).empty()) {
    throw CLI::ValidationError("--resume: needs the file that --result of the first run named");
  }
  if (options.resume && !options.puzzle_csv.empty()) {
    throw CLI::ValidationError(
        "--resume: cannot go on with --puzzle-csv: the rows of finished blocks are not kept");
  }
  if (options.processes > 1 && (options.resume || options.race.shard)) {
    throw CLI::ValidationError("--processes: cannot be run in parts: neither --resume nor --shard");
  }
  if (!options.race.shard) return;
  const bool is_given = run.get_option("--time-budget")->count() > 0;
  if (is_given && options.race.time_budget.count() > 0) {
    throw CLI::ValidationError(
        "--shard: a time budget would give each part samples of its own; use --sample");
  }
  options.race.time_budget = std::chrono::nanoseconds(0);
}

std::string journal_of(const std::string& result) {
  const bool stays = !result.empty() && base::is_written_aside(result);
  return stays ? result + ".journal" : "";
}

run::Ledger& Alone::open_books(const run::JournalTerms& terms) {
  if (terms.path.empty()) return nothing_kept_;
  return journal_.emplace(terms);
}

bool Alone::finish(result::RunResult& result, const RunOptions& /*options*/) {
  if (!journal_) return true;
  journal_->sign(result);
  return !journal_->was_complete();
}

void Alone::remove_journals() {
  if (journal_) journal_->remove();
}

namespace {

Outcome outcome_at(const run::LegRecord& leg, std::size_t i) {
  return leg.faults.contains(i) ? Outcome::wrong : leg.answers[i].outcome;
}

}  // namespace

PuzzleCsv::PuzzleCsv(const std::string& path) : file_(path) {
  file_.write("dataset,line,puzzle,solver,threads,outcome,guesses,latency_ns,solution,hardest\n");
}

void PuzzleCsv::add(const run::SolvedBlock& solved) {
  fmt::memory_buffer rows;
  const std::string dataset = base::csv_field(solved.dataset.name);
  const run::LegRecord& leg = solved.leg;
  for (std::size_t i = 0; i < leg.answers.size(); ++i) {
    const Answer& answer = leg.answers[i];
    fmt::format_to(std::back_inserter(rows), "{},{},{},{},{},{},{},", dataset,
                   solved.block.lines[solved.drawn.at[i]], solved.drawn.puzzles[i].text(),
                   solved.solver.name, solved.threads, name_of(outcome_at(leg, i)), answer.guesses);
    if (!leg.ticks.empty()) {
      fmt::format_to(std::back_inserter(rows), "{:.1f}",
                     static_cast<double>(leg.ticks[i]) * solved.ns_per_tick);
    }
    const bool has_solution = answer.solution != kEmptyGrid;
    const bool is_rated = solved.solver.rates && answer.solutions > 0;
    fmt::format_to(std::back_inserter(rows), ",{},{}\n",
                   has_solution ? answer.solution.text() : std::string_view(),
                   is_rated ? name_of(answer.hardest) : std::string_view());
  }
  file_.write({rows.data(), rows.size()});
}

}  // namespace sudoku::cli
