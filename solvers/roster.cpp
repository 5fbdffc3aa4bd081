#include "solvers/roster.h"

#include <algorithm>
#include <string>

#include <dlfcn.h>

namespace sudoku {

#define SOLVER(name) std::span<const SolverEntry> name##_entries();
#define ENGINE(name, needed)
#include "solvers/roster.def"
#undef ENGINE
#undef SOLVER

namespace {

using Entries = std::span<const SolverEntry>;

// Loads the module of an engine: none if the module, or a library that it needs, is missing. A name
// without a slash is looked for in the folders that the build gave this program (RUNPATH).
Entries load(const std::string& engine) {
  void* const module = ::dlopen(("sudoku-bench-" + engine + ".so").c_str(), RTLD_NOW);
  if (module == nullptr) return {};
  void* const entries = ::dlsym(module, "sudoku_bench_entries");
  return entries == nullptr ? Entries() : *static_cast<const Entries*>(entries);
}

// A line of roster.def.
struct Source {
  std::string_view name;
  std::string_view package;  // of the engine; empty for a solver that needs none
  Entries (*entries)();      // loads the engine at the first call

  bool may_hold(std::string_view solver) const {
    return solver == name || solver.starts_with(std::string(name) + '_');
  }
};

constexpr Source kSources[] = {
#define SOLVER(name) {#name, {}, name##_entries},
#define ENGINE(name, needed)                    \
  {#name, needed, [] {                          \
     static const Entries loaded = load(#name); \
     return loaded;                             \
   }},
#include "solvers/roster.def"
#undef ENGINE
#undef SOLVER
};

}  // namespace

std::vector<const SolverEntry*> roster() {
  std::vector<const SolverEntry*> all;
  for (const Source& source : kSources)
    for (const SolverEntry& entry : source.entries())
      all.push_back(&entry);
  return all;
}

const SolverEntry* find_solver(std::string_view name) {
  for (const Source& source : kSources) {
    if (!source.package.empty() && !source.may_hold(name)) continue;
    const Entries entries = source.entries();
    const auto found =
        std::ranges::find(entries, name, [](const SolverEntry& e) { return e.info.name; });
    if (found != entries.end()) return &*found;
  }
  return nullptr;
}

std::vector<MissingEngine> missing_engines() {
  std::vector<MissingEngine> missing;
  for (const Source& source : kSources)
    if (source.entries().empty()) missing.push_back({source.name, source.package});
  return missing;
}

std::string_view package_missing_for(std::string_view name) {
  for (const Source& source : kSources)
    if (source.may_hold(name) && source.entries().empty()) return source.package;
  return {};
}

std::vector<std::string_view> solver_names() {
  std::vector<std::string_view> names;
  for (const SolverEntry* entry : roster())
    names.push_back(entry->info.name);
  return names;
}

}  // namespace sudoku
