// Overall verdict of a comparison: its exit code and its headline.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/table.h"
#include "harness/compare/gate.h"

namespace sudoku::compare {

// Overall result of a comparison, from the best to the gravest. Unmatched rows never pass.
enum class GateResult : std::uint8_t { passed, inconclusive, unmatched, regressed, broken };

// What one kind of finding means for the overall result, and how reports show it.
struct FindingKind {
  GateResult result;
  const char* headline;  // start of its sentence in the verdict; null: the verdict leaves it out
  const char* word;      // in tables
  base::Tone tone;
  const char* junit_element;  // failure, error or skipped; null: the test passed
  const char* annotation;     // command of GitHub Actions; null: no annotation
};

const FindingKind& kind_of(const CheckRecord& check);

// A check with what it is about: "jcz on hard.csv", "simd on 5 files".
struct NamedCheck {
  std::string name;
  const CheckRecord* check;
};

// All checks of `comparison`, which has to outlive them, those on whole solvers first; without
// `with_parts`, none that says of a row what is said of its solver.
std::vector<NamedCheck> checks_of(const Comparison& comparison, bool with_parts = true);

// The gravest result of all checks and of what a comparison lacks.
GateResult result_of(const Comparison& comparison);

// Verdict in one sentence, which names the solver, the file and the size of the gravest findings:
// "SLOWER: jcz on hard.csv, +9.2 % (+6.1 to +12.0)."
std::string verdict_of(const Comparison& comparison);

}  // namespace sudoku::compare
