// `dataset generate`: generates random puzzles of a wanted kind, on several threads.
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/cli/dataset.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/generator.h"
#include "solvers/roster.h"
#include "solvers/solver.h"

namespace sudoku::cli {

namespace {

struct GenerateOptions {
  const Command* command = nullptr;  // tells which options were given
  dataset::GeneratorOptions generator;
  const SolverEntry* scorer = nullptr;  // solver whose guesses tell how hard a puzzle is
  std::uint64_t count = 1;
  std::string out = "-";
  FormatOptions format;
  unsigned threads = 1;
};

// Throws base::UsageError for an option of another kind of puzzles, or a missing one.
void check(const GenerateOptions& options) {
  using dataset::PuzzleKind;
  static constexpr std::pair<const char*, PuzzleKind> kUses[] = {{"--clues", PuzzleKind::clues},
                                                                 {"--solver", PuzzleKind::hard},
                                                                 {"--steps", PuzzleKind::hard}};
  const PuzzleKind kind = options.generator.kind;
  for (const auto& [option, user] : kUses) {
    if (kind == user || !options.command->has(option)) continue;
    throw base::UsageError("{}: cannot be used with --kind {}, only with {}", option,
                           dataset::name_of(kind), dataset::name_of(user));
  }
  if (kind == PuzzleKind::clues && !options.command->has("--clues")) {
    throw base::UsageError("--clues: --kind clues needs a number of clues, {} to {}",
                           dataset::kFewestClues, dataset::kMostClues);
  }
}

// The solvers and the batch generator of one thread.
struct Worker {
  explicit Worker(const GenerateOptions& options)
      : judge(verdict_solver().create()),
        scorer(options.scorer->create()),
        generator(options.generator, *judge, *scorer) {}

  std::unique_ptr<Solver> judge;
  std::unique_ptr<Solver> scorer;
  dataset::BatchGenerator generator;
};

class Factory {
 public:
  Factory(const GenerateOptions& options, const std::atomic<bool>& interrupted)
      : threads_(options.threads),
        workers_(options.threads, [&options] { return std::make_unique<Worker>(options); }),
        batch_(8 * threads_),
        interrupted_(interrupted) {}

  // Generates a batch of the puzzles [first, end), from `first` on. An interrupt leaves some blank.
  std::span<const dataset::GeneratedPuzzle> make(std::uint64_t first, std::uint64_t end) {
    const auto start = std::chrono::steady_clock::now();
    made_.assign(std::min(batch_, end - first), {});
    const std::size_t share = (made_.size() + threads_ - 1) / threads_;
    const auto make_some = [&](std::size_t from, std::size_t to, const auto& worker) {
      worker->generator.make(first + from, std::span(made_).subspan(from, to - from), interrupted_);
    };
    workers_.for_each(made_.size(), make_some, std::min(share, decltype(workers_)::kChunk));
    // Aims at batches of about a second, to limit memory and keep the progress line moving, of at
    // most eight chunks per thread, so that no thread waits long for the others.
    const auto time = std::chrono::steady_clock::now() - start;
    if (time < std::chrono::milliseconds(500))
      batch_ = std::min(2 * batch_, 8 * threads_ * decltype(workers_)::kChunk);
    if (time > std::chrono::seconds(2)) batch_ = std::max(batch_ / 2, threads_);
    return made_;
  }

 private:
  std::uint64_t threads_;
  Threads<std::unique_ptr<Worker>> workers_;
  std::uint64_t batch_;
  const std::atomic<bool>& interrupted_;
  std::vector<dataset::GeneratedPuzzle> made_;
};

dataset::OutputFormat format_of(const GenerateOptions& options) {
  const dataset::OutputFormat wanted =
      output_format(options.out, options.format, dataset::Columns::puzzle_solution, "pairs");
}

return wanted;
}

int generate(const GenerateOptions& options) {
  check(options);
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  DatasetOutput output(options.out, format_of(options));
  Factory factory(options, interrupted);
  ProgressLine progress(options.out != "-");
  while (output.puzzles() < options.count) {
    const auto made = factory.make(output.puzzles(), options.count);
    if (interrupted) return kInterrupted;
    for (const dataset::GeneratedPuzzle& puzzle : made)
      output.add(puzzle.puzzle, puzzle.solution);
    progress.making(dataset::name_of(options.generator.kind), output.puzzles(), options.count);
  }
  progress.clear();
  output.finish();
  return kOk;
}

void declare(Command& command, GenerateOptions& options) {
  command.number("--count", options.count, "Number of puzzles");
  command.number("--seed", options.generator.seed,
                 "Random seed; the same seed gives the same puzzles");
  command.choice(fmt::format("--kind {}", fmt::join(dataset::kPuzzleKinds, "|")),
                 options.generator.kind, "Kind of puzzle, see below");
  command
      .number("--clues", options.generator.clues,
              fmt::format("Exact number of clues for --kind clues, {} to {}", dataset::kFewestClues,
                          dataset::kMostClues),
              {.least = dataset::kFewestClues, .most = dataset::kMostClues})
      .shown_default = "";
  options.scorer = find_solver("mrv_hidden");
  command.value("--solver NAME", options.scorer, proving_solver,
                "Solver whose guesses tell how hard a puzzle is", options.scorer->info.name);
  command.number("--steps", options.generator.steps,
                 "Number of changes tried to make a puzzle harder");
  command.text("-o,--output FILE", options.out, "File to write; - is standard output");
  add_format_options(command, options.format, "puzzle,solution");
  add_dataset_threads(command, options.threads);
}

}  // namespace

void add_dataset_generate(Command& dataset) {
  auto [command, options] =
      dataset.add<GenerateOptions>("generate", "Generate random puzzles of a given kind", generate);
  options.command = &command;
  command.examples = {{"sudoku-bench dataset generate --kind hard --count 100 --seed 7 -o hard.csv",
                       "Generate a hundred puzzles that are hard for mrv_hidden."}};
  command.footer =
      "Kinds of puzzles:\n"
      "minimal\tNo clue can be removed. Clues are removed in random order while the solution stays "
      "unique (top-down). This favours few clues: 24.4 on average, where the average of all "
      "minimal "
      "puzzles is about 26.6 (Berthier, 2009).\n"
      "clues\tExactly --clues clues, found by repeating top-down until so many are left. This "
      "favours grids and positions that have many such puzzles. A core generates 8,000 a second "
      "with 24 clues, 400 with 22 and 17 with 21; one with 20 takes 6 seconds.\n"
      "easy\tNaked and hidden singles solve the puzzle. Clues are removed top-down while they do, "
      "until 30 to 36 are left.\n"
      "hard\tA minimal puzzle is changed --steps times, and each change kept that makes it harder "
      "for the solver. It adds 1 to 4 clues and removes others. These are not a random sample of "
      "hard puzzles in any known sense.\n"
      "several\tMinimal puzzles without 1 to 4 of their clues.\n"
      "none\tMinimal puzzles with one wrong digit, which neither clues nor singles refute.\n"
      "full\tFull grids, all equally likely. The other kinds start from these.\n"
      "A puzzle depends only on the seed and its number: the first 1,000 of 10,000 puzzles are the "
      "same as 1,000 on their own. Solutions are written too where there is exactly one. Without "
      "an "
      "output file, puzzles are written to standard output, one per line.\n" +
      formats_help();
  declare(command, options);
}

}  // namespace sudoku::cli
