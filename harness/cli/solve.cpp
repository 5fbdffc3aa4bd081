// `sudoku-bench solve`: answers instead of measurements.
#include "harness/cli/solve.h"

#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "harness/cli/dataset.h"
#include "harness/cli/interrupt.h"
#include "harness/cli/named_files.h"
#include "harness/cli/progress.h"
#include "harness/cli/terminal.h"
#include "harness/cli/values.h"
#include "harness/dataset/written_puzzle.h"
#include "harness/solve/bulk.h"

namespace sudoku {

namespace {

constexpr std::uint64_t kProvesUniqueness = 2;
constexpr std::uint64_t kMostListed = 1000;

// `path` can be opened, and is called `name` in messages.
int solve_in_bulk(const SolveOptions& options, const std::string& path, const std::string& name) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  StretchReader reader(path, name, least_stretch(options.solver->info));
  StreamedFile file(options.out);
  const auto encoder = make_encoder(options.out, file);
  ByteSink& sink = encoder ? *encoder : file;
  ProgressLine progress(options.out != "-" || !is_terminal(stdout));
  const auto show = [&](std::uint64_t bytes) {
    progress.reading(name, bytes, reader.bytes_total());
  };
  const BulkReport report = solve_file(reader,
                                       {.solver = *options.solver,
                                        .solution_limit = options.solution_limit,
                                        .threads = options.threads,
                                        .strict = options.strict,
                                        .cancelled = interrupted,
                                        .written = show},
                                       sink);
  progress.clear();
  if (interrupted) return kInterrupted;
  report_bad_rows(report.bad, name);
  require_puzzles(report.puzzles, name);
  if (encoder) encoder->finish();
  file.finish();
  return kOk;
}

int show_puzzle(const SolveOptions& options, const Grid& puzzle, bool drawn) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  SolveShow show(options, drawn, interrupted);
  show.puzzle(puzzle, "");
  if (interrupted) return kInterrupted;
  show.finish();
  return kOk;
}

int show_file(const SolveOptions& options, const InputFile& file, bool drawn) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  PuzzleReader reader(file.path(), file.name(), {.strict = options.strict, .hashed = false});
  SolveShow show(options, drawn, interrupted);
  Block block;
  std::uint64_t puzzles = 0;
  while (!interrupted && reader.read(block)) {
    for (std::size_t i = 0; i < block.puzzles.size() && !interrupted; ++i)
      show.puzzle(block.puzzles[i], fmt::format("{}:{}", file.name(), block.lines[i]));
    puzzles += block.puzzles.size();
  }
  if (interrupted) return kInterrupted;
  report_bad_rows(reader.quarantine(), file.name());
  require_puzzles(puzzles, file.name());
  show.finish();
  return kOk;
}

bool holds_one_puzzle(const InputFile& file) {
  PuzzleReader reader(file.path(), file.name(), {.block_size = 2, .hashed = false});
  Block block;
  return reader.read(block) && block.puzzles.size() == 1;
}

std::optional<Grid> puzzle_in(const std::string& argument) {
  std::error_code ignored;
  if (std::filesystem::exists(argument, ignored)) return std::nullopt;
  return parse_written_puzzle(argument);
}

void complete(SolveOptions& options) {
  const SolverInfo& solver = options.solver->info;
  if (options.all && !(solver.proves_uniqueness && solver.shows_solution)) {
    throw CLI::ValidationError(
        fmt::format("--all: {} cannot tell whether there are more solutions", solver.name));
  }
  if (options.solution_limit > 0) return;
  options.solution_limit = options.all ? kMostListed : kProvesUniqueness;
}

