// Two results compared: rows, checks, and what a script should make of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/result/document.h"
#include "harness/stats/time_verdict.h"

namespace sudoku::compare {

// A row of each result, which are about the same thing. Refers to the two results, which have to
// outlive it.
struct RowPair {
  const result::Row* base = nullptr;
  const result::Row* fresh = nullptr;
  // Puzzles of the dataset, which a row without a sample has to solve all of; 0: the result has
  // only a part of it, whose size is not known.
  std::uint64_t base_whole = 0;
  std::uint64_t fresh_whole = 0;
};

struct Matching {
  std::vector<RowPair> pairs;           // in the order of the baseline
  std::vector<std::string> unmatched;   // sentences: rows without a partner, and why
  std::vector<std::string> unfinished;  // sentences: results that are not whole
  std::string base_cpu;                 // of the machines
  std::string fresh_cpu;
};

// Rows belong together when solver, content of the dataset (its sha256), number of threads and all
// settings that answers and guesses depend on are the same.
Matching match_rows(const result::RunResult& base, const result::RunResult& fresh);

// From harmless to grave.
enum class Finding : std::uint8_t {
  same,
  allowed,    // changed, and that was said to be meant
  faster,     // less time or fewer instructions
  noted,      // too little to fail, too much to be silent about
  unlike,     // an instruction set that one side does not have: not to be compared
  undecided,  // the two results cannot tell
  slower,     // more time or more instructions
  changed,
  crashed,  // the new result has crashes,
  broken,   // or wrong answers
};

struct CheckRecord {
  std::string
      check;  // soundness, completeness, answers, outcomes, timeouts, guesses, instructions, time
  Finding finding = Finding::same;
  std::string text;  // a phrase: what was compared or what differs
};

// Compares what must be the same in two results of the same solver on the same puzzles, whatever
// the machine. In the order of CheckRecord::check; those with nothing to say are left out. Block by
// block, on the largest sample that both rows solved. Which puzzles run out of time differs from
// run to run: with timeouts, a difference of answers or guesses decides nothing.
std::vector<CheckRecord> deterministic_checks(const RowPair& pair, bool accept_guesses);

struct GateSettings {
  bool accept_guesses = false;      // a change of the search is meant
  bool deterministic_only = false;  // no verdict on time is wanted
  stats::TimeRule time = {};
};

struct RowVerdict {
  RowPair rows;
  std::vector<CheckRecord> checks;
  std::optional<stats::TimeJudgement> time = std::nullopt;
};

// All rows of a solver, with one number of threads, judged as one by `ab`.
struct SolverVerdict {
  std::string name;  // "simd on 5 files"
  std::vector<RowPair> rows;
  CheckRecord check;
  std::optional<stats::TimeJudgement> time = std::nullopt;
  // "simd: slower on all 5 files, +21.0 % (+20.1 to +22.0)"; empty unless it is slower.
  std::string finding = {};
};

struct Comparison {
  std::vector<RowVerdict> rows;
  std::vector<std::string> unmatched;
  std::vector<std::string> unfinished = {};  // sentences: results that are not whole
  std::vector<std::string> failures;         // sentences: processes that ended without a result
  std::vector<SolverVerdict> solvers = {};   // those that looked slower over their rows together
};

// Refers to the two results, which have to outlive it.
Comparison compare_results(const result::RunResult& base, const result::RunResult& fresh,
                           const GateSettings& settings);

// The gravest finding decides, in this order. Nothing that could not be compared is ever a pass.
enum class GateResult : std::uint8_t { passed, inconclusive, unmatched, regressed, broken };

GateResult result_of(const Comparison& comparison);

// One sentence.
std::string verdict_of(const Comparison& comparison);

// What two results say of a row's time.
struct TimedRow {
  std::optional<stats::TimeJudgement> judgement;  // none when the two sides cannot be compared
  CheckRecord check;
};

// One for each pair, judged together; in their order.
std::vector<TimedRow> time_checks(const Matching& matching, const stats::TimeRule& rule);

// Why a row takes more or less time than before: because it searches more, because its code does
// more for each guess, or because the machine takes longer for the same. Ratios, new over base;
// their product is `time`. NaN: not known.
struct Explanation {
  double time = 0;                    // a puzzle
  double guesses = 0;                 // a puzzle; 1 when neither side guesses
  double instructions_per_guess = 0;  // a puzzle's, when neither side guesses
  double time_per_instruction = 0;
  double time_per_guess = 0;  // the two above together: known without a counter
};

// `time` is the ratio to be explained. Instructions are left unknown unless both rows counted them,
// on the same instruction set.
Explanation explain(const RowPair& pair, double time);

// "+12.3 % = guesses +12.0 % (the search grew) × time a guess +0.3 % (code or machine: …)"
std::string text_of(const Explanation& explanation);

// "+12.3 %".
std::string change_text(double ratio);

// "+12.3 % (+10.1 to +14.6)"; without an interval that is infinite.
std::string change_text(const base::Estimate& ratio);

// "6.2 %"; "over 100 %".
std::string size_text(double change);

// Says that a slow-down of this size would have been seen.
std::string seen_text(double detectable);

}  // namespace sudoku::compare
