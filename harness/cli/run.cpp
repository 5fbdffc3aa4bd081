// `run`: measures solvers on puzzle files, and writes and prints the result.
#include "harness/run/run.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/csv_line.h"
#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/input_file.h"
#include "harness/base/nearest.h"
#include "harness/base/output.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/cli/run_processes.h"
#include "harness/cli/suite.h"
#include "harness/dataset/catalog.h"
#include "harness/options/external_description.h"
#include "harness/options/options.h"
#include "harness/parallel/thread_pool.h"
#include "harness/report/reports.h"
#include "harness/result/json.h"
#include "harness/run/journal.h"
#include "harness/run/plan.h"
#include "harness/runner/provenance.h"
#include "solvers/simd/isa.h"

namespace sudoku::cli {

namespace {

// Solvers of the run: built-in ones, then those of the suite, then those of the command line.
std::vector<runner::SolverSpec> solver_specs_of(const RunOptions& options) {
  std::vector<runner::SolverSpec> solver_specs;
  for (const SolverEntry* entry : options.solvers)
    solver_specs.emplace_back(*entry);
  const auto add = [&](external::Spec spec) { solver_specs.emplace_back(std::move(spec)); };
  std::ranges::for_each(options.suite_externals, add);
  for (const std::string& plugin : options.plugins)
    take_named("--plugin", [&] { add(options::parse_plugin(plugin)); });
  for (const std::string& command : options.commands)
    take_named("--exec", [&] { add(options::parse_command(command)); });
  return solver_specs;
}

std::vector<NamedFile> outputs(const RunOptions& options) {
  return {{"--result", options.result},
          {"--html", options.html},
          {"--markdown", options.markdown},
          {"--puzzle-csv", options.puzzle_csv}};
}

// Path of a run's journal; empty when --result `result` is empty, a pipe or a device.
std::string journal_of(const std::string& result) {
  const bool stays = !result.empty() && base::is_written_aside(result);
  return stays ? result + ".journal" : "";
}

void complete_parts(RunOptions& options) {
  if (options.resume && journal_of(options.result).empty())
    throw base::UsageError("--resume: requires --result with the file of the interrupted run");
  if (options.resume && !options.puzzle_csv.empty()) {
    throw base::UsageError(
        "--resume: cannot be combined with --puzzle-csv: rows of finished blocks are not kept");
  }
  if (options.processes > 1 && (options.resume || options.shard))
    throw base::UsageError("--processes: cannot be combined with --resume or --shard");
  if (!options.shard) return;
  if (options.has("time-budget") && options.time_budget.count() > 0) {
    throw base::UsageError(
        "--shard: with a time budget, each shard would have its own samples; use --sample");
  }
  options.time_budget = std::chrono::nanoseconds(0);
}

// The reference of a run that names none: its first solver or, of all solvers, one that is fast
// enough to solve what the others do.
std::string usual_reference(const RunOptions& options, const std::vector<std::string_view>& names) {
  constexpr const char* kOfAll = "mrv";
  const bool are_all = std::ranges::any_of(options.given, [](const auto& given) {
    return given.first == "solvers" && given.second == "all";
  });
  const bool has_usual = std::ranges::count(names, kOfAll) > 0;
  return are_all && has_usual ? kOfAll : std::string(names.front());
}

// Chooses the solvers of a run, with different names, and its reference solver.
void complete_solvers(RunOptions& options) {
  options.solver_specs = solver_specs_of(options);
  if (options.solver_specs.empty())
    throw base::UsageError("--solvers: no solver is selected, built-in or external");
  std::vector<std::string_view> names;
  for (const runner::SolverSpec& solver : options.solver_specs)
    names.emplace_back(solver.info.name);
  for (const std::string_view name : names) {
    if (std::ranges::count(names, name) == 1) continue;
    throw base::UsageError("two solvers are named '{}'; give one another name with name=", name);
  }
  if (options.reference.empty()) options.reference = usual_reference(options, names);
  if (std::ranges::count(names, options.reference) == 0) {
    throw base::UsageError("--reference: '{}' is not among the solvers of this run{}",
                           options.reference, base::suggestion(options.reference, names));
  }
}

// Completes the options of a run. Throws UsageError if options conflict.
void complete(RunOptions& options) {
  complete_parts(options);
  require_one_on_stdout(outputs(options));
  if (options.files.empty()) throw base::UsageError(lacks("FILE", true));
  if (options.processes > 1 && std::ranges::count(options.files, "-") > 0)
    throw base::UsageError("--processes: standard input can be read only once; give a file");
  if (!options.has("threads"))
    options.threads = {static_cast<unsigned>(parallel::usable_cpus().size())};
  complete_solvers(options);
  if (!options.has("block")) {
    for (const runner::SolverSpec& solver : options.solver_specs)
      options.block = std::max(options.block, options.batch_of(solver));
  }
  // Several processes make ratios more certain by their number, not by further rounds of each.
  const bool are_rounds_fixed = options.has("rounds") || options.processes > 1;
  if (are_rounds_fixed && !options.has("precision")) options.precision = 0;
}

// Makes solvers, also in worker processes, use `isa`. Throws UsageError if the CPU cannot run it.
void dispatch_isa(const std::string& isa) {
  if (isa == "auto") return;
  if (!force_isa(parse_isa(isa).value())) {
    throw base::UsageError("--isa: this machine cannot run {}; it can run {}", isa,
                           fmt::join(runnable_isas(), ", "));
  }
  ::setenv("SUDOKU_BENCH_ISA", isa.c_str(), 1);
}

// Gives a process of `run --processes` its share of the time budget, and no output files.
void become_part(const ProcessPart& part, RunOptions& options) {
  options.time_budget /= static_cast<std::int64_t>(part.of);
  options.pilots_file = part.pilots;
  options.result.clear();
  options.html.clear();
  options.markdown.clear();
  if (options.verbose) fmt::print(stderr, "process {} of {}\n", part.number, part.of);
  if (part.number > 1) options.puzzle_csv.clear();
}

void check_run_files(const RunOptions& options) {
  std::vector<NamedFile> inputs = all_of("FILE", options.files);
  inputs.insert(inputs.end(), {{"--suite", options.suite}, {"--pilots", options.pilots_file}});
  for (const runner::SolverSpec& solver_spec : options.solver_specs) {
    if (!solver_spec.spec) continue;
    const external::Spec& solver = *solver_spec.spec;
    if (solver.is_plugin()) inputs.push_back({"--plugin", solver.library});
    for (const std::string& word : solver.command)  // one of the words may be a script
      inputs.push_back({"--exec", word});
  }
  std::vector<NamedFile> written = outputs(options);
  written.insert(written.begin() + 1, {"the journal of --result", journal_of(options.result)});
  require_distinct(inputs, written);
}

// Files that the run may hold open at once: for each solver in worker processes, which exist for
// the largest number of threads, three per worker and one; as many again for a solver that is
// audited.
std::uint64_t open_files(const RunOptions& options) {
  const std::uint64_t per_solver = 3ULL * options.threads.back() + 1;
  const auto externals = static_cast<std::uint64_t>(std::ranges::count_if(
      options.solver_specs,
      [](const runner::SolverSpec& solver) { return solver.spec != nullptr; }));
  const std::uint64_t isolated = options.isolate_all ? options.solver_specs.size() : externals;
  return kOpenFiles + per_solver * (isolated + (externals > 0 ? 1 : 0));
}

// Checks the files of a run before it reads input.
void prepare_files(RunOptions& options) {
  require_open_files(open_files(options));
  options.files = dataset::files_named(std::move(options.files));
  dispatch_isa(options.isa);
  if (options.part) become_part(*options.part, options);
  check_run_files(options);
  if (!options.pilots_file.empty())
    options.pilots = run::pilots_of(result::read_result(options.pilots_file));
  for (const NamedFile& output : outputs(options))
    if (!output.path.empty()) base::ensure_writable(output.path);
}

// How a run ended, besides its result.
struct Ending {
  int code = kOk;
  std::string changed_file = {};          // whose change has ended the run; empty: none
  const run::Journal* journal = nullptr;  // null: none is kept
  Outputs outputs = {};
};

// Writes the files of a result, and prints its summary: on standard error if an output goes to
// standard output. Returns the paths of pipes without a reader that an interrupted run did not
// wait for.
std::vector<std::string> write_result(const RunOptions& options, const result::RunResult& result,
                                      Outputs& written) {
  std::vector<std::string> unread;
  const auto write = [&](const std::string& path, const std::function<std::string()>& make) {
    try {
      written.write(path, make);
    } catch (const base::Interrupted&) {
      unread.push_back(path);
    }
  };
  write(options.result, [&] { return result::to_json(result); });
  write(options.markdown, [&] { return report::markdown_report(result); });
  write(options.html, [&] {
    const std::array<report::ReportInput, 1> input = {{{.file = "this run", .run = result}}};
    return report::html_report(input, result.tool);
  });
  if (options.quiet) return unread;
  std::FILE* stream = is_stdout_taken(outputs(options)) ? stderr : stdout;
  fmt::print(stream, "{}", report::summary(result, screen_of(stream), options.verbose));
  return unread;
}

// The command that continues an interrupted run: without --puzzle-csv, which --resume excludes.
std::vector<std::string> continuing(const RunOptions& options,
                                    const std::vector<std::string>& command) {
  const std::string excluded = "--puzzle-csv";
  std::vector<std::string> words;
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (command[i] == excluded) {
      ++i;  // the option's value
    } else if (!command[i].starts_with(excluded + "=")) {
      words.push_back(command[i]);
    }
  }
  if (!options.resume) words.emplace_back("--resume");
  return words;
}

bool has_journal(const RunOptions& options) {
  std::error_code missing;
  const std::uintmax_t bytes = std::filesystem::file_size(journal_of(options.result), missing);
  return !missing && bytes > 0;
}

// The files that a run has written.
std::vector<std::string> files_written(const RunOptions& options, const result::RunResult& result,
                                       const Ending& how) {
  if (result.results.empty()) return {};
  std::vector<std::string> files = existing(outputs(options));
  std::erase_if(files, [&how](const std::string& path) { return how.outputs.lacks(path); });
  return files;
}

constexpr const char* kNothingMeasured = "interrupted before a turn was measured";

// Says which files an interrupted run has written, all but `unread`, and how to continue it.
void report_interruption(const RunOptions& options, const result::RunResult& result,
                         const Ending& how, const std::vector<std::string>& unread) {
  std::vector<std::string> written = files_written(options, result, how);
  std::erase_if(
      written, [&unread](const std::string& path) { return std::ranges::count(unread, path) > 0; });
  const bool has_rows = !result.results.empty();
  if (has_rows && written.empty() && unread.empty() && !has_journal(options)) return;
  print_line(
      stderr, "{}{}{}", has_rows ? "interrupted" : kNothingMeasured,
      written.empty() ? "" : fmt::format("; wrote {}", fmt::join(written, ", ")),
      unread.empty() ? "" : fmt::format("; nobody reads {}: not written", fmt::join(unread, ", ")));
  if (!has_journal(options)) return;
  print_line(stderr, "to continue: {}", base::shell_quoted(continuing(options, result.command)));
}

// Says that a changed file has ended the run, and what is left of it.
void report_change(const RunOptions& options, const result::RunResult& result, const Ending& how) {
  const std::vector<std::string> files = files_written(options, result, how);
  print_line(stderr, "sudoku-bench: {} changed during the run{}{}", how.changed_file,
             files.empty() ? "" : "; what was measured before is in ", fmt::join(files, ", "));
}

// Writes a result that could not be written, and has no journal, to a temporary file.
void rescue(const result::RunResult& result) {
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(ignored);
  const std::string path = folder / fmt::format("sudoku-bench-{}.json", ::getpid());
  Outputs copy;
  copy.write(path, [&] { return result::to_json(result); });
  if (!copy.lacks(path)) print_line(stderr, "the result is in {} instead", path);
}

// Says how the outputs that a complete run lacks can still be made.
void report_remedy(const RunOptions& options, const result::RunResult& result,
                   const Outputs& written) {
  if (!base::is_written_aside(options.result)) return;
  if (written.lacks(options.result)) {
    if (!has_journal(options)) return rescue(result);
    print_line(stderr, "to write {}: {}", options.result,
               base::shell_quoted(continuing(options, result.command)));
    return;
  }
  std::vector<std::string> words = {result.command.front(), "report", options.result};
  const std::size_t bare = words.size();
  if (written.lacks(options.markdown)) words.insert(words.end(), {"--markdown", options.markdown});
  if (written.lacks(options.html)) words.insert(words.end(), {"--html", options.html});
  if (words.size() > bare)
    print_line(stderr, "to write what is missing: {}", base::shell_quoted(words));
}

// Says why nothing was counted, though that was asked for.
void report_counters(const RunOptions& options, const result::RunResult& result) {
  const std::optional<std::string>& why = result.environment.no_counters;
  if (!options.has("counters") || !why) return;
  const char* const who = options.counters == options::Counters::valgrind ? "valgrind" : "on";
  print_line(stderr, "--counters {}: nothing was counted: {}", who, *why);
}

// Hands the result of a process of `run --processes` to the main process.
int leave_part(const ProcessPart& part, const result::RunResult& result, const Ending& how) {
  std::ofstream file(part.result, std::ios::binary);  // which the main process made
  if (!(file << result::to_json(result) << std::flush)) {
    throw base::OutputError("process {} of {}: its result cannot be written: {}", part.number,
                            part.of, std::generic_category().message(errno));
  }
  how.outputs.require_written();
  return how.changed_file.empty() ? code_of(result) : kBadInput;
}

int leave(const RunOptions& options, const result::RunResult& result, Ending how) {
  if (options.part) return leave_part(*options.part, result, how);
  std::vector<std::string> unread;
  if (!result.results.empty())  // empty if interrupted before anything was measured
    unread = write_result(options, result, how.outputs);
  report_counters(options, result);
  const bool needs_journal = !result.complete || how.outputs.lacks(options.result);
  if (how.journal != nullptr && !needs_journal) how.journal->remove();
  if (!how.changed_file.empty()) {
    report_change(options, result, how);
    how.code = kBadInput;
  } else if (!result.complete || !unread.empty()) {
    report_interruption(options, result, how, unread);
  } else {
    report_remedy(options, result, how.outputs);
  }
  how.outputs.require_written();
  if (!unread.empty()) return kInterrupted;
  return how.code == kOk ? code_of(result) : how.code;
}

// Columns of --puzzle-csv, which is written during the run, one row per puzzle and solver.
// latency_ns: minimum over the latency rounds, empty without them and after a crash; solution:
// empty when there is none; hardest: hardest technique needed, from solvers that report it.
constexpr std::string_view kPuzzleColumns =
    "dataset,line,puzzle,solver,threads,outcome,guesses,latency_ns,solution,hardest\n";

std::string puzzle_rows(const run::SolvedBlock& solved) {
  std::string rows;
  const std::string dataset = base::csv_field(solved.dataset.name);
  const run::MeasuredBlock& measured = solved.measured;
  const dataset::Sample& sample = *measured.sample;
  for (std::size_t i = 0; i < measured.answers.size(); ++i) {
    const Answer& answer = measured.answers[i];
    fmt::format_to(std::back_inserter(rows), "{},{},{},{},{},{},{},", dataset,
                   solved.block.lines[sample.at[i]], sample.puzzles[i].text(),
                   measured.solver->name, solved.threads, name_of(measured.outcome_at(i)),
                   answer.guesses);
    if (!measured.ticks.empty() && measured.outcome_at(i) != Outcome::crashed) {
      fmt::format_to(std::back_inserter(rows), "{:.1f}",
                     static_cast<double>(measured.ticks_at(i)) * solved.ns_per_tick);
    }
    const bool has_solution = answer.solution != kEmptyGrid;
    const bool is_rated = measured.solver->rates && answer.solutions > 0;
    fmt::format_to(std::back_inserter(rows), ",{},{}\n",
                   has_solution ? answer.solution.text() : std::string_view(),
                   is_rated ? name_of(answer.hardest) : std::string_view());
  }
  return rows;
}

// Shows the progress of a run, and writes its puzzles to --puzzle-csv if that was given.
class RunDisplay final : public run::RunObserver {
 public:
  explicit RunDisplay(const RunOptions& options)
      : options_(options),
        is_repeated_(options.part && options.part->number > 1),
        progress_(!options.quiet, options.part ? fmt::format("process {} of {}, ",
                                                             options.part->number, options.part->of)
                                               : "") {
    if (options.puzzle_csv.empty()) return;
    puzzle_csv_.emplace(options.puzzle_csv);
    puzzle_csv_->write(kPuzzleColumns);
  }

