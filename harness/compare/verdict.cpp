#include "harness/compare/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/text.h"
#include "harness/base/units.h"

namespace sudoku::compare {

namespace {

using base::Tone;

// The kinds of findings, indexed by Finding.
constexpr std::array<FindingKind, 12> kKinds = {
    {{GateResult::passed, nullptr, "same", Tone::quiet, nullptr, nullptr},
     {GateResult::passed, nullptr, "accepted", Tone::plain, nullptr, nullptr},
     {GateResult::passed, "FASTER", "faster", Tone::good, nullptr, nullptr},
     {GateResult::passed, "FIXED", "FIXED", Tone::good, nullptr, nullptr},
     {GateResult::passed, nullptr, "noted", Tone::plain, nullptr, "warning"},
     {GateResult::inconclusive, "INCONCLUSIVE", "not compared", Tone::plain, "skipped", "warning"},
     {GateResult::inconclusive, "INCONCLUSIVE", "undecided", Tone::plain, "error", "warning"},
     {GateResult::inconclusive, "SLOWER, PERHAPS BY LESS THAN THE THRESHOLD", "slower?",
      Tone::plain, "error", "warning"},
     {GateResult::regressed, "SLOWER", "SLOWER", Tone::bad, "failure", "error"},
     {GateResult::regressed, "CHANGED", "CHANGED", Tone::bad, "failure", "error"},
     {GateResult::broken, "CRASHED", "CRASHED", Tone::bad, "error", "error"},
     {GateResult::broken, "WRONG", "WRONG", Tone::bad, "failure", "error"}}};

static_assert(kKinds.size() == static_cast<std::size_t>(Finding::broken) + 1);

// Headlines of regressions of which those of their kinds say too little.
std::string headline_of(const CheckRecord& check) {
  const bool is_regression = kind_of(check).result == GateResult::regressed;
  if (is_regression && check.check == kTimeouts) return "TIMED OUT";
  if (is_regression && check.check == kMemory) return "MORE MEMORY";
  if (is_regression && check.check == kPuzzles) return "SLOWER ON FEW PUZZLES";
  return kind_of(check).headline;
}

// Whether the same is found of all rows of a solver together.
bool is_told_of_solver(const Comparison& comparison, const RowVerdict& row,
                       const CheckRecord& check) {
  return std::ranges::any_of(comparison.solvers, [&](const SolverVerdict& solver) {
    return solver.check.check == check.check && solver.check.finding == check.finding &&
           solver.covers(row);
  });
}

std::string phrase_of(const std::string& name, const CheckRecord& check) {
  return fmt::format("{}, {}", name, check.headline());
}

// A sentence for each headline, which names three of its checks: "SLOWER: jcz on hard.csv, +9.2 %;
// jcz on easy.csv, +8.1 %. CHANGED: …"; empty without checks.
std::string sentences_on(const std::vector<NamedCheck>& checks) {
  constexpr std::size_t kNamed = 3;
  std::vector<std::pair<std::string, std::vector<std::string>>> sentences;
  for (const auto& [name, check] : checks) {
    const std::string headline = headline_of(*check);
    auto known = std::ranges::find(sentences, headline, &decltype(sentences)::value_type::first);
    if (known == sentences.end()) known = sentences.insert(sentences.end(), {headline, {}});
    known->second.push_back(phrase_of(name, *check));
  }
  std::string text;
  for (auto& [headline, phrases] : sentences) {
    if (phrases.size() > kNamed) {
      const std::string more = fmt::format("and {} more", phrases.size() - kNamed);
      phrases.resize(kNamed);
      phrases.push_back(more);
    }
    text += fmt::format("{}{}: {}.", text.empty() ? "" : " ", headline, fmt::join(phrases, "; "));
  }
  return text;
}

// Puzzles whose answers were compared, of those in the files: "all 3,000 puzzles", "12 of 3,000
// puzzles". Each file counts as often as the solver that answered fewest of it.
std::string coverage_of(const Comparison& comparison) {
  std::map<std::string, const RowVerdict*> least;  // one row of each file
  for (const RowVerdict& row : comparison.rows) {
    const RowVerdict*& known = least[row.rows.candidate->dataset];
    if (known == nullptr || row.compared < known->compared) known = &row;
  }
  std::uint64_t compared = 0;
  std::uint64_t of = 0;
  for (const auto& [file, row] : least) {
    compared += row->compared;
    of += std::max(row->of, row->compared);
  }
  if (compared == of) return "all " + base::plural(of, "puzzle");
  return fmt::format("{} of {}", base::count_text(compared), base::plural(of, "puzzle"));
}

// " The same answers to all 3,000 puzzles."; empty if answers differ, or were not compared.
std::string answers_text(const Comparison& comparison) {
  const bool are_same = std::ranges::all_of(comparison.rows, [](const RowVerdict& row) {
    const CheckRecord* const answers = row.find("answers");
    return answers != nullptr && answers->finding == Finding::same;
  });
  return are_same ? fmt::format(" The same answers to {}.", coverage_of(comparison)) : "";
}

// What instructions say where time says nothing: those of the row where they changed most.
std::string instructions_text(const Comparison& comparison) {
  const RowVerdict* most = nullptr;
  const auto change_of = [](const RowVerdict& row) {
    return row.instructions->is_none() ? 0 : std::abs(row.instructions->ratio() - 1);
  };
  for (const RowVerdict& row : comparison.rows) {
    if (row.instructions && (most == nullptr || change_of(row) > change_of(*most))) most = &row;
  }
  if (most == nullptr) return "";
  const std::string text = brief_text(*most->instructions);
  const bool is_of_all = comparison.rows.size() == 1 || most->instructions->is_none();
  return is_of_all ? text : fmt::format("{}: {}", most->name(), text);
}

// " relative to dlx", if times are so; else empty.
std::string measure_of(const Comparison& comparison) {
  const auto relative = std::ranges::find_if(comparison.rows, [](const RowVerdict& row) {
    return row.time && !row.time->reference.empty();
  });
  return relative == comparison.rows.end() ? "" : " relative to " + relative->time->reference;
}

std::string passed_text(const Comparison& comparison) {
  if (comparison.scope == Scope::identical)
    return "IDENTICAL: " + comparison.why + ", so that nothing was run.";
  if (comparison.scope == Scope::alone) {
    return fmt::format("CHECKED ALONE, {}: the answers to {} are right.", comparison.why,
                       coverage_of(comparison));
  }
  const bool is_timed = std::ranges::any_of(
      comparison.rows, [](const RowVerdict& row) { return row.time.has_value(); });
  const bool has_guesses = std::ranges::any_of(
      comparison.rows, [](const RowVerdict& row) { return row.find("guesses") != nullptr; });
  std::vector<std::string> accepted;
  std::vector<NamedCheck> better;
  for (const NamedCheck& named : checks_of(comparison, false)) {
    const Finding finding = named.check->finding;
    if (finding == Finding::allowed) accepted.push_back(phrase_of(named.name, *named.check));
    if (finding == Finding::fixed || finding == Finding::faster) better.push_back(named);
  }
  const bool has_repairs = std::ranges::any_of(
      better, [](const NamedCheck& named) { return named.check->finding == Finding::fixed; });
  std::string text = sentences_on(better);
  if (!has_repairs) {
    std::vector<std::string> same = {"the same answers to " + coverage_of(comparison)};
    if (has_guesses && accepted.empty()) same.emplace_back("the same search");
    if (is_timed && accepted.empty()) same.push_back("none slower" + measure_of(comparison));
    if (const std::string counted = instructions_text(comparison); !is_timed && !counted.empty())
      same.push_back(counted);
    text += fmt::format("{}{}.", text.empty() ? "PASSED: " : " Otherwise ", fmt::join(same, ", "));
  }
  if (!accepted.empty()) text += fmt::format(" Accepted: {}.", fmt::join(accepted, "; "));
  return text;
}

std::string unmatched_text(const Comparison& comparison) {
  if (comparison.unmatched.empty()) return "NOTHING TO COMPARE: the results are empty.";
  const std::size_t more = comparison.unmatched.size() - 1;
  return fmt::format("NOT COMPARABLE: {}{}.", comparison.unmatched.front(),
                     more > 0 ? fmt::format("; and {} more", more) : "");
}

std::string sentence_of(const Comparison& comparison) {
  const GateResult result = result_of(comparison);
  if (!comparison.failures.empty()) return "FAILED: " + comparison.failures.front() + ".";
  if (result == GateResult::unmatched) return unmatched_text(comparison);
  if (result == GateResult::passed) return passed_text(comparison);
  std::vector<NamedCheck> gravest = checks_of(comparison, false);
  std::erase_if(gravest, [result](const NamedCheck& named) {
    return kind_of(*named.check).result != result;
  });
  const std::string text = sentences_on(gravest);
  if (text.empty()) return "INCONCLUSIVE: " + comparison.unfinished.front() + ".";
  if (result == GateResult::broken) return text;
  const std::string counted = instructions_text(comparison);
  const bool is_counted = result == GateResult::inconclusive && !counted.empty();
  return text + answers_text(comparison) +
         (is_counted ? fmt::format(" Counted: {}.", counted) : "");
}

}  // namespace

const FindingKind& kind_of(const CheckRecord& check) {
  return kKinds[static_cast<std::size_t>(check.finding)];
}

std::vector<NamedCheck> checks_of(const Comparison& comparison, bool with_parts) {
  std::vector<NamedCheck> checks;
  for (const SolverVerdict& solver : comparison.solvers)
    checks.push_back({solver.name, &solver.check});
  for (const RowVerdict& row : comparison.rows) {
    for (const CheckRecord& check : row.checks) {
      if (with_parts || !is_told_of_solver(comparison, row, check))
        checks.push_back({row.name(), &check});
    }
  }
  return checks;
}

GateResult result_of(const Comparison& comparison) {
  if (!comparison.failures.empty()) return GateResult::broken;
  if (comparison.scope == Scope::identical) return GateResult::passed;
  const bool is_matched = comparison.unmatched.empty() && !comparison.rows.empty();
  GateResult result = !is_matched                      ? GateResult::unmatched
                      : !comparison.unfinished.empty() ? GateResult::inconclusive
                                                       : GateResult::passed;
  for (const NamedCheck& named : checks_of(comparison))
    result = std::max(result, kind_of(*named.check).result);
  return result;
}

std::string verdict_of(const Comparison& comparison) {
  return base::printable(sentence_of(comparison), base::kLongestLine);
}

}  // namespace sudoku::compare
