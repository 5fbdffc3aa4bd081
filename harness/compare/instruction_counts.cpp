#include "harness/compare/instruction_counts.h"

#include <algorithm>
#include <cmath>
#include <map>

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

constexpr std::size_t kNamedFunctions = 5;

std::optional<InstructionChange> change_by_processor(const result::Row& base,
                                                     const result::Row& candidate) {
  const auto before = base.mean_of(base.instructions);
  const auto now = candidate.mean_of(candidate.instructions);
  if (!before || !now || *before == 0 || base.isa != candidate.isa) return std::nullopt;
  const bool is_solver_alone = !base.isolated && base.chunk == candidate.chunk;
  return InstructionChange{
      .before = *before, .now = *now, .tolerance = is_solver_alone ? kNearly : kRoughly};
}

std::map<std::string, double> changes_of_functions(const result::ProfileRecord& base,
                                                   const result::ProfileRecord& candidate) {
  std::map<std::string, double> changes;
  for (const result::FunctionRecord& function : candidate.functions)
    changes[function.name] += static_cast<double>(function.instructions);
  for (const result::FunctionRecord& function : base.functions)
    changes[function.name] -= static_cast<double>(function.instructions);
  return changes;
}

InstructionChange change_by_valgrind(const result::ProfileRecord& base,
                                     const result::ProfileRecord& candidate) {
  InstructionChange change{.before = base.per_puzzle(),
                           .now = candidate.per_puzzle(),
                           .tolerance = kExactly,
                           .puzzles = base.puzzles,
                           .isa = base.isa};
  const double direction = change.now < change.before ? -1 : 1;
  const auto puzzles = static_cast<double>(base.puzzles);
  for (const auto& [name, more] : changes_of_functions(base, candidate)) {
    if (more * direction <= 0) continue;
    change.functions.push_back({.name = name, .per_puzzle = more / puzzles});
    change.moved += more / puzzles;
  }
  std::ranges::stable_sort(
      change.functions, std::ranges::greater(),
      [](const FunctionChange& function) { return std::abs(function.per_puzzle); });
  return change;
}

// "descend, +12,345 per puzzle (83 % of the growth), place, +2,000 (13 %)".
std::string functions_text(const InstructionChange& change) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kNamedFunctions, change.functions.size()); ++i) {
    const FunctionChange& function = change.functions[i];
    const std::string share = base::percent_text(function.per_puzzle / change.moved);
    text += fmt::format("{}{}, {}{}{} ({}{})", i == 0 ? "" : ", ", function.name,
                        function.per_puzzle < 0 ? "-" : "+",
                        base::number_text(std::abs(function.per_puzzle)),
                        i == 0 ? " per puzzle" : "", share,
                        i > 0                     ? ""
                        : function.per_puzzle < 0 ? " of the decrease"
                                                  : " of the growth");
  }
  return text;
}

// Where counts are from: " on 500 puzzles under valgrind, as avx2 code".
std::string origin_of(const InstructionChange& change) {
  if (change.puzzles == 0) return "";
  return fmt::format(" on {} under valgrind{}", base::plural(change.puzzles, "puzzle"),
                     change.isa.empty() ? "" : fmt::format(", as {} code", change.isa));
}

}  // namespace

bool InstructionChange::is_none() const {
  return std::abs(ratio() - 1) <= tolerance && std::abs(moved) <= tolerance * before;
}

std::string why_no_profiles(const result::Row& base, const result::Row& candidate) {
  if (!base.profile || !candidate.profile) return "";
  const result::ProfileRecord& before = *base.profile;
  const result::ProfileRecord& now = *candidate.profile;
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
  const bool has_profiles = base.profile && candidate.profile && base.profile->instructions > 0;
  if (!has_profiles || !why_no_profiles(base, candidate).empty()) return std::nullopt;
  return change_by_valgrind(*base.profile, *candidate.profile);
}

std::string long_text(const InstructionChange& change) {
  const std::string per_puzzle = fmt::format(
      "{:+.2f} %, {} instead of {} per puzzle{}", 100 * (change.ratio() - 1),
      base::number_text(change.now), base::number_text(change.before), origin_of(change));
  if (change.is_none() && change.puzzles > 0) return per_puzzle + ": " + brief_text(change);
  if (change.is_none()) {
    return fmt::format("{}: within the {} to which they repeat", per_puzzle,
                       base::percent_text(change.tolerance, 1));
  }
  if (change.functions.empty()) return per_puzzle;
  return fmt::format("{}; most of it in {}", per_puzzle, functions_text(change));
}

std::string brief_text(const InstructionChange& change) {
  if (change.is_none() && change.puzzles > 0)
    return "as many instructions as before, a neutral change";
  if (change.is_none())
    return fmt::format("instructions equal to {}", base::percent_text(change.tolerance, 1));
  std::string text = fmt::format("{:+.1f} % instructions", 100 * (change.ratio() - 1));
  if (!change.functions.empty()) text += ", mostly in " + change.functions.front().name;
  return text;
}

}  // namespace sudoku::compare
