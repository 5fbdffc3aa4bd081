// `dataset stats`: statistics of files of puzzles, as tables or JSON.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/base/units.h"
#include "harness/cli/dataset.h"
#include "harness/cli/program.h"
#include "harness/cli/progress.h"
#include "harness/dataset/canonical.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/profile.h"
#include "harness/dataset/reduction.h"
#include "harness/dataset/seen.h"

namespace sudoku::cli {

namespace {

// How many puzzles of a file stand earlier in it, or in an earlier file.
struct Repeats {
  std::uint64_t exact = 0;
  std::optional<std::uint64_t> isomorphic = {};  // exact ones included; unset without --isomorphs
};

// The puzzles of a file, and their canonical forms if these are asked for.
struct SeenInFile {
  std::string name;
  dataset::SeenPuzzles exact;
  dataset::SeenPuzzles forms;
};

// Numbers of a file's puzzles that are also in an earlier file.
struct SharedWith {
  std::string earlier;
  Repeats puzzles;
};

struct FileProfile {
  std::string name;
  std::string solver;  // solver whose guesses are counted
  dataset::Profile profile;
  std::uint64_t bad_rows = 0;
  Repeats within;                  // puzzles that are before in the same file
  std::vector<SharedWith> shared;  // for each earlier file
};

std::string quantile_text(const stats::Distribution& values, double quantile) {
  return base::number_text(values.quantile(quantile));
}

std::string spread_text(const stats::Distribution& values) {
  return fmt::format("mean {}, median {}, p90 {}, p99 {}, max {}", base::number_text(values.mean()),
                     quantile_text(values, 0.5), quantile_text(values, 0.9),
                     quantile_text(values, 0.99), quantile_text(values, 1));
}

base::Table facts_of(const FileProfile& file) {
  const dataset::Profile& p = file.profile;
  base::Table facts({base::left(file.name), base::left("")});
  const auto add = [&facts](const std::string& name, const std::string& text) {
    facts.add_row({name, text});
  };
  add("puzzles", base::count_text(p.puzzles));
  add("bad rows", base::count_text(file.bad_rows));
  add("exact duplicates", base::part_text(file.within.exact, p.puzzles));
  if (const auto repeats = file.within.isomorphic) {
    add("isomorphic duplicates", base::part_text(*repeats, p.puzzles));
    if (100 * *repeats > p.puzzles)
      add("remark", "more than 1 % repeat others up to symmetry: a speed counts them again");
  }
  add("proper", base::part_text(p.proper, p.puzzles));
  add("several solutions", base::part_text(p.several, p.puzzles));
  add("no solution", base::part_text(p.none, p.puzzles));
  if (p.proper > 0) add("minimal", base::part_text(p.minimal, p.proper) + " of the proper ones");
  if (const auto remark = dataset::remark_on_full_grids(p.clues[kCells], p.puzzles))
    add("full grids", *remark);
  add("guesses of " + file.solver,
      fmt::format("{}; none for {}", spread_text(p.guesses),
                  base::share_text(p.guesses.count_of(0), p.guesses.count())));
  return facts;
}

base::Table clues_of(const dataset::Profile& profile) {
  base::Table clues({base::right("clues"), base::right("puzzles"), base::right("share")});
  for (std::size_t count = 0; count < profile.clues.size(); ++count) {
    const std::uint64_t puzzles = profile.clues[count];
    if (puzzles == 0) continue;
    clues.add_row({fmt::to_string(count), base::count_text(puzzles),
                   base::share_text(puzzles, profile.puzzles)});
  }
  return clues;
}

base::Json distribution_json(const stats::Distribution& values) {
  return {{"puzzles", values.count()},   {"mean", values.mean()},
          {"min", values.quantile(0)},   {"p50", values.quantile(0.5)},
          {"p90", values.quantile(0.9)}, {"p99", values.quantile(0.99)},
          {"max", values.quantile(1)}};
}

base::Json clues_json(const dataset::Profile& profile) {
  base::Json clues = base::Json::object();
  for (std::size_t count = 0; count < profile.clues.size(); ++count)
    if (profile.clues[count] > 0) clues[fmt::to_string(count)] = profile.clues[count];
  return clues;
}

base::Json profile_json(const FileProfile& file) {
  const dataset::Profile& profile = file.profile;
  return {{"name", file.name},
          {"puzzles", profile.puzzles},
          {"bad_rows", file.bad_rows},
          {"duplicates", file.within.exact},
          {"essential_duplicates", base::json_or_null(file.within.isomorphic)},
          {"proper", profile.proper},
          {"several", profile.several},
          {"none", profile.none},
          {"minimal", profile.minimal},
          {"full_grids", profile.clues[kCells]},
          {"clues", clues_json(profile)},
          {"solver", file.solver},
          {"guesses", distribution_json(profile.guesses)},
          {"guessless", profile.guesses.count_of(0)}};
}

struct StatsOptions {
  std::vector<std::string> files;
  dataset::ColumnChoice columns;
  const SolverEntry* solver = nullptr;
  bool isomorphs = false;
  bool json = false;
  unsigned threads = 1;
};

// Computes the statistics of puzzle files; owns the solvers of all threads.
class Examination {
 public:
  Examination(const StatsOptions& options, const std::atomic<bool>& interrupted)
      : options_(options),
        interrupted_(interrupted),
        solving_(*options.solver, options.threads, interrupted),
        judging_(verdict_solver(), options.threads, interrupted),
        forming_(options.threads) {}

