#include "harness/compare/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/text.h"
#include "harness/base/units.h"

namespace sudoku::compare {

namespace {

using Findings = std::initializer_list<Finding>;

constexpr Findings kBroken = {Finding::broken, Finding::crashed};
constexpr Findings kRegressed = {Finding::changed, Finding::slower};
constexpr Findings kUndecided = {Finding::slower_or_so, Finding::undecided, Finding::incomparable};

// A check with what it is about: "jcz on hard.csv", "simd on 5 files".
struct Named {
  std::string name;
  const CheckRecord* check;
};

// Whether the same is found of all rows of a solver together.
bool is_told_of_solver(const Comparison& comparison, const RowVerdict& row,
                       const CheckRecord& check) {
  return std::ranges::any_of(comparison.solvers, [&](const SolverVerdict& solver) {
    return solver.check.check == check.check && solver.check.finding == check.finding &&
           std::ranges::count(solver.rows, row.rows.base, &RowPair::base) > 0;
  });
}

// Checks of a comparison with any of `findings`, those on whole solvers first.
std::vector<Named> checks_with(const Comparison& comparison, Findings findings) {
  std::vector<Named> found;
  const auto add = [&](const std::string& name, const CheckRecord& check) {
    if (std::ranges::count(findings, check.finding) > 0) found.push_back({name, &check});
  };
  for (const SolverVerdict& solver : comparison.solvers)
    add(solver.name, solver.check);
  for (const RowVerdict& row : comparison.rows) {
    for (const CheckRecord& check : row.checks) {
      if (!is_told_of_solver(comparison, row, check))
        add(result::name_of(*row.rows.candidate), check);
    }
  }
  return found;
}

// Headline of a finding, where that of its kind says too little.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kWordsOfChecks = {
    {{"timeouts", "TIMED OUT"}, {"memory", "MORE MEMORY"}, {"puzzles", "SLOWER ON FEW PUZZLES"}}};

std::string_view word_of(const CheckRecord& check) {
  switch (check.finding) {
    case Finding::broken:
      return "WRONG";
    case Finding::crashed:
      return "CRASHED";
    case Finding::faster:
      return "FASTER";
    case Finding::fixed:
      return "FIXED";
    case Finding::slower_or_so:
      return "SLOWER, PERHAPS BY LESS THAN THE THRESHOLD";
    case Finding::changed:
    case Finding::slower: {
      const auto* const own = std::ranges::find(
          kWordsOfChecks, check.check, &std::pair<std::string_view, std::string_view>::first);
      if (own != kWordsOfChecks.end()) return own->second;
      return check.finding == Finding::slower ? "SLOWER" : "CHANGED";
    }
    default:
      return "INCONCLUSIVE";
  }
}

// Most findings of one word that a headline names.
constexpr std::size_t kNamed = 3;

// "jcz on hard.csv, +9.2 %; jcz on easy.csv, +8.1 %; and 3 more".
std::string list_of(const std::vector<const Named*>& found) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(found.size(), kNamed); ++i)
    parts.push_back(fmt::format("{}, {}", found[i]->name, found[i]->check->headline()));
  if (found.size() > kNamed) parts.push_back(fmt::format("and {} more", found.size() - kNamed));
  return fmt::format("{}", fmt::join(parts, "; "));
}

// "SLOWER: jcz on hard.csv, +9.2 %. CHANGED: …": a sentence for each word; empty without `found`.
std::string headline_of(const std::vector<Named>& found) {
  std::vector<std::pair<std::string_view, std::vector<const Named*>>> words;
  for (const Named& named : found) {
    const std::string_view word = word_of(*named.check);
    auto known = std::ranges::find(words, word, &decltype(words)::value_type::first);
    if (known == words.end()) known = words.insert(words.end(), {word, {}});
    known->second.push_back(&named);
  }
  std::vector<std::string> sentences;
  sentences.reserve(words.size());
  for (const auto& [word, of_word] : words)
    sentences.push_back(fmt::format("{}: {}.", word, list_of(of_word)));
  return fmt::format("{}", fmt::join(sentences, " "));
}

bool has(const Comparison& comparison, Findings findings) {
  return !checks_with(comparison, findings).empty();
}

