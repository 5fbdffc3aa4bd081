// The options of `dataset generate` that say what to draw.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "harness/dataset/recipe.h"
#include "solvers/solver.h"

namespace sudoku {

struct RecipeOptions {
  Recipe recipe;
  // What makes a puzzle hard: the guesses of a solver, or its time.
  const SolverEntry* scorer = nullptr;
  bool by_time = false;
  std::string target;  // guesses or a time; empty: none
};

void add_recipe_options(CLI::App& app, RecipeOptions& options);

// Works out what is left, and throws CLI::ValidationError when the options do not fit each other.
void complete_recipe(const CLI::App& app, RecipeOptions& options);

// What the kinds are, and how far from uniform.
extern const char* const kKindsHelp;

}  // namespace sudoku