int solve(SolveOptions& options) {
  watch_for_interrupts();
  complete(options);
  // Who reads the output may leave: then the next write says so, and that is no error.
  std::signal(SIGPIPE, SIG_IGN);
  const bool for_people = options.out == "-" && is_terminal(stdout);
  const auto puzzle = puzzle_in(options.in);
  require_distinct({{"FILE", puzzle ? "" : options.in}},
                   {{"--output", options.out}, {"--svg", options.svg}});
  if (puzzle) {
    return show_puzzle(options, *puzzle, options.draw || for_people);
  }
  const bool one_by_one = options.draw || options.all || options.explain || !options.svg.empty();
  if (!one_by_one && !for_people) {
    return solve_in_bulk(options, options.in, options.in == "-" ? "<stdin>" : options.in);
  }
  const InputFile file(options.in);
  const bool drawn = options.draw || (for_people && holds_one_puzzle(file));
  return one_by_one || drawn ? show_file(options, file, drawn)
                             : solve_in_bulk(options, file.path(), file.name());
}

const SolverEntry* parse_solver(const std::string& text) {
  const auto solvers = parse_solvers(text);
  if (solvers.size() != 1 || text == "all") reject("one solver", text);
  return solvers.front();
}

void declare_solving(CLI::App& app, SolveOptions& options) {
  app.add_option("in", options.in,
                 "A puzzle, or a puzzle file in any layout that can be read, plain, gzip or zstd; "
                 "- is standard input")
      ->type_name("FILE|PUZZLE")
      ->required()
      ->default_str("");
  options.solver = &verdict_solver();
  add_dataset_option(
      app, "--solver", [&options](const std::string& text) { options.solver = parse_solver(text); },
      "Solver to use (see `sudoku-bench solvers`)")
      ->type_name("SOLVER")
      ->default_str(std::string(options.solver->info.name));
  add_dataset_number(app, "--solutions", options.solution_limit, {.least = 1},
                     "Solutions to look for: 1 stops at the first, 2 proves uniqueness, N counts "
                     "to N; with --all, how many to list at most");
  app.get_option("--solutions")
      ->default_str(fmt::format("{}, with --all {}", kProvesUniqueness, kMostListed));
  app.add_flag("--strict", options.strict, "Stop at the first bad row instead of going on");
  add_dataset_threads(app, options.threads);
}

void declare_showing(CLI::App& app, SolveOptions& options) {
  app.add_option("-o,--output", options.out,
                 "File to write, compressed if it is called NAME.gz or NAME.zst; - is standard "
                 "output")
      ->type_name("FILE");
  app.add_flag("--draw", options.draw,
               "Draw boards instead of writing CSV, the puzzle and its solution side by side");
  app.add_option("--svg", options.svg,
                 "Draw one puzzle and its solution as a picture too; - is standard output")
      ->type_name("FILE");
  auto* all = app.add_flag("--all", options.all, "List all solutions, in the order of their texts");
  app.add_flag("--explain", options.explain,
               "Print the steps that a person would take, until search is needed")
      ->excludes(all);
}

constexpr const char* kSolveFooter =
    "A file's answers are a CSV table: puzzle,solution,outcome,guesses, a row for each row of the "
    "file, in its order. A row that holds no puzzle is answered by ',,unreadable,' and named on "
    "standard error; the exit status is 2 only when no row could be used. With --all the columns "
    "are puzzle,number,solution, and a puzzle without solutions has no row. On a terminal a single "
    "puzzle is drawn. Puzzles on the command line may have blanks, line feeds, bars or commas "
    "between their 81 cells. Having no solution, or several, is an answer: the exit status is 0. "
    "When whoever reads standard output leaves, the program ends quietly with status 0.";

}  // namespace

void add_solve(CLI::App& app, Action& action) {
  auto options = std::make_shared<SolveOptions>();
  CLI::App* solve = app.add_subcommand("solve", "Solve a puzzle, or a file of them");
  declare_solving(*solve, *options);
  declare_showing(*solve, *options);
  solve->footer(kSolveFooter);
  solve->callback([options, &action] { action = [options] { return sudoku::solve(*options); }; });
}

}  // namespace sudoku