  void reading(std::string_view dataset, std::uint64_t read, std::uint64_t total) override {
    progress_.reading(dataset, read, total);
  }

  void bad_rows(const result::DatasetRecord& dataset) override {
    if (is_repeated_) return;
    std::ranges::for_each(dataset.first_bad_rows, [this](const auto& row) { print(row); });
    print(fmt::format("{}: {} left out", dataset.name, base::plural(dataset.bad_rows, "bad row")));
  }

  void starting(std::string_view dataset) override {
    const bool is_shown = options_.verbose || (!options_.quiet && is_terminal(stderr));
    if (!is_shown || is_repeated_ || options_.time_budget.count() == 0) return;
    const std::size_t rows = options_.solver_specs.size() * options_.threads.size();
    print(fmt::format(
        "{}: about {} and the checks, {} for each of {}", dataset,
        base::seconds_text(Seconds(static_cast<double>(rows) * options_.time_budget).count()),
        options::format_time(options_.time_budget), base::plural(rows, "row")));
  }

  void trying(std::string_view dataset, std::size_t number, std::size_t of) override {
    speeds_.clear();
    progress_.trying(dataset, number, of);
  }

  void running(const run::RunProgress& progress) override {
    speeds_[std::string(progress.solver)] = progress.per_second;
    progress_.running(progress.dataset, progress.share, fastest_so_far());
  }

