#include "solvers/roster.h"

#include <algorithm>
#include <string>

namespace sudoku {

#define SOLVER(name) std::span<const SolverEntry> name##_entries();
#define ENGINE(name, needed) SOLVER(name)
#include "solvers/roster.def"
#undef ENGINE
#undef SOLVER

namespace {

struct Roster {
  std::vector<const SolverEntry*> entries;
  std::vector<MissingEngine> missing;

  void add(std::span<const SolverEntry> more) {
    for (const SolverEntry& entry : more)
      entries.push_back(&entry);
  }
};

// CMake defines HAS_x for each ENGINE(x): 1 if the engine was found, else 0.
Roster read_roster() {
  Roster all;
#define SOLVER(name) all.add(name##_entries());
#define ENGINE(name, needed)                                       \
  if constexpr (HAS_##name) {                                      \
    all.add(name##_entries());                                     \
  } else {                                                         \
    all.missing.push_back({.solver = #name, .package = (needed)}); \
  }
#include "solvers/roster.def"
#undef ENGINE
#undef SOLVER
  return all;
}

const Roster& whole_roster() {
  static const Roster all = read_roster();
  return all;
}

}  // namespace

const std::vector<const SolverEntry*>& roster() { return whole_roster().entries; }

const SolverEntry* find_solver(std::string_view name) {
  const auto& all = roster();
  const auto found =
      std::ranges::find(all, name, [](const SolverEntry* e) { return e->info.name; });
  return found == all.end() ? nullptr : *found;
}

const std::vector<MissingEngine>& missing_engines() { return whole_roster().missing; }

const MissingEngine* engine_missing_for(std::string_view name,
                                        std::span<const MissingEngine> missing) {
  const auto found = std::ranges::find_if(missing, [name](const MissingEngine& engine) {
    return name == engine.solver || name.starts_with(std::string(engine.solver) + '_');
  });
  return found == missing.end() ? nullptr : &*found;
}

std::vector<std::string_view> solver_names() {
  std::vector<std::string_view> names;
  for (const SolverEntry* entry : roster())
    names.push_back(entry->info.name);
  return names;
}

}  // namespace sudoku
