#include "harness/gate/instruction_check.h"

#include <cmath>

#include <fmt/format.h>

#include "harness/gate/change_text.h"
#include "harness/report/units.h"

namespace sudoku {

namespace {

Finding finding_for(double change) {
  if (change > kInstructionsFailed) return Finding::slower;
  if (change > kInstructionsNoted) return Finding::noted;
  return change < -kInstructionsNoted ? Finding::faster : Finding::same;
}

}  // namespace

std::optional<CheckRecord> instruction_check(const RowPair& pair) {
  const ResultRecord& base = *pair.base;
  const ResultRecord& fresh = *pair.fresh;
  if (!base.instructions_per_puzzle || !fresh.instructions_per_puzzle) return std::nullopt;
  const bool same_work = base.isa == fresh.isa && base.sample_rate == fresh.sample_rate &&
                         base.puzzles == fresh.puzzles && base.isolated == fresh.isolated;
  const double ratio = *fresh.instructions_per_puzzle / *base.instructions_per_puzzle;
  if (!same_work || !std::isfinite(ratio)) return std::nullopt;
  return CheckRecord{"instructions", finding_for(ratio - 1),
                     fmt::format("{:+.2f} %, {} instead of {} a puzzle", 100 * (ratio - 1),
                                 number_text(*fresh.instructions_per_puzzle),
                                 number_text(*base.instructions_per_puzzle))};
}

}  // namespace sudoku