  void solved(const run::SolvedBlock& solved) override {
    write_puzzles([&] { puzzle_csv_->write(puzzle_rows(solved)); });
  }

  void file_changed(const std::string& path) override { changed_file_ = path; }

  void print(const std::string& sentence) {
    progress_.clear();
    print_line(stderr, "{}", sentence);
  }

  // Ends the progress line and completes --puzzle-csv, before the result is written.
  void finish() {
    progress_.clear();
    write_puzzles([this] { puzzle_csv_->finish(); });
  }

  // The file whose change has ended the run; empty: none.
  const std::string& changed_file() const { return changed_file_; }

  // --puzzle-csv, if it could not be written.
  const Outputs& outputs() const { return outputs_; }

 private:
  // The speeds of the two fastest solvers in their last turns: "lanes 4.70 M/s, simd 1.80 M/s".
  std::string fastest_so_far() const {
    std::vector<std::pair<double, std::string>> fastest;
    for (const auto& [solver, per_second] : speeds_)
      fastest.emplace_back(per_second, fmt::format("{} {}", solver, base::rate_text(per_second)));
    std::ranges::sort(fastest, std::ranges::greater());
    std::string text = fastest.front().second;
    return fastest.size() == 1 ? text : text + ", " + fastest[1].second;
  }

