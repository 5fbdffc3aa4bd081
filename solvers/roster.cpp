#include "solvers/roster.h"

#include <algorithm>

#include "solvers/nearest.h"

namespace sudoku {

namespace {

std::vector<const SolverEntry*> collect() {
  std::vector<const SolverEntry*> all;
  const auto add = [&all](std::span<const SolverEntry> entries) {
    for (const SolverEntry& entry : entries)
      all.push_back(&entry);
  };
#define SOLVER(name) add(name##_entries);
#include "solvers/roster.def"
#undef SOLVER
  return all;
}

}  // namespace

const std::vector<const SolverEntry*>& roster() {
  static const std::vector<const SolverEntry*> all = collect();
  return all;
}

const SolverEntry* find_solver(std::string_view name) {
  const auto& all = roster();
  const auto found =
      std::ranges::find(all, name, [](const SolverEntry* e) { return e->info.name; });
  return found == all.end() ? nullptr : *found;
}

std::string_view nearest_solver_name(std::string_view name) {
  const auto& all = roster();
  const auto nearest = std::ranges::min_element(
      all, {}, [name](const SolverEntry* e) { return edit_distance(name, e->info.name); });
  return (*nearest)->info.name;
}

}  // namespace sudoku
