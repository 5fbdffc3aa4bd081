// Two results compared: rows, checks, and what a script should make of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/gate/checks.h"
#include "harness/gate/time_verdict.h"

namespace sudoku {

struct GateSettings {
  bool accept_guesses = false;      // a change of the search is meant
  bool deterministic_only = false;  // no verdict on time is wanted
  TimeRule time = {};
};

struct RowVerdict {
  RowPair rows;
  std::vector<CheckRecord> checks;
  std::optional<TimeJudgement> time = std::nullopt;
};

// All rows of a solver, with one number of threads, judged as one by `ab`.
struct SolverVerdict {
  std::string name;  // "simd on 5 files"
  std::vector<RowPair> rows;
  CheckRecord check;
  std::optional<TimeJudgement> time = std::nullopt;
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
Comparison compare_results(const RunResult& base, const RunResult& fresh,
                           const GateSettings& settings);

// The gravest finding decides, in this order. Nothing that could not be compared is ever a pass.
enum class GateResult : std::uint8_t { passed, inconclusive, unmatched, regressed, broken };

GateResult result_of(const Comparison& comparison);

// One sentence.
std::string verdict_of(const Comparison& comparison);

}  // namespace sudoku