  // Returns the statistics of a file, which are incomplete when interrupted.
  FileProfile examine(const std::string& path) {
    const base::InputFile file(path);
    dataset::PuzzleReader reader(file, {.columns = options_.columns});
    FileProfile found;
    found.name = file.name();
    found.solver = options_.solver->info.name;
    const Repeats none = {.isomorphic = options_.isomorphs ? std::optional(0) : std::nullopt};
    for (const SeenInFile& earlier : seen_)
      found.shared.push_back({earlier.name, none});
    seen_.push_back({.name = file.name(), .exact = {}, .forms = {}});
    for_each_block(reader, true, [&](const dataset::Block& block, ProgressLine&) {
      add_block(block, found.profile);
      look_up(block, forms_of(block), found.shared);
    });
    found.bad_rows = reader.bad_rows().count;
    found.within = {.exact = seen_.back().exact.finish()};
    const std::uint64_t isomorphic = seen_.back().forms.finish();
    if (options_.isomorphs) found.within.isomorphic = isomorphic;
    return found;
  }

 private:
  void add_block(const dataset::Block& block, dataset::Profile& profile) {
    const std::span<const Grid> puzzles = block.puzzles;
    const auto answers = solving_.solve(puzzles);
    const Budget budget = {.cancelled = &interrupted_};
    std::vector<char> minimal(block.puzzles.size());
    judging_.for_each(minimal.size(), [&](std::size_t begin, std::size_t end, auto& solver) {
      const std::size_t size = end - begin;
      dataset::MinimalityTest(*solver).run(puzzles.subspan(begin, size),
                                           answers.subspan(begin, size), budget,
                                           std::span(minimal).subspan(begin, size));
    });
    if (!interrupted_) profile.add(block, answers, minimal);
  }

  // The canonical forms of a block's puzzles, if asked for.
  std::vector<Grid> forms_of(const dataset::Block& block) {
    std::vector<Grid> forms(options_.isomorphs ? block.puzzles.size() : 0);
    forming_.for_each(forms.size(), [&](std::size_t begin, std::size_t end, auto& canonicaliser) {
      for (std::size_t i = begin; i < end; ++i)
        forms[i] = canonicaliser.form(block.puzzles[i]);
    });
    return forms;
  }