  // Calls `act`, which writes --puzzle-csv, unless that has failed before.
  void write_puzzles(const std::function<void()>& act) {
    if (puzzle_csv_ && !outputs_.lacks(options_.puzzle_csv))
      outputs_.attempt(options_.puzzle_csv, act);
  }

  const RunOptions& options_;
  bool is_repeated_;  // another process prints the messages on bad rows and samples
  std::map<std::string, double> speeds_;  // puzzles per second in each solver's last turn
  ProgressLine progress_;
  std::optional<base::AsideFile> puzzle_csv_;
  Outputs outputs_;
  std::string changed_file_;
};

int run_here(const RunOptions& options, const std::vector<std::string>& command) {
  RunDisplay display(options);
  run::Journal journal({.path = options.part ? "" : journal_of(options.result),
                        .result = options.result,
                        .resume = options.resume,
                        .tool = tool_record(),
                        .log = std::bind_front(&RunDisplay::print, &display)});
  result::RunResult result =
      run::run_datasets(options.files, options, watch_for_interrupts(), display, journal);
  if (journal.complete_result()) return code_of(*journal.complete_result());
  journal.sign(result);
  result.tool = tool_record();
  result.command = command;
  result.settings.suite = options.suite_read;
  if (!result.results.empty()) display.finish();
  return leave(
      options, result,
      {.changed_file = display.changed_file(), .journal = &journal, .outputs = display.outputs()});
}

int run_series(const RunOptions& options, const std::vector<std::string>& command) {
  // It stays empty, but its lock tells others that the result is in use.
  const std::string path = journal_of(options.result);
  const auto journal = path.empty() ? nullptr : run::new_journal(path);
  base::WatchedFiles files(runner::files_of(options.solver_specs));
  ProcessesEnded ended = run_processes(command, options.processes, options.pilots_file, files);
  if (!ended.run && ended.code == kInterrupted) throw base::Interrupted();
  if (!ended.run) return ended.code;
  result::RunResult& run = ended.run.value();
  // Records the whole time budget: each process recorded its own share, rounded to nanoseconds.
  run.settings.set(result::kTimeBudget, std::chrono::duration<double>(options.time_budget).count());
  return leave(options, run, {.code = ended.code, .changed_file = files.changed()});
}

}  // namespace

