// `sudoku-bench solve`: prints solutions, in bulk as CSV, or puzzle by puzzle for people.
#include <atomic>
#include <csignal>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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
#include "harness/solve/board.h"
#include "harness/solve/bulk.h"
#include "solvers/logic/explain.h"
#include "solvers/solver.h"

namespace sudoku::cli {

namespace {

struct SolveOptions {
  std::string in;   // input: a file, "-" or a puzzle
  std::string out;  // path of the answers; "-", also if it was not given: standard output
  const SolverEntry* solver = nullptr;
  std::uint64_t solution_limit = 0;  // 0: not given
  unsigned threads = 1;
  bool strict = false;
  dataset::ColumnChoice columns;
  bool draw = false;
  std::string svg;  // path of the picture, "-" for standard output, or empty
  bool all = false;
  bool explain = false;
};

constexpr std::string_view kSolutionColumns = "puzzle,number,solution\n";

std::string blanks_of(const Grid& grid) {
  return base::plural(static_cast<std::uint64_t>(kCells - count_clues(grid)), "blank cell");
}

std::string sentence_on(const Answer& answer, std::uint64_t solution_limit) {
  const std::string guesses =
      fmt::format("{} {}", answer.guesses, answer.guesses == 1 ? "guess" : "guesses");
  switch (answer.outcome) {
    case Outcome::unique:
      return fmt::format("one solution, {}", guesses);
    case Outcome::multiple:
      return fmt::format("{} {} solutions, one of them ({})",
                         answer.solutions == solution_limit ? "at least" : "exactly",
                         answer.solutions, guesses);
    case Outcome::none:
      return fmt::format("no solution, {}", guesses);
    case Outcome::first:
      return fmt::format("a solution, {}; others were not looked for", guesses);
    case Outcome::incomplete:
      return fmt::format("search is needed, {}", blanks_of(answer.solution));
    default:
      return std::string(name_of(answer.outcome));
  }
}

std::string end_of(const logic::Explanation& explanation) {
  switch (explanation.outcome) {
    case Outcome::unique:
      return fmt::format("solved; the hardest step: {}", name_of(explanation.hardest));
    case Outcome::none:
      return "there is no solution: the puzzle contradicts itself";
    default:
      return fmt::format("search is needed, {}", blanks_of(explanation.grid));
  }
}

// Solves and shows one puzzle at a time: boards, pictures, all solutions, explanations.
class SolveShow {
 public:
  // Shows solutions as boards if `drawn`, else as CSV. All member functions may throw OutputError.
  SolveShow(const SolveOptions& options, bool drawn, const std::atomic<bool>& cancelled)
      : options_(options),
        drawn_(drawn),
        colour_(options.out == "-" && wants_colour(stdout)),
        cancelled_(cancelled),
        solver_(options.solver->create()),
        file_(options.out) {
    if (!options.svg.empty()) base::ensure_writable(options.svg);
    if (drawn || options.explain) return;
    print(options.all ? kSolutionColumns : solve::kAnswerColumns);
  }

  // Solves and shows a puzzle; `place` is "file:line" in a file, or empty for a single puzzle.
  void puzzle(PuzzleRef puzzle, const std::string& place) {
    if (++puzzles_ > 1) {
      if (!options_.svg.empty()) throw base::InputError("--svg draws one puzzle, found several");
      if (drawn_ || options_.explain) print("\n");
    }
    if (!place.empty() && (drawn_ || options_.explain)) print(place + "\n");
    if (options_.explain) explain(puzzle);
    if (options_.all) {
      list_solutions(puzzle, place);
    } else if (drawn_ || !options_.explain || !options_.svg.empty()) {
      solve(puzzle);
    }
  }

  void finish() {
    file_.finish();
    if (!options_.svg.empty()) base::write_aside(options_.svg, svg_);
  }

 private:
  void explain(PuzzleRef puzzle) {
    const logic::Explanation explanation = logic::explain(puzzle);
    for (const std::string& step : explanation.steps)
      print(step + "\n");
    print(end_of(explanation) + "\n");
  }

  void solve(PuzzleRef puzzle) {
    const Answer answer = solve_one(
        *solver_, puzzle, {.solution_limit = options_.solution_limit, .cancelled = &cancelled_});
    if (drawn_) {
      draw(puzzle, sentence_on(answer, options_.solution_limit), answer.solution);
    } else if (!options_.explain) {
      solve::AnswerRows rows;
      rows.add(puzzle, answer);
      print(rows.text());
    }
    picture(puzzle, {&answer.solution, answer.solution == kEmptyGrid ? 0U : 1U});
  }

  void list_solutions(PuzzleRef puzzle, const std::string& place) {
    std::vector<Grid> found;
    bool more = false;
    const bool all =
        solve::visit_solutions(*solver_, puzzle, cancelled_, [&](const Grid& solution) {
          more = found.size() == options_.solution_limit;
          if (more) return false;
          found.push_back(solution);
          const std::string caption = fmt::format("solution {}", found.size());
          if (drawn_) {
            draw(puzzle, caption, solution);
          } else {
            print(fmt::format("{},{},{}\n", puzzle.text(), found.size(), solution.text()));
          }
          return true;
        });
    if (drawn_ && found.empty()) draw(puzzle, "no solution", kEmptyGrid);
    picture(puzzle, found);
    const std::string_view why = more ? "there are more; --solutions N lists N of them"
                                      : "the solver cannot tell whether there are more";
    if (!all && !cancelled_) {
      print_line(stderr, "{}{}: {}", place.empty() ? "" : place + ": ",
                 base::plural(found.size(), "solution"), why);
    }
  }

