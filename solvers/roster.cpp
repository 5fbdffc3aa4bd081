#include "solvers/roster.h"

#include <algorithm>

namespace sudoku {

namespace {

// The engines that CMake found, separated by blanks.
#ifndef SUDOKU_BENCH_ENGINES
#define SUDOKU_BENCH_ENGINES ""
#endif

constexpr std::string_view kEngines = SUDOKU_BENCH_ENGINES " ";

constexpr bool is_built(std::string_view solver) {
  std::size_t begin = 0;
  while (begin < kEngines.size()) {
    const std::size_t end = std::min(kEngines.find(' ', begin), kEngines.size());
    if (kEngines.substr(begin, end - begin) == solver) return true;
    begin = end + 1;
  }
  return false;
}

std::vector<const SolverEntry*> collect() {
  std::vector<const SolverEntry*> all;
  const auto add = [&all](std::span<const SolverEntry> entries) {
    for (const SolverEntry& entry : entries)
      all.push_back(&entry);
  };
#define SOLVER(name) add(name##_entries);
#define ENGINE(name, needed) \
  if constexpr (is_built(#name)) add(name##_entries);
#include "solvers/roster.def"
#undef ENGINE
#undef SOLVER
  return all;
}

std::vector<MissingEngine> collect_missing() {
  std::vector<MissingEngine> missing;
#define SOLVER(name)
#define ENGINE(name, needed) \
  if (!is_built(#name)) missing.push_back({.solver = #name, .package = (needed)});
#include "solvers/roster.def"
#undef ENGINE
#undef SOLVER
  return missing;
}

bool begins_with_word(std::string_view name, std::string_view word) {
  return name.starts_with(word) && (name.size() == word.size() || name[word.size()] == '_');
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

const std::vector<MissingEngine>& missing_engines() {
  static const std::vector<MissingEngine> missing = collect_missing();
  return missing;
}

const MissingEngine* engine_missing_for(std::string_view name) {
  const auto found = std::ranges::find_if(missing_engines(), [name](const MissingEngine& engine) {
    return begins_with_word(name, engine.solver);
  });
  return found == missing_engines().end() ? nullptr : &*found;
}

std::vector<std::string_view> solver_names() {
  std::vector<std::string_view> names;
  for (const SolverEntry* entry : roster())
    names.push_back(entry->info.name);
  return names;
}

}  // namespace sudoku
