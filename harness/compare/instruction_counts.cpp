#include "harness/compare/instruction_counts.h"

#include <fmt/format.h>

#include "harness/base/units.h"

namespace sudoku::compare {

namespace {

// Relative change to which valgrind's counts of one build repeat. They are the same but for what
// depends on addresses, such as copying in the C library.
constexpr double kExactly = 0.0002;

// Relative change to which the processor's counts of one build repeat, as interrupts and other work
// change them a little. It is wider where instructions that depend on time or on a plan are counted
// too: those of the harness while it watches a worker process, and those between tasks when the
// tasks of both sides hold different numbers of puzzles.
constexpr double kNearly = 0.005;
constexpr double kRoughly = 0.02;

std::optional<InstructionChange> change_by_processor(const result::Row& base,
                                                     const result::Row& candidate) {
  const auto before = base.mean_of(base.instructions);
  const auto now = candidate.mean_of(candidate.instructions);
  if (!before || !now || *before == 0 || base.isa != candidate.isa) return std::nullopt;
  const bool is_solver_alone = !base.isolated && base.chunk == candidate.chunk;
  return InstructionChange{
      .before = *before, .now = *now, .tolerance = is_solver_alone ? kNearly : kRoughly};
}

// Where counts are from: " on 500 puzzles under valgrind, as avx2 code".
std::string origin_of(const InstructionChange& change) {
  if (change.puzzles == 0) return "";
  return fmt::format(" on {} under valgrind{}", base::plural(change.puzzles, "puzzle"),
                     change.isa.empty() ? "" : fmt::format(", as {} code", change.isa));
}

}  // namespace

std::string why_no_counts_by_valgrind(const result::Row& base, const result::Row& candidate) {
  if (!base.valgrind || !candidate.valgrind) return "";
  const result::ValgrindCount& before = *base.valgrind;
  const result::ValgrindCount& now = *candidate.valgrind;
  if (!before.absence.empty())
    return fmt::format("valgrind counted nothing of the baseline: {}", before.absence);
  if (!now.absence.empty())
    return fmt::format("valgrind counted nothing of the new result: {}", now.absence);
  if (before.puzzles != now.puzzles || base.sample_rate != candidate.sample_rate)
    return "valgrind did not count on the same puzzles";
  if (before.isa == now.isa) return "";
  return fmt::format("valgrind ran other code ({} against {})", before.isa, now.isa);
}

std::optional<InstructionChange> change_of_instructions(const result::Row& base,
                                                        const result::Row& candidate) {
  if (auto change = change_by_processor(base, candidate)) return change;
  const bool has_counts = base.valgrind && candidate.valgrind && base.valgrind->instructions > 0;
  if (!has_counts || !why_no_counts_by_valgrind(base, candidate).empty()) return std::nullopt;
  return InstructionChange{.before = base.valgrind->per_puzzle(),
                           .now = candidate.valgrind->per_puzzle(),
                           .tolerance = kExactly,
                           .puzzles = base.valgrind->puzzles,
                           .isa = base.valgrind->isa};
}

std::string long_text(const InstructionChange& change) {
  const std::string text = fmt::format("{:+.2f} %, {} instead of {} per puzzle{}",
                                       100 * (change.ratio() - 1), base::number_text(change.now),
                                       base::number_text(change.before), origin_of(change));
  if (!change.is_none()) return text;
  if (change.puzzles > 0) return text + ": " + brief_text(change);
  return fmt::format("{}: within the {} to which they repeat", text,
                     base::percent_text(change.tolerance, 1));
}

std::string brief_text(const InstructionChange& change) {
  if (!change.is_none()) return fmt::format("{:+.1f} % instructions", 100 * (change.ratio() - 1));
  if (change.puzzles > 0) return "as many instructions as before, a neutral change";
  return fmt::format("instructions equal to {}", base::percent_text(change.tolerance, 1));
}

}  // namespace sudoku::compare