  // Adds a block's puzzles and their canonical forms, if any, to those of the file begun last, and
  // counts in `shared` those that the earlier files have.
  void look_up(const dataset::Block& block, std::span<const Grid> forms,
               std::vector<SharedWith>& shared) {
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      for (std::size_t k = 0; k < shared.size(); ++k) {
        Repeats& found = shared[k].puzzles;
        if (seen_[k].exact.contains(block.puzzles[i])) ++found.exact;
        if (!forms.empty() && seen_[k].forms.contains(forms[i])) ++*found.isomorphic;
      }
      seen_.back().exact.add(block.puzzles[i]);
      if (!forms.empty()) seen_.back().forms.add(forms[i]);
    }
  }

  const StatsOptions& options_;
  const std::atomic<bool>& interrupted_;
  SolverThreads solving_;
  SolverThreads judging_;
  Threads<dataset::Canonicaliser> forming_;
  std::vector<SeenInFile> seen_;  // of each file examined
};

void print_tables(const FileProfile& file) {
  fmt::print("{}\n{}", facts_of(file).text(screen_of(stdout)),
             clues_of(file.profile).text(screen_of(stdout)));
}

// Table of the puzzles that each two files share.
base::Table shared_table(const std::vector<FileProfile>& files, bool has_forms) {
  std::vector<base::Heading> columns = {base::left("puzzles of"), base::left("also in"),
                                        base::right("exact")};
  if (has_forms) columns.push_back(base::right("isomorphic"));
  base::Table table(std::move(columns));
  for (const FileProfile& file : files) {
    const std::uint64_t puzzles = file.profile.puzzles;
    for (const auto& [earlier, shared] : file.shared) {
      std::vector<base::Cell> cells = {file.name, earlier, base::part_text(shared.exact, puzzles)};
      if (has_forms) cells.emplace_back(base::part_text(*shared.isomorphic, puzzles));
      table.add_row(std::move(cells));
    }
  }
  return table;
}

base::Json stats_json(const std::vector<FileProfile>& files) {
  base::Json all_shared = base::Json::array();
  for (const FileProfile& file : files) {
    for (const auto& [earlier, shared] : file.shared) {
      all_shared.push_back({{"name", file.name},
                            {"earlier", earlier},
                            {"exact", shared.exact},
                            {"isomorphic", base::json_or_null(shared.isomorphic)}});
    }
  }
  return {{"files", base::json_list(files, profile_json)}, {"shared", std::move(all_shared)}};
}

int stats(const StatsOptions& options) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  Examination examination(options, interrupted);
  std::vector<FileProfile> files;
  for (const std::string& file : dataset::files_named(options.files)) {
    files.push_back(examination.examine(file));
    if (interrupted) return kInterrupted;
    if (options.json) continue;
    if (files.size() > 1) fmt::print("\n");
    print_tables(files.back());
  }
  if (options.json) {
    fmt::print("{}\n", base::page_json_text(stats_json(files)));
  } else if (files.size() > 1) {
    fmt::print("\n{}", shared_table(files, options.isomorphs).text(screen_of(stdout)));
  }
  return kOk;
}

}  // namespace

void add_dataset_stats(Command& dataset) {
  auto [command, options] = dataset.add<StatsOptions>(
      "stats", "Count puzzles, duplicates, clues, solutions, minimal puzzles and guesses", stats);
  command.footer =
      "Files are read as a stream. Finding duplicates takes 8 MB per million puzzles, and as much "
      "again with --isomorphs.";
  add_files(command, options.files);
  add_column_options(command, options.columns);
  command.flag("--isomorphs", options.isomorphs,
               "Also count puzzles that are isomorphic to an earlier one: equal up to relabelling, "
               "moving lines, and transposing");
  options.solver = &verdict_solver();
  command.value("--solver SOLVER", options.solver, proving_solver,
                "Solver whose guesses are counted while it looks for a second solution",
                options.solver->info.name);
  command.flag("--json", options.json, "Print JSON instead of tables");
  add_dataset_threads(command, options.threads);
}

}  // namespace sudoku::cli