// Puzzles whose answers were compared, of those in the files: "all 3,000 puzzles", "12 of 3,000
// puzzles". Each file counts as often as the solver that answered fewest of it.
std::string coverage_of(const Comparison& comparison) {
  std::vector<const RowVerdict*> least;  // one row of each file
  for (const RowVerdict& row : comparison.rows) {
    const auto known = std::ranges::find_if(least, [&row](const RowVerdict* other) {
      return other->rows.candidate->dataset == row.rows.candidate->dataset;
    });
    if (known == least.end()) {
      least.push_back(&row);
    } else if (row.compared < (*known)->compared) {
      *known = &row;
    }
  }
  std::uint64_t compared = 0;
  std::uint64_t of = 0;
  for (const RowVerdict* row : least) {
    compared += row->compared;
    of += std::max(row->of, row->compared);
  }
  if (compared == of) return "all " + base::plural(of, "puzzle");
  return fmt::format("{} of {}", base::count_text(compared), base::plural(of, "puzzle"));
}

// Whether any solver of the comparison counts guesses.
bool counts_guesses(const Comparison& comparison) {
  return std::ranges::any_of(comparison.rows, [](const RowVerdict& row) {
    return std::ranges::count(row.checks, "guesses", &CheckRecord::check) > 0;
  });
}

// " The same answers to all 3,000 puzzles."; empty if answers differ, or were not compared.
std::string answers_text(const Comparison& comparison) {
  const bool are_same = std::ranges::all_of(comparison.rows, [](const RowVerdict& row) {
    const auto answers = std::ranges::find(row.checks, "answers", &CheckRecord::check);
    return answers != row.checks.end() && answers->finding == Finding::same;
  });
  if (!are_same) return "";
  return fmt::format(" The same answers to {}.", coverage_of(comparison));
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
  return is_of_all ? text : fmt::format("{}: {}", result::name_of(*most->rows.candidate), text);
}

std::string alone_text(const Comparison& comparison) {
  return fmt::format("CHECKED ALONE, {}: the answers to {} are right.", comparison.why,
                     coverage_of(comparison));
}

std::string passed_text(const Comparison& comparison) {
  if (comparison.scope == Scope::identical)
    return "IDENTICAL: " + comparison.why + ", so that nothing was run.";
  if (comparison.scope == Scope::alone) return alone_text(comparison);
  const std::string better =
      headline_of(checks_with(comparison, {Finding::fixed, Finding::faster}));
  const bool is_timed = std::ranges::any_of(
      comparison.rows, [](const RowVerdict& row) { return row.time.has_value(); });
  std::vector<std::string> parts = {"the same answers to " + coverage_of(comparison)};
  std::vector<std::string> accepted;
  for (const Named& named : checks_with(comparison, {Finding::allowed}))
    accepted.push_back(fmt::format("{}, {}", named.name, named.check->headline()));
  if (counts_guesses(comparison) && accepted.empty()) parts.emplace_back("the same search");
  if (is_timed && accepted.empty()) parts.emplace_back("none slower");
  if (const std::string counted = instructions_text(comparison); !is_timed && !counted.empty())
    parts.push_back(counted);
  const bool has_answers = !has(comparison, {Finding::fixed});
  std::string text = better;
  if (has_answers) {
    text +=
        fmt::format("{}{}.", better.empty() ? "PASSED: " : " Otherwise ", fmt::join(parts, ", "));
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

}  // namespace

GateResult result_of(const Comparison& comparison) {
  if (!comparison.failures.empty() || has(comparison, kBroken)) return GateResult::broken;
  if (has(comparison, kRegressed)) return GateResult::regressed;
  if (comparison.scope == Scope::identical) return GateResult::passed;
  if (!comparison.unmatched.empty() || comparison.rows.empty()) return GateResult::unmatched;
  if (!comparison.unfinished.empty() || has(comparison, kUndecided))
    return GateResult::inconclusive;
  return GateResult::passed;
}

namespace {

std::string sentence_of(const Comparison& comparison) {
  switch (result_of(comparison)) {
    case GateResult::broken:
      if (!comparison.failures.empty()) return "FAILED: " + comparison.failures.front() + ".";
      return headline_of(checks_with(comparison, kBroken));
    case GateResult::regressed:
      return headline_of(checks_with(comparison, kRegressed)) + answers_text(comparison);
    case GateResult::unmatched:
      return unmatched_text(comparison);
    case GateResult::inconclusive: {
      const std::string text = headline_of(checks_with(comparison, kUndecided));
      if (text.empty()) return "INCONCLUSIVE: " + comparison.unfinished.front() + ".";
      const std::string counted = instructions_text(comparison);
      return text + answers_text(comparison) +
             (counted.empty() ? "" : fmt::format(" Counted: {}.", counted));
    }
    case GateResult::passed:
      break;
  }
  return passed_text(comparison);
}

}  // namespace

std::string verdict_of(const Comparison& comparison) {
  return base::printable(sentence_of(comparison), base::kLongestLine);
}

}  // namespace sudoku::compare
