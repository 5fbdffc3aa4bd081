#include "solvers/external/external.h"

#include <algorithm>
#include <array>
#include <limits>

namespace sudoku {

namespace {

constexpr std::array<std::string_view, 3> kLimitUses = {"honoured", "first", "all"};

constexpr std::uint64_t kMostInABatch = std::numeric_limits<unsigned>::max();

}  // namespace

SolverInfo info_of(const ExternalSpec& spec) {
  SolverInfo info;
  info.name = spec.name;
  info.proves_uniqueness = spec.limit != LimitUse::first;
  info.counts_solutions = info.proves_uniqueness;
  info.pencilmarks = spec.pencilmarks;
  if (spec.takes_batches || !spec.is_plugin())
    info.batch = static_cast<unsigned>(std::clamp<std::uint64_t>(spec.batch, 1, kMostInABatch));
  if (spec.is_plugin()) {
    info.about = spec.symbol;
    info.source = spec.library;
    info.guess = "counted by the plugin";
    info.shows_solution = spec.fills_solution;
    return info;
  }
  info.about = "a command that answers each puzzle with a line";
  if (!spec.command.empty()) info.source = spec.command.front();
  info.guess = "not counted";
  info.shows_solution = false;
  info.may_only_count = true;
  return info;
}

std::string_view name_of(LimitUse use) { return kLimitUses[static_cast<std::size_t>(use)]; }

}  // namespace sudoku
