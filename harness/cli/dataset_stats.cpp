// `dataset stats`: what a file of puzzles holds.
#include <memory>

#include <fmt/format.h>

#include "harness/cli/dataset.h"
#include "harness/cli/dataset_crew.h"
#include "harness/cli/dataset_page.h"
#include "harness/cli/dataset_profile.h"
#include "harness/cli/interrupt.h"
#include "harness/cli/known_sets.h"
#include "harness/cli/named_files.h"
#include "harness/cli/progress.h"
#include "harness/cli/values.h"
#include "harness/dataset/canonical.h"
#include "harness/dataset/duplicates.h"
#include "harness/dataset/minimal.h"
#include "harness/results/write_aside.h"

namespace sudoku {

namespace {

struct StatsOptions {
  std::vector<std::string> files;
  const SolverEntry* solver = nullptr;
  bool isomorphs = false;
  bool json = false;
  std::string html;  // file, "-" or empty
  unsigned threads = 1;
};

// Works out what a file holds.
class Examination {
 public:
  Examination(const StatsOptions& options, const std::atomic<bool>& interrupted)
      : options_(options),
        interrupted_(interrupted),
        solving_(*options.solver, options.threads, interrupted),
        judging_(verdict_solver(), options.threads, interrupted),
        forming_(options.threads),
        canonicalisers_(options.threads) {}

  // What was found is incomplete when it was interrupted.
  FileProfile examine(const std::string& argument) {
    const InputFile file(dataset_file(argument));
    PuzzleReader reader(file.path(), file.name(), {.hashed = false, .ratings = true});
    ProgressLine progress(true);
    FileProfile found;
    Duplicates exact;
    Duplicates essential;
    while (!interrupted_ && reader.read(block_)) {
      add_block(found.profile);
      for (const Grid& puzzle : block_.puzzles)
        exact.add(puzzle);
      if (options_.isomorphs) add_forms(essential);
      progress.reading(file.name(), reader.bytes_read(), reader.bytes_total());
    }
    progress.clear();
    report_bad_rows(reader.quarantine(), file.name());
    if (!interrupted_) require_puzzles(found.profile.puzzles, file.name());
    found.name = file.name();
    found.solver = options_.solver->info.name;
    found.bad_rows = reader.quarantine().rows;
    found.duplicates = exact.count();
    if (options_.isomorphs) found.essential_duplicates = essential.count();
    return found;
  }

 private:
  void add_block(Profile& profile) {
    const auto answers = solving_.solve(block_.puzzles, 2);
    const Budget budget = {.solution_limit = 2, .cancelled = &interrupted_};
    minimal_.assign(block_.puzzles.size(), 0);
    judging_.for_each(minimal_.size(), [&](std::size_t begin, std::size_t end, Solver& solver) {
      const std::size_t size = end - begin;
      MinimalityTest(solver).run(std::span(block_.puzzles).subspan(begin, size),
                                 answers.subspan(begin, size), budget,
                                 std::span(minimal_).subspan(begin, size));
    });
    if (!interrupted_) profile.add(block_, answers, minimal_);
  }

  void add_forms(Duplicates& essential) {
    forms_.resize(block_.puzzles.size());
    forming_.for_each(forms_.size(), [&](std::size_t begin, std::size_t end, unsigned slot) {
      for (std::size_t i = begin; i < end; ++i)
        forms_[i] = canonicalisers_[slot].form(block_.puzzles[i]);
    });
    for (const Grid& form : forms_)
      essential.add(form);
  }

  const StatsOptions& options_;
  const std::atomic<bool>& interrupted_;
  SolvingCrew solving_;
  SolvingCrew judging_;
  DatasetCrew forming_;
  std::vector<Canonicaliser> canonicalisers_;
  Block block_;
  std::vector<char> minimal_;
  std::vector<Grid> forms_;
};

int stats(const StatsOptions& options) {
  require_distinct(all_of("FILE", dataset_files(options.files)), {{"--html", options.html}});
  if (!options.html.empty()) ensure_writable(options.html);
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  Examination examination(options, interrupted);
  std::vector<FileProfile> files;
  for (const std::string& file : options.files) {
    files.push_back(examination.examine(file));
    if (interrupted) return kInterrupted;
    if (options.json || options.html == "-") continue;
    fmt::print("{}{}", files.size() > 1 ? "\n" : "", text_of(files.back()));
  }
  if (options.json) fmt::print("{}", json_of(files));
  if (!options.html.empty()) write_aside(options.html, dataset_page(files));
  return kOk;
}

constexpr const char* kStatsFooter =
    "Files are read as a stream. To find what is repeated, 7 MB are kept for every million "
    "puzzles, and as much again with --isomorphs.";

}  // namespace

void add_dataset_stats(CLI::App& dataset, Action& action) {
  auto options = std::make_shared<StatsOptions>();
  CLI::App* app = dataset.add_subcommand(
      "stats", "Count puzzles, what is repeated, clues, solutions, minimality, guesses, ratings");
  app->add_option("files", options->files,
                  "Puzzle files in any layout that can be read; - is standard input")
      ->type_name("FILE")
      ->required()
      ->default_str("");
  app->add_flag("--isomorphs", options->isomorphs,
                "Count the puzzles that are essentially equal to an earlier one, too: equal up to "
                "relabelling, moving lines, and transposing");
  options->solver = &verdict_solver();
  add_dataset_option(
      *app, "--solver",
      [options](const std::string& name) { options->solver = proving_solver(name); },
      "Solver whose guesses are counted, while it looks for a second solution")
      ->type_name("SOLVER")
      ->default_str(std::string(options->solver->info.name));
  CLI::Option* json = app->add_flag("--json", options->json, "Print JSON instead of tables");
  app->add_option("--html", options->html,
                  "Write a page with pictures of the distributions; - is standard output")
      ->type_name("FILE")
      ->excludes(json)
      ->default_str("");
  add_dataset_threads(*app, options->threads);
  app->footer(kStatsFooter);
  app->callback([options, &action] { action = [options] { return stats(*options); }; });
}

}  // namespace sudoku
