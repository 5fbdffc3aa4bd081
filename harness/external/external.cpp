#include "harness/external/external.h"

#include <limits>

#include <fmt/format.h>

namespace sudoku::external {

std::string no_answer_within(std::chrono::nanoseconds time_limit) {
  const double ms = static_cast<double>(time_limit.count()) / 1e6;
  return ms < 1000 ? fmt::format("no answer within {:.6g} ms", ms)
                   : fmt::format("no answer within {:.6g} s", ms / 1000);
}

SolverInfo info_of(const Spec& spec) {
  constexpr std::uint64_t kMostInABatch = std::numeric_limits<unsigned>::max();
  SolverInfo info;
  info.name = spec.name;
  info.proves_uniqueness = spec.limit != LimitUse::first;
  info.counts_solutions = info.proves_uniqueness && spec.limit != LimitUse::two;
  if (spec.takes_batches || !spec.is_plugin())
    info.batch = static_cast<unsigned>(std::clamp<std::uint64_t>(spec.batch, 1, kMostInABatch));
  if (spec.is_plugin()) {
    info.about = spec.symbol;
    info.source = spec.library;
    info.guess = "counted by the plugin";
    info.shows_solution = spec.fills_solution.value_or(false);
    return info;
  }
  info.about = "a command that answers each puzzle with a line";
  if (!spec.command.empty()) info.source = spec.command.front();
  info.guess = "not counted";
  info.shows_solution = false;
  info.may_only_count = true;
  return info;
}

}  // namespace sudoku::external
