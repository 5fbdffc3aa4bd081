// `sudoku-bench solve`: writes the solutions of puzzles as CSV.
#include <atomic>
#include <csignal>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/output.h"
#include "harness/base/units.h"
#include "harness/cli/dataset.h"
#include "harness/cli/named_files.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/reader.h"
#include "harness/options/values.h"
#include "harness/solve/bulk.h"
#include "solvers/solver.h"

namespace sudoku::cli {

namespace {

struct SolveOptions {
  std::string in;         // input: a file, "-" or a puzzle
  std::string out = "-";  // path of the answers; "-" is standard output
  const SolverEntry* solver = nullptr;
  std::uint64_t solution_limit = 0;  // 0: not given
  unsigned threads = 1;
  bool strict = false;
  dataset::ColumnChoice columns;
  bool all = false;
};

constexpr std::uint64_t kProvesUniqueness = 2;
constexpr std::uint64_t kMostListed = 1000;

// The input file as messages call it.
std::string name_of_input(const SolveOptions& options) {
  return options.in == "-" ? "<stdin>" : options.in;
}

int solve_in_bulk(const SolveOptions& options) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  const std::string name = name_of_input(options);
  dataset::TextBlockReader reader(
      options.in, name,
      {.least = solve::least_block(options.solver->info), .columns = options.columns});
  EncodedFile file(options.out);
  ProgressLine progress(options.out != "-" || !is_terminal(stdout));
  const auto show = [&](std::uint64_t bytes) {
    progress.reading(name, bytes, reader.file().bytes_total());
  };
  const solve::BulkReport report = solve::solve_file(reader,
                                                     {.solver = *options.solver,
                                                      .solution_limit = options.solution_limit,
                                                      .threads = options.threads,
                                                      .strict = options.strict,
                                                      .cancelled = interrupted,
                                                      .written = show},
                                                     file);
  progress.clear();
  if (interrupted) return kInterrupted;
  judge_rows(report.bad, report.puzzles, name);
  file.finish();
  return kOk;
}

// Lists all solutions of puzzles, one puzzle after another, as CSV.
class SolutionList {
 public:
  SolutionList(const SolveOptions& options, const std::atomic<bool>& cancelled)
      : options_(options),
        cancelled_(cancelled),
        solver_(options.solver->create()),
        file_(options.out) {
    file_.write("puzzle,number,solution\n");
  }

  // Adds the solutions of a puzzle; `place` is "file:line: " in a file, or empty.
  void add(const Grid& puzzle, const std::string& place) {
    std::uint64_t found = 0;
    bool more = false;
    const bool all =
        solve::visit_solutions(*solver_, puzzle, cancelled_, [&](const Grid& solution) {
          more = found == options_.solution_limit;
          if (more) return false;
          file_.write(fmt::format("{},{},{}\n", puzzle.text(), ++found, solution.text()));
          return true;
        });
    if (all || cancelled_) return;
    print_line(stderr, "{}{}: {}", place, base::plural(found, "solution"),
               more ? "there are more; --solutions N lists N of them"
                    : "the solver cannot tell whether there are more");
  }

  void finish() { file_.finish(); }

 private:
  const SolveOptions& options_;
  const std::atomic<bool>& cancelled_;
  std::unique_ptr<Solver> solver_;
  EncodedFile file_;
};

int list_of_file(const SolveOptions& options) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  dataset::PuzzleReader reader(options.in, name_of_input(options),
                               {.strict = options.strict, .columns = options.columns});
  SolutionList list(options, interrupted);
  const auto add_block = [&](const dataset::Block& block, ProgressLine& /*progress*/) {
    for (std::size_t i = 0; i < block.puzzles.size() && !interrupted; ++i)
      list.add(block.puzzles[i], fmt::format("{}:{}: ", reader.name(), block.lines[i]));
  };
  if (!for_each_block(reader, false, add_block)) return kInterrupted;
  list.finish();
  return kOk;
}

