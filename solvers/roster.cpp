#include "solvers/roster.h"

#include <algorithm>
#include <span>
#include <utility>

#include <dlfcn.h>

namespace sudoku {

#define SOLVER(name) std::span<const SolverEntry> name##_entries();
#define ENGINE(name, needed)
#include "solvers/roster.def"
#undef ENGINE
#undef SOLVER

namespace {

using Entries = std::span<const SolverEntry>;

// Loads the module of an engine: null if the module, or a library that it needs, is missing. A name
// without a slash is looked for in the folders that the build gave this program (RUNPATH).
void* open_module(std::string_view engine) {
  return ::dlopen(("sudoku-bench-" + std::string(engine) + ".so").c_str(), RTLD_NOW);
}

Entries load(std::string_view engine) {
  void* const module = open_module(engine);
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

  std::optional<MissingEngine> missing() const {
    if (!entries().empty()) return std::nullopt;
    const char* const why = open_module(name) == nullptr ? ::dlerror() : "it holds no solver";
    return MissingEngine{name, package, why};
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
    if (auto engine = source.missing()) missing.push_back(*std::move(engine));
  return missing;
}

std::optional<MissingEngine> missing_engine_for(std::string_view name) {
  for (const Source& source : kSources)
    if (source.may_hold(name)) return source.missing();
  return std::nullopt;
}

std::vector<std::string_view> solver_names() {
  std::vector<std::string_view> names;
  for (const SolverEntry* entry : roster())
    names.push_back(entry->info.name);
  return names;
}

}  // namespace sudoku
