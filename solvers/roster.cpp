#include "solvers/roster.h"

#include <algorithm>
#include <numeric>

namespace sudoku {

namespace {

// Levenshtein, Binary codes capable of correcting deletions, insertions, and reversals, 1966.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> costs(b.size() + 1);
  std::iota(costs.begin(), costs.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = costs[0];
    costs[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = costs[j + 1];
      costs[j + 1] = std::min({replaced, diagonal + 1, costs[j] + 1});
    }
  }
  return costs.back();
}

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