int solve_puzzle(const SolveOptions& options, const Grid& puzzle) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  if (options.all) {
    SolutionList list(options, interrupted);
    list.add(puzzle, "");
    if (interrupted) return kInterrupted;
    list.finish();
    return kOk;
  }
  EncodedFile file(options.out);
  solve::AnswerRows rows;
  rows.add(puzzle,
           solve_one(*options.solver->create(), puzzle,
                     {.solution_limit = options.solution_limit, .cancelled = &interrupted}));
  if (interrupted) return kInterrupted;
  file.write(solve::kAnswerColumns);
  file.write(rows.text());
  file.finish();
  return kOk;
}

std::optional<Grid> puzzle_in(const std::string& argument) {
  if (base::exists(argument)) return std::nullopt;
  return dataset::parse_written_puzzle(argument);
}

void complete(SolveOptions& options) {
  const SolverInfo& solver = options.solver->info;
  if (options.all && !(solver.proves_uniqueness && solver.shows_solution))
    throw base::UsageError("--all: {} cannot tell whether there are more solutions", solver.name);
  if (options.solution_limit > 0) return;
  options.solution_limit = options.all ? kMostListed : kProvesUniqueness;
}

int solve(SolveOptions& options) {
  watch_for_interrupts();
  complete(options);
  // Without SIGPIPE, a write reports that the output's reader closed it, which is no error.
  std::signal(SIGPIPE, SIG_IGN);
  const auto puzzle = puzzle_in(options.in);
  require_distinct({{"FILE", puzzle ? "" : options.in}}, {{"--output", options.out}});
  if (puzzle) return solve_puzzle(options, *puzzle);
  return options.all ? list_of_file(options) : solve_in_bulk(options);
}

const SolverEntry* parse_solver(const std::string& text) {
  const auto solvers = options::parse_solvers(text);
  if (solvers.size() != 1 || text == "all") options::reject("one solver", text);
  return solvers.front();
}

}  // namespace

void add_solve(Command& program) {
  auto [command, options] =
      program.add<SolveOptions>("solve", "Solve a puzzle or a file of puzzles", solve);
  command.examples = {
      {"zstdcat puzzles.csv.zst | sudoku-bench solve - -o solved.csv.zst",
       "Solve any number of puzzles and write the answers in their order."},
      {"sudoku-bench solve puzzle.txt --all", "List all solutions of the puzzles of a file."}};
  command.footer =
      "The answers to a file are CSV with the columns puzzle,solution,outcome,guesses: one row for "
      "each row of the file, in the same order. A row that holds no puzzle is answered by "
      "',,unreadable,' and reported on standard error; the exit status is 2 only if no row is "
      "usable. With --all the columns are puzzle,number,solution, and a puzzle without solutions "
      "has no row. A puzzle on the command line may have "
      "spaces, line feeds, bars or commas between its 81 cells. The exit status is also 0 for a "
      "puzzle with no solution or several. If the reader "
      "of standard output closes it, the program ends with status 0 and no message.";
  command.text(
      "FILE FILE|PUZZLE", options.in,
      "A puzzle, or a puzzle file in any supported format, plain, gzip, bzip2, xz, zstd or "
      "zip; - is standard input");
  options.solver = &verdict_solver();
  command.value("--solver SOLVER", options.solver, parse_solver,
                "Solver to use (see `sudoku-bench solvers`)", options.solver->info.name);
  command
      .number("--solutions", options.solution_limit,
              "Number of solutions to look for: 1 stops at the first, 2 proves uniqueness, N "
              "counts up to N; with --all, the most solutions to list",
              {.least = 1})
      .shown_default = fmt::format("{}, with --all {}", kProvesUniqueness, kMostListed);
  command.flag("--strict", options.strict, "Stop at the first bad row instead of skipping it");
  add_column_options(command, options.columns);
  add_dataset_threads(command, options.threads);
  command.text("-o,--output FILE", options.out,
               "File to write, compressed if its name ends in .gz or .zst; - is standard output");
  command.flag("--all", options.all, "List all solutions in lexicographic order");
}

}  // namespace sudoku::cli
