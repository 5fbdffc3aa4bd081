// `dataset generate`: puzzles of a wanted kind.
#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "harness/cli/dataset.h"
#include "harness/cli/dataset_crew.h"
#include "harness/cli/dataset_layout.h"
#include "harness/cli/dataset_output.h"
#include "harness/cli/dataset_recipe.h"
#include "harness/cli/interrupt.h"
#include "harness/cli/progress.h"
#include "harness/dataset/workshop.h"
#include "harness/report/units.h"

namespace sudoku {

namespace {

struct GenerateOptions {
  RecipeOptions what;
  std::uint64_t count = 1;
  std::string out = "-";
  LayoutOptions layout;
  unsigned threads = 1;
};

std::uint64_t guesses_on(Solver& solver, const Grid& puzzle) {
  Answer answer;
  solver.solve({&puzzle, 1}, {}, {&answer, 1});
  return answer.guesses;
}

// Of several times the least: what disturbs makes it longer.
std::chrono::nanoseconds time_on(Solver& solver, const Grid& puzzle) {
  constexpr int kTimes = 5;
  auto least = std::chrono::nanoseconds::max();
  for (int i = 0; i < kTimes; ++i) {
    const auto start = std::chrono::steady_clock::now();
    guesses_on(solver, puzzle);
    least = std::min<std::chrono::nanoseconds>(least, std::chrono::steady_clock::now() - start);
  }
  return least;
}

// What a thread works with.
class Worker {
 public:
  explicit Worker(const RecipeOptions& what)
      : judge_(verdict_solver().create()),
        scorer_(what.scorer->create()),
        workshop_(what.recipe, *judge_, score(what.by_time)) {}

  Workshop& workshop() { return workshop_; }

 private:
  Score score(bool by_time) {
    return [solver = scorer_.get(), by_time](const Grid& puzzle) {
      return by_time ? static_cast<double>(time_on(*solver, puzzle).count())
                     : static_cast<double>(guesses_on(*solver, puzzle));
    };
  }

  std::unique_ptr<Solver> judge_;
  std::unique_ptr<Solver> scorer_;
  Workshop workshop_;
};

// How many puzzles to make before the next are written: as many as take about a second, so that
// little is held and the progress line moves.
class Pace {
 public:
  explicit Pace(unsigned threads) : threads_(threads), puzzles_(std::uint64_t{8} * threads) {}

  std::uint64_t puzzles() const { return puzzles_; }

  void took(std::chrono::nanoseconds time) {
    if (time < std::chrono::milliseconds(500)) puzzles_ = std::min(2 * puzzles_, most());
    if (time > std::chrono::seconds(2)) puzzles_ = std::max<std::uint64_t>(puzzles_ / 2, threads_);
  }

 private:
  // Several chunks for each thread, so that none waits long for the others.
  std::uint64_t most() const { return std::uint64_t{8} * threads_ * DatasetCrew::kChunk; }

  std::uint64_t threads_;
  std::uint64_t puzzles_;
};

class Factory {
 public:
  Factory(const GenerateOptions& options, const std::atomic<bool>& interrupted)
      : crew_(options.threads), pace_(options.threads), interrupted_(interrupted) {
    for (unsigned slot = 0; slot < options.threads; ++slot)
      workers_.push_back(std::make_unique<Worker>(options.what));
  }

  // Some puzzles from number `first` on, below `end`; some are blank when it was interrupted.
  std::span<const GeneratedPuzzle> make(std::uint64_t first, std::uint64_t end) {
    const auto start = std::chrono::steady_clock::now();
    made_.assign(std::min(pace_.puzzles(), end - first), {});
    const std::size_t share = (made_.size() + crew_.threads() - 1) / crew_.threads();
    const auto make_some = [&](std::size_t from, std::size_t to, unsigned slot) {
      workers_[slot]->workshop().make(first + from, std::span(made_).subspan(from, to - from),
                                      interrupted_);
    };
    crew_.for_each(made_.size(), make_some, std::min(share, DatasetCrew::kChunk));
    pace_.took(std::chrono::steady_clock::now() - start);
    return made_;
  }

 private:
  DatasetCrew crew_;
  Pace pace_;
  const std::atomic<bool>& interrupted_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<GeneratedPuzzle> made_;
};

WriteOptions layout_of(const GenerateOptions& options) {
  LayoutOptions layout = options.layout;
  if (options.out == "-" && layout.to.empty()) layout.to = info_of(Target::pairs).name;
  const WriteOptions wanted = write_options(options.out, layout, Columns::puzzle_solution);
  if (wanted.target == Target::triples && options.count > 1) {
    throw CLI::ValidationError(
        fmt::format("--count: a file of triples holds one puzzle, found '{}'", options.count));
  }
  return wanted;
}

void say_shortfall(const GenerateOptions& options, std::uint64_t short_of_target) {
  if (short_of_target == 0) return;
  fmt::print(stderr, "{} of {} puzzles are less hard than {}; more --steps may lead there\n",
             count_text(short_of_target), count_text(options.count), options.what.target);
}

int generate(const GenerateOptions& options) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  const Recipe& recipe = options.what.recipe;
  DatasetOutput output(options.out, layout_of(options));
  Factory factory(options, interrupted);
  ProgressLine progress(options.out != "-");
  std::uint64_t short_of_target = 0;
  while (output.puzzles() < options.count) {
    const auto made = factory.make(output.puzzles(), options.count);
    if (interrupted) return kInterrupted;
    for (const GeneratedPuzzle& puzzle : made) {
      output.add(puzzle.puzzle, puzzle.solution);
      if (puzzle.score < recipe.climb.target) ++short_of_target;
    }
    progress.making(info_of(recipe.kind).name, output.puzzles(), options.count);
  }
  progress.clear();
  output.finish();
  if (!options.what.target.empty()) say_shortfall(options, short_of_target);
  return kOk;
}

void declare(CLI::App& app, GenerateOptions& options) {
  add_dataset_number(app, "--count", options.count, {}, "Puzzles to draw");
  add_dataset_number(app, "--seed", options.what.recipe.seed, {},
                     "Of what is drawn; the same seed draws the same puzzles");
  add_recipe_options(app, options.what);
  app.add_option("-o,--output", options.out, "File to write; - is standard output")
      ->type_name("FILE");
  add_layout_options(app, options.layout, "puzzle,solution");
  add_dataset_threads(app, options.threads);
}

constexpr const char* kGenerateFooter =
    " A puzzle depends on the seed and its number alone, so that the first 1,000 of 10,000 are "
    "those of 1,000. Solutions are written along where there is exactly one. Without a file to "
    "write, puzzles come on standard output, one a line. ";

}  // namespace

void add_dataset_generate(CLI::App& dataset, Action& action) {
  auto options = std::make_shared<GenerateOptions>();
  CLI::App* app = dataset.add_subcommand("generate", "Draw random puzzles of a wanted kind");
  declare(*app, *options);
  app->footer(std::string(kKindsHelp) + kGenerateFooter + kTargetsHelp);
  app->callback([options, app, &action] {
    complete_recipe(*app, options->what);
    action = [options] { return generate(*options); };
  });
}

}  // namespace sudoku