void add_run(Command& program, const std::vector<std::string>& words,
             const std::optional<ProcessPart>& part) {
  const auto act = [words, part](RunOptions& options) {
    options.part = part;
    watch_for_interrupts();
    if (!options.suite.empty()) apply_suite(options.suite, options);
    complete(options);
    prepare_files(options);
    try {
      const bool is_series = options.processes > 1 && !part;
      return is_series ? run_series(options, words) : run_here(options, words);
    } catch (const base::Interrupted&) {
      if (!part) print_line(stderr, "{}", kNothingMeasured);
      throw;
    }
  };
  auto [command, options] = program.add<RunOptions>(
      "run", "Run solvers on puzzle files and report their speed and answers", act);
  command.examples = {
      {"sudoku-bench run puzzles.csv", "Run the default solvers on a file, on all CPUs."},
      {"sudoku-bench run puzzles.csv hard --solvers all --threads 1,2 --result result.json",
       "Run all solvers on a file and on a set by name, with one thread and with two, and keep all "
       "measurements."},
      {"sudoku-bench run hard --plugin ./my.so:solve --reference mrv --html report.html",
       "Race a solver of your own, and make a page."},
      {"zstdcat puzzles.csv.zst | sudoku-bench run - --solvers mrv,dlx --time-budget 1s",
       "Read standard input and spend about a second per solver."},
      {"sudoku-bench run puzzles.csv --sample 1% --puzzle-csv puzzles-solved.csv",
       "Solve a random sample of 1 % and write a row per puzzle and solver."}};
  command.options = options::options_of(options).options;
}

}  // namespace sudoku::cli
