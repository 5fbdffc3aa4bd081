#include "harness/cli/dataset_recipe.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include <CLI/Config.hpp>
#include <CLI/Error.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/dataset.h"
#include "harness/cli/parsed_option.h"
#include "harness/cli/values.h"
#include "solvers/roster.h"

namespace sudoku {

namespace {

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const PuzzleKindInfo& info : all_kinds())
    names.emplace_back(info.name);
  return names;
}

// Throws when the option was given and the kind has no use for it.
void require_use(const CLI::App& app, const std::string& option, PuzzleKind kind,
                 std::initializer_list<PuzzleKind> users) {
  if (app.count(option) == 0 || std::ranges::count(users, kind) > 0) return;
  std::vector<std::string_view> names;
  for (const PuzzleKind user : users)
    names.push_back(info_of(user).name);
  throw CLI::ValidationError(fmt::format("{}: not for --kind {}, only for {}", option,
                                         info_of(kind).name, fmt::join(names, " and ")));
}

// Why there are none with so few clues, or none to be had.
std::string reason_against(int clues) {
  if (clues < 17) {
    return "no puzzle of fewer than 17 clues has exactly one solution (McGuire, Tugemann and "
           "Civario, 2014)";
  }
  if (clues == 17) {
    return "about 49,000 essentially different puzzles of 17 clues are known, and drawing finds "
           "none of them; take the published list";
  }
  return fmt::format("drawing one of {} takes a core many minutes or hours", clues);
}

void check_clues(const CLI::App& app, const Recipe& recipe) {
  const PuzzleKindInfo& kind = info_of(recipe.kind);
  const bool given = app.count("--clues") > 0;
  if (recipe.kind == PuzzleKind::clues && !given) {
    throw CLI::ValidationError(fmt::format(
        "--clues: --kind clues needs a number of clues, {} to {}", kind.fewest_clues, kMostClues));
  }
  if (!given || (recipe.clues >= kind.fewest_clues && recipe.clues <= kMostClues)) return;
  const std::string reason = recipe.clues < 20 ? ": " + reason_against(recipe.clues)
                                               : fmt::format(", found '{}'", recipe.clues);
  throw CLI::ValidationError(
      fmt::format("--clues: expected {} to {} clues{}", kind.fewest_clues, kMostClues, reason));
}

void check_sampling(const Recipe& recipe) {
  if (recipe.sampling != ClueSampling::subsets || recipe.clues >= kFewestOfSubsets) return;
  throw CLI::ValidationError(
      fmt::format("--sampling: with subsets, expected {} clues at least: fewer are hardly ever a "
                  "proper puzzle",
                  kFewestOfSubsets));
}

double target_of(const RecipeOptions& options) {
  if (!options.by_time) return static_cast<double>(parse_number(options.target, 1, kUnlimited));
  return static_cast<double>(parse_wait(options.target).count());
}

void add_clue_options(CLI::App& app, RecipeOptions& options) {
  add_dataset_option(
      app, "--clues",
      [&options](const std::string& text) {
        options.recipe.clues = static_cast<int>(parse_number(text, 0, 81));
      },
      fmt::format("How many clues, exactly: {} to {} of clues, {} to {} of easy (default of easy: "
                  "30 to 36, drawn)",
                  info_of(PuzzleKind::clues).fewest_clues, kMostClues,
                  info_of(PuzzleKind::easy).fewest_clues, kMostClues))
      ->type_name("N");
  app.add_option_function<std::string>(
         "--sampling",
         [&options](const std::string& name) {
           options.recipe.sampling =
               name == "subsets" ? ClueSampling::subsets : ClueSampling::top_down;
         },
         "How clues of --kind clues are chosen: top-down, or subsets, which is slow below 30 "
         "clues but unbiased")
      ->type_name("top-down|subsets")
      ->check(one_of({"top-down", "subsets"}))
      ->default_str("top-down");
}

void add_climb_options(CLI::App& app, RecipeOptions& options) {
  options.scorer = find_solver("mrv_hidden");
  app.add_option_function<std::string>(
         "--by", [&options](const std::string& name) { options.by_time = name == "time"; },
         "What makes a puzzle hard: the guesses of a solver, or its time, which is never the same "
         "twice, and so are the puzzles")
      ->type_name("guesses|time")
      ->check(one_of({"guesses", "time"}))
      ->default_str("guesses");
  add_dataset_option(
      app, "--solver",
      [&options](const std::string& name) { options.scorer = proving_solver(name); },
      "The solver for which they shall be hard")
      ->type_name("NAME")
      ->default_str(std::string(options.scorer->info.name));
  app.add_option("--target", options.target,
                 "Hard enough: guesses, or a time such as 1ms with --by time (default: as hard as "
                 "--steps lead to)")
      ->type_name("N|TIME");
  add_dataset_number(app, "--steps", options.recipe.climb.steps, {},
                     "Changes that are tried to make a puzzle harder");
}

}  // namespace

void add_recipe_options(CLI::App& app, RecipeOptions& options) {
  app.add_option_function<std::string>(
         "--kind", [&options](const std::string& name) { options.recipe.kind = *kind_named(name); },
         "What to draw, see below")
      ->type_name(fmt::format("{}", fmt::join(kind_names(), "|")))
      ->check(one_of(kind_names()))
      ->default_str(std::string(info_of(options.recipe.kind).name));
  add_clue_options(app, options);
  add_climb_options(app, options);
}

void complete_recipe(const CLI::App& app, RecipeOptions& options) {
  const PuzzleKind kind = options.recipe.kind;
  require_use(app, "--clues", kind, {PuzzleKind::clues, PuzzleKind::easy});
  require_use(app, "--sampling", kind, {PuzzleKind::clues});
  for (const char* option : {"--by", "--solver", "--target", "--steps"})
    require_use(app, option, kind, {PuzzleKind::hard});
  check_clues(app, options.recipe);
  check_sampling(options.recipe);
  if (app.count("--target") > 0) {
    try {
      options.recipe.climb.target = target_of(options);
    } catch (const CLI::ValidationError& error) {
      throw CLI::ValidationError("--target", error.what());
    }
  }
}

const char* const kKindsHelp =
    "Kinds, and how they are drawn. full: full grids, all equally likely; the other kinds start "
    "from these. minimal: no clue can go. Clues leave in random order as long as there is one "
    "solution (top-down). This favours few clues: they are 24.4 on average, of all minimal puzzles "
    "about 26.6 (Berthier, 2009). clues: --clues of them. Top-down, again and again until so many "
    "are left; favours grids and places that have many such puzzles. For 24 clues a core draws "
    "8,000 a second, for 22 400, for 21 17; for one of 20 it takes 6 seconds. With --sampling "
    "subsets, random cells of random grids until there is one solution: all proper puzzles of so "
    "many clues are equally likely, at 2,000 a second for 35 clues, 200 for 30, 4 for 26. easy: "
    "top-down as long as naked and hidden singles solve it. hard: a minimal puzzle; then 1 to 4 "
    "clues come back and others leave, --steps times, and what is not easier for the solver stays. "
    "It is no sample of hard puzzles in any known sense. several: minimal puzzles less 1 to 4 "
    "clues. none: minimal puzzles and one wrong digit, which neither clues nor singles refute. "
    "kaggle: like the million of Kaggle; clue counts as there, and every blank a hidden single "
    "once those that left after it are filled.";

}  // namespace sudoku
