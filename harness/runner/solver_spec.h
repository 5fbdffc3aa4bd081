// A solver of a run: built in, a plugin or a command.
#pragma once

#include <memory>
#include <utility>

#include "harness/external/external.h"
#include "solvers/solver.h"

namespace sudoku::runner {

// A built-in solver (`entry` is set) or an external one (`spec` is set).
struct SolverSpec {
  const SolverEntry* entry = nullptr;
  std::shared_ptr<const external::Spec> spec;
  SolverInfo info;

  explicit SolverSpec(const SolverEntry& solver) : entry(&solver), info(solver.info) {}

  explicit SolverSpec(external::Spec solver)
      : spec(std::make_shared<const external::Spec>(std::move(solver))), info(info_of(*spec)) {}

  bool is_command() const { return spec && !spec->is_plugin(); }
};

}  // namespace sudoku::runner