  void draw(PuzzleRef puzzle, const std::string& caption, const Grid& solution) {
    print(caption + "\n");
    const bool is_found = solution != kEmptyGrid;
    print(is_found ? solve::drawn(puzzle, solution, colour_) : solve::drawn(puzzle, colour_));
  }

  void picture(PuzzleRef puzzle, std::span<const Grid> solutions) {
    if (!options_.svg.empty()) svg_ = solve::svg_of(puzzle, solutions);
  }

  // Prints text about puzzles, unless the picture goes to standard output.
  void print(std::string_view text) {
    if (options_.out == "-" && base::is_standard_output(options_.svg)) return;
    file_.write(text);
  }

  const SolveOptions& options_;
  bool drawn_;
  bool colour_;
  const std::atomic<bool>& cancelled_;
  std::unique_ptr<Solver> solver_;
  EncodedFile file_;
  std::string svg_;
  std::uint64_t puzzles_ = 0;
};

constexpr std::uint64_t kProvesUniqueness = 2;
constexpr std::uint64_t kMostListed = 1000;

// Solves the file at `path`, called `name` in messages, and writes its answers as CSV.
int solve_in_bulk(const SolveOptions& options, const std::string& path, const std::string& name) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  dataset::TextBlockReader reader(
      path, name, {.least = solve::least_block(options.solver->info), .columns = options.columns});
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

int show_file(const SolveOptions& options, const base::InputFile& file, bool drawn) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  dataset::PuzzleReader reader(
      file, {.strict = options.strict, .pencilmarks = true, .columns = options.columns});
  SolveShow show(options, drawn, interrupted);
  const auto show_block = [&](const dataset::Block& block, ProgressLine& /*progress*/) {
    for (std::size_t i = 0; i < block.puzzles.size() && !interrupted; ++i)
      show.puzzle(block.all()[i], fmt::format("{}:{}", file.name(), block.lines[i]));
  };
  if (!for_each_block(reader, false, show_block)) return kInterrupted;
  show.finish();
  return kOk;
}

int show_puzzle(const SolveOptions& options, PuzzleRef puzzle, bool drawn) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  SolveShow show(options, drawn, interrupted);
  show.puzzle(puzzle, "");
  if (interrupted) return kInterrupted;
  show.finish();
  return kOk;
}

bool holds_one_puzzle(const base::InputFile& file, const dataset::ColumnChoice& columns) {
  dataset::PuzzleReader reader(file, {.block_size = 2, .pencilmarks = true, .columns = columns});
  dataset::Block block;
  return reader.read(block) && block.puzzles.size() == 1;
}

std::optional<PuzzleList> puzzle_in(const std::string& argument) {
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
  require_one_on_stdout({{"--output", options.out}, {"--svg", options.svg}});
  if (options.out.empty()) options.out = "-";
  complete(options);
  // Without SIGPIPE, a write reports that the output's reader closed it, which is no error.
  std::signal(SIGPIPE, SIG_IGN);
  const bool for_people = options.out == "-" && is_terminal(stdout);
  const auto puzzle = puzzle_in(options.in);
  require_distinct({{"FILE", puzzle ? "" : options.in}},
                   {{"--output", options.out}, {"--svg", options.svg}});
  if (puzzle) return show_puzzle(options, puzzle->span()[0], options.draw || for_people);
  const bool one_by_one = options.draw || options.all || options.explain || !options.svg.empty();
  if (!one_by_one && !for_people)
    return solve_in_bulk(options, options.in, options.in == "-" ? "<stdin>" : options.in);
  const base::InputFile file(options.in);
  const bool drawn = options.draw || (for_people && holds_one_puzzle(file, options.columns));
  return one_by_one || drawn ? show_file(options, file, drawn)
                             : solve_in_bulk(options, file.path(), file.name());
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
  command.examples = {{"zstdcat puzzles.csv.zst | sudoku-bench solve - -o solved.csv.zst",
                       "Solve any number of puzzles and write the answers in their order."},
                      {"sudoku-bench solve puzzle.txt --draw --explain",
                       "Show how a person can solve the puzzles of a file."}};
  command.footer =
      "The answers to a file are CSV with the columns puzzle,solution,outcome,guesses: one row for "
      "each row of the file, in the same order. A row that holds no puzzle is answered by "
      "',,unreadable,' and reported on standard error; the exit status is 2 only if no row is "
      "usable. With --all the columns are puzzle,number,solution, and a puzzle without solutions "
      "has no row. On a terminal, a single puzzle is drawn. A puzzle on the command line may have "
      "spaces, line feeds, bars or commas between its 81 cells, or 729 candidates of a pencilmark "
      "puzzle. The exit status is also 0 for a puzzle with no solution or several. If the reader "
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
  command.flag("--draw", options.draw,
               "Draw the puzzle and its solution side by side instead of writing CSV");
  command.text("--svg FILE", options.svg,
               "Also draw one puzzle and its solution as an SVG picture; - is standard output");
  command.flag("--all", options.all, "List all solutions in lexicographic order");
  command
      .flag("--explain", options.explain,
            "Print the steps that a person would take, until search is needed")
      .excluded = {"--all"};
}

}  // namespace sudoku::cli
